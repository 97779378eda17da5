// The kinds of puzzles that are solved on the spot; boards to be filled are played at a table.
export const KINDS = { 'splut-kill': 'splut', 'splut-save': 'splut', throw: 'shut-the-lines' } as const;

export type Kind = keyof typeof KINDS;

export const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);
