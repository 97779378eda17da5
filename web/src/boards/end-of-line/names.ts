// What squares and lines are called, for who does not see them.
import { list, t } from '../../words/words';
import type { Seated } from '../board';
import type { Laying, Spot } from './laying.svelte';
import { crossings, placeOf } from './torus';
import { exitsOf, type Heading, type View } from './view';

function at(square: string): string {
  const [row, column] = placeOf(square);
  return t('endOfLine.at', { row, column });
}

const headings = (all: Heading[]) => list(all.map((heading) => t(`endOfLine.to-${heading}`)));

/** Where a card there would lead. */
export function leads(spot: Spot): string {
  const ways = exitsOf(spot.kind, spot.heading).filter((exit) => spot.open.includes(exit));
  const card = t(`endOfLine.card-${spot.kind}`);
  const over = spot.over ? ` ${t('endOfLine.crosses', { square: spot.over })}` : '';
  if (!ways.length) return t('endOfLine.leadsNowhere', { card }) + over;
  return t('endOfLine.leads', { card, headings: headings(ways), count: ways.length }) + over;
}

/** The name of a square: where it is, what lies there, what one could do. */
export function nameOf(
  square: string,
  view: View,
  seated: Seated[],
  eyes: number | null,
  laying: Pick<Laying, 'drafted' | 'spots' | 'open'>,
): string {
  const parts = [at(square)];
  const seat = view.lines.findIndex(({ cards }) => cards.some((card) => card.square === square));
  if (view.walls.includes(square)) parts.push(t('endOfLine.wall'));
  else if (seat < 0) parts.push(t('endOfLine.free'));
  else {
    const { cards, alive } = view.lines[seat]!;
    const card = cards.find((each) => each.square === square)!;
    const what = t(`endOfLine.card-${card.kind}`);
    parts.push(
      seat === eyes
        ? t('endOfLine.yourCard', { card: what })
        : t('endOfLine.cardOf', { card: what, name: seated[seat]!.name }),
    );
    if (card === cards.at(-1)) parts.push(t(alive ? 'endOfLine.head' : 'endOfLine.cut'));
    if (laying.drafted.has(square)) parts.push(t('endOfLine.notYet'));
  }
  const told = `${parts.join(', ')}.`;
  const spot = laying.spots.find((each) => each.square === square);
  if (spot) return `${told} ${leads(spot)}`;
  return laying.open.some((place) => place.square === square) ? `${told} ${t('endOfLine.mayLie')}` : told;
}

/** A line in words. */
export function lineOf(view: View, seat: number, seated: Seated[]): string {
  const line = view.lines[seat]!;
  const head = line.cards.at(-1)!;
  const over = crossings(line, view.size);
  return [
    t('endOfLine.lineWords', { name: seated[seat]!.name, count: line.cards.length - 1, square: at(head.square) }),
    line.alive
      ? line.exits.length
        ? t('endOfLine.openAt', { squares: list(line.exits) })
        : t('endOfLine.shut')
      : t('endOfLine.cut'),
    ...(over ? [t('endOfLine.overEdge', { count: over })] : []),
  ].join('; ');
}
