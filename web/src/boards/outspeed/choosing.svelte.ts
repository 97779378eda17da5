// What one chooses, whatever it is: a route and its number, a token to lay, or one to keep.
import type { Choice } from '../../api/types';
import { t, type Key } from '../../words/words';
import { tokenName } from './names';
import type { Printed, View } from './view';

interface Given {
  view: View;
  eyes: number | null;
  choices: Choice[];
  draft: string[];
  still: boolean;
  onchoose: (move: string) => void;
  onreplace?: (moves: string[]) => void;
}

const ROUTE = /^[A-D]\d?$/;

/** Tokens to choose from. */
export interface Offered {
  keeping: boolean;
  tokens: string[];
  moves: string[];
}

export class Choosing {
  /** A route that asks for a number which is not chosen yet. */
  half = $state<string | null>(null);
  #given: () => Given;
  /** What was offered before something of it was drafted: a draft shows the table as it would be. */
  #kept: Offered | null = null;

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** What is chosen; nothing where a draft goes on and the next choice is open. */
  get current(): string | null {
    const { choices, draft } = this.#given();
    return choices.length ? null : (draft.at(-1) ?? null);
  }

  /** Whether one may choose a route now, or choose it anew. */
  get routing(): boolean {
    const { view, eyes, choices, still } = this.#given();
    const asked = choices.length > 0 || ROUTE.test(this.current ?? '');
    return !still && eyes !== null && view.phase === 'programming' && asked;
  }

  /** What is chosen, or half chosen. */
  get chosen(): string | null {
    return this.half ?? this.current;
  }

  get offer(): Offered | null {
    const { view, eyes, choices, still } = this.#given();
    if (still || eyes === null || this.routing) return null;
    if (!choices.length) return this.current && this.#kept?.moves.includes(this.current) ? this.#kept : null;
    const keeping = view.phase === 'drawing';
    const tokens = keeping ? view.tokens.drawn : (view.ships[eyes]?.hand ?? []);
    return (this.#kept = { keeping, tokens, moves: choices.map(({ move }) => move) });
  }

  /** What one should do next, for the status line. */
  get ask(): string | null {
    if (this.routing) {
      if (this.half) return t('outspeed.ask-number', { route: this.half });
      return t(this.current ? 'outspeed.ask-seal' : 'outspeed.ask-route');
    }
    const { offer } = this;
    if (!offer) return null;
    if (this.current) return t('outspeed.ask-sure');
    return t(offer.keeping ? 'outspeed.ask-keep' : 'outspeed.ask-lay');
  }

  /** What confirming is, as one would say it on a button. */
  get act(): string | null {
    const move = this.current;
    if (!move) return null;
    if (ROUTE.test(move)) return t('outspeed.act-seal', { route: move }); // also while the turn goes on without it
    if (move === 'none') return t('outspeed.act-lay-nothing');
    if (move.startsWith('keep-')) return t('outspeed.act-keep', { token: tokenName(move.slice('keep-'.length)) });
    return t('outspeed.act-lay', { token: tokenName(move) });
  }

  /** What a chosen token does. */
  get told(): string {
    const token = this.current?.replace(/^keep-/, '') ?? 'none';
    if (token === 'none' || ROUTE.test(token)) return t('outspeed.lay-why');
    return t('outspeed.is-token', { name: tokenName(token), token: t(`outspeed.does-${token}` as Key) });
  }

  letGo() {
    this.half = null;
  }

  /** A choice, instead of what was chosen; the same again lets it go. */
  put(move: string) {
    const { draft, onchoose, onreplace } = this.#given();
    const before = draft.slice(0, -1);
    if (!this.current) onchoose(move);
    else onreplace?.(this.current === move ? before : [...before, move]);
  }

  route(symbol: string) {
    const { draft, onreplace } = this.#given();
    if (!this.#routeOf(symbol)?.wheel) {
      this.half = null;
      this.put(symbol);
    } else if (this.chosen?.[0] !== symbol) {
      this.half = symbol;
      if (this.current) onreplace?.(draft.slice(0, -1));
    }
  }

  number(number: number) {
    const symbol = this.chosen?.[0];
    if (!symbol) return;
    this.half = null;
    if (this.current !== `${symbol}${number}`) this.put(`${symbol}${number}`);
  }

  /** A key that chooses something. */
  key(key: string): boolean {
    const digit = /^\d$/.test(key) ? Number(key) : null;
    if (this.routing) {
      const symbol = key.length === 1 ? key.toUpperCase() : '';
      if (this.#routeOf(symbol)) this.route(symbol);
      else if (digit !== null && digit <= this.#most) this.number(digit);
      else if (key === 'Escape' && this.half) this.half = null;
      else return false;
      return true;
    }
    const { offer } = this;
    if (!offer) return false;
    const tokens = [...new Set(offer.tokens)];
    if (key.toLowerCase() === 'n' && !offer.keeping) this.put('none');
    else if (digit !== null && tokens[digit - 1])
      this.put(offer.keeping ? `keep-${tokens[digit - 1]}` : tokens[digit - 1]!);
    else return false;
    return true;
  }

  #routeOf(symbol: string): Printed | undefined {
    return this.#given().view.tile?.routes.find((route) => route.symbol === symbol);
  }

  /** How far the wheel goes for the route that is chosen. */
  get #most(): number {
    return this.#routeOf(this.chosen?.[0] ?? '')?.wheel?.[1] ?? -1;
  }
}
