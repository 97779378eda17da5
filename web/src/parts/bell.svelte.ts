// What one hears at a table beside its board. Call it where a component is made.
import { play } from '../sound';

const AGAIN = 20_000;

/** Two notes when it is one's turn, once more after a while for who looks elsewhere; a chair when somebody leaves. */
export function bell(mine: () => boolean, left: () => number) {
  const turn = $derived(mine());
  $effect(() => {
    if (!turn) return;
    play('rise');
    const timer = setTimeout(() => document.hidden && play('rise'), AGAIN);
    return () => clearTimeout(timer);
  });

  const gone = $derived(left());
  let before: number | null = null;
  $effect(() => {
    if (before !== null && gone > before) play('chair');
    before = gone;
  });
}
