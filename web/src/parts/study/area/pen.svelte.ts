// What one is about to lay, at the end of the line that is laid out; pressing a card of a line chooses it.
import { Laying, type Given, type Spot } from '../../../boards/end-of-line/laying.svelte';
import { KINDS, type Kind, type Place, type View } from '../../../boards/end-of-line/view';
import type { Laid, Onward } from './sketch';

export interface Sheet {
  view: View;
  seat: number;
  onward: Onward;
  /** Whether the next card is laid at the card before the last. */
  around: boolean;
  /** The card that is chosen, and its number; its line is the one that is laid out. */
  chosen: { card: Laid; nth: number; last: boolean } | null;
  onlay: (kind: Kind, place: Place) => void;
  onpress: (square: string) => void;
}

/** The places as a board is told of them: any kind that is left may lie at any of them. */
function given({ view, seat, onward, around, chosen, onlay }: Sheet): Given {
  const places = chosen ? (chosen.last ? onward.elsewhere : []) : around ? onward.around : onward.places;
  const kinds = chosen ? [chosen.card.kind] : KINDS.filter((kind) => onward.left[kind] > 0);
  return {
    view: { ...view, places: { lay: places } },
    eyes: seat,
    choices: kinds.flatMap((kind) =>
      places.map(({ square }) => ({
        move: `${kind}>${square}`,
        text: '',
        events: [{ event: 'laid', card: kind, end: square }],
      })),
    ),
    draft: chosen ? [`${chosen.card.kind}>${chosen.card.square}`] : [],
    onchoose: (move) => {
      const [kind, square] = move.split('>');
      onlay(
        kind as Kind,
        places.find((place) => place.square === square)!,
      );
    },
  };
}

export class Pen extends Laying {
  #sheet: () => Sheet;

  constructor(sheet: () => Sheet) {
    super(() => given(sheet()));
    this.#sheet = sheet;
  }

  override press(square: string): boolean {
    const spot = this.spots.find((each) => each.square === square);
    if (spot) this.take(spot);
    else this.#sheet().onpress(square);
    return true;
  }

  override take(spot: Spot) {
    super.take(spot);
    this.sent = null;
  }
}
