// A move that is pointed out is seen on its board, whichever it is.
import { cleanup, render } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { BOARDS } from '../src/boards/board';
import { advised } from '../src/boards/splut/advice';
import { propsOf, type Shown } from './board';
import line from './fixtures/end-of-line.json';
import speed from './fixtures/outspeed.json';
import shut from './fixtures/shut-the-lines.json';
import splut from './fixtures/splut.json';

const CASES = { splut, 'end-of-line': line, outspeed: speed, 'shut-the-lines': shut };
const MARKED = '[data-hint], .hinted, .hint:not(.square)';

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

test.each(Object.entries(CASES))('%s shows every choice that is pointed out', async (game, cases) => {
  const { default: Board } = await BOARDS[game]!();
  let seen = 0;
  for (const shown of Object.values(cases) as unknown as Shown<Record<string, unknown>>[]) {
    if (shown.draft.length || !shown.choices.length) continue;
    const props = propsOf(shown);
    const { container, rerender, unmount } = render(Board as Component, { props: { ...props, hint: null } as never });
    expect(container.querySelector(MARKED)).toBeNull();
    for (const { move } of shown.choices.filter((_, nth) => nth % 7 === 0)) {
      if (move === 'out:none') continue; // nothing to point at: it is said in words
      await rerender({ hint: move } as never);
      expect(container.querySelector(MARKED), move).not.toBeNull();
      seen += 1;
    }
    unmount();
  }
  expect(seen).toBeGreaterThan(5);
});

test('a step is read with the rock that comes along', () => {
  expect(advised('De2-e3')).toEqual({ start: 'e2', end: 'e3', rock: null, flight: null });
  expect(advised('Tf2-f3+f1')!.rock).toEqual(['f1', 'f2']);
  expect(advised('Sd2-d3+e1')!.rock).toEqual(['e1', 'e2']);
  expect(advised('Tf2-e2>N')!.flight).toBe('e3');
  expect(advised('go')).toBeNull();
});
