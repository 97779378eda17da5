// Eight seats: a letter that is the same in all four languages, a colour and a pattern, whatever a game calls them.
export const LETTERS = ['R', 'M', 'J', 'L', 'V', 'P', 'T', 'S'] as const;
export type Letter = (typeof LETTERS)[number];

const CALLED: Record<string, Letter> = {
  red: 'R',
  yellow: 'M',
  green: 'J',
  blue: 'L',
  ruby: 'R',
  maize: 'M',
  jade: 'J',
  lapis: 'L',
  violet: 'V',
  papaya: 'P',
  turquoise: 'T',
  salt: 'S',
};

/** The letter of a seat by what its game calls it. */
export function letterOf(seat: string): Letter {
  return CALLED[seat] ?? 'S';
}
