/** Each connection keeps the plans of so many statements, some 30 kB each. */
const mostNames = 150;
/** A statement that is asked more often than this is worth keeping. */
const often = 3;
/** So many texts are counted at a time: those of lists of numbers are endless. */
const mostCounted = 1_000;

const names = new Map<string, string>();
const counts = new Map<string, number>();

/**
 * The name under which PostgreSQL keeps a statement, or undefined for one that it reads and plans at each call, which
 * takes as long as running most of ours. A search or a range is planned for its values: how much they find decides the
 * way. Names are of this process, as its connections are.
 */
export function nameOf(statement: string): string | undefined {
  const known = names.get(statement);
  if (known !== undefined || names.size === mostNames) return known;
  const times = (counts.get(statement) ?? 0) + 1;
  if (times === 1 && !isKept(statement)) return undefined;
  if (counts.size === mostCounted) counts.clear();
  counts.set(statement, times);
  if (times <= often) return undefined;
  counts.delete(statement);
  const name = `rasd_${names.size + 1}`;
  names.set(statement, name);
  return name;
}

// `*` is another list of columns after a migration, which a kept plan refuses.
const isKept = (statement: string): boolean =>
  /^\s*select\b/.test(statement) && !/[^<][<>]=? *\$|\b(like|limit) *\$|\bselect \*|\.\*/.test(statement);
