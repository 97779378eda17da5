// One's account: what the house knows of one, and what one asks of it. What is refused is told in its sentence.
import { invent } from '../parts/names';
import { settings } from '../settings.svelte';
import { Doing } from './doing.svelte';
import { ask, beUnknown } from './house';
import { makePasskey, provePasskey, type Json } from './passkeys';
import type { Codes, Entered, Laid, Opened, Standing } from './types';

export class Account extends Doing {
  /** Nothing while it is not known yet. */
  standing = $state.raw<Standing | null>(null);
  tables = $state.raw<Laid[]>([]);
  /** A sheet of codes that has just been made: it is shown once. */
  sheet = $state.raw<{ login: string; codes: string[] } | null>(null);

  constructor() {
    super();
    this.begin();
  }

  async look() {
    this.standing = await ask<Standing>('GET', '/api/account');
    this.tables = this.standing.kind === 'nobody' ? [] : await ask<Laid[]>('GET', '/api/account/tables');
    if (this.standing.kind === 'account' && this.standing.name !== settings.name) {
      settings.name = this.standing.name; // one sits down by it on every device
      settings.keep();
    }
  }

  open(login: string, password: string | null) {
    return this.do('open', async () => {
      const { codes } = await ask<Opened>('POST', '/api/account', { login, password, name: settings.name });
      this.sheet = { login: login.trim().toLowerCase(), codes };
      await ask('POST', '/api/account/name', { name: settings.name }); // which a guest may have changed here alone
    });
  }

  enter(login: string, password: string, bring: boolean) {
    return this.do('enter', () => this.#come('/api/account/enter', { login, password, bring }));
  }

  enterByKey(bring: boolean) {
    return this.do('key', async () => {
      const credential = await provePasskey(await ask<Json>('POST', '/api/account/enter/ask', {}));
      if (credential) await this.#come('/api/account/enter/passkey', { credential, bring });
    });
  }

  recover(login: string, code: string, password: string, bring: boolean) {
    return this.do('recover', () => this.#come('/api/account/recover', { login, code, password, bring }));
  }

  forgotten(login: string) {
    return this.do('forgotten', () => ask('POST', '/api/account/forgotten', { login }));
  }

  rename(name: string) {
    return this.do('name', () => ask('POST', '/api/account/name', { name }));
  }

  setPassword(wanted: string) {
    return this.do('password', () => ask('POST', '/api/account/password', { new: wanted }));
  }

  setEmail(email: string) {
    return this.do('email', () => ask('POST', '/api/account/email', { email }));
  }

  proveEmail(code: string) {
    return this.do('prove', () => ask('POST', '/api/account/email/prove', { code }));
  }

  newSheet() {
    return this.do('sheet', async () => {
      const { codes } = await ask<Codes>('POST', '/api/account/codes', {});
      this.sheet = { login: this.standing!.login, codes };
    });
  }

  addPasskey() {
    return this.do('passkey', async () => {
      const credential = await makePasskey(await ask<Json>('POST', '/api/account/passkeys/ask', {}));
      if (credential) await ask('POST', '/api/account/passkeys', { credential });
    });
  }

  removePasskey(id: string) {
    return this.do('passkey', () => ask('POST', '/api/account/passkeys/remove', { id }));
  }

  endSession(id: string) {
    return this.do('session', () => ask('POST', '/api/account/sessions/end', { id }));
  }

  leave() {
    return this.do('leave', async () => {
      await ask('POST', '/api/account/leave', {});
      this.#forget();
    });
  }

  delete(name: string) {
    return this.do('delete', async () => {
      await ask('POST', '/api/account/delete', { name });
      this.#forget();
    });
  }

  /** As on the first visit: nobody is known here, and the name is gone with them. */
  #forget() {
    beUnknown();
    settings.name = invent(settings.language);
    settings.keep();
  }

  async #come(path: string, data: Json) {
    settings.name = (await ask<Entered>('POST', path, data)).name;
    settings.keep();
  }
}
