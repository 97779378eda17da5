// A house to test with: its shelf, its tables, and a socket that says yes.
import type { About, Boxed, Seat } from '../src/api/types';

const option = (name: string, usual: string, values: string[], range = '') => ({
  name,
  usual,
  values,
  range,
  says: `About ${name}.`,
});

const game = (name: string, seats: number[], bots: string[], options: Boxed['options'] = []): Boxed => ({
  game: name,
  title: name,
  credit: 'Somebody',
  seats,
  bots,
  options,
});

export const shelf: Boxed[] = [
  game(
    'splut',
    [2, 3, 4],
    ['random', 'tactician'],
    [
      option('turn_limit', '200', [], 'a whole number from 1 to 10000'),
      option('levitate_adjacent', 'on', ['off', 'on']),
    ],
  ),
  game('end-of-line', [1, 2, 3], ['random', 'greedy']),
  game('shut-the-lines', [1, 2, 3, 4], ['random', 'exact'], [option('layout', 'house', [])]),
  game('outspeed', [3, 4, 5, 6], ['random', 'strong']),
];

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
