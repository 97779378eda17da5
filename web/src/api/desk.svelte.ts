// The moderators' desk: what was reported, and what they do about it.
import { ask, Refusal } from './house';
import type { Deciding, Desk } from './types';

export type Decided = Deciding['kind'];
export const KINDS: Decided[] = ['dismiss', 'warn', 'silence', 'shut out', 'rename'];

export class ModeratorsDesk {
  /** Nothing while it is not known yet. */
  desk = $state.raw<Desk | null>(null);
  /** Whether it is somebody else's. */
  closed = $state(false);
  busy = $state(false);
  /** What was refused last, a report or something done, and why. */
  refused = $state('');
  why = $state('');

  constructor() {
    void this.#do('', async () => {});
  }

  act(wanted: Deciding) {
    return this.#do(wanted.report, () => ask('POST', '/api/moderation/act', wanted));
  }

  lift(id: string, why: string) {
    return this.#do(id, () => ask('POST', '/api/moderation/lift', { id, why }));
  }

  /** One thing at a time; whether it was done. */
  async #do(what: string, deed: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = this.why = '';
    try {
      await deed();
      this.desk = await ask<Desk>('GET', '/api/moderation');
      return true;
    } catch (error) {
      this.refused = what;
      this.why = (error as Error).message;
      this.closed = !this.desk && error instanceof Refusal && [401, 403].includes(error.status);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
