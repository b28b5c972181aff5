import { sql } from 'kysely';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import { operationDescriptions } from '../../contract/successMessages';
import { dailyRecordType, defaultBatchStatus, recordKinds } from '../../contract/vocabulary';
import { startSession } from '../../server/auth/sessions';
import type { Data } from '../../server/db/data';
import { systemActor } from '../../server/db/log/operationLog';
import type { UnitOfWork } from '../../server/db/log/unitOfWork';
import type { NewRow, Row } from '../../server/db/schema';
import { daysAfter } from '../../server/demo/calendar';
import { buildOfferings, buildStudents } from '../../server/demo/large';
import { buildAccount, writeStudents } from '../../server/demo/people';
import { enrolledStudents } from '../support/enrolledStudents';

export interface Institute {
  batchName: string;
  batchId: number;
  /** A subject with marks and registers. */
  gradedCode: string;
  dailyCode: string;
  /** Academic numbers of the batch. */
  students: string[];
  /** Twenty students of the subject with daily records. */
  circle: { id: number; students: string[] };
  date: string;
  otherBatchId: number;
  large: LargeBatch;
}

/** 1,000 students with four sheets of marks. Its deletion deletes 5,005 rows. */
export interface LargeBatch {
  id: number;
  name: string;
  codes: string[];
  student: { id: number; number: string; userId: number };
}

export const writeSeeded = <T>(data: Data, work: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  data.write(systemActor, (unit) => {
    unit.describe('import', 'batches', null, operationDescriptions.seeded);
    return work(unit);
  });

/** Adds the records that the benchmark needs to a seeded institute. */
export async function prepareInstitute(data: Data, deletions: number): Promise<Institute> {
  const db = data.read;
  const register = db
    .selectFrom('registers')
    .select(['date', 'subject_id'])
    .orderBy('date', 'desc')
    .orderBy('id');
  const { date, subject_id } = await register.limit(1).executeTakeFirstOrThrow();
  const graded = await db
    .selectFrom('subjects')
    .innerJoin('batches', 'batches.id', 'subjects.batch_id')
    .select(['subject_code', 'batch_id', 'batch_name'])
    .where('subjects.id', '=', subject_id)
    .executeTakeFirstOrThrow();
  const daily = await db
    .selectFrom('subjects')
    .select(['id', 'subject_code'])
    .where('batch_id', '=', graded.batch_id)
    .where('type', '=', dailyRecordType)
    .executeTakeFirstOrThrow();
  const students = await db
    .selectFrom(enrolledStudents(db))
    .select(['id', 'student_id'])
    .where('batch_id', '=', graded.batch_id)
    .orderBy('id')
    .execute();
  const otherBatch = db
    .selectFrom('batches')
    .select('id')
    .where('id', '<>', graded.batch_id)
    .orderBy('id')
    .limit(1);
  const members = students.slice(0, 20);
  const ids = students.map(({ id }) => id);
  await addMemorisation(data, daily.id, ids, date);
  const circleId = await addCircle(data, daily.id, members, date);
  await addDeletions(data, deletions);
  await addNotesAndAnnouncements(data, date);
  const large = await addLargeBatch(data);
  await analyze(data);
  return {
    batchName: graded.batch_name,
    batchId: graded.batch_id,
    gradedCode: graded.subject_code,
    dailyCode: daily.subject_code,
    students: students.map(({ student_id }) => student_id),
    circle: { id: circleId, students: members.map(({ student_id }) => student_id) },
    date,
    otherBatchId: (await otherBatch.executeTakeFirstOrThrow()).id,
    large,
  };
}

/** PostgreSQL would analyse automatically within a minute. SQLite needs no statistics. */
export async function analyze(data: Data): Promise<void> {
  if (data.kind === 'postgres') await sql`analyze`.execute(data.read);
}

/** @param year a year without seeded batches */
async function addBatch(unit: UnitOfWork, year: number, size: number, subjectCount: number) {
  const program = await unit.trx.selectFrom('programs').selectAll().limit(1).executeTakeFirstOrThrow();
  const batch = await unit.insert('batches', {
    batch_name: `دفعة القياس ${year}`,
    program_row_id: program.id,
    batch_number: 9_000 + (year % 1_000),
    academic_year: String(year),
    level: 1,
    start_date: '2020-01-01',
    end_date: null,
    status: defaultBatchStatus,
  });
  const subjects = await unit.insertMany('subjects', buildOfferings(batch, program).slice(0, subjectCount));
  const [subject] = subjects;
  if (!subject) throw new Error('the programme has no subjects');
  // Seeded students have other numbers.
  const [serialBefore, today] = [year * 5_000, unit.now.slice(0, 10)];
  const numbering = {
    batch,
    batchIndex: serialBefore,
    size,
    studentsBefore: serialBefore,
    lastSerial: 0,
    today,
    isOpen: false,
  };
  return { batch, subjects, subject, students: await writeStudents(unit, buildStudents(numbering)) };
}

export async function signIn(
  data: Data,
  accounts: readonly NewRow<'users'>[],
): Promise<{ id: number; token: string }[]> {
  const users = await writeSeeded(data, (unit) => unit.insertMany('users', accounts));
  return data.writeUnlogged(async (trx) => {
    const sessions: { id: number; token: string }[] = [];
    for (const { id } of users) {
      const token = await startSession(trx, id, data.now(), { address: '127.0.0.1', device: 'bench' });
      sessions.push({ id, token });
    }
    return sessions;
  });
}

export const studentAccount = ({ id, full_name }: Pick<Row<'students'>, 'id' | 'full_name'>) =>
  buildAccount(`bench-${id}`, full_name, 'student', '-', { student_row_id: id });

export const addLargeBatch = (data: Data): Promise<LargeBatch> =>
  writeSeeded(data, async (unit) => {
    const { batch, subjects, students } = await addBatch(unit, 1400, 1_000, 4);
    const marks = subjects.flatMap(({ id: subject_id }) =>
      students.map(({ id }) => ({ subject_id, student_row_id: id, ...buildMarks(id + subject_id) })),
    );
    await unit.insertMany('grades', marks);
    const [first] = students;
    if (!first) throw new Error('the large batch has no students');
    const { id: userId } = await unit.insert('users', studentAccount(first));
    const student = { id: first.id, number: first.student_id, userId };
    return { id: batch.id, name: batch.batch_name, codes: subjects.map((one) => one.subject_code), student };
  });

export const buildMarks = (number: number) =>
  Object.fromEntries(
    gradeColumns.map((column, index) => [column, 2 + ((number * 7 + index * 3) % 6) / 2]),
  ) as Record<(typeof gradeColumns)[number], number>;

/** Adds deletions to the archive, distributed over the retention time. */
const addDeletions = (data: Data, count: number): Promise<void> =>
  data.writeUnlogged(async (trx) => {
    const now = data.now().getTime();
    for (let first = 0; first < count; first += 1_000) {
      const ids = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => first + index);
      const operations = ids.map((number) => {
        const deletedAt = new Date(now - (count - number) * 15_000).toISOString();
        const item = `طالب ${10_000_000 + number}`;
        const table = number % 3 === 0 ? 'subjects' : 'students';
        return sql`(${sql.lit(10_000_000 + number)}, 1, 'مدير', 'admin', 'delete', ${`حذف ${item}`}, ${table}, ${item}, 1, ${deletedAt}, ${deletedAt})`;
      });
      await sql`insert into operations (id, user_id, user_name, user_role, action, description, table_name,
        item_name, rows_count, performed_at, archived_at) values ${sql.join(operations)}`.execute(trx);
      const terms = ids.flatMap((number) =>
        ['حذف', 'طالب', String(10_000_000 + number)].map((term) => ({
          term,
          operation_id: 10_000_000 + number,
        })),
      );
      await trx.insertInto('operation_terms').values(terms).execute();
    }
  });

