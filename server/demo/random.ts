/** The same seed gives the same values in the same order on every machine. */
export interface Random {
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in about this share of the calls. @param share 0 to 1 */
  happens(share: number): boolean;
}

/** Each purpose has its own sequence, so that a new table does not change the rows of other tables. */
export function createRandom(purpose: string): Random {
  const next = mulberry32(hashSeed(purpose));
  return {
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    happens: (share) => next() < share,
  };
}

/** FNV-1a. */
function hashSeed(text: string): number {
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

export const splitList = (text: string): readonly string[] => text.split(/[،,]/).map((item) => item.trim());
