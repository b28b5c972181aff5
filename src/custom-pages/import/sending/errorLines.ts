import type { Totals } from './answers';

/** Spec 2 §9. */
const maxShown = 5;

interface ErrorLine {
  key: string;
  line: number;
  message: string;
}

/** The first five refused rows, each with all its reasons, and how many more there are. */
export function errorLines({ errors, failed }: Pick<Totals, 'errors' | 'failed'>): {
  lines: ErrorLine[];
  others: number;
} {
  const rows = new Map<string, ErrorLine>();
  for (const { part, index, line, message } of errors) {
    const key = `${part}-${index}`;
    const row = rows.get(key);
    rows.set(key, { key, line, message: row ? `${row.message} · ${message}` : message });
  }
  const lines = [...rows.values()].slice(0, maxShown);
  return { lines, others: Math.max(0, failed - lines.length) };
}
