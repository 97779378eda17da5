// A socket in the test's own hands, and the messages of a house.
import type { About, Sight, State } from '../src/api/types';
import { about, place } from './house';

export class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }

  readyState = 0;
  sent: (Record<string, unknown> & { do: string; id: string })[] = [];
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly address: URL) {
    Wire.all.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  hear(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }

  close() {
    this.readyState = 3;
  }
}

export const walk = (n: number, seat: number, text: string) => ({ n, event: 'walked', seat, text });

export const sight = (part: Partial<Sight> = {}): Sight => ({
  view: { mover: 0, turn: 1 },
  events: [],
  choice: 0,
  moves: [],
  expected: '',
  draft: [],
  ready: false,
  choices: [],
  ...part,
});

export const playing = (part: Partial<About> = {}): About =>
  about({ state: 'playing', places: [place('red', 'Rosa'), place('green', 'Ada')], moves: 0, ...part });

/** A match in which these seats must choose. */
export const waitingFor = (...seats: number[]): About => {
  const now = playing();
  return { ...now, places: now.places.map((each, seat) => ({ ...each, awaited: seats.includes(seat) })) };
};

export const state = (part: Partial<State> & { seats?: Record<string, Sight> } = {}): State => ({
  type: 'state',
  about: playing(),
  you: [0],
  owner: true,
  seats: { red: sight() },
  ...part,
});
