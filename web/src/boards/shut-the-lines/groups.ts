// Dice laid in groups, as numbers of dice, and the ways that they make. Which ways are possible is given; here they are
// only looked up by their sums.
import type { Way } from './view';

export type Groups = number[][];

/** Every die by itself. */
export function alone(dice: number[]): Groups {
  return dice.map((_, die) => [die]);
}

export function sum(group: number[], dice: number[]): number {
  return group.reduce((total, die) => total + dice[die]!, 0);
}

/** The groups after some dice were put into one of them, or into a new one. */
export function put(groups: Groups, moved: number[], onto: number | null): Groups {
  const left = groups.map((group, each) => {
    const kept = group.filter((die) => !moved.includes(die));
    return each === onto ? [...kept, ...moved].sort((one, other) => one - other) : kept;
  });
  if (onto === null) left.push([...moved].sort((one, other) => one - other));
  return left.filter((group) => group.length > 0);
}

/** The way that groups make: all of its sums; or, where nothing else can be done, the most of what they cover. */
export function made(groups: Groups, dice: number[], ways: Way[]): Way | null {
  const sums = groups.map((group) => sum(group, dice)).sort((one, other) => one - other);
  const full = ways.filter((way) => !way.leaves);
  if (full.length > 0) return full.find((way) => same(way.numbers, sums)) ?? null;
  const within = ways.filter((way) => way.numbers.every((number) => sums.includes(number)));
  return within.sort((one, other) => other.numbers.length - one.numbers.length)[0] ?? null;
}

/** The dice in groups that make a way, the covered sums first; null where no groups do. */
export function laid(way: Way, dice: number[], ways: Way[]): Groups | null {
  const all = splits(dice);
  const covers = (groups: Groups) => way.numbers.every((number) => groups.some((each) => sum(each, dice) === number));
  const found = all.find((groups) => made(groups, dice, ways) === way) ?? all.find(covers);
  if (!found) return null;
  const rank = (group: number[]) => {
    const total = sum(group, dice);
    return way.numbers.includes(total) ? total : total + 100;
  };
  return [...found].sort((one, other) => rank(one) - rank(other));
}

/** Every way to put dice into groups, those with few groups first. */
export function splits(dice: number[]): Groups[] {
  let all: Groups[] = [[]];
  for (const die of dice.keys()) {
    all = all.flatMap((groups) => [
      ...groups.map((_, onto) => groups.map((group, each) => (each === onto ? [...group, die] : group))),
      [...groups, [die]],
    ]);
  }
  return all.sort((one, other) => one.length - other.length);
}

/** The faces of the dice that make a number in some of the ways, each set of faces once. */
export function reachedBy(number: number, dice: number[], layouts: Map<Way, Groups | null>): number[][] {
  const found = new Map<string, number[]>();
  for (const [way, groups] of layouts) {
    if (!way.numbers.includes(number)) continue;
    const group = groups?.find((each) => sum(each, dice) === number);
    const faces = group?.map((die) => dice[die]!).sort((one, other) => one - other);
    if (faces) found.set(faces.join(), faces);
  }
  return [...found.values()];
}

function same(one: number[], other: number[]): boolean {
  return one.length === other.length && one.every((each, n) => each === other[n]);
}
