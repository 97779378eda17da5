// The sounds of a table, made as they are needed: no file is loaded. None is heard before somebody has clicked or pressed
// a key, and none carries news alone: every sound has its sight.
import { settings } from './settings.svelte';

export type Sound = 'cup' | 'linen' | 'knock' | 'cork' | 'dice' | 'rise' | 'fall' | 'chair';

export interface Options {
  /** How far a rock flew, in squares: further is lower. */
  far?: number;
  /** How many dice settle, one click each. */
  count?: number;
  /** Seconds until it is heard. */
  after?: number;
}

const QUIET = 10 ** (-18 / 20);
const TUMBLE = 0.64;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function wake() {
  if (!context) {
    context = new AudioContext();
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  void context.resume();
}

if (typeof AudioContext !== 'undefined') {
  for (const first of ['pointerdown', 'keydown']) addEventListener(first, wake, { once: true, capture: true });
}

interface Shape {
  at: number;
  rise?: number;
  fall: number;
  loud: number;
}

/** A loudness that rises at once, or in so many seconds, and dies away. */
function envelope(air: AudioContext, { at, rise = 0.002, fall, loud }: Shape): GainNode {
  const gain = air.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud * QUIET * settings.sound, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + fall);
  gain.connect(air.destination);
  return gain;
}

/** Something that rings at a pitch, and slides to another if one is given. */
function tone(air: AudioContext, shape: Shape, pitch: number, to = pitch, wave: OscillatorType = 'sine') {
  const source = air.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, shape.at);
  source.frequency.exponentialRampToValueAtTime(to, shape.at + (shape.rise ?? 0) + shape.fall);
  source.connect(envelope(air, shape));
  source.start(shape.at);
  source.stop(shape.at + (shape.rise ?? 0) + shape.fall + 0.05);
}

/** Something that rubs or knocks: noise around a pitch. */
function noise(air: AudioContext, shape: Shape, pitch: number, sharp: number, to = pitch) {
  const source = air.createBufferSource();
  const filter = air.createBiquadFilter();
  source.buffer = hiss;
  filter.type = 'bandpass';
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(pitch, shape.at);
  filter.frequency.exponentialRampToValueAtTime(to, shape.at + (shape.rise ?? 0) + shape.fall);
  source.connect(filter).connect(envelope(air, shape));
  source.start(shape.at, Math.random() * 0.5);
  source.stop(shape.at + (shape.rise ?? 0) + shape.fall + 0.05);
}

/** A teaspoon on a glass. */
function spoon(air: AudioContext, at: number, pitch: number) {
  tone(air, { at, fall: 0.9, loud: 0.9 }, pitch);
  tone(air, { at, fall: 0.35, loud: 0.3 }, pitch * 2.76);
  noise(air, { at, fall: 0.02, loud: 0.4 }, 6000, 2);
}

const SOUNDS: Record<Sound, (air: AudioContext, at: number, options: Options) => void> = {
  /** A cup on its saucer: a piece is set down. */
  cup(air, at) {
    noise(air, { at, fall: 0.03, loud: 1.2 }, 2600, 3);
    tone(air, { at, fall: 0.14, loud: 0.5 }, 1870, 1840);
    tone(air, { at: at + 0.035, fall: 0.1, loud: 0.25 }, 2510, 2480);
  },
  /** Linen brushed: a card is drawn, a turn begins. */
  linen(air, at) {
    noise(air, { at, rise: 0.07, fall: 0.16, loud: 1 }, 1800, 0.8, 4200);
  },
  /** A knock on wood: a rock lands. */
  knock(air, at, { far = 1 }) {
    const pitch = 300 * 0.9 ** (far - 1);
    tone(air, { at, fall: 0.16, loud: 2.2 }, pitch, pitch * 0.7);
    noise(air, { at, fall: 0.04, loud: 1.6 }, pitch * 3, 1.5);
  },
  cork(air, at) {
    tone(air, { at, fall: 0.07, loud: 1.6 }, 420, 900);
    noise(air, { at: at + 0.04, fall: 0.06, loud: 0.9 }, 1500, 1);
  },
  /** Dice on wood, each settling in the time of the tumble. */
  dice(air, at, { count = 2 }) {
    for (let die = 0; die < count; die++) {
      const settled = at + (TUMBLE * (die + 1)) / count - 0.05;
      noise(air, { at: settled, fall: 0.05, loud: 1.8 }, 1100 + 240 * Math.random(), 4);
      tone(air, { at: settled, fall: 0.06, loud: 0.8 }, 240 + 40 * Math.random(), 180);
    }
  },
  /** It is your turn. */
  rise(air, at) {
    spoon(air, at, 1319);
    spoon(air, at + 0.16, 1760);
  },
  /** You have lost something. */
  fall(air, at) {
    spoon(air, at, 1760);
    spoon(air, at + 0.16, 1319);
  },
  /** A chair pushed back: somebody leaves. */
  chair(air, at) {
    noise(air, { at, rise: 0.05, fall: 0.3, loud: 1.6 }, 320, 6, 210);
    tone(air, { at, rise: 0.05, fall: 0.28, loud: 0.35 }, 118, 92, 'sawtooth');
  },
};

export function play(sound: Sound, options: Options = {}) {
  if (!context || context.state !== 'running' || !settings.sound) return;
  SOUNDS[sound](context, context.currentTime + (options.after ?? 0) + 0.005, options);
}
