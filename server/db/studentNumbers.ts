import { type Kysely, sql, type SqlBool } from 'kysely';
import { nextStudentNumber, yearOf } from '../../contract/rules/identity';
import type { Database } from './schema';

/**
 * The next academic numbers of a year: the year and four digits, never one in use. Who calls has taken the turn
 * `student number`, or two would get the same.
 * @param count how many
 * @param isPlanned whether a number is about to be used
 */
export async function nextStudentNumbers(
  db: Kysely<Database>,
  academicYear: string,
  count: number,
  isPlanned: (number: string) => boolean = () => false,
): Promise<string[]> {
  const year = yearOf(academicYear);
  const ofFour = await newestNumber(db, year, 4);
  let last = ofFour === `${year}9999` ? ((await newestNumber(db, year, 5)) ?? ofFour) : ofFour;
  const numbers: string[] = [];
  while (numbers.length < count) {
    last = nextStudentNumber(year, last);
    if (!isPlanned(last) && !(await isNumberTaken(db, last))) numbers.push(last);
  }
  return numbers;
}

/** The highest number of a year's series; what people typed in another shape is passed over. */
async function newestNumber(db: Kysely<Database>, year: string, digits: number): Promise<string | null> {
  const rows = await db
    .selectFrom('students')
    .select('student_id')
    .where('student_id', '>=', year + '0'.repeat(digits))
    .where('student_id', '<=', year + '9'.repeat(digits))
    .where(sql<SqlBool>`length(student_id) = ${year.length + digits}`)
    .orderBy('student_id', 'desc')
    .limit(50)
    .execute();
  return rows.find(({ student_id }) => /^\d+$/.test(student_id))?.student_id ?? null;
}

const isNumberTaken = async (db: Kysely<Database>, number: string): Promise<boolean> =>
  (await db.selectFrom('students').select('id').where('student_id', '=', number).executeTakeFirst()) !==
  undefined;
