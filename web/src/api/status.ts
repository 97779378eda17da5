// The one sentence at the head of a table: what is expected now. Sentences about the game are the server's.
import { GAMES, type Happening, type Seated } from '../boards/board';
import { seatName } from '../parts/who';
import { list, t } from '../words/words';
import { awaited, fallen, winners } from './match';
import type { Connection, No } from './table.svelte';
import type { Choice, Ended, Sight, State } from './types';

export type Kind = 'you' | 'wait' | 'refused' | 'lost' | 'past' | 'over';

export interface Status {
  kind: Kind;
  /** Whose ring stands before it, by number. */
  seat: number | null;
  eyebrow: string;
  now: string;
  why: string;
}

export interface Situation {
  connection: Connection;
  state: State;
  /** With whose eyes one looks, by name, and what they see. */
  eyes: string;
  sight: Sight;
  /** Whether it is for them to choose, or to confirm. */
  mayAct: boolean;
  seated: Seated[];
  refused: No | null;
  past: { number: number; text: string } | null;
  pointed: Choice | null;
  asked: string | null;
  /** What happened last, in words. */
  last: string;
  /** Whether one has chosen something here before. */
  begun: boolean;
}

const ROOM = 90;

/** The end of what happened, where all of it would not fit: that is where it leads to. */
function ending(text: string): string {
  const parts = text.split('; ');
  let from = parts.length - 1;
  while (from > 0 && parts.slice(from - 1).join('; ').length <= ROOM) from -= 1;
  const said = parts.slice(from).join('; ');
  return said && said[0]!.toUpperCase() + said.slice(1);
}

/** Whether everything is chosen that can be before the draft is confirmed. */
export function whole(sight: Sight, game = ''): boolean {
  if (!sight.draft?.length) return false;
  return Boolean(sight.ready) || !sight.moves.length || Boolean(GAMES[game]?.single);
}

/** What the last choice of a draft would do, as far as it is told. */
export function drafted(state: State, sight: Sight): string {
  const last = state.about.moves + (sight.draft?.length ?? 0) - 1;
  return (sight.events as Happening[])
    .filter((event) => event.n === last && last >= state.about.moves)
    .map((event) => event.text)
    .join('; ');
}

export function statusOf(now: Situation): Status {
  const { state, eyes, sight, seated } = now;
  const mine = seated.findIndex((each) => each.seat === eyes);
  const seat = mine >= 0 ? mine : null;
  if (now.past) {
    const eyebrow = t('table.past', { number: now.past.number + 1, count: state.about.moves });
    return { kind: 'past', seat: null, eyebrow, now: now.past.text, why: '' };
  }
  if (now.connection === 'lost') {
    return { kind: 'lost', seat: null, eyebrow: t('table.lost'), now: t('table.lost-now'), why: t('table.lost-why') };
  }
  if (now.refused) {
    return { kind: 'refused', seat, eyebrow: t('table.refused'), now: now.refused.why, why: '' };
  }
  if (state.ending) return over(now);
  if (now.mayAct) {
    const alone = state.you.length === 1;
    const eyebrow = alone ? t('table.your-turn') : t('table.turn-of', { name: seated[mine]?.name ?? '' });
    const told = now.pointed?.text || drafted(state, sight);
    const asked = now.asked ?? (whole(sight, state.about.game) ? t('table.whole') : toYou(sight.expected, eyes));
    return { kind: 'you', seat, eyebrow, now: asked, why: told || (now.begun ? ending(now.last) : t('table.first')) };
  }
  return waiting(now);
}

/** What the game expects, as it is said to whom it expects it of: without the name of their seat. */
export function toYou(expected: string, seat: string): string {
  const [, who, what] = /^([^:]+?)\s?:\s(.+)$/.exec(expected) ?? [];
  if (!what || who!.toLowerCase() !== seatName(seat).toLowerCase()) return expected;
  return what[0]!.toUpperCase() + what.slice(1);
}

/** Whether all of one's own seats are out, while others play on. */
export function isOut(state: State): boolean {
  const own = Object.values(state.seats);
  return (
    state.you.length > 0 && !state.ending && own.every(({ view }, n) => fallen(view as never).includes(state.you[n]!))
  );
}

function waiting({ state, seated, last }: Situation): Status {
  const still = awaited(state.about);
  const names = still.map((number) => seated[number]?.name ?? '');
  const eyebrow = isOut(state) ? t('table.you-out') : state.you.length ? '' : t('table.watching');
  const one = names.length === 1 && state.about.places[still[0]!];
  let now = t('table.chance');
  if (one && one.bot) now = t('table.thinking', { name: names[0]! });
  else if (names.length) now = t('table.waiting', { names: list(names) });
  return { kind: 'wait', seat: still.length === 1 ? still[0]! : null, eyebrow, now, why: ending(last) };
}

function over({ state, seated, last }: Situation): Status {
  const best = winners(state.result);
  const kind = 'over';
  const seat = best.length === 1 ? best[0]! : null;
  return {
    kind,
    seat,
    eyebrow: t('table.over'),
    now: outcome(state, best, seated),
    why: rematch(state, seated) ?? how(state.ending!, state, seated) ?? ending(last),
  };
}

/** Who won, in words. */
function outcome(state: State, best: number[], seated: Seated[]): string {
  const names = best.map((number) => seated[number]!.name);
  if (seated.length === 1 || together(state)) return t('table.alone');
  if (best.length === seated.length || !best.length) return t('table.draw');
  if (best.length > 1) return t('table.share', { names: list(names) });
  return state.you.length === 1 && state.you[0] === best[0] ? t('table.you-win') : t('table.wins', { name: names[0]! });
}

/** Whether all play for the same. */
function together(state: State): boolean {
  return Object.values(state.seats).some(({ view }) => (view as { mode?: string }).mode === 'coop');
}

/** Who else would play again. */
function rematch(state: State, seated: Seated[]): string | null {
  const others = seated.filter(({ seat }) => state.about.agreed.rematch?.includes(seat) && !(seat in state.seats));
  const names = others.map((each) => each.name);
  return names.length ? t('table.rematch-agreed', { names: list(names), count: names.length }) : null;
}

/** How it came to its end, where the rules alone did not bring it about. */
function how(ending: Ended, state: State, seated: Seated[]): string | null {
  const number = seated.findIndex((each) => each.seat === ending.seat);
  const you = state.you.length === 1 && state.you[0] === number;
  const name = seated[number]?.name ?? '';
  switch (ending.how) {
    case 'resigned':
      return you ? t('table.you-resigned') : t('table.by-resigned', { name });
    case 'out of time':
      return you ? t('table.you-time') : t('table.by-time', { name });
    case 'drawn':
      return t('table.by-drawn');
    default:
      return null;
  }
}
