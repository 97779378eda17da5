// What a square is called for whoever hears the board instead of seeing it.
import { list, t } from '../../words/words';
import type { Seated } from '../board';
import type { Choosing } from './choosing.svelte';
import { isRock, kindOf, seatOf, type Step } from './things';
import type { Towards } from './squares';

function direction(towards: Towards): string {
  return t(`splut.${towards}`);
}

/** What a thing is called by who looks with those eyes. */
export function called(thing: number, seated: Seated[], eyes: number | null): string {
  if (isRock(thing)) return t('splut.rock');
  const [seat, kind] = [seatOf(thing), kindOf(thing)];
  return seat === eyes ? t(`splut.your_${kind}`) : t(`splut.their_${kind}`, { name: seated[seat]?.name ?? '' });
}

/** A square with what is on it and what one can do there. */
export function nameOf(square: string, there: string | null, choosing: Choosing): string {
  const what = there ? `${square}, ${there}` : square;
  const can = canDo(square, choosing);
  return can ? `${what}. ${can}` : what;
}

function canDo(square: string, choosing: Choosing): string {
  const { from, to, asking } = choosing;
  if (asking) {
    if (square === to) return decide(choosing);
    const lift = choosing.lifts.get(square);
    if (lift) return t('splut.can_lift', { square: lift.event.rock_end! });
    const door = choosing.doors.get(square);
    return door ? choosing.thrown(door)!.choice.text + '.' : '';
  }
  if (square === from) return t('splut.chosen', { squares: list([...choosing.ends]) });
  if (from) return choosing.ends.has(square) ? onEnd(choosing.stepsFrom(from, square)) : '';
  if (!choosing.movers.has(square)) return '';
  const ends = [...new Set(choosing.stepsFrom(square).map(({ event }) => event.end))];
  return t('splut.can_go', { squares: list(ends) });
}

function onEnd(steps: Step[]): string {
  if (steps.length === 1 && steps[0]!.event.event !== 'thrown') return steps[0]!.choice.text + '.';
  const kinds = new Set(steps.map(({ event }) => event.event));
  if (kinds.has('thrown')) return t('splut.may_throw', { directions: directions(steps) });
  return kinds.has('pulled') ? t('splut.may_pull') : t('splut.may_lift');
}

function decide(choosing: Choosing): string {
  if (choosing.throws.length) return t('splut.can_throw', { directions: directions(choosing.throws) });
  return choosing.pull ? t('splut.ask_pull') : t('splut.ask_lift');
}

function directions(steps: Step[]): string {
  return list(steps.map(({ event }) => direction(event.towards!)));
}

/** What one should do next, half way through a choice. */
export function ask(choosing: Choosing, steps: number): string | null {
  if (choosing.asking) {
    if (choosing.throws.length) return t('splut.ask_throw');
    return choosing.pull ? t('splut.ask_pull') : t('splut.ask_lift');
  }
  if (!choosing.from && choosing.steps.length) return t('splut.ask_piece', { count: steps });
  const [step] = choosing.stepsFrom(choosing.from);
  return step && !choosing.to ? t(`splut.ask_${step.event.piece}`) : null;
}
