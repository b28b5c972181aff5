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
  createCellReader,
  type Cells,
  type CheckedRow,
  dropUndefined,
  type Finder,
  createFinder,
  type ImportPlan,
  readFields,
} from '../../features/import/importPlan';
import { batchStatusWords, csvDay, csvHeaders } from '../../i18n/ar/csv';
import { isReversed, newBatch } from './batchModel';

/** A line matches an existing batch by the name. A new batch gets the current academic year. */
export const batchImport = (currentYear: string, today: string): ImportPlan => ({
  resource: 'batches',
  headers: csvHeaders.batches,
  requiredGroups: [['batch_name']],
  createChecker: async (readAll) => {
    const finders = batchFinders(await readAll<Program>('programs'), await readAll<Batch>('batches'));
    return (cells) => checkBatch(cells, finders, currentYear, today);
  },
});

interface BatchImportFinders {
  findProgramByName: Finder<Program>;
  findProgramByCode: Finder<Program>;
  findBatchByName: Finder<Batch>;
}

export const batchFinders = (
  programs: readonly Program[],
  batches: readonly Batch[],
): BatchImportFinders => ({
  findProgramByName: createFinder(programs, ({ program_name }) => program_name),
  findProgramByCode: createFinder(programs, ({ program_id }) => program_id),
  findBatchByName: createFinder(batches, ({ batch_name }) => batch_name),
});

// Creating a schema takes much longer than parsing a cell, so each schema is created once.
const schemas = { ...batchBody, start_date: z.iso.date(csvDay), end_date: z.iso.date(csvDay) };
const cellParsers = { start_date: parseDay, end_date: parseDay, status: parseStatus };

/** A new batch starts with the defaults of the form. */
export function checkBatch(
  cells: Cells,
  finders: BatchImportFinders,
  currentYear: string,
  today: string,
): CheckedRow {
  const problems: RowNote[] = [];
  const readCell = createCellReader(cells, problems);
  const parsed = readFields(batchFields, schemas, readCell, cellParsers);
  const { batch_name, academic_year: year } = parsed;
  const stored = (batch_name && finders.findBatchByName(batch_name)) || null;
  const program = findProgram(cells, finders, problems);
  const { program_id, program_name } = program ?? {};
  const fileValues = dropUndefined({ ...parsed, program_id, program_name });
  if (!cells['batch_name']) problems.push({ field: 'batch_name', message: validationMessages.required });
  if (year !== undefined && year !== stored?.academic_year && !isAcademicYear(year, today))
    problems.push({
      field: 'academic_year',
      message: ruleMessages.notAcademicYear(academicYearRange(today)),
    });
  const hasProgramCell = Boolean(cells['program_id'] || cells['program_name']);
  if (!stored && !hasProgramCell)
    problems.push({ field: 'program_id', message: validationMessages.required });

  const values = stored ? fileValues : { ...newBatch(currentYear), ...fileValues };
  problems.push(...findCrossFieldProblems({ ...stored, ...values }, finders));
  return { values, stored, keys: batch_name ? [foldArabic(batch_name)] : [], problems };
}

/** Finds the programme of a line by code or name. If the line has both, they must belong together. */
function findProgram(
  cells: Cells,
  { findProgramByName, findProgramByCode }: BatchImportFinders,
  problems: RowNote[],
): Program | undefined {
  const { program_id: code, program_name: name } = cells;
  // Users also write the code into the column of the name.
  const programByName = name && (findProgramByName(name) ?? findProgramByCode(name));
  const programByCode = code && findProgramByCode(code);
  if ((name && !programByName) || (code && !programByCode)) {
    problems.push({
      field: 'program_id',
      message: `${ruleMessages.unknownProgram}: ${programByName ? code : name || code}`,
    });
    return undefined;
  }
  if (programByName && programByCode && programByName !== programByCode)
    problems.push({ field: 'program_id', message: ruleMessages.programsDisagree });
  return programByCode || programByName || undefined;
}

/** Checks rules that concern several fields. */
function findCrossFieldProblems(batch: Partial<Batch>, { findProgramByCode }: BatchImportFinders): RowNote[] {
  const maxLevel = (batch.program_id ? findProgramByCode(batch.program_id) : undefined)?.levels ?? 8;
  const isTooHigh = (batch.level ?? 0) > maxLevel;
  const isValidStatus = batch.status === undefined || batchStatuses.includes(batch.status as BatchStatus);
  return [
    ...(isTooHigh ? [{ field: 'level', message: validationMessages.tooBig(maxLevel) }] : []),
    ...(isReversed(batch.start_date, batch.end_date)
      ? [{ field: 'end_date', message: ruleMessages.datesReversed }]
      : []),
    ...(isValidStatus ? [] : [{ field: 'status', message: validationMessages.notOneOf }]),
  ];
}

/** Returns an unknown text unchanged, so that the schema refuses it. */
function parseDay(text: string): string {
  return parseDate(foldDigits(text)) ?? text;
}

function parseStatus(text: string): string {
  const isOneOf = (labels: readonly string[]) =>
    labels.some((label) => foldArabic(label) === foldArabic(text));
  const [runningStatus, endedStatus] = batchStatuses;
  if (isOneOf(batchStatusWords.running)) return runningStatus;
  return isOneOf(batchStatusWords.ended) ? endedStatus : text;
}
