// An evening of a club as one looks at it: told anew whenever something changes, and what one asks of it.
import { settings } from '../settings.svelte';
import { ask, beKnown, beUnknown } from './house';
import type { Connection } from './table.svelte';
import type { Manner } from './types';

export type Kind = 'swiss' | 'robin';

export interface NewEvening {
  name: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  manner: Pick<Manner, 'clock'> | null;
  kind: Kind;
  rounds: number;
  bot: string;
  auto: boolean;
  public: boolean;
}

export interface Listed {
  id: string;
  name: string;
  game: string;
  seats: number;
  kind: Kind;
  state: 'open' | 'playing' | 'over';
  people: number;
  round: number;
  rounds: number;
  made: number;
  /** Whether one laid it or came to it. */
  yours: boolean;
}

export interface Comer {
  number: number;
  name: string;
  /** The round from which they play. */
  since: number;
  here: boolean;
}

export interface Standing {
  number: number;
  place: number;
  points: number;
  /** What those they met have on average. */
  opponents: number;
  direct: number;
  played: number;
  byes: number;
}

export interface RoundTable {
  table: string;
  state: 'waiting' | 'playing' | 'over';
  /** Who sits on each seat; -1 for a bot. */
  seats: number[];
  names: string[];
  points: number[] | null;
  /** Whether the host has said how it came out. */
  ruled: boolean;
  missing: number[];
}

export interface Round {
  number: number;
  byes: number[];
  tables: RoundTable[];
}

export interface Evening extends NewEvening {
  id: string;
  manner: Manner;
  state: 'open' | 'playing' | 'over';
  host: string;
  /** How many it takes to begin. */
  least: number;
  smaller: number[];
  people: Comer[];
  standing: Standing[];
  drawn: Round[];
  /** As whom one is here. */
  you: number[];
  /** Whether one laid it. */
  yours: boolean;
}

export const BOT = -1;
const NOWHERE = 4404;
const SIGNED_OUT = 4401;
const LONGEST_WAIT = 1200;

export const evenings = {
  all: () => ask<Listed[]>('GET', '/api/evenings'),
  /** Lay one, and come to it; gives its name. */
  lay: async (wanted: NewEvening): Promise<string> => {
    await beKnown();
    const { id } = await ask<Evening>('POST', '/api/evenings', wanted);
    await ask('POST', `/api/evenings/${id}/join`, { name: settings.name });
    return id;
  },
};

export class Night {
  evening = $state.raw<Evening | null>(null);
  connection = $state<Connection>('opening');
  busy = $state(false);
  /** Why the last thing was refused. */
  why = $state('');

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #closed = false;

  constructor(readonly name: string) {
    this.#connect();
  }

  /** The round that is being played, or was last. */
  get round(): Round | null {
    return this.evening?.drawn.at(-1) ?? null;
  }

  /** The table of the round at which one sits, with one's seats. */
  get mine(): { table: RoundTable; seats: number[] } | null {
    const you = this.evening?.you ?? [];
    for (const table of this.round?.tables ?? []) {
      const seats = table.seats.flatMap((who, seat) => (you.includes(who) ? [seat] : []));
      if (seats.length) return { table, seats };
    }
    return null;
  }

  nameOf(number: number): string {
    return this.evening?.people.find((each) => each.number === number)?.name ?? '';
  }

  async join(): Promise<boolean> {
    return this.do('join', { name: settings.name });
  }

  /** Ask for something; whether it was done. */
  async do(what: string, data: object = {}): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.why = '';
    let late = false;
    try {
      late = await beKnown();
      const told = await ask<Evening>('POST', `/api/evenings/${this.name}/${what}`, data);
      if (this.connection !== 'open' || late) this.evening = told; // else it comes by the socket, in its order
      return true;
    } catch (error) {
      this.why = (error as Error).message;
      return false;
    } finally {
      if (late) this.reconnect(); // the socket does not know yet whose it is
      this.busy = false;
    }
  }

  reconnect() {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    const address = new URL(`/api/evenings/${encodeURIComponent(this.name)}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      this.connection = 'open';
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.evening = JSON.parse(event.data) as Evening;
    };
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      if (event.code === NOWHERE) {
        this.connection = 'refused';
        return;
      }
      if (event.code === SIGNED_OUT) beUnknown();
      this.connection = 'lost';
      const wait = Math.min(LONGEST_WAIT, 150 * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
      this.#timer = window.setTimeout(() => this.#connect(), wait);
    };
  }
}
