import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bytesOf, hindrance, makePasskey, provePasskey, textOf } from '../src/api/passkeys';
import type { Standing } from '../src/api/types';
import Account from '../src/pages/Account.svelte';
import { placeOf } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';

const NOBODY: Standing = {
  kind: 'nobody',
  letters: false,
  name: '',
  login: '',
  email: '',
  password: false,
  fresh: false,
  codes: 0,
  passkeys: [],
  sessions: [],
};
const HERE = { id: 'aaaa', device: 'Firefox, Linux', made: 1, seen: 1, here: true };
const THERE = { id: 'bbbb', device: 'Chrome, Android', made: 1, seen: 1, here: false };
const ADA: Standing = {
  ...NOBODY,
  kind: 'account',
  name: 'Ada',
  login: 'ada.l',
  password: true,
  fresh: true,
  codes: 9,
  sessions: [HERE, THERE],
};

let standing: Standing;
let answers: Record<string, unknown>;
let asked: { path: string; data: unknown }[];

beforeEach(() => {
  settings.language = 'en';
  settings.name = 'Olive stone';
  standing = NOBODY;
  answers = {};
  asked = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') asked.push({ path, data: JSON.parse(body as string) });
    const known: Record<string, unknown> = { 'GET /api/account': standing, 'GET /api/account/tables': [], ...answers };
    const key = `${method} ${path}`;
    const answer = known[key];
    const refused = answer instanceof Error;
    const given = refused ? { why: answer.message } : answer;
    const status = refused ? 401 : key in known && given !== null ? 200 : 204;
    return { ok: !refused, status, json: async () => given };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the page has a path of its own', () => {
  expect(placeOf('/account')).toEqual({ page: 'room', room: 'account', rest: [] });
  expect(placeOf('/account/more')).toEqual({ page: 'nowhere' });
});

test('an account is opened, and its codes are shown once', async () => {
  answers['POST /api/account'] = {
    name: 'Olive stone',
    token: 'x',
    codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'],
  };
  render(Account);
  const slip = await screen.findByRole('region', { name: 'Open an account' });
  await fireEvent.input(within(slip).getByLabelText('Name to sign in with'), { target: { value: 'ada.l' } });
  await fireEvent.input(within(slip).getByLabelText('Password'), { target: { value: 'four olives in a dish' } });
  standing = { ...ADA, name: 'Olive stone' };
  await fireEvent.submit(within(slip).getByLabelText('Password').closest('form')!);
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Codes for ada.l at Sobremesa');
  expect(asked).toEqual([
    { path: '/api/account', data: { login: 'ada.l', password: 'four olives in a dish', name: 'Olive stone' } },
    { path: '/api/account/name', data: { name: 'Olive stone' } },
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull();
  expect(await screen.findByText('You are signed in as ada.l.')).toBeTruthy();
});

test('what is refused is said beside what was asked', async () => {
  answers['POST /api/account/enter'] = new Error('That name and that password do not go together.');
  render(Account);
  const slip = await screen.findByRole('region', { name: 'Sign in' });
  await fireEvent.submit(within(slip).getByLabelText('Password').closest('form')!);
  expect((await within(slip).findByRole('alert')).textContent).toContain('do not go together');
});

test('a guest with tables is asked whether they come along, and one without is not', async () => {
  standing = { ...NOBODY, kind: 'guest', name: 'Olive stone', fresh: true, sessions: [HERE] };
  render(Account);
  await screen.findByRole('region', { name: 'Sign in' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  answers['GET /api/account/tables'] = [{ table: 'Rq7', game: 'splut', made: 1, over: true }];
  answers['POST /api/account/enter'] = { name: 'Ada', token: 'x' };
  render(Account);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /played here as Olive stone/ });
  expect(box.checked).toBe(true);
  expect(screen.getByRole('link', { name: 'Splut!' }).getAttribute('href')).toBe('/replay/Rq7');
  await fireEvent.click(box);
  const slip = screen.getByRole('region', { name: 'Sign in' });
  await fireEvent.submit(within(slip).getByLabelText('Password').closest('form')!);
  await waitFor(() => expect(asked[0]!.data).toMatchObject({ bring: false }));
  await waitFor(() => expect(settings.name).toBe('Ada'));
});

test('one signs out there, and everywhere else', async () => {
  standing = ADA;
  render(Account);
  await fireEvent.click(await screen.findByRole('button', { name: 'Sign out: Chrome, Android' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ path: '/api/account/sessions/end', data: { id: 'bbbb' } }));
  const all = await screen.findByRole('button', { name: 'Sign out everywhere else' });
  await waitFor(() => expect((all as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(all);
  await waitFor(() => expect(asked.at(-1)).toEqual({ path: '/api/account/sessions/end', data: { id: '' } }));
});

test('after a while one signs in once more before anything that would hurt', async () => {
  standing = { ...ADA, fresh: false };
  render(Account);
  expect(await screen.findByText(/It is a while/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'What is yours' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toBeTruthy();
});

test('everything is deleted only for who types their name', async () => {
  standing = ADA;
  render(Account);
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Delete everything for good',
    hidden: true,
  });
  const field = screen.getByLabelText('Type ada.l to do it');
  await fireEvent.input(field, { target: { value: 'ada' } });
  expect(button.disabled).toBe(true);
  await fireEvent.input(field, { target: { value: 'ada.l' } });
  expect(button.disabled).toBe(false);
  standing = NOBODY;
  await fireEvent.submit(field.closest('form')!);
  expect(await screen.findByRole('region', { name: 'Open an account' })).toBeTruthy();
});

test('bytes are written as the standard has it, both ways', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const text = textOf(bytes.slice(0, length).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...bytesOf(text)]).toEqual([...bytes.slice(0, length)]);
  }
});

test('why there can be no passkeys', async () => {
  const at = (hostname: string, secure: boolean) => {
    vi.stubGlobal('location', { hostname });
    vi.stubGlobal('isSecureContext', secure);
    return hindrance();
  };
  expect(at('sobremesa.example', true)).toBe('');
  expect(at('localhost', true)).toBe('');
  expect(at('127.0.0.1', true)).toBe('number');
  expect(at('[::1]', true)).toBe('number');
  expect(at('sobremesa.example', false)).toBe('plain');
  expect(at('192.168.1.7', false)).toBe('plain');
  vi.unstubAllGlobals();
  vi.stubGlobal('isSecureContext', true);
  expect(hindrance()).toBe('browser');
});

test('on plain http the page says in a sentence why there are no passkeys', async () => {
  vi.stubGlobal('isSecureContext', false);
  render(Account);
  expect(await screen.findByText(/Passkeys need https/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull();
});

test('who would rather make no passkey makes none, and what else goes wrong is told', async () => {
  const options = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'BBBB', name: 'ada' } };
  const create = vi.fn(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });
  vi.stubGlobal('navigator', { credentials: { create, get: create } });
  expect(await makePasskey(options)).toBeNull();
  expect(await provePasskey(options)).toBeNull();
  const given = (create.mock.calls as unknown[][])[0]![0] as {
    publicKey: { challenge: Uint8Array; user: { id: Uint8Array } };
  };
  expect([...given.publicKey.challenge]).toEqual([0, 0, 0]);
  expect([...given.publicKey.user.id]).toEqual([4, 16, 65]);
  create.mockImplementation(async () => {
    throw new DOMException('another', 'InvalidStateError');
  });
  await expect(makePasskey(options)).rejects.toThrow('another');
});
