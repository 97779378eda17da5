// Who sits where, in the reader's language: what bots are called and how they play, what seats are called.
import { said, t } from '../words/words';
import { letterOf } from './seats';

export function botName(bot: string): string {
  const key = `common.bot-${bot}`;
  return said(key) ? t(key) : bot;
}

export function botSays(bot: string): string {
  const key = `lobby.says-${bot}`;
  return said(key) ? t(key) : '';
}

/** The name that the house writes where somebody has deleted everything of theirs. */
const GONE = 'somebody gone';

/** What somebody is called: by their own name, also if they are gone and have none. */
export function personName(name: string): string {
  return name === GONE ? t('common.somebody-gone') : name;
}

/** Who sits on a seat, as everybody may read it: people have their own names, bots ours. */
export function nameOf(place: { name: string; bot: string; person: boolean }): string {
  return place.bot && !place.person ? botName(place.bot) : personName(place.name);
}

/** What a seat is called by its colour. */
export function seatName(seat: string): string {
  return t(`common.seat-${letterOf(seat)}`);
}
