// A house to test with: its shelf, its tables, and a socket that says yes.
import type { About, Boxed, Seat, Terms, Wanted } from '../src/api/types';
import captured from './fixtures/shelf.json';

/** The games as the house has them, and what it told when it was asked what can be agreed. */
export const shelf = captured.shelf as Boxed[];
const asked = captured.asked as unknown as (Required<Wanted> & { game: string; terms: Terms })[];

/** What the house tells of what somebody wants; `chosen` as the page says it, without what is usual. */
export function termsOf(path: string, wanted: Wanted): Terms {
  const game = path.split('/')[3];
  const same = (one: object, other: object) =>
    JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
  const found =
    asked.find(
      (each) =>
        each.game === game &&
        each.seats === wanted.seats &&
        each.first === (wanted.first ?? '') &&
        same(each.options, wanted.options ?? {}),
    ) ?? (wanted.first ? undefined : asked.find((each) => each.game === game && !each.first));
  if (!found) throw new Error(`Not captured: ${path} ${JSON.stringify(wanted)}`);
  return found.terms;
}

export const place = (seat: string, name = '', bot = ''): Seat => ({
  seat,
  name: name || bot,
  bot,
  person: !!name,
  kept: '',
  gone: false,
  awaited: false,
  here: !!name,
});

export const about = (part: Partial<About> = {}): About => ({
  table: 'Rq7',
  game: 'splut',
  options: { turn_limit: '200', levitate_adjacent: 'on' },
  state: 'laid',
  public: false,
  forked: false,
  commitment: '',
  places: [place('red'), place('green')],
  clocks: {},
  manner: { resign: 'loses', clock: null, coach: true },
  agreed: {},
  entries: 0,
  moves: 0,
  watchers: 0,
  puzzle: '',
  attempt: false,
  ...part,
});

type Sent = { do: string; id: string } & Record<string, unknown>;

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  /** Why the next thing asked for is refused. */
  static no = '';
  readyState = 0;
  sent: Sent[] = [];
  closed = false;
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose = () => {};

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN;
      this.onopen();
    });
  }

  send(text: string) {
    const asked = JSON.parse(text) as Sent;
    this.sent.push(asked);
    const why = FakeSocket.no;
    FakeSocket.no = '';
    queueMicrotask(() => this.tell(why ? { type: 'refused', id: asked.id, why } : { type: 'done', id: asked.id }));
  }

  tell(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    this.closed = true;
  }
}
