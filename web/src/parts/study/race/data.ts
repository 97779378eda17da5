// A race as the house takes it to be laid out, and what one does to it. Whether that can be is for the house to say.
import type { SetUp } from '../../../api/trying.svelte';

export interface ShipData {
  /** Nothing for one that is out. */
  zone: number | null;
  fuel?: number;
  hand: Record<string, number>;
  laid?: string;
  route?: string;
  last?: string;
  rolled?: number[];
  owed?: number;
}

export interface FieldData {
  zone: number;
  entered?: boolean;
}

export interface RaceData extends SetUp {
  turn: number;
  phase: string;
  tiles: number[];
  rear: number;
  front: number;
  ships: Record<string, ShipData>;
  /** Nothing for a marker in the supply. */
  fields: (FieldData | null)[];
  used: Record<string, number>;
  under: { token: string; by: string }[];
  drawn: string[];
}

export const SECTION = 7;
export const TOKENS = ['nitro', 'fuel-tank', 'flamethrower', 'force-field', 'ion-cannon', 'electromagnet'];
/** The places of the tiles; the last is the finish. */
export const PLACES = 13;
const FINISHES = [13, 14, 15, 16];

/** The tiles that may lie in a place, the first of all counted as 0. */
export function tilesFor(place: number): number[] {
  return place === PLACES - 1 ? FINISHES : Array.from({ length: PLACES - 1 }, (_, tile) => tile + 1);
}

/** The phase, without what belongs to others. */
export function toPhase(race: RaceData, phase: string): RaceData {
  const ships = each(race, ({ zone, fuel, hand, last }) => ({ zone, fuel, hand, last: last ?? '' }));
  const fields = race.fields.map((field) => (field && phase === 'bonuses' ? { zone: field.zone } : field));
  const rear = phase === 'bonuses' ? race.front - 2 * SECTION + 1 : race.rear;
  return { ...race, phase, ships, fields, rear, drawn: [] };
}

/** Another turn: what was chosen on the tile that was up is forgotten. */
export function toTurn(race: RaceData, turn: number): RaceData {
  return forget({ ...race, turn });
}

/** A tile into a place of the order, and the one that lay there to where it came from. */
export function putTile(race: RaceData, place: number, tile: number): RaceData {
  const there = race.tiles[place]!;
  const tiles = race.tiles.map((each, n) => (n === place ? tile : each === tile ? there : each));
  return forget({ ...race, tiles });
}

/** The track some sections further on, with everything on it. */
export function shift(race: RaceData, sections: number): RaceData {
  const by = sections * SECTION;
  return {
    ...race,
    rear: race.rear + by,
    front: race.front + by,
    ships: each(race, (ship) => ({ ...ship, zone: ship.zone === null ? null : ship.zone + by })),
    fields: race.fields.map((field) => field && { ...field, zone: field.zone + by }),
  };
}

export function withShip(race: RaceData, seat: string, part: Partial<ShipData>): RaceData {
  return { ...race, ships: { ...race.ships, [seat]: { ...race.ships[seat]!, ...part } } };
}

/** A number of tokens of a kind, among others. */
export function counted(tokens: Record<string, number>, token: string, count: number): Record<string, number> {
  const { [token]: _, ...others } = tokens;
  return count ? { ...others, [token]: count } : others;
}

function forget(race: RaceData): RaceData {
  const phase = race.phase === 'drawing' ? 'programming' : race.phase;
  return { ...race, phase, ships: each(race, ({ zone, fuel, hand }) => ({ zone, fuel, hand })), drawn: [] };
}

function each(race: RaceData, change: (ship: ShipData) => ShipData): Record<string, ShipData> {
  return Object.fromEntries(Object.entries(race.ships).map(([seat, ship]) => [seat, change(ship)]));
}
