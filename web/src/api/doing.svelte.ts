// A page on which one asks the house for one thing at a time. What is refused is told in its sentence.

export abstract class Doing {
  /** Which of the things on the page is being done, and which was refused last, and why. */
  busy = $state('');
  refused = $state('');
  why = $state('');

  /** Ask what the house knows now. */
  abstract look(): Promise<void>;

  /** Look for the first time. */
  protected begin() {
    void this.look().catch((error: Error) => this.#refuse('look', error));
  }

  /** One thing at a time; whether it was done. */
  protected async do(what: string, deed: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = what;
    this.refused = this.why = '';
    try {
      await deed();
      await this.look();
      return true;
    } catch (error) {
      this.#refuse(what, error as Error);
      return false;
    } finally {
      this.busy = '';
    }
  }

  #refuse(what: string, error: Error) {
    this.refused = what;
    this.why = error.message;
  }
}
