import { randomBytes } from 'node:crypto';
import type { OwnSession } from '../../contract/accounts/auth';
import type { Batch } from '../../contract/batches';
import type { Circle } from '../../contract/circles';
import type { Program } from '../../contract/programs';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { Student } from '../../contract/students/students';
import type { Subject } from '../../contract/subjects';
import type { User } from '../../contract/accounts/users';
import {
  dailyRecordType,
  defaultAbsenceType,
  defaultFaultKinds,
  freeTextContent,
  type Role,
  type SubjectType,
} from '../../contract/vocabulary';
import { loadInstituteDay } from '../../server/domain/institute';
import { password, type TestApp } from './app';
import { pause } from './breath';
import { sheetServer } from './sheetServer';
import { hifzSamples } from './hifzSamples';
import { answersTo, fourQuestions, handedIn, newAssignment, subjectOf } from './assignmentCalls';
import { placedStudents } from './placedStudents';

/** A valid call of one endpoint, on records that exist while it is made. */
export interface SampleCall {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Caller {
  id: number;
  username: string;
  /** The account of a student: the caller's own where the caller is one. */
  studentAccount: number;
}

export type Sample = (server: TestApp, caller: Caller) => SampleCall | Promise<SampleCall>;

export const unique = () => randomBytes(5).toString('hex');
const tenDigits = () => String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));

/** The batch of the demo account `student`; the demo teacher teaches it. */
export const knownBatch = 1;

