/** A key with Ctrl or Command, by its place where the keyboard writes Arabic; null of any other. */
export function shortcutOf(event: {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  key: string;
  code: string;
}): string | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null;
}

const moves: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  // The grid runs from right to left: the left arrow goes on, the right one back.
  ArrowLeft: { rows: 0, columns: 1 },
  ArrowRight: { rows: 0, columns: -1 },
};

/** Where an arrow leads, in rows and columns; null of any other key. */
export const moveOf = (key: string) => moves[key] ?? null;
