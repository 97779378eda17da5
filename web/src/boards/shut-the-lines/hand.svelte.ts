// What one does with the dice before anything is said to the table: groups, dice that are picked, a way pointed at.
// A draft is always what the groups make; groups that make nothing leave none.
import type { Choice } from '../../api/types';
import { list, t } from '../../words/words';
import { alone, laid, made, put, reachedBy, sum, type Groups } from './groups';
import type { Way } from './view';

/** What lies before one, as the board is given it. */
export interface Given {
  dice: number[];
  ways: Way[];
  draft: string[];
  chosen: Way | null;
  onchoose: (move: string) => void;
  onreplace?: (moves: string[]) => void;
  onpoint?: (choice: Choice | null) => void;
}

export class Hand {
  groups = $state.raw<Groups>([]);
  /** The dice that are picked, by their number from 0. */
  picked = $state.raw<number[]>([]);
  pointed = $state.raw<Way | null>(null);
  #given: () => Given;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** How the dice lie for each way. */
  #layouts = $derived.by(() => {
    const { ways, dice } = this.#given();
    return new Map(ways.map((way) => [way, laid(way, dice, ways)]));
  });
  /** The way that the groups make. */
  making = $derived.by(() => {
    const { dice, ways } = this.#given();
    return made(this.groups, dice, ways);
  });
  /** The numbers that some way has. */
  reached = $derived.by(() => new Set(this.#given().ways.flatMap(({ numbers }) => numbers)));
  /** Whether some dice lie together. */
  touched = $derived.by(() => this.groups.length < this.#given().dice.length);
  total = $derived.by(() => sum([...this.#given().dice.keys()], this.#given().dice));

  /** New dice: each lies by itself. */
  fresh() {
    this.groups = alone(this.#given().dice);
    this.picked = [];
    this.point(null);
  }

  choose(move: string) {
    const { draft, onchoose, onreplace } = this.#given();
    if (draft[0] === move) return;
    if (draft.length && onreplace) onreplace([move]);
    else onchoose(move);
  }

  /** The dice lie as a way has them. */
  layOut(way: Way) {
    this.groups = this.#layouts.get(way) ?? this.groups;
    this.picked = [];
  }

  /** A way of the list: once more by hand lets go of it; Enter on it is the table's. */
  fromList(way: Way, byKey: boolean) {
    if (this.#given().chosen?.move !== way.move) this.#lay(way);
    else if (!byKey) this.#given().onreplace?.([]);
  }

  /** A number of the figure: the first way that reaches it, and the next if that one is chosen. */
  press(number: number) {
    const { chosen } = this.#given();
    const among = this.#reaching(number);
    const now = among.findIndex((way) => way.move === (chosen ?? this.making)?.move);
    const next = among[now < 0 ? 0 : chosen ? (now + 1) % among.length : now];
    if (next) this.#lay(next);
  }

  pick(die: number) {
    this.picked = this.picked.includes(die) ? this.picked.filter((each) => each !== die) : [...this.picked, die];
  }

  /** Dice go into a group, or into a new one. */
  group(moved: number[], onto: number | null) {
    this.groups = put(this.groups, moved, onto);
    this.picked = [];
    this.take();
  }

  /** What the groups make is chosen; if they make nothing, nothing is. */
  take() {
    const { draft, onreplace } = this.#given();
    if (this.making) this.choose(this.making.move);
    else if (draft.length) onreplace?.([]);
  }

  apart() {
    this.groups = alone(this.#given().dice);
    this.picked = [];
    if (this.#given().draft.length) this.#given().onreplace?.([]);
  }

  /** Whether there is something to let go of. */
  get full(): boolean {
    return this.picked.length > 0 || this.touched || this.#given().draft.length > 0;
  }

  /** Let go of what is in hand, the last first. */
  loosen() {
    if (this.picked.length) this.picked = [];
    else if (this.full) this.apart();
  }

  point(way: Way | null) {
    this.pointed = way;
    this.#given().onpoint?.(way?.choice ?? null);
  }

  pointAt(number: number | null) {
    const among = number === null ? [] : this.#reaching(number);
    this.point(among.find((way) => way.move === this.#given().chosen?.move) ?? among[0] ?? null);
  }

  /** By which dice a number is reached, in words. */
  diceOf(number: number): string[] {
    return reachedBy(number, this.#given().dice, this.#layouts).map((faces) => list(faces.map(String)));
  }

  #reaching(number: number): Way[] {
    return this.#given().ways.filter(({ numbers }) => numbers.includes(number));
  }

  #lay(way: Way) {
    this.layOut(way);
    this.choose(way.move);
  }
}

/** What choosing a way is, as one would say it on a button. */
export function act({ numbers, leaves }: Way): string {
  const told = list(numbers.map(String));
  if (!leaves) return t('shutTheLines.cover', { numbers: told });
  return numbers.length ? t('shutTheLines.leaveWith', { numbers: told }) : t('shutTheLines.leaveBare');
}
