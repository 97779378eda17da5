// Profiles over HTTP: what came of somebody's matches.
import { ask } from './house';
import { ME } from './ladders';

/** What came of all matches of a kind. Where there is one side only nobody wins or loses. */
export interface Tally {
  game: string;
  mode: string;
  seats: number;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  /** On average, where there are more than two sides. */
  place: number | null;
}

/** A first choice, how often it was made, and what came of it, from 0 to 1. */
export interface Opening {
  game: string;
  first: string;
  matches: number;
  score: number | null;
}

export interface Profile {
  name: string;
  /** By which others ask; nothing for who is on no ladder. */
  handle: string;
  /** Whether it is who asks: then all matches are counted, not only the rated ones. */
  you: boolean;
  results: Tally[];
  openings: Opening[];
}

/** A match that one played. */
export interface Past {
  table: string;
  game: string;
  mode: string;
  at: number;
  rated: boolean;
  sides: number;
  /** 0 for who had several seats. */
  place: number;
  shared: boolean;
  others: { name: string; bot: boolean }[];
}

export const RECORDS = '/api/profile/records.zip';
export const pathOfProfile = (handle: string) => `/people/${encodeURIComponent(handle)}`;

export const profiles = {
  of: (handle: string) =>
    ask<Profile>('GET', handle === ME ? '/api/profile/me' : `/api/people/${encodeURIComponent(handle)}/profile`),
  /** One's own matches that ended before a time, the last first. */
  matches: (before?: number) =>
    ask<{ matches: Past[]; more: boolean }>(
      'GET',
      `/api/profile/matches${before === undefined ? '' : `?before=${before}`}`,
    ),
};

/** How a match came out for somebody. */
export function cameOut({ sides, place, shared }: Past): 'won' | 'drawn' | 'lost' | 'place' | 'played' {
  if (sides < 2 || !place) return 'played';
  if (place === 1) return shared ? 'drawn' : 'won';
  return sides === 2 ? 'lost' : 'place';
}
