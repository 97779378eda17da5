// What the drawings of Outspeed show: routes with what they cost and bring, pieces of the track, and things.

export type Of = 'fuel' | 'zone' | 'token';

/** So much of something; `each` once for every rider. */
export interface Amount {
  number: number;
  of: Of;
  each?: boolean;
}

export interface Route {
  sign: 'A' | 'B' | 'C';
  /** For how many ships there is room; 0 for all. */
  room: number;
  cost?: Amount;
  gains: Amount[];
}

/** Who rides a route, and what that comes to for each of them; nothing where there are too many. */
export interface Riders {
  ships: string;
  comes: Amount[];
}

export interface Tile {
  routes: Route[];
  riders?: Riders[];
}

const ZONES = { number: 3, of: 'zone' } as const;
const SHARED: Route = { sign: 'C', room: 0, cost: { number: 1, of: 'fuel', each: true }, gains: [ZONES] };

export const TILES: Record<string, Tile> = {
  tile: {
    routes: [
      { sign: 'A', room: 1, gains: [ZONES] },
      {
        sign: 'B',
        room: 2,
        cost: { number: 1, of: 'fuel' },
        gains: [
          { number: 2, of: 'zone' },
          { number: 1, of: 'token' },
        ],
      },
      SHARED,
    ],
  },
  room: {
    routes: [{ sign: 'B', room: 2, gains: [ZONES] }],
    riders: [
      { ships: 'RM', comes: [ZONES] },
      { ships: 'RMJ', comes: [] },
    ],
  },
  shared: {
    routes: [SHARED],
    riders: ['R', 'RM', 'RMJ'].map((ships) => ({ ships, comes: [{ number: -ships.length, of: 'fuel' }, ZONES] })),
  },
};

/** A ship on its zone, and in which lane; where it came from, and how far it would have gone. */
export interface Ship {
  letter: string;
  zone: number;
  lane?: number;
  from?: number;
  to?: number;
  /** What it gets or loses. */
  comes?: Amount;
}

export interface Strip {
  zones: number;
  lanes: number;
  ships: Ship[];
  /** The token whose effect this is. */
  token?: string;
  /** The zone of a force field. */
  field?: number;
  /** Which ships decide first, second, third: by zone, from the front. */
  order?: number[];
}

const LOST = { number: -2, of: 'fuel' } as const;

export const STRIPS: Record<string, Strip[]> = {
  lay: [
    {
      zones: 6,
      lanes: 2,
      order: [5, 4, 1],
      ships: [
        { letter: 'R', zone: 5 },
        { letter: 'M', zone: 4 },
        { letter: 'J', zone: 4, lane: 1 },
        { letter: 'L', zone: 1 },
      ],
    },
  ],
  tokens: [
    { zones: 5, lanes: 1, token: 'nitro', ships: [{ letter: 'R', zone: 2, from: 1 }] },
    { zones: 5, lanes: 1, token: 'fuel-tank', ships: [{ letter: 'R', zone: 1, comes: { number: 2, of: 'fuel' } }] },
    {
      zones: 5,
      lanes: 2,
      token: 'flamethrower',
      ships: [
        { letter: 'R', zone: 0 },
        { letter: 'M', zone: 1, from: 3 },
        { letter: 'J', zone: 1, from: 3, lane: 1 },
      ],
    },
    {
      zones: 5,
      lanes: 2,
      token: 'electromagnet',
      ships: [
        { letter: 'R', zone: 0 },
        { letter: 'J', zone: 0, from: 2, lane: 1 },
        { letter: 'M', zone: 1, from: 4 },
      ],
    },
    {
      zones: 5,
      lanes: 1,
      token: 'ion-cannon',
      ships: [
        { letter: 'R', zone: 0 },
        { letter: 'M', zone: 1, comes: LOST },
        { letter: 'J', zone: 3, comes: LOST },
      ],
    },
    {
      zones: 5,
      lanes: 2,
      token: 'force-field',
      field: 2,
      ships: [
        { letter: 'R', zone: 2 },
        { letter: 'M', zone: 2, from: 0, to: 4, lane: 1 },
      ],
    },
  ],
};

/** The track, a section of seven zones at a time: where ships are, and what falls. */
export const SECTION = 7;
export const TAIL: { first: number; last: number; falls: number; ships: Record<string, number>; danger: number }[] = [
  { first: 1, last: 14, falls: 0, danger: 7, ships: { L: 5, M: 10, R: 13 } },
  { first: 1, last: 21, falls: 7, danger: 14, ships: { L: 5, M: 10, R: 16 } },
];

/** Ships at the finish: zone, fuel and tokens; what decided is marked. */
export const FINISH: { letter: string; zone: number; fuel: number; token: number; by: Of }[] = [
  { letter: 'J', zone: 30, fuel: 1, token: 0, by: 'zone' },
  { letter: 'R', zone: 28, fuel: 2, token: 1, by: 'fuel' },
  { letter: 'M', zone: 28, fuel: 1, token: 3, by: 'fuel' },
];

/** Fuel that is had and paid, on a tile of the track and on the finish tile. */
export const FUEL = 3;

export const THINGS = ['turn', 'numbers', 'fuel', 'draw', 'finish'];
