/** A moment as `<input type="datetime-local">` has it, in a zone: `YYYY-MM-DDTHH:mm`; empty for none. */
export function toDueInput(time: string | null, timeZone: string): string {
  return time === null ? '' : wallTime(Date.parse(time), timeZone);
}

/** The moment, ISO 8601 in UTC, that a clock of the zone shows so; null for none or what is not whole. */
export function fromDueInput(text: string, timeZone: string): string | null {
  const wanted = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(wanted)) return null;
  // What the clock shows at a first guess tells how far it is from UTC there; once more for a day it is changed on.
  const shownAt = (time: number) => Date.parse(`${wallTime(time, timeZone)}Z`);
  const guess = wanted - (shownAt(wanted) - wanted);
  return new Date(guess - (shownAt(guess) - wanted)).toISOString();
}

function wallTime(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}
