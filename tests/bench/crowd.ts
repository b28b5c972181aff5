import { sql } from 'kysely';
import { operationDescriptions } from '../../contract/successMessages';
import { dailyRecordType, defaultBatchStatus } from '../../contract/vocabulary';
import { startSession } from '../../server/auth/sessions';
import { daysAfter } from '../../server/demo/calendar';
import { offeringsOf, studentsOf } from '../../server/demo/large';
import { writeStudents } from '../../server/demo/people';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { systemActor } from '../../server/db/log/operationLog';
import { addCircle } from './circles';
import { addMemorisation } from './memorisation';

/** A batch with a circle of half of its students, each with two years of records, and people who work meanwhile. */
export interface Crowd {
  batchId: number;
  circleId: number;
  /** The first day of the week before today. */
  from: string;
  students: number;
  /** Sessions of different admins. */
  admins: string[];
  /** The session of a teacher of the batch, who has written a large operation. */
  teacher: string;
  /** A batch that is changed meanwhile. */
  otherBatchId: number;
}

/** No seeded institute has this year, nor a student of these numbers. */
const academicYear = '1401';
const after = 7_000_000;
const adminCount = 6;
const fromBench = { address: '127.0.0.1', device: 'bench' };
/** In which the teacher's operation can be undone. */
export const teacherSession = 'bench-teacher';

/** Adds it to a seeded institute on SQLite. */
export async function addCrowd(url: string, students: number): Promise<Crowd> {
  const data = await openInstitute(url);
  try {
    const date = data.now().toISOString().slice(0, 10);
    const { batch, subject, people } = await addBatch(data, students);
    const members = people.slice(0, Math.floor(students / 2));
    const ids = members.map(({ id }) => id);
    await addMemorisation(data, { subjectId: subject.id, students: ids, date });
    const from = daysAfter(date, -800);
    const circle = await addCircle(data, {
      subjectId: subject.id,
      students: members,
      from,
      size: members.length,
    });
    const { admins, teacher } = await addPeople(data, subject.id);
    const other = data.read.selectFrom('batches').select('id').where('id', '<>', batch.id).limit(1);
    return {
      batchId: batch.id,
      circleId: circle.id,
      from: daysAfter(date, -7),
      students: members.length,
      admins,
      teacher,
      otherBatchId: (await other.executeTakeFirstOrThrow()).id,
    };
  } finally {
    await data.close();
  }
}

const addBatch = (data: Data, size: number) =>
  data.write(systemActor, async (unit) => {
    unit.describe('import', 'batches', null, operationDescriptions.seeded);
    const program = await unit.trx.selectFrom('programs').selectAll().limit(1).executeTakeFirstOrThrow();
    const batch = await unit.insert('batches', {
      batch_name: `دفعة ${academicYear}`,
      program_row_id: program.id,
      batch_number: 9_998,
      academic_year: academicYear,
      level: 1,
      start_date: '2020-01-01',
      end_date: null,
      status: defaultBatchStatus,
    });
    const [offering] = offeringsOf(batch, program);
    if (!offering) throw new Error('the programme has no subjects');
    const subject = await unit.insert('subjects', { ...offering, type: dailyRecordType });
    const place = { batch, batchIndex: after, size, before: after };
    const today = unit.now.slice(0, 10);
    const people = await writeStudents(unit, studentsOf({ ...place, lastSerial: 0, today, isOpen: false }));
    return { batch, subject, people };
  });

async function addPeople(data: Data, subjectId: number) {
  const { users, teacher } = await data.write(systemActor, async (unit) => {
    unit.describe('import', 'users', null, operationDescriptions.seeded);
    const account = (username: string, role: 'admin' | 'teacher') => ({
      username,
      name: username,
      email: null,
      phone: null,
      role,
      password_hash: '-',
      is_active: 1,
      must_change_password: 0,
      student_row_id: null,
      last_login: null,
    });
    const accounts = Array.from({ length: adminCount }, (_, place) =>
      account(`crowd-admin-${place}`, 'admin'),
    );
    const stored = await unit.insertMany('users', accounts);
    const own = await unit.insert('users', account('crowd-teacher', 'teacher'));
    await unit.insert('subject_teachers', { subject_id: subjectId, teacher_id: own.id });
    return { users: stored, teacher: own };
  });
  return data.writeUnlogged(async (trx) => {
    const sessionOf = (id: number) => startSession(trx, id, data.now(), fromBench);
    const admins: string[] = [];
    for (const { id } of users) admins.push(await sessionOf(id));
    await sql`insert into operations (user_id, user_name, user_role, undo_session, action, description, table_name,
        rows_count, performed_at)
      select ${teacher.id}, 'crowd-teacher', 'teacher', ${teacherSession}, 'update', 'حفظ', 'daily_records', count(*),
        ${data.now().toISOString()} from daily_records where subject_id = ${subjectId}`.execute(trx);
    await sql`insert into operation_rows (operation_id, table_name, row_id, after)
      select (select max(id) from operations), 'daily_records', id, json_object('id', id, 'subject_id', subject_id,
        'student_row_id', student_row_id, 'date', date) from daily_records where subject_id = ${subjectId}`.execute(
      trx,
    );
    return { admins, teacher: await sessionOf(teacher.id) };
  });
}
