import type { Absence, Register } from '../../contract/absences';
import type { DailyRecord, Recitation } from '../../contract/dailyRecords';
import type { Subject } from '../../contract/subjects';
import { dailyRecordType } from '../../contract/vocabulary';
import type { Answer, TestApp } from './app';
import { newSubject } from './sampleCalls';

type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
type Refusal = { code: string; details?: { path: string; message: string }[] };

export const excused = 'غياب بعذر';
export const unexcused = 'غياب بدون عذر';

export const absent = (studentId: string, type = unexcused, notes: string | null = null) => ({
  studentId,
  type,
  notes,
});

/** @param circle default: the whole subject */
export function registerCalls(
  server: TestApp,
  subject: Pick<Subject, 'batch_name' | 'subject_code'>,
  circle?: number,
) {
  const { batch_name: batchName, subject_code: subjectCode } = subject;
  const circleId = circle === undefined ? {} : { circle_id: circle };
  const path = (date: string) =>
    `/absences/${encodeURIComponent(String(batchName))}/${encodeURIComponent(subjectCode)}/${date}`;
  return {
    batchName: String(batchName),
    subjectCode,
    day: (date: string, as: As = 'admin'): Promise<Answer<Register>> =>
      server.call('GET', path(date), { as, query: circleId }),
    set: (date: string, absentStudents: unknown[], version?: number, as: As = 'admin') =>
      server.call<Register & Refusal & { message: string; current: Register }>('PUT', path(date), {
        as,
        body: { absentStudents, version, ...circleId },
      }),
    record: (date: string, absentStudents: unknown[], as: As = 'admin') =>
      server.call<Refusal & { message: string; error: string; duplicates: object[] }>(
        'POST',
        '/absences/record',
        { as, body: { batchName, subjectCode, date, absentStudents, ...circleId } },
      ),
  };
}
export type RegisterCalls = ReturnType<typeof registerCalls>;

/** Type and notes by academic number. */
export const absencesByStudent = (register: { absences: Absence[] }) =>
  Object.fromEntries(register.absences.map(({ studentId, type, notes }) => [studentId, [type, notes]]));

/** Response of `/daily-records/{id}`. */
export type RecitationAnswer = Recitation &
  Pick<DailyRecord, 'studentId' | 'kind' | 'count'> & { operation_id: number | null };

export function recordCalls(server: TestApp, subject: Pick<Subject, 'batch_name' | 'subject_code'>) {
  const { batch_name: batchName, subject_code: subjectCode } = subject;
  return {
    batchName: String(batchName),
    subjectCode,
    day: (date: string, as: As = 'admin', query: Record<string, unknown> = {}) =>
      server.call<{ records: DailyRecord[] } & Refusal>(
        'GET',
        `/daily-records/${encodeURIComponent(String(batchName))}/${encodeURIComponent(subjectCode)}/${date}`,
        { as, query },
      ),
    save: (recordDate: string, records: unknown[], as: As = 'admin', values: object = {}) =>
      server.call<
        { success: boolean; message: string; records: DailyRecord[]; current: DailyRecord[] } & Refusal
      >('POST', '/daily-records/save', {
        as,
        body: { batchName, subjectCode, recordDate, records, ...values },
      }),
    again: (recordDate: string, body: object, as: As = 'admin', headers: Record<string, string> = {}) =>
      server.call<RecitationAnswer & Refusal>('POST', '/daily-records/again', {
        as,
        body: { subjectCode, recordDate, ...body },
        headers,
      }),
  };
}

export async function newDailySubject(server: TestApp): Promise<Subject> {
  const subject = await newSubject(server);
  await server.call('PUT', `/subjects/${subject.id}`, { as: 'admin', body: { type: dailyRecordType } });
  return subject;
}

/** Removes a subject from the scope of the account `teacher`. */
export async function assignToTeacher2(server: TestApp, subjectCode: string): Promise<void> {
  const teacher2 = await server.data.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'teacher2')
    .executeTakeFirstOrThrow();
  const body = { subject_code: subjectCode, teacher_id: teacher2.id };
  await server.call('POST', '/subject-teachers', { as: 'admin', body });
}

export async function countOperations(
  server: TestApp,
  table: 'registers' | 'daily_records',
): Promise<number> {
  const rows = await server.data.read
    .selectFrom('operations')
    .select('id')
    .where('table_name', '=', table)
    .execute();
  return rows.length;
}
