import type { Batch } from '../../../contract/batches';
import { initialValues } from '../../../contract/fieldTable';
import { batchFields } from '../../../contract/courseFields';
import { cleanAcademicYear } from '../../../contract/rules/academicYear';
import { foldDigits } from '../../../contract/rules/arabicText';

type Values = Record<string, unknown>;

/**
 * The initial values of a new batch, in the current academic year; spec 1 §9. The server sets its section: that of
 * the person who adds it.
 */
export function newBatch(academic_year: string) {
  const { section: _, ...values } = initialValues(batchFields, { academic_year });
  return { ...values, program_id: null, program_name: null };
}

/** The values that a form sends: numbers as numbers, the year without its sign. */
export function batchToSave(values: Values): Values {
  return {
    ...values,
    batch_number: Number(foldDigits(String(values['batch_number']))),
    academic_year: cleanAcademicYear(String(values['academic_year'] ?? '')),
  };
}

/** The number in a text field; null if it is not a whole number. An empty field must be checked before. */
export function wholeNumber(value: unknown): number | null {
  const text = foldDigits(String(value)).trim();
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

export const batchNumbers = { least: 1, most: batchFields.batch_number.max } as const;

/** Whether the end is before the start; false if one is missing. */
export function isReversed(start: unknown, end: unknown): boolean {
  return typeof start === 'string' && typeof end === 'string' && start !== '' && end !== '' && end < start;
}

/** The academic years of the batches, newest first. */
export function yearsOf(batches: readonly Pick<Batch, 'academic_year'>[]): string[] {
  return [...new Set(batches.map(({ academic_year }) => academic_year))].toSorted((a, b) => (a < b ? 1 : -1));
}

type Calendar = 'islamic-umalqura' | 'gregory';

const openEnd = '…';

/** First and last day as `1448/03/10`; an ellipsis for a missing one. */
export function periodIn(calendar: Calendar, start: string | null, end: string | null) {
  const numeric = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const shown = (date: string | null) => {
    if (!date) return openEnd;
    const parts = numeric.formatToParts(new Date(`${date}T00:00:00Z`));
    return ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join('/');
  };
  return { start: shown(start), end: shown(end) };
}
