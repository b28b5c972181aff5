const dayFirst = /^(\d{1,2}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{4})(?: ?\u0645)?(?:[T ]\d.*)?$/;
const yearFirst = /^(\d{4}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{1,2})(?: ?\u0645)?(?:[T ].*)?$/;
const serial = /^\d{5}(?:\.\d{1,15})?$/;

/** 1 January 1970 and 31 December 2099, as spreadsheets count days: five digits outside of them are no day. */
const [firstSerial, lastSerial] = [25_569, 73_050];
const dayMs = 86_400_000;

/**
 * `YYYY-MM-DD` of a day that exists, from that, `2025/8/24`, `24/8/2025`, or the number by which a spreadsheet counts
 * the day; null of anything else. Where the year comes last the day comes first, always: `05/06/2026` is 5 June.
 * ASCII digits; never fails.
 */
export function dateIn(text: string): string | null {
  if (serial.test(text)) return serialDay(Math.floor(Number(text)));
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

const serialDay = (days: number): string | null =>
  days < firstSerial || days > lastSerial
    ? null
    : new Date((days - firstSerial) * dayMs).toISOString().slice(0, 10);
