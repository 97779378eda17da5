// What has just happened, for a board that shows it moving: of all that a state tells, what was not shown before. A
// draft is told anew with every choice in it, and once more when it is confirmed; it moves once.
import type { Happening } from '../boards/board';

export class News {
  /** What was shown of each choice, by its number. */
  #shown = new Map<number, string>();

  /** What is new among the events of a state; forgets what was taken back. */
  of(events: Happening[]): Happening[] {
    const told = new Map<number, Happening[]>();
    for (const event of events) told.set(event.n ?? 0, [...(told.get(event.n ?? 0) ?? []), event]);
    const first = Math.min(...told.keys());
    const fresh = events.filter((event) => this.#shown.get(event.n ?? 0) !== sign(told.get(event.n ?? 0)!));
    for (const number of this.#shown.keys()) if (number >= first) this.#shown.delete(number);
    for (const [number, happened] of told) this.#shown.set(number, sign(happened));
    return fresh;
  }

  /** The table has so many choices, drafted ones included: what came after them is no longer so. */
  cut(choices: number) {
    for (const number of this.#shown.keys()) if (number >= choices) this.#shown.delete(number);
  }
}

/** What happened, in whatever language it is told. */
function sign(events: Happening[]): string {
  return JSON.stringify(events.map(({ text: _, ...rest }) => rest));
}