async function created<T>(server: TestApp, path: string, body: unknown): Promise<T> {
  const answer = await server.call<T>('POST', path, { as: 'admin', body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const newProgram = (server: TestApp) =>
  created<Program>(server, '/programs', { program_id: unique(), program_name: `برنامج ${unique()}` });
export const newBatch = (server: TestApp) =>
  created<Batch>(server, '/batches', { batch_name: `دفعة ${unique()}`, program_id: 'QRN' });
export const newSubject = (server: TestApp) =>
  created<Subject>(server, '/subjects', {
    subject_code: unique(),
    name: `مادة ${unique()}`,
    batch_id: knownBatch,
  });
const newCircleBody = async (server: TestApp) => ({
  subject_code: (await newSubject(server)).subject_code,
  name: 'حلقة الأحساء',
  days: [0, 2],
  time: '١٦:٣٠',
  place: 'المسجد',
});
/** A circle of a new subject of the known batch, open to every teacher. */
export const newCircle = async (server: TestApp) =>
  created<Circle>(server, '/circles', await newCircleBody(server));
export const newUser = (server: TestApp, role: Role = 'student') =>
  created<User>(server, '/users', {
    username: unique(),
    name: 'نورة السالم',
    role,
    password: `كلمة-${unique()}`,
  });
export const newStudent = (server: TestApp, batch_id = knownBatch, more: object = {}) =>
  created<Student>(server, '/students', {
    first_name: 'سعد',
    last_name: 'الراشد',
    national_id: tenDigits(),
    batch_id,
    ...more,
  });

/** A student as the calls for several take them, from today on. */
async function chosenStudent(server: TestApp) {
  const { id } = await newStudent(server);
  const { today } = await loadInstituteDay(server.data.read, server.data.now());
  return { student_row_ids: [id], date: today };
}

/** A student and an account that name each other. */
export async function linkedPair(server: TestApp): Promise<{ student: Student; user: User }> {
  const student = await newStudent(server);
  const user = await created<User>(server, '/users', {
    username: unique(),
    name: student.full_name,
    role: 'student',
    student_id: student.student_id,
  });
  return { student, user };
}

/** The account of a student who was deleted. */
export async function orphanedAccount(server: TestApp): Promise<User> {
  const { student, user } = await linkedPair(server);
  await server.call('DELETE', `/students/${student.id}`, { as: 'admin' });
  return user;
}

/** A subject of the known batch that has curriculum and grade settings of its own. */
async function subjectWithSettings(server: TestApp): Promise<{ subject_code: string }> {
  const { subject_code } = await newSubject(server);
  await server.call('POST', `/subject-curriculum/${subject_code}`, { as: 'admin', body: curriculum });
  await server.call('POST', `/subject-grade-settings/${subject_code}`, {
    as: 'admin',
    body: defaultGradeSettings,
  });
  return { subject_code };
}

/** A subject of the known batch, and a student of it with marks there. */
async function gradedStudent(server: TestApp) {
  const [subject, student] = [await newSubject(server), await newStudent(server)];
  const sheetParams = { batchName: String(subject.batch_name), subjectCode: subject.subject_code };
  const grades = [{ studentId: student.student_id, testGrade: 40 }];
  await server.call('POST', '/grades/save', { as: 'admin', body: { ...sheetParams, grades } });
  return { sheetParams, studentId: student.student_id };
}

/** A day of the past, as the demo institute has it. */
export const sampleDay = '2026-11-02';

/** A new subject and a new student of the known batch; of daily records where it is asked for. */
async function taughtStudent(server: TestApp, type?: SubjectType) {
  const { id, subject_code, batch_name } = await newSubject(server);
  if (type) await server.call('PUT', `/subjects/${id}`, { as: 'admin', body: { type } });
  const { student_id } = await newStudent(server);
  return { batchName: String(batch_name), subjectCode: subject_code, studentId: student_id };
}

const wholeFatiha = { from: '1:1', to: '1:7' };

/** A recitation of today in a new subject. */
async function newRecitation(server: TestApp): Promise<{ id: number; version: number }> {
  const { subjectCode, studentId } = await taughtStudent(server, dailyRecordType);
  const body = { subjectCode, studentId, recordDate: sampleDay, ranges: [wholeFatiha] };
  return created(server, '/daily-records/again', body);
}

/** The register of a new subject, and one absence in it. */
async function registerCall(server: TestApp) {
  const { batchName, subjectCode, studentId } = await taughtStudent(server);
  const absentStudents = [{ studentId, type: defaultAbsenceType, notes: 'مريض' }];
  return { params: { x: batchName, y: subjectCode, date: sampleDay }, absentStudents };
}

/** The student of an account, and a new subject of that batch; of daily records where it is asked for. */
async function reported(server: TestApp, { studentAccount }: Caller, type?: SubjectType) {
  const { studentId, batchName, batchId } = await server.data.read
    .selectFrom(placedStudents(server.data.read))
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .innerJoin('batches', 'batches.id', 'students.batch_id')
    .select(['student_id as studentId', 'batch_name as batchName', 'batches.id as batchId'])
    .where('users.id', '=', studentAccount)
    .executeTakeFirstOrThrow();
  const body = { subject_code: unique(), name: `مادة ${unique()}`, batch_id: batchId, type };
  const { subject_code } = await created<Subject>(server, '/subjects', body);
  return { studentId, subjectCode: subject_code, query: { batchName } };
}

/** A student with a subject, as the call that issues a transcript names him. */
async function issuable(server: TestApp, caller: Caller) {
  const { studentId, query } = await reported(server, caller);
  return { studentId, batchName: query.batchName };
}

async function issuedPaper(server: TestApp) {
  const { studentId, batchName } = await taughtStudent(server);
  const body = { studentId, batchName };
  const answer = await server.call<{ number: string; code: string }>('POST', '/papers/issue', {
    as: 'admin',
    body,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** A batch with one subject, open to every teacher, and one student. */
async function batchOfOne(server: TestApp): Promise<string> {
  const { id: batch_id, batch_name } = await newBatch(server);
  await created(server, '/subjects', { subject_code: unique(), name: `مادة ${unique()}`, batch_id });
  const student = { first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits(), batch_id };
  await created(server, '/students', student);
  return batch_name;
}

/** Its transcripts, asked for by the caller, or by an admin where the caller may not. */
async function runningBatch(server: TestApp, { username }: Caller): Promise<SampleCall> {
  const body = { batchName: await batchOfOne(server), form: 'zip' };
  const start = (as: 'admin' | { token: string }) =>
    server.call<{ id?: string; work?: { id: string } }>('POST', '/papers/batches', { as, body });
  let answer = await start({ token: await server.signIn(username) });
  if (answer.status === 401 || answer.status === 403) answer = await start('admin');
  const id = answer.body.id ?? answer.body.work?.id;
  if (!id) throw new Error(answer.text);
  return { params: { id } };
}

async function waitForBatch(server: TestApp, { username }: Caller, { params }: SampleCall) {
  const token = await server.signIn(username);
  for (;;) {
    const path = `/papers/batches/${params?.['id']}`;
    const answer = await server.call<{ state?: string }>('GET', path, { as: { token } });
    if (answer.body.state !== 'running') return;
    await pause();
  }
}

/** What a student of the known batch has handed in: the caller's own where the caller is one. */
async function submitted(server: TestApp, { studentAccount }: Caller) {
  const { student_row_id } = await server.data.read
    .selectFrom('users')
    .select('student_row_id')
    .where('id', '=', studentAccount)
    .executeTakeFirstOrThrow();
  const assignment = await newAssignment(server);
  return { assignment, ...(await handedIn(server, assignment, Number(student_row_id))) };
}

const importOf = (record: unknown): SampleCall => ({ body: { data: [record], stopOnError: true } });
const checkOf = (record: unknown): SampleCall => ({ body: { data: [record] } });

/** An operation that a caller did in an undo session of its own. */
async function operationOf(server: TestApp, { id }: Caller): Promise<{ id: number; undoSession: string }> {
  const user = await server.data.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const undoSession = unique();
  await server.data.write({ userId: id, name: user.name, role: user.role, undoSession }, async (unit) => {
    unit.describe('create', 'saved_filters', null, 'tests');
    const of = { user_id: id, resource: 'students', name: unique() };
    await unit.insert('saved_filters', { ...of, filter: '{}', sort: null });
  });
  const operation = await newestOperation(server, 'create');
  return { id: operation, undoSession };
}

async function newestOperation(server: TestApp, action: 'create' | 'delete'): Promise<number> {
  const query = server.data.read.selectFrom('operations').select('id').where('action', '=', action);
  return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

/** A caller right after the step-up. */
async function steppedUp(server: TestApp, { id }: Caller): Promise<SampleCall> {
  const step_up_until = new Date(server.data.now().getTime() + 60_000).toISOString();
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('sessions').set({ step_up_until }).where('user_id', '=', id).execute(),
  );
  return {};
}

const curriculum = {
  content_type: freeTextContent,
  curriculum_items: [],
  require_pages_count: false,
  default_pages: 1,
};
const page = { range: [0, 9], sort: ['id', 'ASC'], filter: { q: '' } };
const none: Sample = () => ({});
const idOf =
  (make: (server: TestApp) => Promise<{ id: number }>): Sample =>
  async (server) => ({ params: { id: (await make(server)).id } });

const idsOf =
  (make: (server: TestApp) => Promise<{ id: number }>): Sample =>
  async (server) => ({ body: { ids: [(await make(server)).id, (await make(server)).id] } });

/** One valid call of each endpoint, by method and path. A new endpoint adds its own. */
export const sampleCalls: Record<string, Sample> = {
  'GET /health': none,
  'GET /ready': none,
  'GET /openapi.json': none,

  'POST /auth/login': (_server, { username }) => ({ body: { username, password } }),
  'POST /auth/logout': none,
  'GET /auth/me': none,
  'POST /auth/password': () => ({ body: { current: password, new: 'نخلة-وسبع-سنابل' } }),
  'POST /auth/forgot': (_server, { username }) => ({ body: { username } }),
  'POST /auth/step-up': () => ({ body: { password } }),
  'DELETE /auth/step-up': none,
  'GET /auth/sessions': none,
  'GET /auth/outbox-key': none,
  'DELETE /auth/sessions': none,
  'DELETE /auth/sessions/{id}': async (server, { username }) => {
    const token = await server.signIn(username);
    const { body } = await server.call<OwnSession[]>('GET', '/auth/sessions', { as: { token } });
    return { params: { id: String(body.find(({ is_current }) => is_current)?.id) } };
  },

  'GET /programs': () => ({ query: page }),
  'GET /programs/{id}': () => ({ params: { id: 1 } }),
  'POST /programs': () => ({ body: { program_id: unique(), program_name: `برنامج ${unique()}` } }),
  'PUT /programs/{id}': async (server) => ({
    params: { id: (await newProgram(server)).id },
    body: { duration: 'سنتان' },
  }),
  'DELETE /programs/{id}': idOf(newProgram),
  'GET /programs/{id}/dependents': idOf(newProgram),
  'POST /programs/delete-many': idsOf(newProgram),
  'POST /programs/dependents': idsOf(newProgram),

  'GET /batches': () => ({ query: page }),
  'GET /batches/{id}': () => ({ params: { id: knownBatch } }),
  'GET /batches/{id}/card': () => ({ params: { id: knownBatch } }),
  'POST /batches': () => ({ body: { batch_name: `دفعة ${unique()}`, program_id: 'QRN' } }),
  'PUT /batches/{id}': async (server) => ({
    params: { id: (await newBatch(server)).id },
    body: { batch_number: 7 },
  }),
  'DELETE /batches/{id}': idOf(newBatch),
  'GET /batches/{id}/dependents': idOf(newBatch),
  'POST /batches/delete-many': idsOf(newBatch),
  'POST /batches/dependents': idsOf(newBatch),

  'GET /subjects': () => ({ query: page }),
  'GET /subjects/summary': () => ({ query: { filter: { q: '' } } }),
  'GET /subjects/{id}': idOf(newSubject),
  'POST /subjects': () => ({
    body: { subject_code: unique(), name: `مادة ${unique()}`, batch_id: knownBatch },
  }),
  'POST /subjects/many': async (server) => ({
    body: {
      subject_code: unique(),
      name: `مادة ${unique()}`,
      batch_ids: [(await newBatch(server)).id, knownBatch],
    },
  }),
  'PUT /subjects/{id}': async (server) => ({
    params: { id: (await newSubject(server)).id },
    body: { hours: 4 },
  }),
  'DELETE /subjects/{id}': idOf(newSubject),
  'GET /subjects/{id}/dependents': idOf(newSubject),
  'POST /subjects/delete-many': idsOf(newSubject),
  'POST /subjects/dependents': idsOf(newSubject),
  'GET /subjects/base/{baseCode}/offerings': () => ({ params: { baseCode: 'QRN101' } }),
  'POST /subjects/base/{baseCode}/offerings': async (server) => ({
    params: { baseCode: (await newSubject(server)).base_subject_code },
    body: { batch_id: 2 },
  }),
  'DELETE /subjects/offerings/{offering_code}': async (server) => ({
    params: { offering_code: (await newSubject(server)).subject_code },
  }),

  'GET /subject-curriculum/{subject_code}': async (server) => ({ params: await subjectWithSettings(server) }),
  'POST /subject-curriculum/{subject_code}': async (server) => ({
    params: await subjectWithSettings(server),
    body: curriculum,
  }),
  'GET /subject-grade-settings/{subject_code}': async (server) => ({
    params: await subjectWithSettings(server),
  }),
  'POST /subject-grade-settings/{subject_code}': async (server) => ({
    params: await subjectWithSettings(server),
    body: defaultGradeSettings,
  }),

  'GET /grades/{batchName}/{subjectCode}': async (server) => ({
    params: (await gradedStudent(server)).sheetParams,
  }),
  'GET /grades/statistics/{batchName}/{subjectCode}': async (server) => ({
    params: (await gradedStudent(server)).sheetParams,
  }),
  'POST /grades/save': async (server) => {
    const { sheetParams, studentId } = await gradedStudent(server);
    return { body: { ...sheetParams, grades: [{ studentId, testGrade: '٤٥٫٥', readingGrade: 5 }] } };
  },
  'GET /grades/history/{batchName}/{subjectCode}/{studentId}': async (server) => {
    const { sheetParams, studentId } = await gradedStudent(server);
    return { params: { ...sheetParams, studentId } };
  },

  'GET /absences/{x}/{y}/{date}': async (server) => ({ params: (await registerCall(server)).params }),
  'GET /absences/statistics/{x}': () => ({ params: { x: 'all' } }),
  'GET /absences/report': async (server) => ({
    query: { batchName: (await registerCall(server)).params.x, startDate: sampleDay },
  }),
  'POST /absences/record': async (server) => {
    const { params, absentStudents } = await registerCall(server);
    return { body: { batchName: params.x, subjectCode: params.y, date: params.date, absentStudents } };
  },
  'PUT /absences/{x}/{y}/{date}': async (server) => {
    const { params, absentStudents } = await registerCall(server);
    return { params, body: { absentStudents, version: 0 } };
  },

  'GET /daily-records/{batchName}/{subjectCode}/{date}': async (server) => {
    const { batchName, subjectCode } = await taughtStudent(server, dailyRecordType);
    return { params: { batchName, subjectCode, date: sampleDay } };
  },
  'POST /daily-records/save': async (server) => {
    const { batchName, subjectCode, studentId } = await taughtStudent(server, dailyRecordType);
    const records = [{ studentId, recordContent: 'سورة الملك', pagesCount: '٢٫٥', performanceLevel: '' }];
    return { body: { batchName, subjectCode, recordDate: sampleDay, records } };
  },

  'POST /daily-records/again': async (server) => {
    const { subjectCode, studentId } = await taughtStudent(server, dailyRecordType);
    const body = { subjectCode, studentId, recordDate: sampleDay, kind: 'far', ranges: [wholeFatiha] };
    return { body };
  },
  'PUT /daily-records/{id}': async (server) => {
    const { id, version } = await newRecitation(server);
    return { params: { id }, body: { notes: 'أحسن', version } };
  },
  'DELETE /daily-records/{id}': async (server) => {
    const { id, version } = await newRecitation(server);
    return { params: { id }, query: { version } };
  },

  'GET /choices': () => ({ query: { filter: { with_circles: true } } }),
  'GET /circles': () => ({ query: page }),
  'POST /circles': async (server) => ({ body: await newCircleBody(server) }),
  'PUT /circles/{id}': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { name: 'حلقة القصيم', capacity: '١٢', ended_on: null },
  }),
  'DELETE /circles/{id}': idOf(newCircle),
  'GET /circles/{id}/members': idOf(newCircle),
  'PUT /circles/{id}/members': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { student_ids: [(await newStudent(server)).student_id], date: sampleDay },
  }),
  'POST /circles/divide': async (server) => ({
    body: { subject_code: (await newCircle(server)).subject_code, date: sampleDay },
  }),
  'GET /circles/{id}/substitutes': idOf(newCircle),
  'POST /circles/{id}/substitutes': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { teacher_id: (await newUser(server, 'teacher')).id, from: sampleDay, to: sampleDay },
  }),
  'DELETE /circles/{id}/substitutes/{substituteId}': async (server) => {
    const { id } = await newCircle(server);
    const teacher_id = (await newUser(server, 'teacher')).id;
    const of = { teacher_id, from: sampleDay, to: sampleDay };
    const substitute = await created<{ id: number }>(server, `/circles/${id}/substitutes`, of);
    return { params: { id, substituteId: substitute.id } };
  },
  ...hifzSamples(
    (server, caller) => reported(server, caller, dailyRecordType),
    async (server) => {
      const circle = await newCircle(server);
      const { body } = await server.call<Subject[]>('GET', '/subjects', {
        as: 'admin',
        query: { filter: { q: circle.subject_code } },
      });
      const subject = body[0]?.id;
      await server.call('PUT', `/subjects/${subject}`, { as: 'admin', body: { type: dailyRecordType } });
      return circle;
    },
  ),
  'GET /fault-kinds': none,
  'PUT /fault-kinds': () => ({
    body: [...defaultFaultKinds, { key: `k${unique()}`, name: unique(), weight: 2 }],
  }),

  'GET /assignments': () => ({ query: { subject_code: 'QRN101-1' } }),
  'GET /assignments/student': () => ({ query: { status: 'pending' } }),
  'GET /assignments/subject/{subjectId}': async (server) => ({
    params: { subjectId: (await newSubject(server)).id },
  }),
  'POST /assignments': async (server) => ({
    body: {
      subject_id: (await subjectOf(server)).id,
      title: 'واجب',
      total_marks: '١٠',
      questions: fourQuestions,
    },
  }),
  'GET /assignments/{id}': idOf(newAssignment),
  'PUT /assignments/{id}': async (server) => ({
    params: { id: (await newAssignment(server)).id },
    body: { due_date: '2026-12-01T20:59:00Z' },
  }),
  'DELETE /assignments/{id}': idOf(newAssignment),
  'POST /assignments/{id}/duplicate': idOf(newAssignment),
  'GET /assignments/{id}/submissions': idOf(newAssignment),
  'POST /assignments/{id}/questions': async (server) => ({
    params: { id: (await newAssignment(server)).id },
    body: fourQuestions[0],
  }),
  'PUT /assignments/{id}/questions/order': async (server) => {
    const { id, questions } = await newAssignment(server);
    return { params: { id }, body: { ids: questions.map((question) => question.id).toReversed() } };
  },
  'PUT /assignments/questions/{questionId}': async (server) => {
    const { questions } = await newAssignment(server);
    return { params: { questionId: Number(questions[3]?.id) }, body: { ...fourQuestions[3], marks: 5 } };
  },
  'DELETE /assignments/questions/{questionId}': async (server) => ({
    params: { questionId: Number((await newAssignment(server)).questions[0]?.id) },
  }),
  'POST /assignments/{id}/auto-grade': async (server, caller) => ({
    params: { id: (await submitted(server, caller)).assignment.id },
  }),
  'POST /assignments/{id}/regrade': async (server, caller) => ({
    params: { id: (await submitted(server, caller)).assignment.id },
  }),
  'GET /assignments/{id}/draft': idOf(newAssignment),
  'PUT /assignments/{id}/draft': async (server) => {
    const assignment = await newAssignment(server);
    return { params: { id: assignment.id }, body: { answers: answersTo(assignment) } };
  },
  'POST /assignments/{id}/submit': async (server) => {
    const assignment = await newAssignment(server);
    return { params: { id: assignment.id }, body: { answers: answersTo(assignment) } };
  },
  'GET /assignments/submission/{id}': async (server, caller) => ({
    params: { id: (await submitted(server, caller)).id },
  }),
  'POST /assignments/answers/{answerId}/feedback': async (server, caller) => ({
    params: { answerId: (await submitted(server, caller)).answerId },
    body: { score: '٢', feedback: 'أحسنت' },
  }),
  'POST /assignments/submission/{id}/overall-feedback': async (server, caller) => ({
    params: { id: (await submitted(server, caller)).id },
    body: { feedback: 'عمل جيد' },
  }),

  'GET /reports/student/{userId}': (_server, { studentAccount }) => ({
    params: { userId: studentAccount },
    query: { level: 1 },
  }),
  'GET /reports/transcript/{studentId}': async (server, caller) => {
    const { studentId, query } = await reported(server, caller);
    return { params: { studentId }, query };
  },
  'GET /reports/student-subject/{studentId}/{subjectCode}': async (server, caller) => {
    const { studentId, subjectCode, query } = await reported(server, caller);
    return { params: { studentId, subjectCode }, query };
  },
  'GET /reports/subject/{subjectCode}': async (server, caller) => {
    const { subjectCode, query } = await reported(server, caller);
    return { params: { subjectCode }, query };
  },
  'GET /reports/daily-records/student-subject/{studentId}/{subjectCode}': async (server, caller) => {
    const { studentId, subjectCode, query } = await reported(server, caller, dailyRecordType);
    return { params: { studentId, subjectCode }, query };
  },
  'GET /reports/daily-records/range': async (server, caller) => {
    const { subjectCode, query } = await reported(server, caller, dailyRecordType);
    return { query: { ...query, subjectCode, startDate: '2026-10-01', endDate: sampleDay } };
  },

  'POST /reports/log': async (server, caller) => {
    const { studentId, subjectCode, query } = await reported(server, caller);
    return { body: { ...query, type: 'student_subject', action: 'printed', studentId, subjectCode } };
  },
  'GET /reports/log': () => ({ query: page }),
  'GET /reports/log/summary': none,
  'GET /reports/summary': () => ({ query: { by: 'batch' } }),

  'POST /papers': (_server, { studentAccount }) => ({ body: { type: 'own', userId: studentAccount } }),
  'POST /papers/issue': async (server, caller) => ({ body: await issuable(server, caller) }),
  'POST /papers/batches': async (server) => ({ body: { batchName: await batchOfOne(server), form: 'pdf' } }),
  'GET /papers/batches/{id}': runningBatch,
  'GET /papers/batches/{id}/file': async (server, caller) => {
    const call = await runningBatch(server, caller);
    await waitForBatch(server, caller, call);
    return call;
  },
  'DELETE /papers/batches/{id}': runningBatch,
  'GET /papers/issued': () => ({ query: page }),
  'POST /papers/issued/{id}/withdraw': async (server) => {
    const { code } = await issuedPaper(server);
    const { body } = await server.call<{ id: number; code: string }[]>('GET', '/papers/issued', {
      as: 'admin',
    });
    const id = body.find((paper) => paper.code === code)?.id ?? 0;
    return { params: { id }, body: { reason: 'صدرت بالخطأ' } };
  },
  'GET /verify/{number}/{check}': async (server) => {
    const { number, code } = await issuedPaper(server);
    return { params: { number, check: code.slice(0, 10) } };
  },
  'GET /verify/{code}': async (server) => ({ params: { code: (await issuedPaper(server)).code } }),

  'GET /students': () => ({ query: page }),
  'GET /students/summary': () => ({ query: { filter: { q: '' } } }),
  'GET /students/by-user/{userId}': (_server, { studentAccount }) => ({ params: { userId: studentAccount } }),
  'GET /students/{id}': idOf(newStudent),
  'POST /students': () => ({
    body: { first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits(), batch_id: knownBatch },
  }),
  'PUT /students/{id}': async (server) => ({
    params: { id: (await newStudent(server)).id },
    body: { nationality: 'مصري' },
  }),
  'DELETE /students/{id}': idOf(newStudent),
  'GET /students/{id}/dependents': idOf(newStudent),
  'POST /students/delete-many': idsOf(newStudent),
  'POST /students/dependents': idsOf(newStudent),
  'GET /students/{id}/card': async (server) => ({ params: { id: (await newStudent(server)).id } }),
  'GET /students/{id}/enrolments': idOf(newStudent),
  'POST /students/move': async (server) => ({
    body: { ...(await chosenStudent(server)), batch_id: 2 },
  }),
  'POST /students/status': async (server) => ({
    body: { ...(await chosenStudent(server)), status: 'suspended', reason: 'سفر' },
  }),

  'GET /users': () => ({ query: page }),
  'GET /users/{id}': idOf(newUser),
  'POST /users': () => ({ body: { username: unique(), name: 'نورة السالم' } }),
  'POST /users/bulk': async (server) => ({ body: { student_row_ids: [(await newStudent(server)).id] } }),
  'PUT /users/{id}': async (server) => ({
    params: { id: (await newUser(server)).id },
    body: { is_active: false },
  }),
  'DELETE /users/{id}': idOf(newUser),
  'POST /users/delete-many': idsOf(newUser),
  'POST /users/deactivate-many': idsOf(newUser),
  'PUT /users/{id}/password': async (server) => ({ params: { id: (await newUser(server)).id }, body: {} }),

  'POST /users/{id}/give': async (server, caller) => ({
    ...(await steppedUp(server, caller)),
    params: { id: (await orphanedAccount(server)).id },
    body: { student_id: (await newStudent(server)).student_id },
  }),
  'POST /users/link-student': async (server) => ({
    body: { user_id: (await newUser(server)).id, student_id: (await newStudent(server)).student_id },
  }),
  'POST /users/unlink-student': async (server) => ({ body: { user_id: (await linkedPair(server)).user.id } }),
  'POST /students/{id}/link-user': async (server) => ({
    params: { id: (await newStudent(server)).id },
    body: { userId: (await newUser(server)).id },
  }),
  'POST /students/auto-link/{userId}': (_server, { studentAccount }) => ({
    params: { userId: studentAccount },
  }),
  'POST /students/demo-link': none,
  'GET /students/link-candidates': none,
  'POST /students/link-candidates': async (server) => {
    const student = await newStudent(server);
    const user = await created<User>(server, '/users', {
      username: student.student_id,
      name: student.full_name,
    });
    return { body: { pairs: [{ id: student.id, user_id: user.id }] } };
  },

  'GET /teachers': () => ({ query: page }),
  'GET /subject-teachers/teacher/{teacherId}': (_server, { id }) => ({ params: { teacherId: id } }),
  'POST /subject-teachers': async (server) => ({
    body: {
      subject_code: (await newSubject(server)).subject_code,
      teacher_id: (await newUser(server, 'teacher')).id,
    },
  }),
  'POST /subject-teachers/many': async (server) => ({
    body: {
      subject_codes: [(await newSubject(server)).subject_code],
      teacher_id: (await newUser(server, 'teacher')).id,
    },
  }),
  'DELETE /subject-teachers/{id}': async (server) => {
    const { subject_code } = await newSubject(server);
    const teacher_id = (await newUser(server, 'teacher')).id;
    const { id } = await created<{ id: number }>(server, '/subject-teachers', { subject_code, teacher_id });
    return { params: { id } };
  },

  'GET /settings': none,
  'PUT /settings': () => ({ body: { archive_retention_days: 30 } }),
  'GET /saved-filters': none,
  'POST /saved-filters': () => ({ body: { resource: 'students', name: unique(), filter: { q: 'سعد' } } }),
  'DELETE /saved-filters/{id}': async (server, { id }) => {
    const actor = { userId: id, name: 'tests', role: 'admin', undoSession: null };
    const row = await server.data.write(actor, async (unit) => {
      unit.describe('create', 'saved_filters', null, 'tests');
      const of = { user_id: id, resource: 'students', name: unique() };
      return unit.insert('saved_filters', { ...of, filter: '{}', sort: null });
    });
    return { params: { id: row.id } };
  },

  'GET /undo/session-operations': none,
  'POST /undo/latest': async (server, caller) => ({
    headers: { 'x-session-id': (await operationOf(server, caller)).undoSession },
  }),
  'POST /undo/{id}': async (server, caller) => {
    const { id, undoSession } = await operationOf(server, caller);
    return { params: { id }, headers: { 'x-session-id': undoSession } };
  },

  'GET /archive/deleted-records': () => ({ query: { table_name: 'students', page: 1 } }),
  'GET /archive/stats': none,
  'POST /archive/restore/{id}': async (server) => {
    await server.call('DELETE', `/programs/${(await newProgram(server)).id}`, { as: 'admin' });
    return { params: { id: await newestOperation(server, 'delete') } };
  },
  'GET /audit': () => ({ query: { ...page, filter: { q: 'معهد' } } }),
  'GET /audit/{id}': () => ({ params: { id: 1 } }),

  'GET /cleanup/summary': steppedUp,
  'DELETE /cleanup/grades': steppedUp,
  'DELETE /cleanup/students': steppedUp,
  'DELETE /cleanup/subjects': steppedUp,
  'DELETE /cleanup/batches': steppedUp,
  'DELETE /cleanup/programs': steppedUp,

  'GET /dashboard/stats': none,
  'GET /dashboard/recent-activities': none,
  'GET /dashboard/performance': none,
  'GET /today': none,

  'GET /search': () => ({ query: { q: 'سعد' } }),
  'GET /notifications': none,
  'POST /students/import': () =>
    importOf({ first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits() }),
  'POST /subjects/import': async (server) =>
    importOf({ code: unique(), name: 'النحو', hours: 2, batch_name: (await newBatch(server)).batch_name }),
  'POST /programs/import': () => importOf({ code: unique(), name: `برنامج ${unique()}`, levels: 4 }),
  'POST /batches/import': () => importOf({ name: `دفعة ${unique()}`, program_id: 'QRN' }),
  'POST /grades/import': async (server) => {
    const { sheetParams, studentId } = await gradedStudent(server);
    const { batchName: batch_name, subjectCode: subject_code } = sheetParams;
    return importOf({ student_id: studentId, subject_code, batch_name, test_grade: '٤٠٫٥' });
  },
  'POST /users/import': () => importOf({ username: `import-${unique()}`, name: 'خالد السالم' }),
  'POST /users/import/check': () => checkOf({ username: `import-${unique()}`, name: 'خالد السالم' }),
  'POST /students/import/check': () => checkOf({ first_name: 'سعد', last_name: 'الراشد' }),
  'POST /subjects/import/check': () => checkOf({ name: 'النحو', hours: 2, program_id: 'QRN' }),
  'POST /programs/import/check': () => checkOf({ name: 'برنامج الخط', levels: 2 }),
  'POST /batches/import/check': () => checkOf({ name: 'دفعة الخط', program_id: 'QRN' }),
  'POST /grades/import/check': () => checkOf({ student_id: '1', subject_code: 'x', test_grade: 1 }),
  'GET /imports/{importId}': () => ({ params: { importId: unique() } }),
  'POST /imports/{importId}/finish': () => ({ params: { importId: unique() }, body: { failed: 1 } }),
  'POST /sheets/fetch': async (server) => {
    const standIn = await sheetServer(() => ({ body: 'student_id,first_name\n1,سعد\n' }));
    Object.assign(server.config, { SHEETS_URL: standIn.url, SHEETS_PRIVATE: true });
    return { body: { sheet_id: 'a'.repeat(30) } };
  },

  'POST /notifications/read': () => ({ body: { ids: [1] } }),
};
