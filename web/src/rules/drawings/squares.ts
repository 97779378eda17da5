// What the drawings of Splut! show. A drawing is one frame or several, one below the other; a frame is rows of squares.
//
// A square is written `Tr`: T troll, H troll who holds a rock, D dwarf, S sorcerer, each with the letter of a seat in
// small; O a rock; `.` nothing; `#` beyond the board. A thing in `(…)` is a ghost: gone, or not yet there. Behind it `+`
// means may, `x` may not, `!` hit, and `=` chosen.

/** From one square to another: column, row, column, row. */
export type Way = [number, number, number, number];

export interface Frame {
  rows: string[];
  /** Steps, as arrows. */
  steps?: Way[];
  /** Where thrown rocks fly, as arcs of dots. */
  flights?: Way[];
  /** What was moved in the turn before, as thin traces. */
  traces?: Way[];
  /** Whether the right side of the frame is the border of the board. */
  border?: boolean;
  /** Whether this is what comes of the frame above. */
  then?: boolean;
}

const DIAMOND = [
  '# # # # O # # # #',
  '# # # Tj Dj Sj # # #',
  '# # . . . . . # #',
  '# Sm . . . . . Tl #',
  'O Dm . . . . . Dl O',
  '# Tm . . . . . Sl #',
  '# # . . . . . # #',
  '# # # Sr Dr Tr # # #',
  '# # # # O # # # #',
];

export const SCENES: Record<string, Frame[]> = {
  board: [{ rows: DIAMOND }],
  step: [{ rows: ['.x .+ .x', '.+ Dr .+', '.x .+ .x'] }],
  tread: [
    { rows: ['. Tr O . . .'], steps: [[1, 0, 2, 0]] },
    { rows: ['. (Tr) Hr= . . (O)'], flights: [[2, 0, 5, 0]], border: true, then: true },
  ],
  throw: [{ rows: ['. .+ .', '(Tr)+ Hr= Ox', '. Tlx .'] }],
  flight: [
    { rows: ['Hr . Dj . Sm!'], flights: [[0, 0, 4, 0]] },
    { rows: ['Hr . . (O) Tl'], flights: [[0, 0, 3, 0]] },
    { rows: ['Hr . . (O) O'], flights: [[0, 0, 3, 0]] },
    { rows: ['Hr . . . (O)'], flights: [[0, 0, 4, 0]], border: true },
  ],
  'dwarf-hit': [
    { rows: ['Hr . . Dj! Tl'], flights: [[0, 0, 3, 0]] },
    { rows: ['Hr . . Dm Dj!'], flights: [[0, 0, 4, 0]], border: true },
    { rows: ['Hr . . Dj Sm!'], flights: [[0, 0, 4, 0]] },
  ],
  pull: [
    {
      rows: ['. O Tr . .'],
      steps: [
        [1, 0, 2, 0],
        [2, 0, 3, 0],
      ],
    },
    { rows: ['. . O Tr .'], then: true },
  ],
  push: [
    { rows: ['Dr O Tl Sm . .'], steps: [[0, 0, 1, 0]] },
    { rows: ['. Dr O Tl Sm .'], then: true },
    { rows: ['. . Dr Ox O Sm'], border: true },
  ],
  levitate: [
    {
      rows: ['. . . O (O)', '. . . . .', 'Sr (Sr) . . .'],
      steps: [
        [0, 2, 1, 2],
        [3, 0, 4, 0],
      ],
    },
  ],
  'one-rock': [
    {
      rows: ['. O (O) . .', 'Sr (Sr) . . .'],
      steps: [
        [0, 1, 1, 1],
        [1, 0, 2, 0],
      ],
    },
    {
      rows: ['. . O (O) .', '. Sr (Sr) . .'],
      steps: [
        [1, 1, 2, 1],
        [2, 0, 3, 0],
      ],
    },
    { rows: ['. . . Ox .', '. . Sr (Sr) .'], steps: [[2, 1, 3, 1]] },
  ],
  rested: [{ rows: ['(Dj) Dj Ox . .', '. . . . .', 'Sr .+ . . .'], traces: [[0, 0, 1, 0]] }],
  adjacent: [
    {
      rows: ['O Sr (Sr) . .'],
      steps: [
        [0, 0, 1, 0],
        [1, 0, 2, 0],
      ],
    },
    {
      rows: ['Sr O (O) . .'],
      steps: [
        [0, 0, 1, 0],
        [1, 0, 2, 0],
      ],
    },
  ],
  out: [{ rows: ['. (Dj)x . (Tj)x .', '. . O . .'] }],
};
