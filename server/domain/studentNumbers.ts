import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { nextStudentNumber, parseYear } from '../../contract/rules/identity';
import { invalid } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Values, Db } from '../db/schema';
import { instituteDay } from './institute';

/** Maximum numbers that are looked up in one statement. */
const chunkSize = 5_000;
/** Maximum digits after the year in a generated number. */
const maxDigits = 6;

/**
 * The next academic numbers of a year: the year and four digits, or more once those are used up; never one that any
 * student has or had.
 * @param count how many
 * @param isPlanned whether a number is about to be used
 * @throws VALIDATION when those of the year are used up
 */
export async function nextStudentNumbers(
  unit: UnitOfWork,
  academicYear: string,
  count: number,
  isPlanned: (number: string) => boolean = () => false,
): Promise<string[]> {
  const year = parseYear(academicYear);
  let last = await lastNumber(unit.trx, year);
  const numbers: string[] = [];
  for (let width = Math.min(Math.max(count, 50), chunkSize); numbers.length < count; width = chunkSize) {
    const tried: string[] = [];
    for (let number = last; tried.length < width; tried.push(number)) {
      number = nextStudentNumber(year, number);
      if (number.length > year.length + maxDigits) break;
    }
    if (tried.length === 0) throw invalid({ path: 'student_id', message: ruleMessages.numbersUsedUp(year) });
    const used = await usedOf(unit.trx, tried);
    for (const number of tried) {
      if (numbers.length === count) break;
      last = number;
      if (!used.has(number) && !isPlanned(number)) numbers.push(number);
    }
  }
  if (last !== null) await keepLast(unit.trx, year, last);
  return numbers;
}

/** The last number of a year: generated, or typed by a person in the same form. */
async function lastNumber(db: Db, year: string): Promise<string | null> {
  const counter = await db
    .selectFrom('student_number_counters')
    .select('last_number')
    .where('year', '=', year)
    .executeTakeFirst();
  const generated = counter?.last_number ?? null;
  if (generated && generated.length > year.length + 4) return generated;
  const ofFour = await highestNumber(db, year, 4);
  if (ofFour === `${year}9999`) return (await highestNumber(db, year, 5)) ?? ofFour;
  return generated && ofFour && ofFour > generated ? ofFour : (generated ?? ofFour);
}

/** The highest number of a year; numbers in another form are ignored. */
async function highestNumber(db: Db, year: string, digits: number): Promise<string | null> {
  const rows = await db
    .selectFrom('student_numbers')
    .select('number')
    .where('number', '>=', year + '0'.repeat(digits))
    .where('number', '<=', year + '9'.repeat(digits))
    .where(sql<SqlBool>`length(number) = ${year.length + digits}`)
    .orderBy('number', 'desc')
    .limit(50)
    .execute();
  return rows.find(({ number }) => /^\d+$/.test(number))?.number ?? null;
}

async function usedOf(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('student_numbers')
    .select('number')
    .where('number', 'in', numbers)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

async function keepLast(db: Db, year: string, last_number: string): Promise<void> {
  await db
    .insertInto('student_number_counters')
    .values({ year, last_number })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last_number }))
    .execute();
}

/**
 * Students who are about to be restored get a new academic number if theirs belongs to another student, and lose the
 * national id if another student has it: a newcomer prevents no restore.
 * @param rows changed in place
 */
export async function replaceTakenNumbers(
  unit: UnitOfWork,
  rows: readonly Values[],
  deletion: number | null,
): Promise<void> {
  if (deletion === null) return;
  const takenNumbers = await takenOf(unit.trx, 'student_id', rows);
  const takenIds = await takenOf(unit.trx, 'national_id', rows);
  const placeOf = takenNumbers.size > 0 ? await batchesAtDeletion(unit, deletion) : new Map<number, number>();
  for (const row of rows) {
    if (takenIds.has(row['national_id'])) row['national_id'] = null;
    if (!takenNumbers.has(String(row['student_id']))) continue;
    const year = await academicYearOf(unit, placeOf.get(Number(row['id'])));
    [row['student_id']] = await nextStudentNumbers(unit, year, 1);
  }
}

/** The values of a unique column of these rows that stored students have. */
async function takenOf(
  db: Db,
  column: 'student_id' | 'national_id',
  rows: readonly Values[],
): Promise<Set<unknown>> {
  const wanted = rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]));
  const taken = new Set<unknown>();
  for (const part of chunks(wanted, chunkSize)) {
    const found = await db.selectFrom('students').select(column).where(column, 'in', part).execute();
    for (const row of found) taken.add(row[column]);
  }
  return taken;
}

/** The batch of each student of a deletion, by row number. */
async function batchesAtDeletion(unit: UnitOfWork, deletion: number): Promise<Map<number, number>> {
  const logged = await unit.trx
    .selectFrom('operation_rows')
    .select('before')
    .where('operation_id', '=', deletion)
    .where('table_name', '=', 'enrolments')
    .where('before', 'is not', null)
    .execute();
  const found = new Map<number, number>();
  for (const { before } of logged) {
    const { student_row_id, is_shown, batch_id } = JSON.parse(before ?? '{}') as Values;
    if (is_shown === 1) found.set(Number(student_row_id), Number(batch_id));
  }
  return found;
}

async function academicYearOf(unit: UnitOfWork, batchId: number | undefined): Promise<string> {
  const batch = await unit.trx
    .selectFrom('batches')
    .select('academic_year')
    .where('id', '=', batchId ?? 0)
    .executeTakeFirst();
  return batch?.academic_year ?? (await instituteDay(unit.trx, new Date(unit.now))).academicYear;
}
