import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { initialValues } from '../../../contract/fieldTable';
import { batchFields } from '../../../contract/courseFields';
import { cleanAcademicYear } from '../../../contract/rules/academicYear';
import { foldDigits } from '../../../contract/rules/arabicText';

type Values = Record<string, unknown>;

/** Returns the initial values (spec 1 §9). The server sets the section of the caller. */
export function newBatch(
  academic_year: string,
  program: Pick<Program, 'program_id' | 'program_name'> | null = null,
) {
  const { section: _, ...values } = initialValues(batchFields, { academic_year });
  return {
    ...values,
    program_id: program?.program_id ?? null,
    program_name: program?.program_name ?? null,
  };
}

export function batchToSave(values: Values): Values {
  return {
    ...values,
    batch_number: Number(foldDigits(String(values['batch_number']))),
    academic_year: cleanAcademicYear(String(values['academic_year'] ?? '')),
  };
}

/** Returns null if the text is not a whole number. */
export function parseWholeNumber(value: unknown): number | null {
  const text = foldDigits(String(value)).trim();
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

export const batchNumberRange = { least: 1, most: batchFields.batch_number.max } as const;

/** Returns false if a day is missing. */
export function isReversed(start: unknown, end: unknown): boolean {
  return typeof start === 'string' && typeof end === 'string' && start !== '' && end !== '' && end < start;
}

/** Returns each year once, the newest first. */
export function uniqueYears(batches: readonly Pick<Batch, 'academic_year'>[]): string[] {
  return [...new Set(batches.map(({ academic_year }) => academic_year))].toSorted((a, b) => (a < b ? 1 : -1));
}

type Calendar = 'islamic-umalqura' | 'gregory';

const openEnd = '…';

/** Formats a day as `1448/03/10`, and a missing day as an ellipsis. */
export function formatPeriod(calendar: Calendar, start: string | null, end: string | null) {
  const numeric = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const formatDay = (date: string | null) => {
    if (!date) return openEnd;
    const parts = numeric.formatToParts(new Date(`${date}T00:00:00Z`));
    return ['year', 'month', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join('/');
  };
  return { start: formatDay(start), end: formatDay(end) };
}
