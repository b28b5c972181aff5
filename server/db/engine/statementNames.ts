/** A named plan takes about 30 kB per connection. */
const maxNames = 150;
const minUses = 3;
/** Limits the memory: lists of different lengths are different statements. */
const maxCounted = 1_000;

export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Naming saves planning time. The best plan of a search depends on its values, so it gets no name. */
  nameFor(statement: string): string | undefined {
    const existing = this.#names.get(statement);
    if (existing !== undefined || this.#names.size === maxNames) return existing;
    const uses = (this.#counts.get(statement) ?? 0) + 1;
    if (uses === 1 && !canReusePlan(statement)) return undefined;
    if (this.#counts.size === maxCounted) this.#counts.clear();
    this.#counts.set(statement, uses);
    if (uses <= minUses) return undefined;
    this.#counts.delete(statement);
    const name = `rasd_${this.#names.size + 1}`;
    this.#names.set(statement, name);
    return name;
  }
}

// After a migration `*` returns other columns, and the cached plan fails.
const canReusePlan = (statement: string): boolean =>
  /^\s*select\b/.test(statement) &&
  !/[^<][<>]=? *\$|\b(like|limit|offset) *\$|\bselect \*|\.\*/.test(statement);
