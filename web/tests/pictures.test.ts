import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pathOf } from '../src/api/picture';
import Pictures from '../src/parts/Pictures.svelte';
import { settings } from '../src/settings.svelte';

let asked: string[];
let answer: () => Response;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  settings.language = 'en';
  asked = [];
  answer = () => new Response('dots');
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return answer();
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  document.documentElement.dataset.theme = 'dark';
  render(Pictures, { table: 'abc', game: 'splut', seat: 'red', moment: 7, onclose: () => {} });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

function device(share: (data: ShareData) => Promise<void>) {
  Object.assign(navigator, { canShare: () => true, share });
}

test('a moment is asked for in the colours one looks at, and a film is of the whole match', () => {
  expect(screen.getByRole('img').getAttribute('src')).toBe('/api/tables/abc/picture.svg?theme=dark&seat=red&moment=7');
  expect(pathOf('webp', { table: 'abc', seat: '', moment: 7 })).toBe('/api/tables/abc/match.webp?theme=dark');
});

test('where nothing is shared it becomes a file', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await press('Picture');
  await waitFor(() => expect(saved).toEqual(['splut-abc.png']));
  await screen.findByRole('button', { name: 'Saved' });
});

test('a device is handed a file; one that wants to be asked again keeps it ready', async () => {
  const shared: ShareData[] = [];
  let late = true;
  device(async (data) => {
    if (late) throw new DOMException('too late', 'NotAllowedError');
    shared.push(data);
  });
  await press('Moving picture');
  await screen.findByRole('button', { name: 'Ready: pass it on' });
  late = false;
  await press('Ready: pass it on');
  await waitFor(() => expect(shared[0]?.files?.[0]?.name).toBe('splut-abc.webp'));
  expect(asked).toHaveLength(1);
});

test('a refusal is told in its sentence, and one may try again', async () => {
  answer = () => new Response('{"why": "Too much was asked."}', { status: 429 });
  await press('The same as GIF');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Too much was asked.'));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Picture' }).disabled).toBe(false);
});
