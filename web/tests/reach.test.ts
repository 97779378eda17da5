import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import App from '../src/App.svelte';
import { ask, Refusal } from '../src/api/house';
import { reach } from '../src/api/reach.svelte';
import { router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import { t } from '../src/words/words';

let answer: (path: string) => unknown;

beforeEach(() => {
  settings.language = 'fr';
  settings.name = 'Olive stone';
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (path: string) => answer(path));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reach.answered();
});

const well = (data: unknown) => ({ ok: true, status: 200, json: async () => data });

test('who cannot be reached is said to be so in the language of the reader, also behind a proxy', async () => {
  await expect(ask('GET', '/api/games')).rejects.toThrow(t('common.unreached'));
  expect(reach.away).toBe(true);
  answer = () => ({ ok: false, status: 502, headers: new Headers({ 'Content-Type': 'text/html' }) });
  await expect(ask('GET', '/api/games')).rejects.toThrow(t('common.unreached'));
  const why = { ok: false, status: 503, headers: new Headers({ 'Content-Type': 'application/json' }) };
  answer = () => ({ ...why, json: async () => ({ why: 'Revenez.' }) });
  await expect(ask('GET', '/api/games')).rejects.toEqual(new Refusal('Revenez.', 503));
  expect(reach.away).toBe(false);
});

test('a page that has nothing says so, and opens when the house is back; one that has something stays', async () => {
  router.go('/ladders');
  render(App);
  expect(await screen.findByText(t('installing.away'), {}, { timeout: 15_000 })).toBeTruthy();
  answer = (path) => well(path === '/api/ladders' ? [] : { table: '', waiting: 0 });
  await fireEvent.click(screen.getByText(t('common.try-now')));
  await waitFor(() => expect(screen.queryByText(t('installing.away'))).toBeNull());
  expect(await screen.findByText(t('ladders.title'), {}, { timeout: 15_000 })).toBeTruthy();
  await waitFor(() => expect(reach.empty).toBe(false));
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(ask('GET', '/api/ladders')).rejects.toThrow(t('common.unreached'));
  expect(screen.queryByText(t('installing.away'))).toBeNull();
}, 40_000);

test('it is looked for again and again, and at once when the device has a line again', async () => {
  vi.useFakeTimers();
  await expect(ask('GET', '/api/games')).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.away).toBe(true);
  answer = (path) => {
    expect(path).toBe('/health/live');
    return well('');
  };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reach.away).toBe(false);
  reach.failed();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reach.away).toBe(false);
});