export const addCircle = (
  data: Data,
  subject_id: number,
  students: readonly { id: number }[],
  from_date: string,
): Promise<number> =>
  writeSeeded(data, async (unit) => {
    const settings = { days: '[]', time: null, place: null, ended_on: null };
    const circle = { subject_id, name: 'حلقة القياس', teacher_id: null, capacity: students.length };
    const { id: circle_id } = await unit.insert('circles', { ...circle, ...settings });
    await unit.insertMany(
      'circle_members',
      students.map(({ id }) => ({ subject_id, circle_id, student_row_id: id, from_date, to_date: null })),
    );
    return circle_id;
  });

const lessonDays = 250;

/**
 * Adds 250 lessons in two years with far revision, the last thirty with all kinds, and a plan. Each record
 * has ranges and a fault. The records are not in the operation log, which would be larger than they are.
 */
const addMemorisation = (data: Data, subjectId: number, students: number[], date: string): Promise<void> =>
  data.writeUnlogged(async (trx) => {
    const begin = daysAfter(date, -3 * (lessonDays - 1));
    const storedValues = sql`1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'`;
    const columns = sql`version, created_at, updated_at`;
    for (let lesson = 0; lesson < lessonDays; lesson += 1) {
      const day = daysAfter(begin, 3 * lesson);
      for (const kind of lesson < lessonDays - 30 ? ['new', 'far'] : recordKinds) {
        await sql`insert into daily_records (${columns}, subject_id, date, student_row_id, kind, result)
          select ${storedValues}, ${sql.lit(subjectId)}, ${day}, id, ${kind}, 'accepted'
          from students where id in (${sql.join(students)})`.execute(trx);
        const isOfDay = sql`daily_records.subject_id = ${subjectId} and daily_records.date = ${day}
          and daily_records.kind = ${kind}`;
        const firstAyah = kind === 'new' ? 8 + 12 * lesson : 8 + 6 * Math.floor(lesson / 2);
        for (const [position, from] of [firstAyah, firstAyah + 60].slice(0, kind === 'new' ? 1 : 2).entries())
          await sql`insert into daily_record_ranges (${columns}, record_id, position, from_ayah, to_ayah)
            select ${storedValues}, id, ${sql.lit(position + 1)}, ${sql.lit(from)}, ${sql.lit(from + 11)}
            from daily_records where ${isOfDay}`.execute(trx);
        await sql`insert into daily_record_faults (${columns}, record_id, kind_id, ayah, count)
          select ${storedValues}, daily_records.id, fault_kinds.id, ${sql.lit(firstAyah)}, 1
          from daily_records join fault_kinds on fault_kinds.key = 'prompt' where ${isOfDay}`.execute(trx);
      }
    }
    await sql`insert into hifz_plans (${columns}, subject_id, direction, start_ayah, amount_unit, amount_value, new_days,
        revision_days, near_unit, near_value, far_cycle_days, juz_test, begin_date)
      values (${storedValues}, ${sql.lit(subjectId)}, 'from_baqarah', 8, 'page', 1, '[0,1,2,3,4,5,6]', '[0,1,2,3,4,5,6]',
        'lessons', 7, 30, 0, ${begin})`.execute(trx);
  });

