import { arabicPlural, type PluralCategory } from './arabicText';

const agoTexts: Record<'minutes' | 'hours' | 'days', Record<PluralCategory, (count: number) => string>> = {
  minutes: {
    zero: () => 'الآن',
    one: () => 'قبل دقيقة',
    two: () => 'قبل دقيقتين',
    few: (count) => `قبل ${count} دقائق`,
    many: (count) => `قبل ${count} دقيقة`,
    other: (count) => `قبل ${count} دقيقة`,
  },
  hours: {
    zero: () => 'الآن',
    one: () => 'قبل ساعة',
    two: () => 'قبل ساعتين',
    few: (count) => `قبل ${count} ساعات`,
    many: (count) => `قبل ${count} ساعة`,
    other: (count) => `قبل ${count} ساعة`,
  },
  days: {
    zero: () => 'الآن',
    one: () => 'قبل يوم',
    two: () => 'قبل يومين',
    few: (count) => `قبل ${count} أيام`,
    many: (count) => `قبل ${count} يوماً`,
    other: (count) => `قبل ${count} يوم`,
  },
};

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** Rounds down to whole minutes, hours or days. */
export function formatAge(ageMs: number): string {
  const [unit, size] =
    ageMs >= dayMs
      ? (['days', dayMs] as const)
      : ageMs >= hourMs
        ? (['hours', hourMs] as const)
        : (['minutes', minuteMs] as const);
  const count = Math.max(0, Math.floor(ageMs / size));
  return agoTexts[unit][arabicPlural(count)](count);
}

export const maxAge = 120;

/** Completed Gregorian years. Days are `YYYY-MM-DD`. */
export function ageInYears(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return birthDate.slice(4) <= today.slice(4) ? years : years - 1;
}

export const firstBirthDate = (today: string): string =>
  `${Number(today.slice(0, 4)) - maxAge}${today.slice(4)}`;

export const isBirthDate = (day: string, today: string): boolean =>
  firstBirthDate(today) <= day && day <= today;
