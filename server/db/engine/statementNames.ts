/** Each plan takes about 30 kB per connection. */
const maxNames = 150;
const minUses = 3;
/** A limit, because lists of numbers make any number of different statements. */
const maxCounted = 1_000;

export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Planning takes as long as running most of our statements, but searches and ranges need a plan for their values. */
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

// After a migration `*` returns other columns, which a stored plan refuses.
const canReusePlan = (statement: string): boolean =>
  /^\s*select\b/.test(statement) &&
  !/[^<][<>]=? *\$|\b(like|limit|offset) *\$|\bselect \*|\.\*/.test(statement);
