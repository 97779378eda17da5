// What one is about to do: a card in the hand, where it may lie, what energy to spend on it. Nothing of it is said to the
// table before a square is chosen; then the card is drafted, with what had to be said before it.
import type { Choice } from '../../api/types';
import { USES, type Kind, type Place, type Use, type View } from './view';

/** A place for a card, with the moves that lay it there. */
export interface Spot extends Place {
  kind: Kind;
  moves: string[];
  choice: Choice | null;
}

export interface Given {
  view: View;
  eyes: number | null;
  choices: Choice[];
  draft: string[];
  onchoose: (move: string) => void;
  onreplace?: (moves: string[]) => void;
}

interface Laid {
  event: string;
  card: Kind;
  end: string;
}

const LAY = /^([a-z0-5-]+)>(\d+,\d+)$/;

function isUse(move: string): boolean {
  return (USES as readonly string[]).includes(move);
}

/** The card and the square of a move that lays one. */
export function laidBy(move: string): { kind: Kind; square: string } | null {
  const found = LAY.exec(move);
  return found && { kind: found[1] as Kind, square: found[2]! };
}

export class Laying {
  /** Which card of the hand is chosen, by its key there, and of what kind it is. */
  picked = $state.raw<{ key: string; kind: Kind } | null>(null);
  /** What was chosen just now and is not drafted yet. */
  sent = $state.raw<Spot | null>(null);
  /** The place that is pointed at, on the board or by an arrow. */
  aim = $state<string | null>(null);
  /** The use of energy that is pointed at. */
  pointedUse = $state<Use | null>(null);
  #given: () => Given;
  /** What was offered last. */
  #offered: { uses: Choice[]; at: number; round: number } = { uses: [], at: 0, round: 0 };

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The moves that are no cards, by name. */
  calls = $derived.by(() => new Map(this.#given().choices.map((choice) => [choice.move, choice])));
  #laid = $derived.by(() =>
    this.#given().choices.flatMap((choice) => {
      const event = choice.events.find((each) => (each as unknown as Laid).event === 'laid') as unknown as Laid;
      return event ? [{ choice, event }] : [];
    }),
  );

  /** Where cards may lie now, whatever card it is. */
  open = $derived.by((): Place[] => {
    const { places } = this.#given().view;
    if (this.#laid.length) return places.lay ?? [];
    return this.calls.has('go') ? (places.go ?? []) : [];
  });

  /** The kinds that can be laid. */
  kinds = $derived.by((): Set<Kind> => {
    if (this.#laid.length) return new Set(this.#laid.map(({ event }) => event.card));
    const { view, eyes } = this.#given();
    const hand = eyes === null ? null : view.lines[eyes]!.hand;
    if (!hand || !this.calls.has('go')) return new Set();
    return new Set((Object.keys(hand) as Kind[]).filter((kind) => hand[kind] > 0));
  });

  /** Where a card of a kind may lie. */
  spotsOf(kind: Kind): Spot[] {
    if (this.#laid.length) {
      return this.#laid
        .filter(({ event }) => event.card === kind)
        .flatMap(({ choice, event }) => {
          const place = this.open.find(({ square }) => square === event.end);
          return place ? [{ ...place, kind, moves: [choice.move], choice }] : [];
        });
    }
    if (!this.kinds.has(kind)) return [];
    return this.open.map((place) => ({ ...place, kind, moves: ['go', `${kind}>${place.square}`], choice: null }));
  }

  /** Where the chosen card may lie. */
  spots = $derived.by((): Spot[] => (this.picked ? this.spotsOf(this.picked.kind) : []));
  aimed = $derived.by((): Spot | null => this.spots.find(({ square }) => square === this.aim) ?? null);

  /** The squares that can be pressed now: those of the chosen card. */
  legal = $derived.by(() => new Set(this.spots.map(({ square }) => square)));

  /** What energy could be spent on in this turn, and after how many choices of the draft that was asked. */
  #offer = $derived.by(() => {
    const { choices, draft, view } = this.#given();
    const uses = choices.filter(({ move }) => isUse(move));
    if (uses.length) this.#offered = { uses, at: draft.length, round: view.round };
    const { at, round } = this.#offered;
    return round === view.round && draft.length >= at ? this.#offered : { uses: [], at: draft.length, round };
  });
  /** The same, also after it was decided. */
  uses = $derived.by((): Choice[] => this.#offer.uses);
  /** What energy is spent on in the draft. */
  use = $derived.by((): Use | null => USES.find((use) => use === this.#given().draft[this.#offer.at]) ?? null);

  /** The squares of drafted cards, with where in the draft each is. */
  drafted = $derived.by(() => {
    const found = new Map<string, number>();
    for (const [nth, move] of this.#given().draft.entries()) {
      const laid = laidBy(move);
      if (laid) found.set(laid.square, nth);
    }
    return found;
  });

  /** A card of the hand is pressed: where it can only go to one place it lies there at once. */
  pick(key: string, kind: Kind) {
    if (this.picked?.key === key) return this.drop();
    this.hold(key, kind);
    if (this.spots.length === 1) this.take(this.spots[0]!);
  }

  /** A card is taken into the hand, to be put somewhere. */
  hold(key: string, kind: Kind) {
    this.aim = null;
    this.picked = this.kinds.has(kind) ? { key, kind } : null;
  }

  /** A square is pressed. Whether that means something. */
  press(square: string): boolean {
    const spot = this.spots.find((each) => each.square === square);
    if (spot) this.take(spot);
    else if (this.drafted.has(square)) this.takeUp(square);
    else if (this.picked) this.drop();
    else return false;
    return true;
  }

  take(spot: Spot) {
    if (this.sent) return;
    const { draft, onchoose, onreplace } = this.#given();
    this.sent = spot;
    this.picked = null;
    this.aim = null;
    if (spot.moves.length === 1) onchoose(spot.moves[0]!);
    else onreplace?.([...draft, ...spot.moves]);
  }

  /** A drafted card comes back into the hand, with all that came after it. */
  takeUp(square: string) {
    const { draft, onreplace } = this.#given();
    const nth = this.drafted.get(square)!;
    onreplace?.(draft.slice(0, draft[nth - 1] === 'go' ? nth - 1 : nth));
  }

  /** Spend energy on something else, or once more: on nothing. */
  spend(use: Use) {
    const { draft, onreplace, onchoose } = this.#given();
    const before = draft.slice(0, this.#offer.at);
    this.drop();
    if (this.use === use) onreplace?.(before);
    else if (draft.length > before.length) onreplace?.([...before, use]);
    else onchoose(use);
  }

  call(move: string) {
    this.drop();
    this.#given().onchoose(move);
  }

  /** Whether there was something to let go of. */
  drop(): boolean {
    const held = this.picked !== null || this.aim !== null;
    this.picked = null;
    this.aim = null;
    this.pointedUse = null;
    return held;
  }
}
