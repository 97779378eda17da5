// Who sits where, in the reader's language: what bots are called and how they play, what seats are called.
import common from '../words/common.json';
import lobby from '../words/lobby.json';
import { t } from '../words/words';
import { letterOf } from './seats';

export function botName(bot: string): string {
  const key = `bot-${bot}`;
  return key in common ? t(`common.${key as keyof typeof common}`) : bot;
}

export function botSays(bot: string): string {
  const key = `says-${bot}`;
  return key in lobby ? t(`lobby.${key as keyof typeof lobby}`) : '';
}

/** Who sits on a seat, as everybody may read it: people have their own names, bots ours. */
export function nameOf(place: { name: string; bot: string; person: boolean }): string {
  return place.bot && !place.person ? botName(place.bot) : place.name;
}

/** What a seat is called by its colour. */
export function seatName(seat: string): string {
  return t(`common.seat-${letterOf(seat)}`);
}
