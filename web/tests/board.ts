// What every test of a board needs: a position as the server showed it, and ears for what the board says.
import { vi } from 'vitest';

import type { Choice } from '../src/api/types';
import type { Happening } from '../src/boards/board';
import { letterOf } from '../src/parts/seats';

/** What the server showed, as the scripts in fixtures/ wrote it down. */
export interface Shown<View> {
  seated: { seat: string; name: string }[];
  eyes: number | null;
  view: View;
  events: Happening[];
  draft: string[];
  ready: boolean;
  choices: Choice[];
}

/** The same as a board is given it, with nothing that moves. */
export function propsOf<View>({ seated, eyes, view, choices, draft, ready }: Shown<View>) {
  return {
    view,
    seated: seated.map((each) => ({ ...each, letter: letterOf(each.seat) })),
    eyes,
    choices,
    draft,
    ready,
    events: [] as Happening[],
    onchoose: vi.fn<(move: string) => void>(),
    onreplace: vi.fn<(moves: string[]) => void>(),
    onpoint: vi.fn<(choice: Choice | null) => void>(),
    onask: vi.fn<(what: string | null) => void>(),
    onact: vi.fn<(act: string | null) => void>(),
  };
}
