// An evening being planned: the house says what fits, as it does at a table.
import { evenings, type Kind } from '../../api/evening.svelte';
import { house, Refusal } from '../../api/house';
import type { Boxed, Terms } from '../../api/types';
import { settings } from '../../settings.svelte';
import { t } from '../../words/words';

export const CLOCKS = ['none', '300-10', '900-0'] as const;
const FIRST = 'splut';

export class Planning {
  shelf = $state.raw<Boxed[]>([]);
  game = $state(FIRST);
  terms = $state.raw<Terms | null>(null);
  /** The options that were let go because they do not fit what was chosen last. */
  letGo = $state.raw<string[]>([]);
  name = $state(t('evenings.name-usual', { name: settings.name }));
  kind = $state<Kind>('swiss');
  rounds = $state(0);
  bot = $state('');
  clock = $state<string>('none');
  auto = $state(true);
  anybody = $state(false);
  busy = $state(false);
  why = $state('');

  constructor() {
    void this.attempt(async () => {
      this.shelf = await house.shelf();
      await this.#open(this.game);
    });
  }

  get box(): Boxed | null {
    return this.shelf.find((each) => each.game === this.game) ?? null;
  }

  play(game: string) {
    return this.attempt(() => this.#open(game));
  }

  /** Choose a value of an option, or the number of seats; what does not fit beside it gives way. */
  async choose(name: string, value: string): Promise<void> {
    const now = this.terms!;
    const wanted =
      name === 'seats'
        ? { seats: Number(value), options: now.chosen }
        : { seats: now.seats, options: { ...now.chosen, [name]: value } };
    const told = await house.terms(this.game, { ...wanted, first: name });
    if (told.dropped[name]) throw new Refusal(told.dropped[name], 400);
    this.terms = told;
    this.letGo = Object.keys(told.dropped).filter((each) => each !== 'seats');
  }

  /** Lay it; its name, or nothing where it was refused. */
  async lay(): Promise<string> {
    let laid = '';
    const [initial, increment] = this.clock.split('-').map(Number);
    await this.attempt(async () => {
      laid = await evenings.lay({
        name: this.name,
        game: this.game,
        seats: this.terms!.seats,
        options: this.terms!.chosen,
        manner: this.clock === 'none' ? null : { clock: { initial: initial!, increment: increment! } },
        kind: this.kind,
        rounds: this.rounds,
        bot: this.bot,
        auto: this.auto,
        public: this.anybody,
      });
    });
    return laid;
  }

  async attempt(deed: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.why = '';
    try {
      await deed();
    } catch (error) {
      this.why = error instanceof Refusal ? error.message : t('evenings.no-house');
    } finally {
      this.busy = false;
    }
  }

  async #open(game: string) {
    const box = this.shelf.find((each) => each.game === game)!;
    this.terms = await house.terms(game, { seats: box.seats.includes(2) ? 2 : box.seats[0]!, options: {} });
    this.game = game;
    this.letGo = [];
    if (!box.bots.includes(this.bot)) this.bot = '';
  }
}
