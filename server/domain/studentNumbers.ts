import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { nextStudentNumber, parseYear } from '../../contract/rules/identity';
import { invalid, Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Values, Db } from '../db/schema';
import { loadInstituteDay } from './institute';

const chunkSize = 5_000;
/** Digits after the year. */
const maxDigits = 6;

/** Never repeats a number of any student. @throws VALIDATION if all numbers of the year are used */
export async function nextStudentNumbers(
  unit: UnitOfWork,
  academicYear: string,
  count: number,
  isPlanned: (number: string) => boolean = () => false,
): Promise<string[]> {
  const year = parseYear(academicYear);
  let last = await readLastNumber(unit.trx, year);
  const numbers: string[] = [];
  for (let width = Math.min(Math.max(count, 50), chunkSize); numbers.length < count; width = chunkSize) {
    const candidates: string[] = [];
    for (let number = last; candidates.length < width; candidates.push(number)) {
      number = nextStudentNumber(year, number);
      if (number.length > year.length + maxDigits) break;
    }
    if (candidates.length === 0)
      throw invalid({ path: 'student_id', message: ruleMessages.numbersUsedUp(year) });
    const used = await findUsedNumbers(unit.trx, candidates);
    for (const number of candidates) {
      if (numbers.length === count) break;
      last = number;
      if (!used.has(number) && !isPlanned(number)) numbers.push(number);
    }
  }
  if (last !== null) await storeLastNumber(unit.trx, year, last);
  return numbers;
}

/** Reads the last number with this format, whether generated or entered. */
async function readLastNumber(db: Db, year: string): Promise<string | null> {
  const counter = await db
    .selectFrom('student_number_counters')
    .select('last_number')
    .where('year', '=', year)
    .executeTakeFirst();
  const generated = counter?.last_number ?? null;
  if (generated && generated.length > year.length + 4) return generated;
  const highestOfFour = await readHighestNumber(db, year, 4);
  if (highestOfFour === `${year}9999`) return (await readHighestNumber(db, year, 5)) ?? highestOfFour;
  return generated && highestOfFour && highestOfFour > generated
    ? highestOfFour
    : (generated ?? highestOfFour);
}

async function readHighestNumber(db: Db, year: string, digits: number): Promise<string | null> {
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

async function findUsedNumbers(db: Db, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('student_numbers')
    .select('number')
    .where('number', 'in', numbers)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

async function storeLastNumber(db: Db, year: string, last_number: string): Promise<void> {
  await db
    .insertInto('student_number_counters')
    .values({ year, last_number })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last_number }))
    .execute();
}

const separator = '\n';

export const splitNumbers = (numbers: string | null): string[] => numbers?.split(separator) ?? [];

/** The numbers of merged records, the last merge first. */
export const joinNumbers = (own: string | null, number: string, others: string | null): string =>
  [...new Set([number, ...splitNumbers(others), ...splitNumbers(own)])].join(separator);

/** The student whose record was merged with the record of a number. Few students have a former number. */
export async function findByFormerNumber(db: Db, numbers: Iterable<string>): Promise<Map<string, number>> {
  const numberSet = new Set(numbers);
  const idByNumber = new Map<string, number>();
  if (numberSet.size === 0) return idByNumber;
  const rows = await db
    .selectFrom('students')
    .select(['id', 'former_numbers'])
    .where('former_numbers', 'is not', null)
    .execute();
  for (const { id, former_numbers } of rows)
    for (const number of splitNumbers(former_numbers)) if (numberSet.has(number)) idByNumber.set(number, id);
  return idByNumber;
}

export async function loadFormerNumbers(db: Db, studentId: number): Promise<string[]> {
  const student = await db
    .selectFrom('students')
    .select('former_numbers')
    .where('id', '=', studentId)
    .executeTakeFirst();
  return splitNumbers(student?.former_numbers ?? null);
}

/** Row ids of the records that were merged into the student. Papers still name them. */
export async function findMergedIds(db: Db, studentId: number): Promise<number[]> {
  const numbers = await loadFormerNumbers(db, studentId);
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('student_numbers')
    .select('student_row_id')
    .where('number', 'in', numbers)
    .execute();
  return rows.map(({ student_row_id }) => student_row_id);
}

/** @throws DUPLICATE if the number belonged to a record that was merged into another student */
export async function refuseFormerNumber(db: Db, number: string | undefined, ownId?: number): Promise<void> {
  if (!number) return;
  const holder = (await findByFormerNumber(db, [number])).get(number);
  if (holder === undefined || holder === ownId) return;
  const message = ruleMessages.studentNumberTaken;
  throw new Problem('DUPLICATE', { message, details: [{ path: 'student_id', message }] });
}

/** Changes `rows` in place. Otherwise a later student with the same number would block the restore. */
export async function replaceUsedNumbers(
  unit: UnitOfWork,
  rows: readonly Values[],
  deletion: number | null,
): Promise<void> {
  if (deletion === null) return;
  const usedNumbers = await findUsedValues(unit.trx, 'student_id', rows);
  const usedNationalIds = await findUsedValues(unit.trx, 'national_id', rows);
  const batchByStudent =
    usedNumbers.size > 0 ? await readBatchesAtDeletion(unit, deletion) : new Map<number, number>();
  for (const row of rows) {
    if (usedNationalIds.has(row['national_id'])) row['national_id'] = null;
    if (!usedNumbers.has(String(row['student_id']))) continue;
    const year = await loadAcademicYear(unit, batchByStudent.get(Number(row['id'])));
    [row['student_id']] = await nextStudentNumbers(unit, year, 1);
  }
}

async function findUsedValues(
  db: Db,
  column: 'student_id' | 'national_id',
  rows: readonly Values[],
): Promise<Set<unknown>> {
  const values = rows.flatMap((row) => (row[column] == null ? [] : [String(row[column])]));
  const usedValues = new Set<unknown>();
  for (const chunk of chunks(values, chunkSize)) {
    const owners = await db.selectFrom('students').select(column).where(column, 'in', chunk).execute();
    for (const owner of owners) usedValues.add(owner[column]);
  }
  return usedValues;
}

async function readBatchesAtDeletion(unit: UnitOfWork, deletion: number): Promise<Map<number, number>> {
  const logged = await unit.trx
    .selectFrom('operation_rows')
    .select('before')
    .where('operation_id', '=', deletion)
    .where('table_name', '=', 'enrolments')
    .where('before', 'is not', null)
    .execute();
  const batchByStudent = new Map<number, number>();
  for (const { before } of logged) {
    const { student_row_id, is_shown, batch_id } = JSON.parse(before ?? '{}') as Values;
    if (is_shown === 1) batchByStudent.set(Number(student_row_id), Number(batch_id));
  }
  return batchByStudent;
}

async function loadAcademicYear(unit: UnitOfWork, batchId: number | undefined): Promise<string> {
  const batch = await unit.trx
    .selectFrom('batches')
    .select('academic_year')
    .where('id', '=', batchId ?? 0)
    .executeTakeFirst();
  return batch?.academic_year ?? (await loadInstituteDay(unit.trx, new Date(unit.now))).academicYear;
}
