import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { SPLITS, STARS, LINES } from '../src/rules/drawings/figures';
import { AREAS, CARDS } from '../src/rules/drawings/lines';
import { STRIPS, THINGS, TILES } from '../src/rules/drawings/race';
import { SCENES } from '../src/rules/drawings/squares';
import endOfLine from '../src/rules/end-of-line.json';
import labels from '../src/rules/labels.json';
import outspeed from '../src/rules/outspeed.json';
import { findParagraph, hasRules, loadRules, ranges, says, spans, type RulesText } from '../src/rules/rules';
import shutTheLines from '../src/rules/shut-the-lines.json';
import splut from '../src/rules/splut.json';
import { TOPICS, topicOf } from '../src/rules/topics';
import { LANGUAGES } from '../src/settings.svelte';

const GAMES: Record<string, { text: RulesText; folder: string; drawings: string[] }> = {
  splut: { text: splut as RulesText, folder: 'splut', drawings: Object.keys(SCENES) },
  'shut-the-lines': {
    text: shutTheLines as RulesText,
    folder: 'shut_the_lines',
    drawings: [...Object.keys(STARS), ...Object.keys(SPLITS)],
  },
  'end-of-line': {
    text: endOfLine as RulesText,
    folder: 'end_of_line',
    drawings: [...Object.keys(AREAS), ...CARDS],
  },
  outspeed: {
    text: outspeed as RulesText,
    folder: 'outspeed',
    drawings: [...Object.keys(TILES), ...Object.keys(STRIPS), 'tail', ...THINGS],
  },
};

/** A file of the game as the server plays it; its rules may be a folder. */
function source(folder: string, file: string): string {
  const path = `../src/sobremesa/games/${folder}/${file}`;
  return readFileSync(existsSync(path) ? path : path.replace(/\.py$/, '/__init__.py'), 'utf8');
}

/** Every text that is to be there in four languages, wherever it lies. */
function texts(data: unknown): Record<string, unknown>[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('en' in data) return [data as Record<string, unknown>];
  return Object.values(data).flatMap(texts);
}

