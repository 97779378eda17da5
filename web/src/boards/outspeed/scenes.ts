// What happened, cut into scenes: what happens at once is seen at once.
import type { Happening } from '../board';

export type Kind =
  'seal' | 'lay' | 'turn' | 'light' | 'roll' | 'pay' | 'go' | 'show' | 'draw' | 'fall' | 'tile' | 'end';

export interface Scene {
  kind: Kind;
  events: Happening[];
  ms: number;
}

const KINDS: Record<string, Kind> = {
  decided: 'lay',
  laid: 'lay',
  programmed: 'seal',
  route: 'turn',
  rolled: 'roll',
  paid: 'pay',
  shown: 'show',
  extended: 'go',
  moved: 'go',
  fuelled: 'go',
  marked: 'go',
  looked: 'draw',
  kept: 'draw',
  shuffled: 'draw',
  fell: 'fall',
  cleared: 'tile',
  flipped: 'tile',
  turned: 'tile',
  ended: 'end',
};

const TIMES: Record<Kind, number> = {
  seal: 240,
  lay: 300,
  turn: 900,
  light: 420,
  roll: 900,
  pay: 640,
  go: 760,
  show: 760,
  draw: 300,
  fall: 900,
  tile: 420,
  end: 0,
};

/** Whoever is out is so in the same scene as what put them out. */
export function scenesOf(events: Happening[]): Scene[] {
  const found: Scene[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const kind = event.event === 'out' ? (last?.kind ?? 'go') : KINDS[event.event];
    if (!kind) continue;
    if (last?.kind === kind && kind !== 'seal') last.events.push(event);
    else found.push({ kind, events: [event], ms: TIMES[kind] });
  }
  return found.flatMap((scene) => (scene.kind === 'turn' ? [scene, ...scene.events.map(lit)] : [scene]));
}

/** After all have turned over their envelopes, one route after the other is looked at. */
function lit(route: Happening): Scene {
  return { kind: 'light', events: [route], ms: TIMES.light };
}
