// The kinds of puzzles and their games. Boards to be filled are played at a table, all others on the spot.
export const KINDS = { 'splut-kill': 'splut', 'splut-save': 'splut', throw: 'shut-the-lines' } as const;
export const FILL = 'fill';

export type Kind = keyof typeof KINDS;
export type AnyKind = Kind | typeof FILL;

export const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);
/** Where a game's puzzles begin, if it has any. */
export const puzzlesOf = (game: string) => {
  const kind = ([...Object.keys(KINDS), FILL] as AnyKind[]).find((each) => gameOf(each) === game);
  return kind && `/puzzles/${kind}`;
};
export const gameOf = (kind: AnyKind) => (kind === FILL ? 'end-of-line' : KINDS[kind]);
