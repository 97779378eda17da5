// What there is between one and others: whom one has muted, and what the moderators have to tell one.
import { ask } from './house';
import type { Between } from './types';

export class Conduct {
  /** Nothing while it is not known yet. */
  between = $state.raw<Between | null>(null);
  busy = $state(false);
  why = $state('');

  /** Looks by itself, or when it is told to. */
  constructor(now = true) {
    if (now) void this.look();
  }

  async look() {
    try {
      this.between = await ask<Between>('GET', '/api/conduct');
    } catch {
      // the page does without it
    }
  }

  unmute(id: string) {
    return this.#do('/api/conduct/unmute', { id });
  }

  read(id: string) {
    return this.#do('/api/conduct/read', { id });
  }

  async #do(path: string, data: { id: string }) {
    if (this.busy) return;
    this.busy = true;
    this.why = '';
    try {
      await ask('POST', path, data);
      await this.look();
    } catch (error) {
      this.why = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
