// What is drawn in the rules is true: lines that could be laid, cards as they are in the deck, sums that add up.
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { AREAS, exitsOf, KINDS, LEFT, lineOf, ORDER, START, type Area } from '../src/rules/drawings/lines';
import { FINISH, SECTION, STRIPS, TAIL, TILES } from '../src/rules/drawings/race';
import outspeed from '../src/rules/outspeed.json';
import { LANGUAGES } from '../src/settings.svelte';

const source = (path: string) => readFileSync(`../src/sobremesa/games/${path}`, 'utf8');
const square = ({ row, column }: { row: number; column: number }) => `${row},${column}`;
const frames = Object.entries(AREAS).flatMap(([name, all]) => all.map((area) => [name, area] as const));

describe('End of Line', () => {
  const lying = (area: Area) => area.lines.flatMap((line) => lineOf(line, area).cards.map(square));

  test('has the cards of the deck', () => {
    const deck = source('end_of_line/tables.py').matchAll(/^ {4}"([\w-]+)": \((\d), \(([\w, ]+)\), (\d)\)/gm);
    const cards = [...deck].map(([, kind, initiative, exits, copies]) => [
      kind,
      {
        exits: exits!.toLowerCase().split(/, ?/).filter(Boolean),
        initiative: Number(initiative),
        copies: Number(copies),
      },
    ]);
    expect(Object.entries(KINDS)).toEqual(cards);
  });

  test.each(frames)('lays no two cards onto one square in %s', (_, area) => {
    const cards = [...lying(area), ...(area.walls ?? [])];
    expect(new Set(cards).size).toBe(cards.length);
  });

  test.each(frames)('shows ghosts on empty squares only in %s, and closed exits on cards', (_, area) => {
    for (const ghost of area.ghosts ?? []) {
      const [card] = lineOf(ghost, area, '').cards;
      expect(lying(area).includes(square(card!))).toBe(card!.kind === 'over');
    }
    for (const each of area.closed ?? []) expect(lying(area)).toContain(each);
  });

  test.each(frames)('leaves every card by an exit that it has in %s', (_, area) => {
    for (const line of area.lines) {
      const { cards } = lineOf(line, area);
      for (const { kind, took } of cards) if (took && kind !== START) expect(exitsOf(kind)).toContain(took);
    }
  });

  test('goes over the edges where it says so', () => {
    const far = AREAS.torus![0]!.lines.map((line) => {
      const { letter, cards } = lineOf(line, AREAS.torus![0]!);
      const leaps = cards.slice(1).map((card, n) => [card.row - cards[n]!.row, card.column - cards[n]!.column]);
      return [letter, leaps.filter((leap) => leap.some((each) => Math.abs(each) > 1))];
    });
    expect(far).toEqual([
      ['R', [[0, -4]]],
      ['M', [[4, 0]]],
    ]);
  });

  test('fills the walled area with one deck, and counts what is left of it', () => {
    const [area] = AREAS.walls!;
    const { cards } = lineOf(area!.lines[0]!, area!);
    expect(cards).toHaveLength(25 - area!.walls!.length);
    const left = Object.entries(KINDS).flatMap(([kind, { copies }]) =>
      Array.from({ length: copies - cards.filter((card) => card.kind === kind).length }, () => kind),
    );
    expect(left).toEqual(LEFT.cards);
  });

  test('puts who goes first first', () => {
    const laid = ORDER.map(({ cards }) => [...cards].reverse().map((kind) => KINDS[kind]!.initiative));
    expect([...laid].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!)).toEqual(laid);
    expect(laid[1]![0]).toBe(laid[2]![0]);
  });
});

describe('Outspeed', () => {
  test('gives riders what their route brings, or nothing where there are too many', () => {
    for (const { routes, riders } of Object.values(TILES)) {
      const [{ room, cost, gains }] = routes as [(typeof routes)[number]];
      for (const { ships, comes } of riders ?? []) {
        const paid = cost ? [{ number: -cost.number * (cost.each ? ships.length : 1), of: cost.of }] : [];
        expect(comes).toEqual(room && ships.length > room ? [] : [...paid, ...gains]);
      }
    }
  });

  test('has a strip of track for every token', () => {
    const tokens = /^TOKENS = \{([^}]*)\}/m.exec(source('outspeed/tables.py'))![1]!;
    const kinds = [...tokens.matchAll(/"([\w-]+)"/g)].map(([, kind]) => kind);
    expect(STRIPS.tokens!.map((strip) => strip.token).sort()).toEqual(kinds.sort());
  });

  test('lets the rear fall so that two sections are left, and no ship beyond it', () => {
    for (const { first, last, falls, danger, ships } of TAIL) {
      expect(last - Math.max(falls, first - 1)).toBe(2 * SECTION);
      expect(danger).toBe(last - SECTION);
      for (const zone of Object.values(ships)) expect(zone).toBeLessThanOrEqual(last);
    }
  });

  test('puts the winner first', () => {
    const sorted = [...FINISH].sort((a, b) => b.zone - a.zone || b.fuel - a.fuel || b.token - a.token);
    expect(sorted).toEqual(FINISH);
  });

  test('names exactly the tiles that have something of the booklet', () => {
    const tiles = source('outspeed/tiles.toml').split('[[tiles]]').slice(1);
    const known = tiles.filter((tile) => /rulebook/.test(tile)).map((tile) => /^id = (\d+)/m.exec(tile)![1]);
    const { text } = outspeed.paragraphs.find((each) => each.id === 'reconstructed')!;
    for (const language of LANGUAGES) {
      const named = text[language].join(' ').matchAll(/(?:tile|loseta|kachel|tuile) (\d+)/gi);
      expect([...named].map(([, number]) => number)).toEqual(known);
    }
  });
});

test('no drawing has a style of its own: the content security policy lets none in', () => {
  const art = import.meta.glob<string>('$art/**/*.svg', { query: '?raw', import: 'default', eager: true });
  expect(Object.keys(art).length).toBeGreaterThan(30);
  expect(Object.keys(art).filter((path) => /\sstyle=|<style/.test(art[path]!))).toEqual([]);
});
