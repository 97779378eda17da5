// What the drawings of End of Line show: pieces of the area with lines on them, or cards by themselves.
//
// A line is written as its seat, the square and heading of its start card, and its cards: `R 2,0E straight tee>left`.
// Behind `>` stands the exit that the next card is laid at, where a card has several.

/** In the order of the compass: north, east, south, west. */
const STEPS = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
] as const;
const TURN = { left: 3, ahead: 0, right: 1 } as const;
export type Exit = keyof typeof TURN;

export interface Kind {
  exits: Exit[];
  initiative: number;
  copies: number;
}

export const KINDS: Record<string, Kind> = {
  straight: { exits: ['ahead'], initiative: 1, copies: 9 },
  left: { exits: ['left'], initiative: 2, copies: 4 },
  right: { exits: ['right'], initiative: 2, copies: 4 },
  'left-ahead': { exits: ['left', 'ahead'], initiative: 3, copies: 2 },
  'ahead-right': { exits: ['ahead', 'right'], initiative: 3, copies: 2 },
  tee: { exits: ['left', 'right'], initiative: 4, copies: 2 },
  'cross-5': { exits: ['left', 'ahead', 'right'], initiative: 5, copies: 1 },
  'cross-0': { exits: ['left', 'ahead', 'right'], initiative: 0, copies: 1 },
};
export const START = 'start';

/** A card on its square. Headings count from 0 for north, clockwise. */
export interface Card {
  row: number;
  column: number;
  kind: string;
  heading: number;
  /** The exit that the line goes on from; none at its end. */
  took?: Exit;
}

export interface Line {
  letter: string;
  cards: Card[];
}

export interface Area {
  rows: number;
  columns: number;
  lines: string[];
  /** Cards that may be laid, each as a line of one card. */
  ghosts?: string[];
  /** Whether the edges are joined: then their far sides are seen beyond them. */
  whole?: boolean;
  walls?: string[];
  /** Squares that an exit points to in vain. */
  closed?: string[];
  /** The seat whose line is cut. */
  cut?: string;
  /** How energy is spent here, as its icon. */
  use?: 'boost' | 'brake' | 'around';
  /** Cards below the area. */
  hand?: string[];
}

export function exitsOf(kind: string): Exit[] {
  return KINDS[kind]?.exits ?? ['ahead'];
}

/** Where a card leads on to, and how one heads there. */
function beyond({ row, column, heading }: Card, exit: Exit, { rows, columns }: Pick<Area, 'rows' | 'columns'>) {
  const ahead = (heading + TURN[exit]) % 4;
  const [down, right] = STEPS[ahead]!;
  return { row: (row + down + rows) % rows, column: (column + right + columns) % columns, heading: ahead };
}

/** A line as it lies on an area. */
export function lineOf(written: string, area: Pick<Area, 'rows' | 'columns'>, first = START): Line {
  const [letter, start, ...rest] = written.split(' ');
  const [, row, column, heading] = /^(\d),(\d)([NESW])$/.exec(start!)!;
  const begin = { row: Number(row), column: Number(column), heading: 'NESW'.indexOf(heading!) };
  const cards: Card[] = first ? [{ ...begin, kind: first, took: rest.length ? 'ahead' : undefined }] : [];
  for (const [n, card] of rest.entries()) {
    const [kind, took] = card.split('>');
    const last = cards.at(-1);
    const exit = (took as Exit | undefined) ?? exitsOf(kind!)[0]!;
    cards.push({
      ...(last ? beyond(last, last.took!, area) : begin),
      kind: kind!,
      took: n < rest.length - 1 ? exit : undefined,
    });
  }
  return { letter: letter!, cards };
}

const FULL =
  'R 2,2N left left straight left straight left straight straight left-ahead>left right right straight right ' +
  'left-ahead>left right ahead-right>right tee>left tee>left ahead-right>right straight cross-5>left straight';

export const AREAS: Record<string, Area[]> = {
  torus: [
    {
      rows: 5,
      columns: 5,
      whole: true,
      lines: ['R 2,2E straight straight straight right', 'M 1,3N left straight right left straight'],
    },
  ],
  lay: [
    {
      rows: 3,
      columns: 5,
      lines: ['M 0,1S right straight', 'R 2,0E straight left cross-5'],
      ghosts: ['R 0,2N right', 'R 1,3E right'],
      closed: ['1,1'],
      hand: ['right'],
    },
  ],
  energy: [
    {
      rows: 1,
      columns: 6,
      use: 'boost',
      lines: ['R 0,0E straight straight'],
      ghosts: ['R 0,3E straight', 'R 0,4E straight', 'R 0,5E straight'],
    },
    { rows: 1, columns: 6, use: 'brake', lines: ['R 0,0E straight straight'], ghosts: ['R 0,3E straight'] },
    {
      rows: 2,
      columns: 6,
      use: 'around',
      lines: ['M 0,5W straight', 'R 0,0E straight ahead-right>ahead straight'],
      ghosts: ['R 1,2S left', 'R 1,3E straight'],
    },
  ],
  cut: [
    { rows: 2, columns: 5, cut: 'R', lines: ['M 0,4W straight straight straight', 'R 1,0E straight straight left'] },
  ],
  cross: [
    {
      rows: 3,
      columns: 5,
      lines: ['J 0,3S straight straight', 'R 1,0E straight straight'],
      ghosts: ['R 1,3E over', 'R 1,4E straight'],
    },
    { rows: 2, columns: 5, lines: ['M 0,3S straight', 'R 1,0E straight straight'], closed: ['1,3'] },
  ],
  walls: [{ rows: 5, columns: 5, whole: true, walls: ['0,1', '3,4'], lines: [FULL] }],
  classic: [
    {
      rows: 2,
      columns: 5,
      lines: ['R 0,0E straight straight'],
      ghosts: ['R 0,3E right'],
      hand: ['deck', 'right', 'tee'],
    },
  ],
};

/** Seats in their order, each with the last cards it laid; the one that decides is the last, or the one before. */
export const ORDER: { letter: string; cards: string[]; decides: number }[] = [
  { letter: 'J', cards: ['straight', 'cross-0'], decides: 1 },
  { letter: 'R', cards: ['straight', 'left'], decides: 0 },
  { letter: 'M', cards: ['left-ahead', 'right'], decides: 0 },
];

/** What is left over at the end: cards, and how much energy was spent. */
export const LEFT = { cards: ['straight', 'straight', 'cross-0'], spent: 1 };

export const CARDS = ['cards', 'order', 'points'];
