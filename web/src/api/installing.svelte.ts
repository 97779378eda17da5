// The house among a device's own programs: whether the browser offers that, and what is kept for who has taken it.
const WORKER = '/worker.js';

interface Offer extends Event {
  prompt: () => Promise<unknown>;
}

class Installing {
  /** What the browser would ask; nothing where it offers no such thing. */
  offer = $state.raw<Offer | null>(null);

  /** Whether one looks from a window of its own. */
  get inside(): boolean {
    return matchMedia('(display-mode: standalone)').matches;
  }

  /** Whether this browser installs by a menu of its own, and says nothing. */
  get byHand(): boolean {
    return (navigator as { standalone?: boolean }).standalone === false;
  }

  attend() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => {
      this.offer = null;
      this.#keep();
    });
    if (this.inside) this.#keep();
  }

  async take() {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }

  /** The pages are kept for who has the house on their device, and for nobody who only looks in. */
  #keep() {
    if ('serviceWorker' in navigator) void navigator.serviceWorker.register(WORKER).catch(() => {});
  }
}

export const installing = new Installing();
