// The board by keys, wherever the focus is: a number takes a card, an arrow says by which exit, B K T G X spend energy.
import type { Laying } from './laying.svelte';
import type { Heading, Kind, Use } from './view';

const USES: Record<string, Use> = { b: 'boost', k: 'brake', t: 'turnaround', g: 'gas', x: 'cross' };
const CALLS: Record<string, string> = { d: 'discard', n: 'next' };
const ARROWS: Record<string, Heading> = { ArrowUp: 'N', ArrowRight: 'E', ArrowDown: 'S', ArrowLeft: 'W' };

export class Keys {
  constructor(
    private laying: Laying,
    private cards: () => { kind: Kind; key: string }[],
    private focus: (square: string) => void,
  ) {}

  /** Whether the board has a use for a key. */
  press(event: KeyboardEvent, target: Element): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, textarea, select, dialog'))
      return false;
    const { laying } = this;
    const letter = event.key.toLowerCase();
    if (/^[1-9]$/.test(letter)) return this.#card(Number(letter) - 1);
    const use = USES[letter];
    if (use && (laying.use === use || laying.uses.some(({ move }) => move === use))) {
      laying.spend(use);
      return true;
    }
    const call = CALLS[letter];
    if (call && laying.calls.has(call)) {
      laying.call(call);
      return true;
    }
    if (event.key === 'Escape') return laying.drop();
    if (event.key === 'Enter' && laying.aimed && !target.closest('button, a, [role="gridcell"]')) {
      laying.take(laying.aimed);
      return true;
    }
    return this.#aim(event.key, target);
  }

  #card(nth: number): boolean {
    const card = this.cards()[nth];
    if (!card || !this.laying.kinds.has(card.kind)) return false;
    this.laying.pick(card.key, card.kind);
    return true;
  }

  /** An arrow goes to the place in its direction; on the squares themselves arrows are the area's. */
  #aim(key: string, target: Element): boolean {
    const heading = ARROWS[key];
    const spot = heading && this.laying.spots.find((each) => each.heading === heading);
    if (!spot || target.closest('[role="grid"]')) return false;
    this.laying.aim = spot.square;
    this.focus(spot.square);
    return true;
  }
}
