// Whether the screen is a phone's: there log and chat lie in a sheet.
class Screen {
  phone = $state(false);

  constructor() {
    const query = globalThis.matchMedia?.('(max-width: 720px)');
    this.phone = query?.matches ?? false;
    query?.addEventListener?.('change', () => (this.phone = query.matches));
  }
}

export const screen = new Screen();
