// A clock between two messages of the house: it said how much was left, and we count on from there.
import { settings } from '../settings.svelte';
import type { Time } from './types';

/** Seconds left, of a clock that was told at one moment (in ms) and is read at another. */
export function leftOf(time: Time, told: number, now: number): number {
  return Math.max(0, time.runs ? time.left - (now - told) / 1000 : time.left);
}

/** 2d 4h, 4h 12m or 12m, as the reader writes it. */
export function daysText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const all = { day: days, hour: hours, minute: minutes % 60 };
  const units = (days ? ['day', 'hour'] : hours ? ['hour', 'minute'] : ['minute']) as (keyof typeof all)[];
  return units
    .filter((unit, n) => !n || all[unit])
    .map((unit) =>
      new Intl.NumberFormat(settings.language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(all[unit]),
    )
    .join(' ');
}

/** 4:12, 1:02:03, and tenths in the last ten seconds. */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