describe.each(Object.entries(GAMES))('the rules of %s', (game, { text, folder, drawings }) => {
  test('are all there in four languages', () => {
    for (const each of texts(text)) {
      expect(Object.keys(each)).toEqual([...LANGUAGES]);
      const lengths = LANGUAGES.map((language) => [each[language]].flat().length);
      expect(new Set(lengths).size, `as many pieces in every language: ${JSON.stringify(each)}`).toBe(1);
      for (const language of LANGUAGES) {
        for (const piece of [each[language]].flat()) expect(String(piece).trim()).not.toBe('');
      }
    }
  });

  test('tell every rule that the game numbers, each in one paragraph', () => {
    const docstring = source(folder, 'rules.py').split('"""')[1]!;
    const numbered = [...docstring.matchAll(/^ ?(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbered.length).toBeGreaterThan(8);
    const told = text.paragraphs.flatMap((each) => each.rules).sort((a, b) => a - b);
    expect(told).toEqual(numbered);
  });

  test('tell every rule that a refusal cites', () => {
    const cited = [...source(folder, 'notation.py').matchAll(/IllegalMove\(\s*f?"[^"]*",\s*(\d+)\s*\)/g)];
    expect(cited.length).toBeGreaterThan(5);
    for (const [refusal, rule] of cited) expect(findParagraph(text, Number(rule)), refusal).not.toBeNull();
  });

  test('tell every option of the game, a text each', () => {
    const declared = source(folder, '__init__.py').split('options=(')[1]!.split('bots=')[0]!;
    const options = [...declared.matchAll(/\b(?:Whole|Flag|Choice|Layout|Squares|Tiles)\(\s*"(\w+)"/g)].map(
      ([, name]) => name!,
    );
    expect(options.length).toBeGreaterThan(1);
    expect(text.paragraphs.flatMap((each) => each.options ?? []).sort()).toEqual(options.sort());
    for (const each of text.paragraphs) {
      if (each.options) expect(each.text.en).toHaveLength(each.options.length);
    }
  });

  test('have their parts in order, and none is empty', () => {
    const parts = text.paragraphs.map((each) => each.part).filter((part, n, all) => part !== all[n - 1]);
    expect(parts).toEqual(text.parts.map((each) => each.id));
    expect(new Set(text.paragraphs.map((each) => each.id)).size).toBe(text.paragraphs.length);
  });

  test('use every drawing, and each has its words', () => {
    const drawn = text.paragraphs.filter((each) => each.drawing);
    expect(drawn.map((each) => each.drawing!).sort()).toEqual(drawings.sort());
    for (const each of text.paragraphs) expect('alt' in each).toBe('drawing' in each);
  });

  test('mark emphasis in pairs', () => {
    for (const each of texts(text)) {
      for (const piece of Object.values(each).flat()) expect(String(piece).split('*').length % 2).toBe(1);
    }
  });

  test('know every topic, and a paragraph for it', () => {
    expect(Object.keys(text.topics).sort()).toEqual([...TOPICS[game as keyof typeof TOPICS]].sort());
    for (const topic of Object.keys(text.topics)) expect(findParagraph(text, null, topic)).not.toBeNull();
  });

  test('are fetched with their drawings', async () => {
    expect(hasRules(game)).toBe(true);
    const page = await loadRules(game);
    expect(page.text.title).toBe(text.title);
    expect(page.Drawing).toBeTypeOf('function');
  });
});

test('the drawer has its own words in four languages', () => {
  for (const each of texts(labels)) expect(Object.keys(each)).toEqual([...LANGUAGES]);
});

test('a game without a page is said to have none', async () => {
  expect(hasRules('chess')).toBe(false);
  await expect(loadRules('chess')).rejects.toThrow('chess');
});

test('a rule is found before a topic, and what is unknown is not found', () => {
  expect(findParagraph(splut as RulesText, 12)?.id).toBe('push');
  expect(findParagraph(splut as RulesText, 12, 'splut.throw')?.id).toBe('push');
  expect(findParagraph(splut as RulesText, null, 'splut.throw')?.id).toBe('throw');
  expect(findParagraph(splut as RulesText, 99)).toBeNull();
  expect(findParagraph(splut as RulesText, null, 'splut.nothing')).toBeNull();
  expect(findParagraph(splut as RulesText, null, null)).toBeNull();
});

test('every line of the star that is drawn has the sum of plan 1', () => {
  for (const line of LINES) expect(line.reduce((sum, number) => sum + number)).toBe(26);
  for (const star of Object.values(STARS)) {
    for (const [letter, lines] of Object.entries(star.shut)) {
      for (const [from, to] of lines) {
        const line = LINES.find((each) => each[0] === from && each[3] === to)!;
        expect(star.chips[letter]).toEqual(expect.arrayContaining(line));
      }
    }
  }
});

describe('texts', () => {
  test('are cut at emphasis and at what is looked for', () => {
    expect(spans('a *b* c')).toEqual([
      { text: 'a ', strong: false, found: false },
      { text: 'b', strong: true, found: false },
      { text: ' c', strong: false, found: false },
    ]);
    expect(spans('Le but : *Équipe*', 'equi').filter((each) => each.found)).toEqual([
      { text: 'Équi', strong: true, found: true },
    ]);
    expect(spans('ab*ab*', 'ba').map((each) => [each.text, each.found])).toEqual([
      ['a', false],
      ['b', true],
      ['a', true],
      ['b', false],
    ]);
  });

  test('are searched without regard to accents, capitals and kinds of spaces', () => {
    const split = (shutTheLines as RulesText).paragraphs.find((each) => each.id === 'split')!;
    expect(says(split, '6-6-6', 'en')).toBe(true);
    expect(says(split, 'GENENT JAMAIS : IL', 'fr')).toBe(true);
    expect(says(split, 'gênent', 'fr')).toBe(true);
    expect(says(split, 'troll', 'en')).toBe(false);
  });

  test('say numbers in runs', () => {
    expect(ranges([1, 2, 3, 5])).toBe('1–3, 5');
    expect(ranges([4, 7])).toBe('4, 7');
    expect(ranges([1, 2])).toBe('1, 2');
  });
});

describe('where one is', () => {
  const choice = (event: string, piece = '') => ({ events: [{ event, piece }] });
  const position = { seat: 0, mover: 0, teams: [{ alive: true }, { alive: true }] };

  test.each([
    ['splut.throw', [choice('thrown', 'troll'), choice('thrown', 'troll')]],
    ['splut.rock', [choice('thrown', 'troll'), choice('walked', 'dwarf')]],
    ['splut.pull', [choice('pulled', 'troll'), choice('walked', 'troll')]],
    ['splut.push', [choice('pushed', 'dwarf'), choice('walked', 'dwarf')]],
    ['splut.levitate', [choice('levitated', 'sorcerer'), choice('walked', 'sorcerer')]],
    ['splut.step', [choice('walked', 'sorcerer'), choice('pulled', 'troll')]],
    [null, []],
  ])('in Splut! is %s', (topic, choices) => {
    expect(topicOf('splut', position, choices)).toBe(topic);
  });

  test('in Splut! is out or over', () => {
    expect(topicOf('splut', { ...position, teams: [{ alive: false }] })).toBe('splut.out');
    expect(topicOf('splut', { ...position, mover: null })).toBe('splut.end');
  });

  test.each([
    ['shut-the-lines.plan', { round: 1, over: false, players: [{ in: true }] }, [choice('planned')]],
    ['shut-the-lines.split', { round: 1, over: false, players: [{ in: true }] }, [choice('covered'), choice('left')]],
    ['shut-the-lines.leave', { round: 1, over: false, players: [{ in: true }] }, [choice('left')]],
    ['shut-the-lines.out', { round: 1, over: false, players: [{ in: false }] }, []],
    ['shut-the-lines.waiting', { round: 1, over: false, players: [{ in: true }] }, []],
    ['shut-the-lines.end', { round: 1, over: true, players: [{ in: false }] }, []],
  ])('in Shut the Lines is %s', (topic, view, choices) => {
    expect(topicOf('shut-the-lines', { seat: 0, ...view }, choices)).toBe(topic);
  });

  const lines = { seat: 0, mode: 'versus', round: 3, over: false, lines: [{ alive: true }, { alive: true }] };
  const laid = (more = {}) => ({ events: [{ event: 'laid', over: null, edge: false, ...more }] });
  const go = { events: [] };

  test.each([
    ['end-of-line.keep', {}, [choice('kept'), choice('changed')]],
    ['end-of-line.energy', {}, [go, choice('spent')]],
    ['end-of-line.energy', { mode: 'solo' }, [go, choice('spent')]],
    ['end-of-line.cross', { mode: 'teams' }, [laid(), laid({ over: '3,4', edge: true })]],
    ['end-of-line.edge', {}, [laid(), laid({ edge: true })]],
    ['end-of-line.lay', {}, [laid(), laid()]],
    ['end-of-line.solo', { mode: 'solo', round: 1 }, [laid()]],
    ['end-of-line.lay', { mode: 'solo', round: 2 }, [laid()]],
    ['end-of-line.coop', { mode: 'coop', round: 1 }, [laid()]],
    ['end-of-line.classic', { mode: 'classic' }, [laid({ edge: true }), choice('discarded')]],
    ['end-of-line.waiting', {}, []],
    ['end-of-line.out', { lines: [{ alive: false }, { alive: true }] }, []],
    ['end-of-line.end', { over: true }, []],
    ['end-of-line.points', { mode: 'coop', over: true }, []],
  ])('in End of Line is %s (%j)', (topic, view, choices) => {
    expect(topicOf('end-of-line', { ...lines, ...view }, choices)).toBe(topic);
  });

  const race = (phase: string, awaited: boolean, more = {}) => ({
    seat: 0,
    phase,
    over: false,
    tile: { finish: false },
    track: { danger: 7 },
    ships: [
      { racing: true, zone: 5, awaited, ...more },
      { racing: true, zone: 6 },
    ],
  });
  const route = (letter: string) => ({ events: [{ event: 'programmed', route: letter }] });

  test.each([
    ['outspeed.bonus', race('bonuses', true), [choice('decided')]],
    ['outspeed.bonuses', race('bonuses', false), []],
    ['outspeed.route', race('programming', true), [route('A'), route('B')]],
    ['outspeed.route', race('programming', true, { zone: 8 }), [route('A3'), route('B')]],
    ['outspeed.wheel', race('programming', true), [route('A0'), route('A1')]],
    ['outspeed.finish', { ...race('programming', true), tile: { finish: true } }, [route('A'), route('B')]],
    ['outspeed.danger', { ...race('programming', true), track: { danger: 5 } }, [route('A'), route('B')]],
    ['outspeed.sealed', race('programming', false), []],
    ['outspeed.keep', race('drawing', true), [choice('kept'), choice('kept')]],
    ['outspeed.drawing', race('drawing', false), []],
    ['outspeed.out', race('programming', false, { racing: false }), []],
    ['outspeed.end', { ...race('over', false), over: true }, []],
    [null, { ...race('programming', false), seat: -1 }, []],
  ])('in Outspeed is %s', (topic, view, choices) => {
    expect(topicOf('outspeed', view, choices)).toBe(topic);
  });

  test('is nowhere in a game without a page, and for who only watches', () => {
    expect(topicOf('chess', {}, [choice('walked')])).toBeNull();
    expect(topicOf('shut-the-lines', { seat: -1, round: 1, players: [{ in: true }] })).toBeNull();
  });
});
