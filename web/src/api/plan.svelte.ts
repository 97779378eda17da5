// What one plans for a seat of one's own: read from the house, made into a tree that can be changed, and sent back.
import { ask } from './house';
import type { Table } from './table.svelte';
import type { Ahead, Askable, Branch, Condition, ToldPlan } from './types';

/** A branch with those that come after it. */
export interface Twig {
  id: number;
  when: Required<Condition>[];
  then: string[];
  next: Twig[];
}

let made = 0;

export function newTwig(): Twig {
  return { id: made++, when: [], then: [''], next: [] };
}

/** A condition to begin with: the first of everything that could be asked. */
export function newCondition(asked: Askable): Required<Condition> {
  const parts = asked.parts.map(({ name, words, least }) => [name, words?.[0] ?? least ?? ''] as const);
  return { fact: asked.fact, parts: Object.fromEntries(parts), not: false };
}

/** What is still to be carried out of a plan, as a tree. */
export function grown(told: ToldPlan): Twig[] {
  const after = (number: number): Twig[] =>
    told.branches.flatMap((branch, each) => ((branch.after ?? -1) === number ? [twig(branch, each)] : []));
  const twig = (branch: Branch, number: number): Twig => ({
    id: made++,
    when: (branch.when ?? []).map(({ fact, parts, not }) => ({ fact, parts: { ...parts }, not: not ?? false })),
    then: [...branch.then],
    next: after(number),
  });
  const done = told.done.filter((each) => each.branch === told.at).length;
  const left = told.at < 0 ? [] : told.branches[told.at]!.then.slice(done);
  if (left.length) return [{ ...newTwig(), then: left, next: after(told.at) }];
  return after(told.at);
}

/** The tree as the house takes it: each branch before those that come after it. */
export function felled(twigs: Twig[], after = -1, found: Branch[] = []): Branch[] {
  for (const { when, then, next } of twigs) {
    const moves = then.map((text) => text.trim()).filter(Boolean);
    const number = found.push({ then: moves, when: when.map((each) => $state.snapshot(each)), after }) - 1;
    felled(next, number, found);
  }
  return found;
}

/** The moves that a branch supposes of others, in their order. */
export function supposed(when: Condition[]): string[] {
  return when.flatMap(({ fact, parts, not }) => {
    const move = String(parts?.move ?? '').trim();
    return fact === 'chose' && !not && move ? [move] : [];
  });
}

export class Planning {
  told = $state.raw<ToldPlan | null>(null);
  #seat = '';
  /** How often something was asked: only what was asked last is told. */
  #asked = 0;

  constructor(readonly table: Table) {}

  /** The numbers of the choices that were made by plan. */
  get moves(): number[] {
    return this.told?.done.map((each) => each.move) ?? [];
  }

  /** What the house has of the plan for a seat; for none, nothing. */
  async look(seat: string): Promise<void> {
    this.#seat = seat;
    await this.#tell(seat ? ask<ToldPlan>('GET', this.#path()).catch(() => null) : null);
  }

  async save(twigs: Twig[]): Promise<void> {
    const { choice } = this.table.sight(this.#seat)!;
    const { entries } = this.table.about!;
    await this.#tell(ask<ToldPlan>('PUT', this.#path(), { choice, entries, branches: felled(twigs) }));
  }

  async drop(): Promise<void> {
    await this.#tell(ask<ToldPlan>('DELETE', this.#path()));
  }

  /** What could be chosen after a line of moves, and by whom, where that can be known. */
  async ahead(line: string[]): Promise<Ahead> {
    const moves = line.map((move) => `&moves=${encodeURIComponent(move)}`).join('');
    return ask<Ahead>('GET', this.#path('/ahead') + moves).catch(() => ({ seat: '', moves: [] }));
  }

  get seat(): string {
    return this.#seat;
  }

  async #tell(answer: Promise<ToldPlan | null> | null): Promise<void> {
    const number = ++this.#asked;
    const told = await answer;
    if (number === this.#asked) this.told = told;
  }

  #path(more = ''): string {
    return `/api/tables/${encodeURIComponent(this.table.name)}/plan${more}?seat=${encodeURIComponent(this.#seat)}`;
  }
}
