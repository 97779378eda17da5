// Links that others can follow. A page that was opened by a name of this machine alone, as localhost, asks the server
// by which address others reach it.
import { house } from '../api/house';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export class Invitation {
  /** The address by which others reach the server; nothing where they cannot, null until that is known. */
  #address = $state<string | null>(LOOPBACK.test(location.hostname) ? null : `${location.origin}/`);

  constructor() {
    house.reached().then(
      ({ address }) => (this.#address = address),
      () => (this.#address ??= ''),
    );
  }

  /** Whether it is known by which address others come, or that they cannot. */
  get known(): boolean {
    return this.#address !== null;
  }

  /** Whether others can follow a link. */
  get reachable(): boolean {
    return !!this.#address;
  }

  /** A link to a page of the server; where others cannot come, one for this machine. */
  to(path: string): string {
    return new URL(path, this.#address || location.href).href;
  }
}
