// What can be read off a state, whatever the game.
import type { Seated } from '../boards/board';
import { nameOf } from '../parts/who';
import { letterOf } from '../parts/seats';
import type { About, Seat, State } from './types';

type View = Record<string, unknown>;

/** The seats that must choose now, by number. */
export function awaited(about: About): number[] {
  return about.places.flatMap((place, number) => (place.awaited ? [number] : []));
}

/** The seats that had to choose at a moment of the past, as far as its view says it, as a mover or at each seat. */
export function awaitedThen(view: View): number[] {
  if (view.over) return [];
  if (typeof view.mover === 'number') return [view.mover];
  const seats = (view.ships ?? []) as { awaited?: boolean }[];
  return seats.flatMap((seat, number) => (seat.awaited ? [number] : []));
}

/** How each seat stands, as a number that changes when something befalls it: it is out, or has shut a line. */
export function standing(view: View): number[] {
  const seats = (view.teams ?? view.players ?? view.ships ?? view.lines ?? []) as View[];
  return seats.map((seat) => {
    if (Array.isArray(seat.shut)) return seat.shut.length || -1;
    return (seat.alive ?? seat.racing ?? true) ? -1 : 0;
  });
}

/** The seats that are out of the match, by number. */
export function fallen(view: View): number[] {
  return standing(view).flatMap((each, seat) => (each === 0 ? [seat] : []));
}

/** Which turn it is, as far as a view says it; in Outspeed every turn has a tile. */
export function turnOf(view: View | undefined): number {
  return Number(view?.turn ?? (view?.tile as View | null | undefined)?.place ?? 0);
}

/** Whether somebody plays who does not look at the table now. */
export function isAway(place: Seat): boolean {
  return place.person && !place.here && !place.bot && !place.gone;
}

/** Who sits where; whoever sits alone at this browser is "you". Who has the same name is told apart by the letter. */
export function seatedAt(about: About, own: number[], you: string): Seated[] {
  const seated = about.places.map((place, number) => ({
    seat: place.seat,
    letter: letterOf(place.seat),
    name: own.length === 1 && own[0] === number ? you : nameOf(place) || place.kept,
  }));
  const twice = (name: string) => name && seated.filter((each) => each.name === name).length > 1;
  return seated.map((each) => (twice(each.name) ? { ...each, name: `${each.name} ${each.letter}` } : each));
}

/** The seats that came out best, by number; nobody before the end. */
export function winners(result: readonly number[] | null | undefined): number[] {
  if (!result?.length) return [];
  const best = Math.max(...result);
  return result.flatMap((score, number) => (score === best ? [number] : []));
}

/** The seat of one's own that is to choose: the one looked with as long as it is, then the next. */
export function acting(state: State, looking: string): string | null {
  const mayAct = Object.entries(state.seats).filter(
    ([seat, sight]) =>
      (sight.moves.length || sight.draft?.length) && !state.about.places.find((place) => place.seat === seat)?.bot,
  );
  return (mayAct.find(([seat]) => seat === looking) ?? mayAct[0])?.[0] ?? null;
}
