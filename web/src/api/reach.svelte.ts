// Whether the house can be reached. While it cannot it is asked again and again, so that pages come back by themselves.

/** Milliseconds from one try to the next. */
const EVERY = 2000;
/** Said by whatever stands before a house that is away. */
const AWAY = [502, 503, 504];

class Reach {
  /** Whether the house did not answer when it was asked last. */
  away = $state(false);
  /** Whether nothing of the house has come since one came to this page. */
  empty = $state(true);
  #timer = 0;

  constructor() {
    addEventListener('online', () => void this.look());
    document.addEventListener('visibilitychange', () => void this.look());
  }

  /** One goes to another page. */
  arrive() {
    this.empty = true;
  }

  answered() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.away = this.empty = false;
  }

  failed() {
    this.away = true;
    this.#timer ||= window.setTimeout(() => void this.look(), EVERY);
  }

  /** Look whether it is back, if it was away. */
  async look() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.away || document.hidden) return;
    const well = await fetch('/health/live', { method: 'GET', cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (well) this.away = false;
    else this.failed();
  }
}

export const reach = new Reach();

/** Ask the house; nothing where it does not answer, nor anything for it. */
export async function tryToFetch(path: string, how: RequestInit): Promise<Response | null> {
  try {
    const answer = await fetch(path, how);
    if (!AWAY.includes(answer.status) || /json/.test(answer.headers.get('content-type') ?? '')) {
      reach.answered();
      return answer;
    }
  } catch {
    // there is no way to it
  }
  reach.failed();
  return null;
}
