// Dragging a piece: the same as two taps. It falls onto the nearest square where it may go.
import type { Choosing } from './choosing.svelte';
import { nearest, SIDE, type Point } from './squares';

const ENOUGH = 6;

export class Drag {
  /** Where what is dragged is drawn. */
  at = $state.raw<Point | null>(null);
  /** The square onto which it would fall. */
  over = $state<string | null>(null);

  #start: { square: string; x: number; y: number; pointer: number } | null = null;
  #ended = false;

  constructor(
    private choosing: Choosing,
    private units: (event: PointerEvent) => Point,
  ) {}

  down(event: PointerEvent, square: string | null) {
    this.#ended = false;
    const free = square && !this.choosing.asking && this.choosing.movers.has(square);
    if (!free || event.button !== 0 || (this.choosing.from && this.choosing.ends.has(square))) return;
    this.#start = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  move(event: PointerEvent) {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    if (!this.at) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < ENOUGH) return;
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
      if (this.choosing.from !== start.square) this.choosing.pick(start.square);
    }
    this.at = this.units(event);
    this.over = nearest(this.at, this.choosing.ends, SIDE * 0.8);
  }

  up() {
    const [dragged, over] = [this.at !== null, this.over];
    this.cancel();
    this.#ended = dragged;
    if (dragged && over) this.choosing.go(over);
  }

  cancel() {
    this.#start = this.at = this.over = null;
  }

  /** Whether a click is only the end of a drag. */
  get swallows(): boolean {
    const ended = this.#ended;
    this.#ended = false;
    return ended;
  }
}
