// What the drawings of Shut the Lines show: the star of plan 1 with chips on it, or dice in groups.

/** The numbers of plan 1, the tips clockwise from the top and then the crossings. */
const TIPS = [1, 2, 7, 8, 5, 3];
const CROSSINGS = [12, 6, 10, 4, 11, 9];
const NEAR = 0.57735; // how far out the crossings are, where the tips are at 1

export interface Spot {
  number: number;
  x: number;
  y: number;
}

export const SPOTS: Spot[] = [...TIPS, ...CROSSINGS].map((number, n) => {
  const turn = ((n % 6) + (n >= 6 ? 0.5 : 0)) * (Math.PI / 3);
  const far = n >= 6 ? NEAR : 1;
  return { number, x: far * Math.sin(turn), y: -far * Math.cos(turn) };
});

export const LINES: number[][] = TIPS.map((tip, n) => [
  tip,
  CROSSINGS[n]!,
  CROSSINGS[(n + 1) % 6]!,
  TIPS[(n + 2) % 6]!,
]);

export interface Star {
  /** The numbers under somebody's chips, by the letter of the seat. */
  chips: Record<string, number[]>;
  /** Lines that are shut, by the letter of the seat: from their first number to their last. */
  shut: Record<string, [number, number][]>;
  /** A line that is only pointed at. */
  shown?: [number, number];
  /** A number that is covered just now. */
  now?: number;
}

export const STARS: Record<string, Star> = {
  figure: { chips: {}, shut: {}, shown: [1, 7] },
  shut: { chips: { R: [1, 12, 7, 6, 4], M: [12, 9] }, shut: { R: [[1, 7]] }, now: 6 },
  count: {
    chips: { R: [1, 12, 6, 7, 5, 11, 9, 8], M: [8, 4, 11, 3, 2] },
    shut: {
      R: [
        [1, 7],
        [5, 1],
      ],
      M: [[8, 3]],
    },
  },
};

/** Rows of groups of dice, each with its sum; `vain` where a sum covers nothing. */
export interface Group {
  dice: number[];
  vain?: boolean;
}

export const SPLITS: Record<string, Group[][]> = {
  split: [
    [{ dice: [1] }, { dice: [3] }, { dice: [5] }],
    [{ dice: [1, 3] }, { dice: [5] }],
    [{ dice: [3] }, { dice: [1, 5] }],
    [{ dice: [1] }, { dice: [3, 5] }],
    [{ dice: [1, 3, 5] }],
  ],
  out: [[{ dice: [6] }, { dice: [6, 6] }, { dice: [6], vain: true }]],
};
