/** Maximum statements whose plans each connection keeps, about 30 kB each. */
const maxNames = 150;
/** A statement that is sent more often than this gets a name. */
const often = 3;
/** Maximum texts that are counted: statements with lists of numbers have no limit. */
const maxCounted = 1_000;

const names = new Map<string, string>();
const counts = new Map<string, number>();

/**
 * The name under which PostgreSQL keeps the plan of a statement, or undefined if it should plan it at each call.
 * Planning takes as long as running most of our statements; but searches and ranges need a plan for their values.
 * Names belong to this process, like its connections.
 */
export function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined || names.size === maxNames) return known;
  const times = (counts.get(statement) ?? 0) + 1;
  if (times === 1 && !isKept(statement)) return undefined;
  if (counts.size === maxCounted) counts.clear();
  counts.set(statement, times);
  if (times <= often) return undefined;
  counts.delete(statement);
  const name = `rasd_${names.size + 1}`;
  names.set(statement, name);
  return name;
}

// After a migration `*` returns other columns, which a kept plan refuses.
const isKept = (statement: string): boolean =>
  /^\s*select\b/.test(statement) && !/[^<][<>]=? *\$|\b(like|limit) *\$|\bselect \*|\.\*/.test(statement);
