// The board by keys: arrows move the cursor or aim, Enter presses, P pulls, R goes to the next rock, Escape lets go.
import type { Choosing } from './choosing.svelte';
import { ahead, next, type Towards } from './squares';

const ARROWS: Record<string, Towards> = { ArrowUp: 'N', ArrowRight: 'E', ArrowDown: 'S', ArrowLeft: 'W' };

/** A key at a square. Whether the board has a use for it, and where the cursor is then. */
export function press(event: KeyboardEvent, cursor: string, choosing: Choosing): { used: boolean; cursor: string } {
  const stay = (used: boolean) => ({ used, cursor });
  const towards = ARROWS[event.key];
  if (towards && !event.altKey && !event.metaKey)
    return { used: true, cursor: arrow(towards, event, cursor, choosing) };
  if (event.ctrlKey || event.altKey || event.metaKey) return stay(false);
  switch (event.key) {
    case 'Enter':
    case ' ': {
      const { from } = choosing;
      const meant = choosing.press(cursor);
      // Letting go by pressing a square that means nothing is a use of the key only if something was held.
      return { used: meant, cursor: from && !choosing.from && !choosing.movers.has(cursor) ? from : cursor };
    }
    case 'Escape': {
      const { to, from } = choosing;
      const held = choosing.back();
      return { used: held, cursor: held ? ((to ? from : null) ?? cursor) : cursor };
    }
    case 'p':
    case 'P':
      return stay(pull(cursor, choosing));
    case 'r':
    case 'R':
      return rock(cursor, choosing);
    default:
      return stay(false);
  }
}

function arrow(towards: Towards, event: KeyboardEvent, cursor: string, choosing: Choosing): string {
  if (choosing.throws.length) {
    if (choosing.thrown(towards)) choosing.aim = towards;
    return choosing.to!;
  }
  return (event.ctrlKey ? ahead(cursor, towards, choosing.legal) : next(cursor, towards)) ?? cursor;
}

/** Pull, at the square that was chosen or is about to be. */
function pull(cursor: string, choosing: Choosing): boolean {
  if (!choosing.asking && choosing.from && choosing.ends.has(cursor)) {
    if (!choosing.stepsFrom(choosing.from, cursor).some(({ event }) => event.event === 'pulled')) return false;
    choosing.go(cursor);
  }
  return choosing.asking && choosing.pull ? choosing.take(choosing.pull) : false;
}

/** To the next rock that can come along. */
function rock(cursor: string, choosing: Choosing): { used: boolean; cursor: string } {
  if (!choosing.asking && choosing.from && choosing.ends.has(cursor)) {
    const steps = choosing.stepsFrom(choosing.from, cursor);
    if (steps.length > 1 && steps.some(({ event }) => event.event === 'levitated')) choosing.go(cursor);
  }
  const rocks = [...choosing.lifts.keys()];
  if (!choosing.asking || !rocks.length) return { used: false, cursor };
  return { used: true, cursor: rocks[(rocks.indexOf(cursor) + 1) % rocks.length]! };
}
