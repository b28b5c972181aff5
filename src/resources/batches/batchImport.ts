import { z } from 'zod';
import { type Batch, batchBody } from '../../../contract/batches';
import { ruleMessages } from '../../../contract/errors';
import { validationMessages } from '../../../contract/rules/validationMessages';
import type { Program } from '../../../contract/programs';
import { batchFields } from '../../../contract/courseFields';
import { academicYearRange, isAcademicYear } from '../../../contract/rules/academicYear';
import { foldArabic, foldDigits } from '../../../contract/rules/arabicText';
import { parseDate } from '../../../contract/rules/importsCells';
import { type BatchStatus, batchStatuses } from '../../../contract/vocabulary';
import type { RowNote } from '../../features/import/SheetWork';
import {
  cellReader,
  type Cells,
  type CheckedRow,
  dropUndefined,
  type Finder,
  finderOf,
  type ImportPlan,
  readFields,
} from '../../features/import/importPlan';
import { batchStatusWords, csvDay, csvHeaders } from '../../i18n/ar/csv';
import { isReversed, newBatch } from './batchModel';

/** Quick import of batches: an existing batch is found by its name; a new one gets the current academic year. */
export const batchImport = (currentYear: string, today: string): ImportPlan => ({
  resource: 'batches',
  headers: csvHeaders.batches,
  needed: [['batch_name']],
  checker: async (read) => {
    const known = knownBatches(await read<Program>('programs'), await read<Batch>('batches'));
    return (cells) => checkBatch(cells, known, currentYear, today);
  },
});

interface Known {
  byName: Finder<Program>;
  byCode: Finder<Program>;
  batches: Finder<Batch>;
}

/** Existing programmes by name and code, and batches by name. */
export const knownBatches = (programs: readonly Program[], batches: readonly Batch[]): Known => ({
  byName: finderOf(programs, ({ program_name }) => program_name),
  byCode: finderOf(programs, ({ program_id }) => program_id),
  batches: finderOf(batches, ({ batch_name }) => batch_name),
});

// Created once, because creating a schema takes much longer than reading a cell with it.
const schemas = { ...batchBody, start_date: z.iso.date(csvDay), end_date: z.iso.date(csvDay) };
const prepared = { start_date: dayText, end_date: dayText, status: statusText };

/** Checks a row of a file. A new batch starts with the defaults of the form. */
export function checkBatch(cells: Cells, known: Known, currentYear: string, today: string): CheckedRow {
  const problems: RowNote[] = [];
  const read = cellReader(cells, problems);
  const own = readFields(batchFields, schemas, read, prepared);
  const { batch_name, academic_year: year } = own;
  const stored = (batch_name && known.batches(batch_name)) || null;
  const program = programOf(cells, known, problems);
  const { program_id, program_name } = program ?? {};
  const written = dropUndefined({ ...own, program_id, program_name });
  if (!cells['batch_name']) problems.push({ field: 'batch_name', message: validationMessages.required });
  if (year !== undefined && year !== stored?.academic_year && !isAcademicYear(year, today))
    problems.push({
      field: 'academic_year',
      message: ruleMessages.notAcademicYear(academicYearRange(today)),
    });
  const isProgramNamed = Boolean(cells['program_id'] || cells['program_name']);
  if (!stored && !isProgramNamed)
    problems.push({ field: 'program_id', message: validationMessages.required });

  const values = stored ? written : { ...newBatch(currentYear), ...written };
  problems.push(...problemsTogether({ ...stored, ...values }, known));
  return { values, stored, keys: batch_name ? [foldArabic(batch_name)] : [], problems };
}

/** The programme of a row, by code, by name, or by both. */
function programOf(cells: Cells, { byName, byCode }: Known, problems: RowNote[]): Program | undefined {
  const { program_id: code, program_name: name } = cells;
  // People also write the code in the column of the programme.
  const named = name && (byName(name) ?? byCode(name));
  const coded = code && byCode(code);
  if ((name && !named) || (code && !coded)) {
    problems.push({
      field: 'program_id',
      message: `${ruleMessages.unknownProgram}: ${named ? code : name || code}`,
    });
    return undefined;
  }
  if (named && coded && named !== coded)
    problems.push({ field: 'program_id', message: ruleMessages.programsDisagree });
  return coded || named || undefined;
}

/** Problems of fields that are each valid. */
function problemsTogether(batch: Partial<Batch>, { byCode }: Known): RowNote[] {
  const levels = (batch.program_id ? byCode(batch.program_id) : undefined)?.levels ?? 8;
  const isTooHigh = (batch.level ?? 0) > levels;
  const isKnown = batch.status === undefined || batchStatuses.includes(batch.status as BatchStatus);
  return [
    ...(isTooHigh ? [{ field: 'level', message: validationMessages.tooBig(levels) }] : []),
    ...(isReversed(batch.start_date, batch.end_date)
      ? [{ field: 'end_date', message: ruleMessages.datesReversed }]
      : []),
    ...(isKnown ? [] : [{ field: 'status', message: validationMessages.notOneOf }]),
  ];
}

/** The day in a cell in the stored form; any other text does not change, so that it is refused. */
function dayText(text: string): string {
  return parseDate(foldDigits(text)) ?? text;
}

function statusText(text: string): string {
  const means = (words: readonly string[]) => words.some((word) => foldArabic(word) === foldArabic(text));
  const [running, ended] = batchStatuses;
  if (means(batchStatusWords.running)) return running;
  return means(batchStatusWords.ended) ? ended : text;
}
