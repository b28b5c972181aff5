import { sql } from 'kysely';
import { operationDescriptions } from '../../contract/successMessages';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import { defaultBatchStatus, defaultRecordResult, recordKinds } from '../../contract/vocabulary';
import type { Data } from '../../server/db/data';
import { daysAfter } from '../../server/demo/calendar';
import { offeringsOf, studentsOf } from '../../server/demo/large';
import { writeStudents } from '../../server/demo/people';
import { systemActor } from '../../server/db/log/operationLog';

/** A batch of 1,000 students with four sheets of marks: deleted, it takes 5,005 rows with it. */
export interface LargeBatch {
  id: number;
  name: string;
  codes: string[];
  /** Row, number and account of one of its students. */
  student: { id: number; number: string; userId: number };
}

const students = 1_000;
const sheets = 4;
/** No seeded institute has this year, nor a student of this number. */
const academicYear = '1400';
const after = 6_000_000;

export const addLargeBatch = (data: Data): Promise<LargeBatch> =>
  data.write(systemActor, async (unit) => {
    unit.describe('import', 'batches', null, operationDescriptions.seeded);
    const program = await unit.trx.selectFrom('programs').selectAll().limit(1).executeTakeFirstOrThrow();
    const name = `دفعة كبيرة ${academicYear}`;
    const batch = await unit.insert('batches', {
      batch_name: name,
      program_row_id: program.id,
      batch_number: 9_999,
      academic_year: academicYear,
      level: 1,
      start_date: '2020-01-01',
      end_date: null,
      status: defaultBatchStatus,
    });
    const subjects = await unit.insertMany('subjects', offeringsOf(batch, program).slice(0, sheets));
    const place = { batch, batchIndex: after, size: students, before: after };
    const people = await writeStudents(
      unit,
      studentsOf({ ...place, lastSerial: 0, today: unit.now.slice(0, 10), isOpen: false }),
    );
    const marks = subjects.flatMap((subject) =>
      people.map((student) => ({
        subject_id: subject.id,
        student_row_id: student.id,
        ...marksOf(student.id + subject.id),
      })),
    );
    await unit.insertMany('grades', marks);
    const [first] = people;
    if (!first) throw new Error('the large batch has nobody');
    const account = await unit.insert('users', {
      username: 'large-batch',
      name: first.full_name,
      email: null,
      phone: null,
      role: 'student',
      password_hash: '-',
      is_active: 1,
      must_change_password: 0,
      student_row_id: first.id,
      last_login: null,
    });
    const student = { id: first.id, number: first.student_id, userId: account.id };
    return { id: batch.id, name, codes: subjects.map(({ subject_code }) => subject_code), student };
  });

/** Marks from 2 to 4.5. */
export const marksOf = (chance: number) => {
  const mark = (place: number) => 2 + ((chance * 7 + place * 3) % 6) / 2;
  const [participation = 0, attendance = 0, exercise = 0, reading = 0, test = 0] = gradeColumns.map(
    (_, place) => mark(place),
  );
  return { participation, attendance, exercise, reading, test };
};

interface Recorded {
  subjectId: number;
  students: readonly number[];
  date: string;
}

/** Daily records of all kinds in a month up to a day, each with two ranges and two faults. */
export async function addDailyRecords(
  data: Data,
  { subjectId, students: ids, date }: Recorded,
): Promise<void> {
  const days = Array.from({ length: 30 }, (_, ago) => daysAfter(date, -ago));
  const rows = days.flatMap((day, ago) =>
    ids.flatMap((student_row_id) =>
      recordKinds.map((kind) => ({
        subject_id: subjectId,
        date: day,
        student_row_id,
        record_content: 'مراجعة',
        pages_count: 1 + (ago % 4) / 2,
        performance_level: null,
        mistakes_count: 3,
        teacher_notes: null,
        kind,
        result: defaultRecordResult,
        parts_changed_at: null,
      })),
    ),
  );
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'daily_records', null, operationDescriptions.seeded);
    const records = await unit.insertMany('daily_records', rows);
    const kinds = await unit.trx
      .selectFrom('fault_kinds')
      .select('id')
      .orderBy('position')
      .limit(2)
      .execute();
    const firstAyah = (at: number, position: number) => 8 + (at % 50) + 300 * position;
    const ranges = records.flatMap(({ id: record_id }, at) =>
      [1, 2].map((position) => {
        const from_ayah = firstAyah(at, position);
        return { record_id, position, from_ayah, to_ayah: from_ayah + 5 };
      }),
    );
    const faults = records.flatMap(({ id: record_id }, at) =>
      kinds.map(({ id: kind_id }, of) => ({
        record_id,
        kind_id,
        ayah: of === 0 ? firstAyah(at, 1) : null,
        count: 2 - of,
      })),
    );
    await unit.insertMany('daily_record_ranges', ranges);
    await unit.insertMany('daily_record_faults', faults);
  });
}

/** Adds `count` deletions to the archive, spread over the time that it keeps them; the newest is now. */
export async function addDeletions(data: Data, count: number): Promise<void> {
  const now = data.now().getTime();
  const rows = (first: number) =>
    Array.from({ length: Math.min(1_000, count - first) }, (_, place) => {
      const at = new Date(now - (count - first - place) * 15_000).toISOString();
      const id = 10_000_000 + first + place;
      return { id, at, item: `طالب ${id}`, table: place % 3 === 0 ? 'subjects' : 'students' };
    });
  await data.writeUnlogged(async (trx) => {
    for (let first = 0; first < count; first += 1_000) {
      const part = rows(first);
      const operations = part.map(
        ({ id, at, item, table }) =>
          sql`(${sql.lit(id)}, 1, 'مدير', 'admin', 'delete', ${`حذف ${item}`}, ${table}, ${item}, 1, ${at}, ${at})`,
      );
      await sql`insert into operations (id, user_id, user_name, user_role, action, description, table_name,
        item_name, rows_count, performed_at, archived_at) values ${sql.join(operations)}`.execute(trx);
      const terms = part.flatMap(({ id }) =>
        ['حذف', 'طالب', String(id)].map((term) => ({ term, operation_id: id })),
      );
      await trx.insertInto('operation_terms').values(terms).execute();
    }
  });
}
