/** Maximum statements whose plans each connection keeps, about 30 kB each. */
const maxNames = 150;
/** A statement that is sent more often than this gets a name. */
const often = 3;
/** Maximum texts that are counted: statements with lists of numbers have no limit. */
const maxCounted = 1_000;

/** The names of statements whose plans PostgreSQL keeps; one object for all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The name under which PostgreSQL keeps the plan of a statement, or undefined if it should plan it at each call.
   * Planning takes as long as running most of our statements; but searches and ranges need a plan for their values.
   */
  nameOf(statement: string): string | undefined {
    const known = this.#names.get(statement);
    if (known !== undefined || this.#names.size === maxNames) return known;
    const times = (this.#counts.get(statement) ?? 0) + 1;
    if (times === 1 && !isKept(statement)) return undefined;
    if (this.#counts.size === maxCounted) this.#counts.clear();
    this.#counts.set(statement, times);
    if (times <= often) return undefined;
    this.#counts.delete(statement);
    const name = `rasd_${this.#names.size + 1}`;
    this.#names.set(statement, name);
    return name;
  }
}

// After a migration `*` returns other columns, which a kept plan refuses.
const isKept = (statement: string): boolean =>
  /^\s*select\b/.test(statement) &&
  !/[^<][<>]=? *\$|\b(like|limit|offset) *\$|\bselect \*|\.\*/.test(statement);
