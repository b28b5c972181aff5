/** Kinds of lines that the user reviews, in the order of the preview. */
export const lineKinds = ['hidden', 'nonRecord', 'nameOnly', 'repeated'] as const;
export type LineKind = (typeof lineKinds)[number];
/** `repeated` depends on the other rows; the other kinds are properties of one row. */
export type OwnLineKind = Exclude<LineKind, 'repeated'>;

/** Whether rows of the kind are imported before the user decides. */
const isIncludedAtFirst: Record<LineKind, boolean> = {
  hidden: false,
  nonRecord: false,
  nameOnly: true,
  repeated: true,
};

export interface ReviewedLine {
  index: number;
  line: number;
  text: string;
  isIncluded: boolean;
  /** The line of the earlier row of the same record; null for other kinds. */
  firstLine: number | null;
}

export type LineCounts = Record<LineKind, { count: number; included: number }>;

/** Row indexes of one kind, or chosen rows. */
export type LineChoice = { kind: LineKind } | { indexes: readonly number[] };

/** The rows that are hidden, no records, or repeated, and the user's choices about them. */
export class LineReview {
  readonly choices: Map<number, boolean>;
  readonly #leftOut: ReadonlySet<number>;
  #repeats: ReadonlyMap<number, number> = new Map();

  /** @param leftOut the rows that an earlier import left out; without it, the kind of a row decides */
  constructor(
    readonly kinds: ReadonlyMap<number, OwnLineKind>,
    leftOut?: readonly number[],
    choices: ReadonlyMap<number, boolean> = new Map(),
  ) {
    this.choices = new Map(choices);
    this.#leftOut = new Set(leftOut);
    if (leftOut) for (const index of kinds.keys()) this.choices.set(index, !this.#leftOut.has(index));
  }

  isExcluded = (index: number): boolean => {
    const kind = this.kinds.get(index) ?? (this.#repeats.has(index) ? 'repeated' : null);
    // A choice ends if the row is no longer repeated, because the user cannot see it any more.
    const isIncluded = kind === null || (this.choices.get(index) ?? isIncludedAtFirst[kind]);
    return !isIncluded || (this.#leftOut.has(index) && !this.choices.has(index));
  };

  excludedIndexes(): number[] {
    const indexes = new Set([...this.kinds.keys(), ...this.choices.keys(), ...this.#leftOut]);
    return [...indexes].filter(this.isExcluded).toSorted((a, b) => a - b);
  }

  include(choice: LineChoice, isIncluded: boolean): void {
    const indexes = 'kind' in choice ? this.indexesOf(choice.kind) : choice.indexes;
    for (const index of indexes) this.choices.set(index, isIncluded);
  }

  /** A repeated row that the user left out still counts as repeated. */
  canRepeat = (index: number): boolean => !this.kinds.has(index) || !this.isExcluded(index);

  /** @param repeats the index of the first row of the same record, by index of the later row */
  setRepeats(repeats: ReadonlyMap<number, number>): void {
    this.#repeats = repeats;
  }

  indexesOf(kind: LineKind): number[] {
    if (kind === 'repeated') return [...this.#repeats.keys()].filter((index) => !this.kinds.has(index));
    return [...this.kinds].flatMap(([index, ownKind]) => (ownKind === kind ? [index] : []));
  }

  firstOf = (index: number): number | null =>
    this.kinds.has(index) ? null : (this.#repeats.get(index) ?? null);

  counts(): LineCounts {
    const count = (kind: LineKind) => {
      const indexes = this.indexesOf(kind);
      return { count: indexes.length, included: indexes.filter((index) => !this.isExcluded(index)).length };
    };
    return {
      hidden: count('hidden'),
      nonRecord: count('nonRecord'),
      nameOnly: count('nameOnly'),
      repeated: count('repeated'),
    };
  }
}
