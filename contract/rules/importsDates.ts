const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[T ].*)?$/;

/** `YYYY-MM-DD` of a day that exists, from that, `2025/8/24` or `24/8/2025`; null of anything else. Never fails. */
export function dateIn(text: string): string | null {
  const first = yearFirst.exec(text);
  const last = dayFirst.exec(text);
  const [year, month, day] = first ? [first[1], first[2], first[3]] : last ? [last[3], last[2], last[1]] : [];
  if (!year || !month || !day) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // A Hijri date would be taken for one of the Middle Ages.
  if (Number.isNaN(time) || Number(year) < 1900) return null;
  return new Date(time).toISOString().slice(0, 10) === date ? date : null;
}
