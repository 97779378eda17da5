// One's place at a table: what the house has told, and what one asks of it. A lost connection comes back by itself, and
// what was asked and not answered is asked again: the house does nothing twice.
import type { Happening } from '../boards/board';
import { settings } from '../settings.svelte';
import { beUnknown } from './house';
import { turnOf } from './match';
import { News } from './news';
import type { About, Again, Command, Ended, Message, Said, Sight, Signalled, State } from './types';

export type Connection = 'opening' | 'open' | 'lost' | 'refused';

/** A refusal, with the number of the rule that forbids it, if one does. */
export interface No {
  why: string;
  rule: number | null;
}

type Asked = { message: string; resolve: () => void; reject: (no: No) => void };

/** Codes by which the house says that coming back does not help. */
const OTHER_RULES = 4409;
const FOR_GOOD = [4403, 4404, OTHER_RULES];
const SIGNED_OUT = 4401;
const LONGEST_WAIT = 1200; // whoever waits for the house goes on within two seconds of its opening

type WithoutId<Each> = Each extends Command ? Omit<Each, 'id'> : never;

export class Table {
  connection = $state<Connection>('opening');
  /** Why the house does not let one in, when it does not. */
  why = $state('');
  /** Whether that is because the rules of the game have changed: what was played can be read. */
  past = $state(false);
  state = $state.raw<State | null>(null);
  /** What was said, oldest first. */
  said = $state<Said[]>([]);
  /** The last signal of each seat, and in which turn it came. */
  signals = $state<Record<string, Signalled & { turn: number }>>({});
  /** Whom one does not want to hear: seats, or the names of those who watch. */
  muted = $state.raw(new Set<string>());
  again = $state.raw<Again | null>(null);
  /** What has just happened, for each pair of eyes: a new array with every state. */
  news = $state.raw<Record<string, Happening[]>>({});
  /** How often a plan of one's own has changed since one came. */
  planned = $state(0);
  /** When the last state was told, in ms: clocks count on from there. */
  told = $state(0);
  /** Called for every state, before anything is drawn from it; `back` after a lost connection. */
  onstate: (state: State, back: boolean) => void = () => {};

  #socket: WebSocket | null = null;
  #asked = new Map<string, Asked>();
  #number = 0;
  #tries = 0;
  #closed = false;
  #timer = 0;
  #news = new Map<string, News>();
  /** Whether the next state is the first of a connection that was lost. */
  #back = false;

  constructor(readonly name: string) {
    this.#connect();
  }

  get about(): About | null {
    return this.state?.about ?? null;
  }

  /** The seats one may look from: one's own by name, or `spectator`. */
  get eyes(): string[] {
    return Object.keys(this.state?.seats ?? {});
  }

  sight(seat: string): Sight | null {
    return this.state?.seats[seat] ?? null;
  }

  get ending(): Ended | null {
    return this.state?.ending ?? null;
  }

  isOwn(seat: string): boolean {
    return seat in (this.state?.seats ?? {});
  }

  /** The number of a seat, as commands have it. */
  number(seat: string): number {
    return this.about?.places.findIndex((each) => each.seat === seat) ?? -1;
  }

  /** Ask for something; resolves when it is done and written down, rejects with the refusal. */
  ask(command: WithoutId<Command>): Promise<void> {
    const id = String(this.#number++);
    const message = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { message, resolve, reject });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
    });
  }

  /** Try choices without making them. */
  draft(seat: string, moves: string[]): Promise<void> {
    return this.ask({ do: 'draft', seat: this.number(seat), choice: this.sight(seat)!.choice, moves });
  }

  confirm(seat: string): Promise<void> {
    const { choice, draft } = this.sight(seat)!;
    return this.ask({
      do: 'confirm',
      seat: this.number(seat),
      choice,
      moves: (draft ?? []) as [string, ...string[]],
    });
  }

  async mute(name: string, muted: boolean): Promise<void> {
    const others = [...this.muted].filter((each) => each !== name);
    this.muted = new Set(muted ? [...others, name] : others);
    await this.ask({ do: 'mute', name, muted });
  }

  /** Connect anew: at once where one would wait, or because another language is spoken. */
  reconnect() {
    if (this.#closed || this.connection === 'refused') return;
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
    const address = new URL(`/api/tables/${encodeURIComponent(this.name)}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    address.searchParams.set('language', settings.language);
    address.searchParams.set('choices', 'true');
    if (this.about) address.searchParams.set('moves', String(this.about.moves));
    this.#back = this.state !== null;
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      this.connection = 'open';
      for (const asked of this.#asked.values()) socket.send(asked.message);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as Message);
    };
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      if (event.code === SIGNED_OUT) beUnknown(); // and back, as whoever one is now
      if (FOR_GOOD.includes(event.code)) {
        this.past = event.code === OTHER_RULES;
        this.connection = 'refused';
        return;
      }
      this.connection = 'lost';
      const wait = Math.min(LONGEST_WAIT, 150 * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
      this.#timer = window.setTimeout(() => this.#connect(), wait);
    };
  }

  #happen(state: State) {
    const back = this.#back;
    this.#back = false;
    this.told = Date.now();
    this.news = Object.fromEntries(
      Object.entries(state.seats).map(([seat, sight]) => {
        const known = this.#news.get(seat);
        const news = known ?? new News();
        this.#news.set(seat, news);
        news.cut(state.about.moves + (sight.draft?.length ?? 0));
        const fresh = news.of(sight.events as Happening[]);
        return [seat, known ? fresh : []];
      }),
    );
    this.onstate(state, back);
    this.state = state;
  }

  #hear(message: Message) {
    switch (message.type) {
      case 'state':
        this.#happen(message);
        break;
      case 'done':
        this.#asked.get(message.id)?.resolve();
        this.#asked.delete(message.id);
        break;
      case 'refused':
        if (!message.id) this.why = message.why;
        this.#asked.get(message.id)?.reject({ why: message.why, rule: message.rule ?? null });
        this.#asked.delete(message.id);
        break;
      case 'said':
        this.said.push(message);
        break;
      case 'chat':
        this.said = message.lines;
        break;
      case 'muted':
        this.muted = new Set(message.names);
        break;
      case 'signal':
        this.signals[message.seat] = { ...message, turn: turnOf(Object.values(this.state?.seats ?? {})[0]?.view) };
        break;
      case 'rematch':
        this.again = message;
        break;
      case 'planned':
        this.planned += 1;
        break;
    }
  }
}

/** Words of one's own for the match's chance, as nobody could guess them. */
export function ownWords(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
