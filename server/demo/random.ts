/** Repeatable random values: the same seed gives the same values in the same order on every machine. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** @throws when there is nothing to pick from */
  pick<T>(items: readonly T[]): T;
  /** True in about this share of the calls, 0 to 1. */
  happens(share: number): boolean;
}

/** Each purpose has its own sequence, so that a new table does not change the rows of the others. */
export function randomFor(purpose: string): Random {
  const next = mulberry32(seedOf(purpose));
  return {
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => {
      const picked = items[Math.floor(next() * items.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    happens: (share) => next() < share,
  };
}

/** FNV-1a. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Splits a text at its commas: easier to read than an array of a hundred lines. */
export const listed = (text: string): readonly string[] => text.split(/[،,]/).map((item) => item.trim());
