// Prints tables, and remembers if a figure is above its limit.

let missed = 0;

export const countMissed = () => missed;

/** @returns the number as text, with `!` if it misses the limit */
export function checked(value, digits, limit, isMet = value <= limit) {
  if (!isMet) missed += 1;
  return `${value.toFixed(digits)}${isMet ? ' ' : '!'}`;
}

export const plain = (value, digits) => `${value.toFixed(digits)} `;

/** The first column is text; all other columns are aligned to the right. */
export function printTable(title, head, rows) {
  const widths = head.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index].length)));
  const format = (row) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
      .join('  ');
  console.log(`\n${title}\n${[head, ...rows].map((row) => format(row).trimEnd()).join('\n')}`);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