/** A batch with a circle of half of its students, each with two years of records. */
export interface Crowd {
  batch: Row<'batches'>;
  circleId: number;
  students: number;
  admins: string[];
  teacher: string;
}

/** Undo session of the teacher's large operation. */
export const teacherSession = 'bench-teacher';

export async function addCrowd(data: Data, size: number, date: string): Promise<Crowd> {
  const { batch, subject, students } = await writeSeeded(data, async (unit) => {
    const newBatch = await addBatch(unit, 1401, size, 1);
    await unit.update('subjects', newBatch.subject.id, { type: dailyRecordType });
    return newBatch;
  });
  const members = students.slice(0, Math.floor(size / 2));
  const ids = members.map(({ id }) => id);
  await addMemorisation(data, subject.id, ids, date);
  const circleId = await addCircle(data, subject.id, members, daysAfter(date, -800));
  const names = Array.from({ length: 6 }, (_, index) => `crowd-admin-${index}`);
  const admins = await signIn(
    data,
    names.map((name) => buildAccount(name, name, 'admin', '-')),
  );
  const [teacher] = await signIn(data, [buildAccount('crowd-teacher', 'crowd-teacher', 'teacher', '-')]);
  if (!teacher) throw new Error('the crowd has no teacher');
  await writeSeeded(data, (unit) =>
    unit.insert('subject_teachers', { subject_id: subject.id, teacher_id: teacher.id }),
  );
  await data.writeUnlogged(async (trx) => {
    await sql`insert into operations (user_id, user_name, user_role, undo_session, action, description, table_name,
        rows_count, performed_at)
      select ${teacher.id}, 'crowd-teacher', 'teacher', ${teacherSession}, 'update', 'حفظ', 'daily_records', count(*),
        ${data.now().toISOString()} from daily_records where subject_id = ${subject.id}`.execute(trx);
    await sql`insert into operation_rows (operation_id, table_name, row_id, after)
      select (select max(id) from operations), 'daily_records', id, json_object('id', id, 'subject_id', subject_id,
        'student_row_id', student_row_id, 'date', date) from daily_records where subject_id = ${subject.id}`.execute(
      trx,
    );
  });
  return {
    batch,
    circleId,
    students: ids.length,
    admins: admins.map(({ token }) => token),
    teacher: teacher.token,
  };
}

const announcement = {
  text: 'بعد صلاة العشاء في قاعة المعهد '.repeat(10),
  until: '2099-12-31',
  section: null,
  program_row_id: null,
  batch_id: null,
  circle_id: null,
  role: null,
  author_id: null,
  author: 'الإدارة',
};

export const seededNote = {
  kind: 'praise' as const,
  category_id: null,
  text: 'راجع مع زميله حتى ضبط السورة '.repeat(5),
  for_guardians: 1,
  author_id: null,
  author: 'الإدارة',
};

/** Notes on each of the first 20,000 students, on different days of the last half year, and 200 announcements. */
async function addNotesAndAnnouncements(data: Data, today: string): Promise<void> {
  await writeSeeded(data, async (unit) => {
    const students = await unit.trx.selectFrom('students').select('id').orderBy('id').limit(20_000).execute();
    await unit.insertMany(
      'behaviour_notes',
      students.map(({ id }) => ({ ...seededNote, student_row_id: id, date: daysAfter(today, -(id % 180)) })),
    );
    await unit.insertMany(
      'announcements',
      Array.from({ length: 200 }, (_, index) => ({
        ...announcement,
        title: `إعلان ${index}`,
        is_pinned: Number(index % 50 === 0),
        until: index < 30 ? announcement.until : '2020-01-01',
      })),
    );
  });
}
