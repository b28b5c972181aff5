const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];
const words = new Intl.RelativeTimeFormat('ar-u-nu-latn', { numeric: 'auto' });

/** How long ago, in the largest unit that fits; what lies ahead counts as now. */
export function timeAgo(then: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  const step = steps.find(([, size]) => seconds >= size);
  return step ? words.format(-Math.floor(seconds / step[1]), step[0]) : words.format(0, 'second');
}
