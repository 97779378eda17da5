// What a board is given and what it says back. A board draws what it is shown and offers what it was given; it knows no
// rule of its game. The table page keeps the draft, the status line and the buttons.
import type { Component } from 'svelte';

import type { Choice } from '../api/types';

/** Something that happened, or would: `event` names the kind, the rest is the game's own. */
export interface Happening {
  event: string;
  seat: number;
  text: string;
  n?: number;
  [part: string]: unknown;
}

export interface Seated {
  /** What the game calls the seat in the record: red, ruby, … */
  seat: string;
  /** R, M, J, L, V, P, T, S: the letter, colour and pattern of the seat. */
  letter: string;
  name: string;
  /** Whether the person who plays there does not look at the table now. */
  away?: boolean;
}

export interface BoardProps<View = Record<string, unknown>> {
  /** What lies on the table, as the eyes one looks with see it. */
  view: View;
  /** Who sits where, in the order of the seats. */
  seated: Seated[];
  /** With whose eyes one looks: the number of a seat, or null for a spectator. */
  eyes: number | null;
  /** What may be chosen now; nothing when one only looks. */
  choices: Choice[];
  /** What has been chosen and not confirmed, in this turn. */
  draft: string[];
  /** Whether nothing more can be chosen before the draft is confirmed. */
  ready: boolean;
  /** What has just happened and is to be shown moving, in its order; a new array for every time. */
  events: Happening[];
  /** All that was told of the match up to what is shown, oldest first, for a board that says why something is so. */
  told?: Happening[];
  /** Whether this is a moment of the past: nothing can be chosen, and nothing moves. */
  still?: boolean;
  /** A choice was made on the board: the table page drafts it. */
  onchoose: (move: string) => void;
  /**
   * The draft is to be these choices instead, nothing when it is let go. For the table page: `draft` the moves anew;
   * where it gives no such function, a board can only add to a draft.
   */
  onreplace?: (moves: string[]) => void;
  /**
   * What choices are worth by the coach, for who asks at a table where that may be asked; left out where it may not.
   */
  worth?: (moves: string[]) => Promise<Record<string, number>>;
  /**
   * A move that is pointed out, as it is written: what the house would choose. It is drawn in wine, which means nothing
   * else on a board; who shows it says it in words, too.
   */
  hint?: string | null;
  /** Something is pointed at, and this choice is what it would be; null when nothing is. For the status line. */
  onpoint?: (choice: Choice | null) => void;
  /** What one should do next on this board, if it is half way through a choice: "choose where to throw". */
  onask?: (what: string | null) => void;
  /** What the button that confirms the draft should say, "Throw north"; null for the page's own words. */
  onact?: (act: string | null) => void;
  /** What is chosen on the board, a piece for example, leaves these choices; nothing when nothing is. For the rules. */
  onhold?: (choices: Choice[]) => void;
  /** What each seat, by number, says aloud, true or not, and in which turn it said so; where a game knows of that. */
  signals?: Record<number, { signal: string; turn: number }>;
  /** Something is to be said aloud; left out for who cannot. */
  onsay?: (signal: string) => void;
  /** What the eye sees now, on its way to the view: for what stands beside the board. */
  onshown?: (view: View) => void;
  /** Changes when one wants to let go of what is half chosen, also with the focus outside the board. */
  letgo?: number;
}

/**
 * What the table page must know of a game: whether seats see different things, whether chance comes into it, whether
 * the house can say what a choice is worth, and whether each choice is confirmed by itself or those of a turn together.
 */
export const GAMES: Record<string, { secrets: boolean; chance: boolean; worth: boolean; single: boolean }> = {
  splut: { secrets: false, chance: false, worth: false, single: false },
  'end-of-line': { secrets: true, chance: true, worth: false, single: false },
  outspeed: { secrets: true, chance: true, worth: false, single: true },
  'shut-the-lines': { secrets: false, chance: true, worth: true, single: false },
};

type Loaded = { default: Component<BoardProps> };

/** The same promise every time: a page that waits for it anew keeps its board, and what the board remembers. */
function once(load: () => Promise<unknown>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () =>
    (loading ??= (load() as Promise<Loaded>).catch((why) => {
      loading = undefined;
      throw why;
    }));
}

/** Boards are loaded when they are needed. */
export const BOARDS: Record<string, () => Promise<Loaded>> = {
  splut: once(() => import('./splut/Board.svelte')),
  'end-of-line': once(() => import('./end-of-line/Board.svelte')),
  'shut-the-lines': once(() => import('./shut-the-lines/Board.svelte')),
  outspeed: once(() => import('./outspeed/Board.svelte')),
};
