// Pictures of a match, to pass on: by what the device has for that, or as a file.
import { Refusal, UNREACHED } from './house';
import { tryToFetch } from './reach.svelte';
import type { Why } from './types';
import { settings } from '../settings.svelte';
import { t } from '../words/words';

export type Kind = 'png' | 'webp' | 'gif';

/** What is wanted of a match: a moment of it, or nothing for how it is now, seen by a seat. */
export interface Wanted {
  table: string;
  seat: string;
  moment?: number;
}

/** Where a picture is: in the colours that one looks at now. */
export function pathOf(kind: Kind | 'svg', { table, seat, moment }: Wanted): string {
  const still = kind === 'svg' || kind === 'png';
  const asked = new URLSearchParams({ theme: document.documentElement.dataset.theme ?? 'light' });
  if (seat) asked.set('seat', seat);
  if (still && moment !== undefined) asked.set('moment', String(moment));
  return `/api/tables/${table}/${still ? 'picture' : 'match'}.${kind}?${asked}`;
}

/** The picture itself, once it is drawn. */
export async function fetched(kind: Kind, wanted: Wanted, game: string): Promise<File> {
  const answer = await tryToFetch(pathOf(kind, wanted), { headers: { 'Accept-Language': settings.language } });
  if (!answer) throw new Refusal(t('common.unreached'), UNREACHED);
  if (!answer.ok) {
    const told = (await answer.json().catch(() => null)) as Why | null;
    throw new Refusal(told?.why ?? String(answer.status), answer.status);
  }
  return new File([await answer.blob()], `${game}-${wanted.table}.${kind}`, { type: `image/${kind}` });
}

/**
 * Hand a picture on: whether it was, or `later`, where the device wants to be asked by a new press because drawing it
 * took too long.
 */
export async function handOn(file: File): Promise<'shared' | 'saved' | 'later'> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'shared'; // somebody would rather not
      if ((error as Error).name === 'NotAllowedError') return 'later';
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return 'saved';
}
