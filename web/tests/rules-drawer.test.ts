import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import Rules from '../src/parts/Rules.svelte';
import { loadRules } from '../src/rules/rules';
import { settings } from '../src/settings.svelte';

// Looking for roles in a long page takes its time where many tests run at once.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

let opener: HTMLButtonElement;

const ALL = ['splut', 'shut-the-lines', 'end-of-line', 'outspeed'];

// The first time a page is fetched takes longer than a test likes to wait.
beforeAll(() => Promise.all(ALL.map(loadRules)), 30_000);

beforeEach(() => {
  settings.language = 'en';
  opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
});

afterEach(() => {
  cleanup();
  opener.remove();
  vi.unstubAllGlobals();
});

/** As on a phone, where it is a sheet. */
function phone() {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
}

async function open(props: { game?: string; rule?: number | null; topic?: string | null } = {}) {
  const onclose = vi.fn();
  const drawer = render(Rules, { game: 'splut', ...props, onclose });
  await screen.findByRole('dialog', { name: /Rules of/ });
  return { ...drawer, onclose };
}

const paragraphs = () => [...document.querySelectorAll('section')];
/** The paragraph with a title. */
const paragraph = (title: string) => paragraphs().find((each) => each.querySelector('h3')!.textContent === title)!;
const reading = () => document.querySelector('nav [aria-current]')?.textContent;

test('opens at the paragraph of a topic, names it and brings the focus there', async () => {
  await open({ topic: 'splut.throw' });
  expect(screen.getByText('You are here: your troll holds a rock')).toBeTruthy();
  const section = paragraph('Where he throws');
  expect(section.textContent).toContain('You are here');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Where he throws'));
  expect(reading()).toBe('Troll');
});

test('opens at the rule that forbids a move, whatever the topic', async () => {
  const { rerender } = await open({ rule: 12, topic: 'splut.throw' });
  expect(paragraph('Pushing a row').textContent).toContain('Rule 12 forbids it');
  await rerender({ rule: 15 });
  expect(paragraph('Only a rock that lay still').textContent).toContain('Rule 15 forbids it');
  expect(screen.queryByText('Rule 12 forbids it')).toBeNull();
});

test('goes along with the game, but not away from who is reading', async () => {
  const { rerender } = await open({ topic: 'splut.throw' });
  await waitFor(() => expect(reading()).toBe('Troll'));
  await rerender({ topic: 'splut.levitate' });
  expect(paragraph('Levitation').textContent).toContain('You are here');
  expect(reading()).toBe('Troll');
  opener.focus();
  await rerender({ topic: 'splut.push' });
  await waitFor(() => expect(reading()).toBe('Dwarf'));
  expect(document.activeElement).toBe(opener);
});

test('opens at the beginning where nothing is asked for', async () => {
  await open();
  expect(reading()).toBe('Aim');
  expect(screen.queryByText(/You are here|forbids/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

test('speaks the language of the house, the words for its drawings too', async () => {
  settings.language = 'de';
  render(Rules, { game: 'shut-the-lines', topic: 'shut-the-lines.leave', onclose: () => {} });
  expect(await screen.findByText('Du bist hier: deine Würfel gehen nicht auf')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Vier Sechsen/ })).toBeTruthy();
});

test('closes on Esc and by its button, and gives the focus back', async () => {
  const { onclose, unmount } = await open({ topic: 'splut.step' });
  await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onclose).toHaveBeenCalledTimes(1);
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onclose).toHaveBeenCalledTimes(2);
  unmount();
  expect(document.activeElement).toBe(opener);
});

test('leaves the focus where it is if one has gone on playing beside it', async () => {
  const { unmount } = await open();
  const board = document.body.appendChild(document.createElement('button'));
  board.focus();
  unmount();
  expect(document.activeElement).toBe(board);
  board.remove();
});

test('the parts lead to their first paragraph', async () => {
  await open();
  await fireEvent.click(screen.getByRole('button', { name: 'Sorcerer' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Levitation'));
  expect(reading()).toBe('Sorcerer');
});

test('is searched; Esc first lets go of what was looked for', async () => {
  const { onclose } = await open();
  await fireEvent.click(screen.getByRole('button', { name: 'Search the rules' }));
  const field = await screen.findByRole('searchbox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await fireEvent.input(field, { target: { value: 'diagonal' } });
  const found = paragraphs();
  expect(found).toHaveLength(1);
  expect(found[0]!.querySelector('mark')?.textContent).toBe('diagonal');
  expect(screen.getByRole('status').textContent).toBe('Found: 1');
  await fireEvent.input(field, { target: { value: 'dragon' } });
  expect(screen.getByText('Nothing in these rules says “dragon”.')).toBeTruthy();
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(onclose).not.toHaveBeenCalled();
  expect(paragraphs().length).toBeGreaterThan(10);
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(onclose).toHaveBeenCalledOnce();
});

test('as a sheet it is modal, keeps the focus inside and can be made larger', async () => {
  phone();
  await open();
  const dialog = screen.getByRole('dialog');
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  const first = within(dialog).getByRole('button', { name: 'Search the rules' });
  first.focus();
  await fireEvent.keyDown(first, { key: 'Tab', shiftKey: true });
  const last = document.activeElement as HTMLElement;
  expect(last.tagName).toBe('A');
  await fireEvent.keyDown(last, { key: 'Tab' });
  expect(document.activeElement).toBe(first);
  const heading = within(dialog).getByRole('heading', { name: 'A draw' });
  heading.focus();
  await fireEvent.keyDown(heading, { key: 'Tab' });
  expect(document.activeElement).toBe(heading); // what follows is the browser's to find: the links at the end
  await fireEvent.click(within(dialog).getByRole('button', { name: 'Larger' }));
  expect(within(dialog).getByRole('button', { name: 'Smaller' })).toBeTruthy();
});

test('beside the board it is not modal', async () => {
  await open();
  expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Larger' })).toBeNull();
});

test('a game without rules says that they could not be fetched', async () => {
  render(Rules, { game: 'chess', onclose: () => {} });
  expect(await screen.findByText(/could not be fetched/)).toBeTruthy();
});

test.each([
  ['end-of-line', 'end-of-line.energy', 'Spending energy', 'Energy'],
  ['end-of-line', 'end-of-line.edge', 'The area', 'Aim'],
  ['outspeed', 'outspeed.route', 'Choosing in secret', 'Routes'],
  ['outspeed', 'outspeed.danger', 'The rear falls away', 'Track'],
])('%s opens at %s', async (game, topic, title, part) => {
  await open({ game, topic });
  expect(paragraph(title).textContent).toContain('You are here');
  await waitFor(() => expect(reading()).toBe(part));
});

test.each(ALL)('every drawing in the rules of %s says what it shows', async (game) => {
  await open({ game });
  const { text } = await loadRules(game);
  const drawn = [...document.querySelectorAll('figure svg[role="img"]')].map((each) => each.getAttribute('aria-label'));
  expect(drawn).toEqual(text.paragraphs.filter((each) => each.alt).map((each) => each.alt!.en));
  expect(document.querySelectorAll('figure').length).toBe(drawn.length);
});

test.each(ALL)('nothing in the rules of %s has a style of its own', async (game) => {
  const { container } = await open({ game });
  const styled = [...container.querySelectorAll('[style]')].filter((each) => each.getAttribute('role') !== 'dialog');
  expect(styled).toEqual([]);
});
