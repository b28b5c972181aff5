import { randomBytes } from 'node:crypto';
import type { OwnSession } from '../../contract/accounts/auth';
import type { Batch } from '../../contract/batches';
import type { Holiday } from '../../contract/calendar';
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
import { pause } from './eventLoop';
import { announcementSamples } from './familySamples/announcements';
import { guardianPageSamples } from './familySamples/guardianPage';
import { startSheetServer } from './sheetServer';
import { guardianPhoneSamples } from './familySamples/guardianPhones';
import { tellSamples } from './familySamples/tell';
import { behaviourNoteSamples } from './familySamples/behaviourNotes';
import { excuseSamples } from './familySamples/excuses';
import { hifzSamples } from './hifzSamples';
import {
  buildAnswers,
  fourQuestions,
  addSubmission,
  newAssignment,
  newBatchSubject,
} from './assignmentCalls';
import { enrolledStudents } from './enrolledStudents';

/** A valid call of an endpoint. */
export interface SampleCall {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Caller {
  id: number;
  username: string;
  /** Account of a student; for a student: the caller's own account. */
  studentAccount: number;
}

export type Sample = (server: TestApp, caller: Caller) => SampleCall | Promise<SampleCall>;

export const uniqueText = () => randomBytes(5).toString('hex');
const tenDigits = () => String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));

/** Batch of the demo account `student`; the demo teacher teaches it. */
export const demoBatchId = 1;

async function create<T>(server: TestApp, path: string, body: unknown): Promise<T> {
  const answer = await server.call<T>('POST', path, { as: 'admin', body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const newProgram = (server: TestApp) =>
  create<Program>(server, '/programs', { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` });
export const newBatch = (server: TestApp) =>
  create<Batch>(server, '/batches', { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' });
export const newSubject = (server: TestApp) =>
  create<Subject>(server, '/subjects', {
    subject_code: uniqueText(),
    name: `مادة ${uniqueText()}`,
    batch_id: demoBatchId,
  });
const newCircleBody = async (server: TestApp) => ({
  subject_code: (await newSubject(server)).subject_code,
  name: 'حلقة الأحساء',
  days: [0, 2],
  time: '١٦:٣٠',
  place: 'المسجد',
});
const sampleDays = { from: '2026-10-07', to: '2026-11-30' };
/** No test has lessons on this day. */
const newHolidayBody = () => ({ from: '2026-10-07', to: '2026-10-07', name: `إجازة ${uniqueText()}` });
const newHoliday = (server: TestApp) => create<Holiday>(server, '/holidays', newHolidayBody());
/** A circle in the demo batch, open to every teacher. */
export const newCircle = async (server: TestApp) =>
  create<Circle>(server, '/circles', await newCircleBody(server));
export const newUser = (server: TestApp, role: Role = 'student') =>
  create<User>(server, '/users', {
    username: uniqueText(),
    name: 'نورة السالم',
    role,
    password: `كلمة-${uniqueText()}`,
  });
export const newStudent = (server: TestApp, batch_id = demoBatchId, values: object = {}) =>
  create<Student>(server, '/students', {
    first_name: 'سعد',
    last_name: 'الراشد',
    national_id: tenDigits(),
    batch_id,
    ...values,
  });

const newGuardianBody = { name: 'صالح الراشد', relation: 'father', phone: '0551234567' };
async function newGuardian(server: TestApp): Promise<{ id: number; guardianId: number }> {
  const { id } = await newStudent(server);
  const guardian = await create<{ id: number }>(server, `/students/${id}/guardians`, newGuardianBody);
  return { id, guardianId: guardian.id };
}

/** Body of a call for several students, effective today. */
async function chooseStudent(server: TestApp) {
  const { id } = await newStudent(server);
  const { today } = await loadInstituteDay(server.data.read, server.data.now());
  return { student_row_ids: [id], date: today };
}

export async function newLinkedPair(server: TestApp): Promise<{ student: Student; user: User }> {
  const student = await newStudent(server);
  const user = await create<User>(server, '/users', {
    username: uniqueText(),
    name: student.full_name,
    role: 'student',
    student_id: student.student_id,
  });
  return { student, user };
}

/** An account whose student was deleted. */
export async function newOrphanedAccount(server: TestApp): Promise<User> {
  const { student, user } = await newLinkedPair(server);
  await server.call('DELETE', `/students/${student.id}`, { as: 'admin' });
  return user;
}

/** A subject with its own curriculum and grade settings. */
async function newSubjectWithSettings(server: TestApp): Promise<{ subject_code: string }> {
  const { subject_code } = await newSubject(server);
  await server.call('POST', `/subject-curriculum/${subject_code}`, { as: 'admin', body: curriculum });
  await server.call('POST', `/subject-grade-settings/${subject_code}`, {
    as: 'admin',
    body: defaultGradeSettings,
  });
  return { subject_code };
}

async function newGradedStudent(server: TestApp) {
  const [subject, student] = [await newSubject(server), await newStudent(server)];
  const sheetParams = { batchName: String(subject.batch_name), subjectCode: subject.subject_code };
  const grades = [{ studentId: student.student_id, testGrade: 40 }];
  await server.call('POST', '/grades/save', { as: 'admin', body: { ...sheetParams, grades } });
  return { sheetParams, studentId: student.student_id };
}

/** A past day of the demo institute. */
export const sampleDay = '2026-11-02';

async function newStudentInSubject(server: TestApp, type?: SubjectType) {
  const { id, subject_code, batch_name } = await newSubject(server);
  if (type) await server.call('PUT', `/subjects/${id}`, { as: 'admin', body: { type } });
  const { student_id } = await newStudent(server);
  return { batchName: String(batch_name), subjectCode: subject_code, studentId: student_id };
}

const wholeFatiha = { from: '1:1', to: '1:7' };

async function newRecitation(server: TestApp): Promise<{ id: number; version: number }> {
  const { subjectCode, studentId } = await newStudentInSubject(server, dailyRecordType);
  const body = { subjectCode, studentId, recordDate: sampleDay, ranges: [wholeFatiha] };
  return create(server, '/daily-records/again', body);
}

async function newRegisterCall(server: TestApp) {
  const { batchName, subjectCode, studentId } = await newStudentInSubject(server);
  const absentStudents = [{ studentId, type: defaultAbsenceType, notes: 'مريض' }];
  return { params: { x: batchName, y: subjectCode, date: sampleDay }, absentStudents };
}

async function newSubjectOfAccount(server: TestApp, { studentAccount }: Caller, type?: SubjectType) {
  const { studentId, batchName, batchId } = await server.data.read
    .selectFrom(enrolledStudents(server.data.read))
    .innerJoin('users', 'users.student_row_id', 'students.id')
    .innerJoin('batches', 'batches.id', 'students.batch_id')
    .select(['student_id as studentId', 'batch_name as batchName', 'batches.id as batchId'])
    .where('users.id', '=', studentAccount)
    .executeTakeFirstOrThrow();
  const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batchId, type };
  const { subject_code } = await create<Subject>(server, '/subjects', body);
  return { studentId, subjectCode: subject_code, query: { batchName } };
}

async function newIssueBody(server: TestApp, caller: Caller) {
  const { studentId, query } = await newSubjectOfAccount(server, caller);
  return { studentId, batchName: query.batchName };
}

async function issuePaper(server: TestApp) {
  const { studentId, batchName } = await newStudentInSubject(server);
  const body = { studentId, batchName };
  const answer = await server.call<{ number: string; code: string }>('POST', '/papers/issue', {
    as: 'admin',
    body,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** A batch with one subject, open to every teacher, and one student. */
async function newBatchOfOne(server: TestApp): Promise<string> {
  const { id: batch_id, batch_name } = await newBatch(server);
  await create(server, '/subjects', { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id });
  const student = { first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits(), batch_id };
  await create(server, '/students', student);
  return batch_name;
}

/** The caller starts the job, or an admin if the caller has no access. */
async function startTranscripts(server: TestApp, { username }: Caller): Promise<SampleCall> {
  const body = { batchName: await newBatchOfOne(server), form: 'zip' };
  const start = (as: 'admin' | { token: string }) =>
    server.call<{ id?: string; work?: { id: string } }>('POST', '/papers/batches', { as, body });
  let answer = await start({ token: await server.signIn(username) });
  if (answer.status === 401 || answer.status === 403) answer = await start('admin');
  const id = answer.body.id ?? answer.body.work?.id;
  if (!id) throw new Error(answer.text);
  return { params: { id } };
}

async function waitForTranscripts(server: TestApp, { username }: Caller, { params }: SampleCall) {
  const token = await server.signIn(username);
  for (;;) {
    const path = `/papers/batches/${params?.['id']}`;
    const answer = await server.call<{ state?: string }>('GET', path, { as: { token } });
    if (answer.body.state !== 'running') return;
    await pause();
  }
}

/** A submission of the caller, or of another student of the demo batch. */
async function newSubmission(server: TestApp, { studentAccount }: Caller) {
  const { student_row_id } = await server.data.read
    .selectFrom('users')
    .select('student_row_id')
    .where('id', '=', studentAccount)
    .executeTakeFirstOrThrow();
  const assignment = await newAssignment(server);
  return { assignment, ...(await addSubmission(server, assignment, Number(student_row_id))) };
}

const buildImport = (record: unknown): SampleCall => ({ body: { data: [record], stopOnError: true } });
const buildImportCheck = (record: unknown): SampleCall => ({ body: { data: [record] } });

/** An operation of the caller, in a new undo session. */
async function newOperation(server: TestApp, { id }: Caller): Promise<{ id: number; undoSession: string }> {
  const user = await server.data.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const undoSession = uniqueText();
  await server.data.write({ userId: id, name: user.name, role: user.role, undoSession }, async (unit) => {
    unit.describe('create', 'saved_filters', null, 'tests');
    const filter = { user_id: id, resource: 'students', name: uniqueText() };
    await unit.insert('saved_filters', { ...filter, filter: '{}', sort: null });
  });
  const operation = await findNewestOperation(server, 'create');
  return { id: operation, undoSession };
}

async function findNewestOperation(server: TestApp, action: 'create' | 'delete'): Promise<number> {
  const query = server.data.read.selectFrom('operations').select('id').where('action', '=', action);
  return (await query.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

async function stepUp(server: TestApp, { id }: Caller): Promise<SampleCall> {
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
const pageQuery = { range: [0, 9], sort: ['id', 'ASC'], filter: { q: '' } };
const noInput: Sample = () => ({});
const withNewId =
  (newRecord: (server: TestApp) => Promise<{ id: number }>): Sample =>
  async (server) => ({ params: { id: (await newRecord(server)).id } });

const withNewIds =
  (newRecord: (server: TestApp) => Promise<{ id: number }>): Sample =>
  async (server) => ({ body: { ids: [(await newRecord(server)).id, (await newRecord(server)).id] } });

/** A valid call of each endpoint, by method and path. */
export const sampleCalls: Record<string, Sample> = {
  'GET /health': noInput,
  'GET /ready': noInput,
  'GET /openapi.json': noInput,

  'POST /auth/login': (_server, { username }) => ({ body: { username, password } }),
  'POST /auth/logout': noInput,
  'GET /auth/me': noInput,
  'POST /auth/password': () => ({ body: { current: password, new: 'نخلة-وسبع-سنابل' } }),
  'POST /auth/forgot': (_server, { username }) => ({ body: { username } }),
  'POST /auth/step-up': () => ({ body: { password } }),
  'DELETE /auth/step-up': noInput,
  'GET /auth/sessions': noInput,
  'GET /auth/outbox-key': noInput,
  'DELETE /auth/sessions': noInput,
  'DELETE /auth/sessions/{id}': async (server, { username }) => {
    const token = await server.signIn(username);
    const { body } = await server.call<OwnSession[]>('GET', '/auth/sessions', { as: { token } });
    return { params: { id: String(body.find(({ is_current }) => is_current)?.id) } };
  },

  'GET /programs': () => ({ query: pageQuery }),
  'GET /programs/{id}': () => ({ params: { id: 1 } }),
  'POST /programs': () => ({ body: { program_id: uniqueText(), program_name: `برنامج ${uniqueText()}` } }),
  'PUT /programs/{id}': async (server) => ({
    params: { id: (await newProgram(server)).id },
    body: { duration: 'سنتان' },
  }),
  'DELETE /programs/{id}': withNewId(newProgram),
  'GET /programs/{id}/dependents': withNewId(newProgram),
  'POST /programs/delete-many': withNewIds(newProgram),
  'POST /programs/dependents': withNewIds(newProgram),

  'GET /backups': () => ({}),
  'POST /backups': () => ({}),

  'GET /batches': () => ({ query: pageQuery }),
  'GET /batches/{id}': () => ({ params: { id: demoBatchId } }),
  'GET /batches/{id}/card': () => ({ params: { id: demoBatchId } }),
  'POST /batches': () => ({ body: { batch_name: `دفعة ${uniqueText()}`, program_id: 'QRN' } }),
  'PUT /batches/{id}': async (server) => ({
    params: { id: (await newBatch(server)).id },
    body: { batch_number: 7 },
  }),
  'DELETE /batches/{id}': withNewId(newBatch),
  'GET /batches/{id}/dependents': withNewId(newBatch),
  'POST /batches/delete-many': withNewIds(newBatch),
  'POST /batches/dependents': withNewIds(newBatch),

  'GET /subjects': () => ({ query: pageQuery }),
  'GET /subjects/summary': () => ({ query: { filter: { q: '' } } }),
  'GET /subjects/{id}': withNewId(newSubject),
  'POST /subjects': () => ({
    body: { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: demoBatchId },
  }),
  'POST /subjects/many': async (server) => ({
    body: {
      subject_code: uniqueText(),
      name: `مادة ${uniqueText()}`,
      batch_ids: [(await newBatch(server)).id, demoBatchId],
    },
  }),
  'PUT /subjects/{id}': async (server) => ({
    params: { id: (await newSubject(server)).id },
    body: { hours: 4 },
  }),
  'DELETE /subjects/{id}': withNewId(newSubject),
  'GET /subjects/{id}/dependents': withNewId(newSubject),
  'POST /subjects/delete-many': withNewIds(newSubject),
  'POST /subjects/dependents': withNewIds(newSubject),
  'GET /subjects/base/{baseCode}/offerings': () => ({ params: { baseCode: 'QRN101' } }),
  'POST /subjects/base/{baseCode}/offerings': async (server) => ({
    params: { baseCode: (await newSubject(server)).base_subject_code },
    body: { batch_id: 2 },
  }),
  'DELETE /subjects/offerings/{offering_code}': async (server) => ({
    params: { offering_code: (await newSubject(server)).subject_code },
  }),

  'GET /subject-curriculum/{subject_code}': async (server) => ({
    params: await newSubjectWithSettings(server),
  }),
  'POST /subject-curriculum/{subject_code}': async (server) => ({
    params: await newSubjectWithSettings(server),
    body: curriculum,
  }),
  'GET /subject-grade-settings/{subject_code}': async (server) => ({
    params: await newSubjectWithSettings(server),
  }),
  'POST /subject-grade-settings/{subject_code}': async (server) => ({
    params: await newSubjectWithSettings(server),
    body: defaultGradeSettings,
  }),

  'GET /grades/{batchName}/{subjectCode}': async (server) => ({
    params: (await newGradedStudent(server)).sheetParams,
  }),
  'GET /grades/statistics/{batchName}/{subjectCode}': async (server) => ({
    params: (await newGradedStudent(server)).sheetParams,
  }),
  'POST /grades/save': async (server) => {
    const { sheetParams, studentId } = await newGradedStudent(server);
    return { body: { ...sheetParams, grades: [{ studentId, testGrade: '٤٥٫٥', readingGrade: 5 }] } };
  },
  'GET /grades/history/{batchName}/{subjectCode}/{studentId}': async (server) => {
    const { sheetParams, studentId } = await newGradedStudent(server);
    return { params: { ...sheetParams, studentId } };
  },

  'GET /absences/{x}/{y}/{date}': async (server) => ({ params: (await newRegisterCall(server)).params }),
  'GET /absences/statistics/{x}': () => ({ params: { x: 'all' } }),
  'GET /absences/report': async (server) => ({
    query: { batchName: (await newRegisterCall(server)).params.x, startDate: sampleDay },
  }),
  'POST /absences/record': async (server) => {
    const { params, absentStudents } = await newRegisterCall(server);
    return { body: { batchName: params.x, subjectCode: params.y, date: params.date, absentStudents } };
  },
  'PUT /absences/{x}/{y}/{date}': async (server) => {
    const { params, absentStudents } = await newRegisterCall(server);
    return { params, body: { absentStudents, version: 0 } };
  },

  'GET /daily-records/{batchName}/{subjectCode}/{date}': async (server) => {
    const { batchName, subjectCode } = await newStudentInSubject(server, dailyRecordType);
    return { params: { batchName, subjectCode, date: sampleDay } };
  },
  'POST /daily-records/save': async (server) => {
    const { batchName, subjectCode, studentId } = await newStudentInSubject(server, dailyRecordType);
    const records = [{ studentId, recordContent: 'سورة الملك', pagesCount: '٢٫٥', performanceLevel: '' }];
    return { body: { batchName, subjectCode, recordDate: sampleDay, records } };
  },

  'POST /daily-records/again': async (server) => {
    const { subjectCode, studentId } = await newStudentInSubject(server, dailyRecordType);
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

  ...guardianPageSamples,
  ...announcementSamples(demoBatchId),
  ...excuseSamples(newStudent),
  ...behaviourNoteSamples(newStudent),

  'GET /guardians': () => ({ query: pageQuery }),
  'GET /guardians/matches': () => ({ query: { phone: '0551234567', last_name: 'الراشد' } }),
  'GET /students/{id}/guardians': withNewId(newStudent),
  'POST /students/{id}/guardians': async (server) => ({
    params: { id: (await newStudent(server)).id },
    body: newGuardianBody,
  }),
  'PUT /students/{id}/guardians/{guardianId}': async (server) => ({
    params: await newGuardian(server),
    body: { phone: '٠٥٥٧٦٥٤٣٢١', relation: 'mother' },
  }),
  'DELETE /students/{id}/guardians/{guardianId}': async (server) => ({ params: await newGuardian(server) }),

  'GET /calendar': () => ({ query: sampleDays }),
  'GET /calendar/registers': () => ({ query: sampleDays }),
  'POST /holidays': () => ({ body: newHolidayBody() }),
  'PUT /holidays/{id}': async (server) => ({
    params: { id: (await newHoliday(server)).id },
    body: { name: 'إجازة الخريف', to: '2026-10-08', kind: 'suspended' },
  }),
  'DELETE /holidays/{id}': withNewId(newHoliday),
  ...guardianPhoneSamples(newStudent),
  ...tellSamples(newSubjectOfAccount),

  'GET /choices': () => ({ query: { filter: { with_circles: true } } }),
  'GET /circles': () => ({ query: pageQuery }),
  'POST /circles': async (server) => ({ body: await newCircleBody(server) }),
  'PUT /circles/{id}': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { name: 'حلقة القصيم', capacity: '١٢', ended_on: null },
  }),
  'DELETE /circles/{id}': withNewId(newCircle),
  'GET /circles/{id}/members': withNewId(newCircle),
  'PUT /circles/{id}/members': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { student_ids: [(await newStudent(server)).student_id], date: sampleDay },
  }),
  'POST /circles/divide': async (server) => ({
    body: { subject_code: (await newCircle(server)).subject_code, date: sampleDay },
  }),
  'GET /circles/{id}/substitutes': withNewId(newCircle),
  'POST /circles/{id}/substitutes': async (server) => ({
    params: { id: (await newCircle(server)).id },
    body: { teacher_id: (await newUser(server, 'teacher')).id, from: sampleDay, to: sampleDay },
  }),
  'DELETE /circles/{id}/substitutes/{substituteId}': async (server) => {
    const { id } = await newCircle(server);
    const teacher_id = (await newUser(server, 'teacher')).id;
    const body = { teacher_id, from: sampleDay, to: sampleDay };
    const substitute = await create<{ id: number }>(server, `/circles/${id}/substitutes`, body);
    return { params: { id, substituteId: substitute.id } };
  },
  ...hifzSamples(
    (server, caller) => newSubjectOfAccount(server, caller, dailyRecordType),
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
  'GET /fault-kinds': noInput,
  'PUT /fault-kinds': () => ({
    body: [...defaultFaultKinds, { key: `k${uniqueText()}`, name: uniqueText(), weight: 2 }],
  }),

  'GET /assignments': () => ({ query: { subject_code: 'QRN101-1' } }),
  'GET /assignments/student': () => ({ query: { status: 'pending' } }),
  'GET /assignments/subject/{subjectId}': async (server) => ({
    params: { subjectId: (await newSubject(server)).id },
  }),
  'POST /assignments': async (server) => ({
    body: {
      subject_id: (await newBatchSubject(server)).id,
      title: 'واجب',
      total_marks: '١٠',
      questions: fourQuestions,
    },
  }),
  'GET /assignments/{id}': withNewId(newAssignment),
  'PUT /assignments/{id}': async (server) => ({
    params: { id: (await newAssignment(server)).id },
    body: { due_date: '2026-12-01T20:59:00Z' },
  }),
  'DELETE /assignments/{id}': withNewId(newAssignment),
  'POST /assignments/{id}/duplicate': withNewId(newAssignment),
  'GET /assignments/{id}/submissions': withNewId(newAssignment),
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
    params: { id: (await newSubmission(server, caller)).assignment.id },
  }),
  'POST /assignments/{id}/regrade': async (server, caller) => ({
    params: { id: (await newSubmission(server, caller)).assignment.id },
  }),
  'GET /assignments/{id}/draft': withNewId(newAssignment),
  'PUT /assignments/{id}/draft': async (server) => {
    const assignment = await newAssignment(server);
    return { params: { id: assignment.id }, body: { answers: buildAnswers(assignment) } };
  },
  'POST /assignments/{id}/submit': async (server) => {
    const assignment = await newAssignment(server);
    return { params: { id: assignment.id }, body: { answers: buildAnswers(assignment) } };
  },
  'GET /assignments/submission/{id}': async (server, caller) => ({
    params: { id: (await newSubmission(server, caller)).id },
  }),
  'POST /assignments/answers/{answerId}/feedback': async (server, caller) => ({
    params: { answerId: (await newSubmission(server, caller)).answerId },
    body: { score: '٢', feedback: 'أحسنت' },
  }),
  'POST /assignments/submission/{id}/overall-feedback': async (server, caller) => ({
    params: { id: (await newSubmission(server, caller)).id },
    body: { feedback: 'عمل جيد' },
  }),

  'GET /reports/student/{userId}': (_server, { studentAccount }) => ({
    params: { userId: studentAccount },
    query: { level: 1 },
  }),
  'GET /reports/transcript/{studentId}': async (server, caller) => {
    const { studentId, query } = await newSubjectOfAccount(server, caller);
    return { params: { studentId }, query };
  },
  'GET /reports/student-subject/{studentId}/{subjectCode}': async (server, caller) => {
    const { studentId, subjectCode, query } = await newSubjectOfAccount(server, caller);
    return { params: { studentId, subjectCode }, query };
  },
  'GET /reports/subject/{subjectCode}': async (server, caller) => {
    const { subjectCode, query } = await newSubjectOfAccount(server, caller);
    return { params: { subjectCode }, query };
  },
  'GET /reports/daily-records/student-subject/{studentId}/{subjectCode}': async (server, caller) => {
    const { studentId, subjectCode, query } = await newSubjectOfAccount(server, caller, dailyRecordType);
    return { params: { studentId, subjectCode }, query };
  },
  'GET /reports/daily-records/range': async (server, caller) => {
    const { subjectCode, query } = await newSubjectOfAccount(server, caller, dailyRecordType);
    return { query: { ...query, subjectCode, startDate: '2026-10-01', endDate: sampleDay } };
  },

  'POST /reports/log': async (server, caller) => {
    const { studentId, subjectCode, query } = await newSubjectOfAccount(server, caller);
    return { body: { ...query, type: 'student_subject', action: 'printed', studentId, subjectCode } };
  },
  'GET /reports/log': () => ({ query: pageQuery }),
  'GET /reports/log/summary': noInput,
  'GET /reports/summary': () => ({ query: { by: 'batch' } }),

  'POST /papers': (_server, { studentAccount }) => ({ body: { type: 'own', userId: studentAccount } }),
  'POST /papers/issue': async (server, caller) => ({ body: await newIssueBody(server, caller) }),
  'POST /papers/batches': async (server) => ({
    body: { batchName: await newBatchOfOne(server), form: 'pdf' },
  }),
  'GET /papers/batches/{id}': startTranscripts,
  'GET /papers/batches/{id}/file': async (server, caller) => {
    const call = await startTranscripts(server, caller);
    await waitForTranscripts(server, caller, call);
    return call;
  },
  'DELETE /papers/batches/{id}': startTranscripts,
  'GET /papers/issued': () => ({ query: pageQuery }),
  'POST /papers/issued/{id}/withdraw': async (server) => {
    const { code } = await issuePaper(server);
    const { body } = await server.call<{ id: number; code: string }[]>('GET', '/papers/issued', {
      as: 'admin',
    });
    const id = body.find((paper) => paper.code === code)?.id ?? 0;
    return { params: { id }, body: { reason: 'صدرت بالخطأ' } };
  },
  'GET /verify/{number}/{check}': async (server) => {
    const { number, code } = await issuePaper(server);
    return { params: { number, check: code.slice(0, 10) } };
  },
  'GET /verify/{code}': async (server) => ({ params: { code: (await issuePaper(server)).code } }),

  'GET /students': () => ({ query: pageQuery }),
  'GET /students/summary': () => ({ query: { filter: { q: '' } } }),
  'GET /students/by-user/{userId}': (_server, { studentAccount }) => ({ params: { userId: studentAccount } }),
  'GET /students/{id}': withNewId(newStudent),
  'POST /students': () => ({
    body: { first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits(), batch_id: demoBatchId },
  }),
  'PUT /students/{id}': async (server) => ({
    params: { id: (await newStudent(server)).id },
    body: { nationality: 'مصري' },
  }),
  'DELETE /students/{id}': withNewId(newStudent),
  'GET /students/{id}/dependents': withNewId(newStudent),
  'POST /students/delete-many': withNewIds(newStudent),
  'POST /students/dependents': withNewIds(newStudent),
  'GET /students/{id}/card': async (server) => ({ params: { id: (await newStudent(server)).id } }),
  'GET /students/{id}/enrolments': withNewId(newStudent),
  'POST /students/move': async (server) => ({
    body: { ...(await chooseStudent(server)), batch_id: 2 },
  }),
  'POST /students/move/check': async (server) => ({
    body: { student_row_ids: [(await newStudent(server)).id], batch_id: 2 },
  }),
  'POST /students/status': async (server) => ({
    body: { ...(await chooseStudent(server)), status: 'suspended', reason: 'سفر' },
  }),

  'GET /students/{id}/merge/{other}': async (server) => ({
    params: { id: (await newStudent(server)).id, other: (await newStudent(server)).id },
  }),
  'POST /students/{id}/merge': async (server) => {
    const [staying, merged] = [await newStudent(server), await newStudent(server)];
    return {
      params: { id: staying.id },
      body: { merged_id: merged.id, version: staying.version, merged_version: merged.version },
    };
  },
  'GET /students/duplicates': () => ({ query: pageQuery }),
  'POST /students/duplicates/distinct': async (server) => ({
    body: { ids: [(await newStudent(server)).id, (await newStudent(server)).id] },
  }),

  'GET /users': () => ({ query: pageQuery }),
  'GET /users/{id}': withNewId(newUser),
  'POST /users': () => ({ body: { username: uniqueText(), name: 'نورة السالم' } }),
  'POST /users/bulk': async (server) => ({ body: { student_row_ids: [(await newStudent(server)).id] } }),
  'PUT /users/{id}': async (server) => ({
    params: { id: (await newUser(server)).id },
    body: { is_active: false },
  }),
  'DELETE /users/{id}': withNewId(newUser),
  'POST /users/delete-many': withNewIds(newUser),
  'POST /users/deactivate-many': withNewIds(newUser),
  'PUT /users/{id}/password': async (server) => ({ params: { id: (await newUser(server)).id }, body: {} }),

  'POST /users/{id}/give': async (server, caller) => ({
    ...(await stepUp(server, caller)),
    params: { id: (await newOrphanedAccount(server)).id },
    body: { student_id: (await newStudent(server)).student_id },
  }),
  'POST /users/link-student': async (server) => ({
    body: { user_id: (await newUser(server)).id, student_id: (await newStudent(server)).student_id },
  }),
  'POST /users/unlink-student': async (server) => ({
    body: { user_id: (await newLinkedPair(server)).user.id },
  }),
  'POST /students/{id}/link-user': async (server) => ({
    params: { id: (await newStudent(server)).id },
    body: { userId: (await newUser(server)).id },
  }),
  'POST /students/auto-link/{userId}': (_server, { studentAccount }) => ({
    params: { userId: studentAccount },
  }),
  'POST /students/demo-link': noInput,
  'GET /students/link-candidates': noInput,
  'POST /students/link-candidates': async (server) => {
    const student = await newStudent(server);
    const user = await create<User>(server, '/users', {
      username: student.student_id,
      name: student.full_name,
    });
    return { body: { pairs: [{ id: student.id, user_id: user.id }] } };
  },

  'GET /teachers': () => ({ query: pageQuery }),
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
    const { id } = await create<{ id: number }>(server, '/subject-teachers', { subject_code, teacher_id });
    return { params: { id } };
  },

  'GET /settings': noInput,
  'PUT /settings': () => ({ body: { archive_retention_days: 30 } }),
  'GET /saved-filters': noInput,
  'POST /saved-filters': () => ({ body: { resource: 'students', name: uniqueText(), filter: { q: 'سعد' } } }),
  'DELETE /saved-filters/{id}': async (server, { id }) => {
    const actor = { userId: id, name: 'tests', role: 'admin', undoSession: null };
    const row = await server.data.write(actor, async (unit) => {
      unit.describe('create', 'saved_filters', null, 'tests');
      const filter = { user_id: id, resource: 'students', name: uniqueText() };
      return unit.insert('saved_filters', { ...filter, filter: '{}', sort: null });
    });
    return { params: { id: row.id } };
  },

  'GET /undo/session-operations': noInput,
  'POST /undo/latest': async (server, caller) => ({
    headers: { 'x-session-id': (await newOperation(server, caller)).undoSession },
  }),
  'POST /undo/{id}': async (server, caller) => {
    const { id, undoSession } = await newOperation(server, caller);
    return { params: { id }, headers: { 'x-session-id': undoSession } };
  },

  'GET /archive/deleted-records': () => ({ query: { table_name: 'students', page: 1 } }),
  'GET /archive/stats': noInput,
  'POST /archive/restore/{id}': async (server) => {
    await server.call('DELETE', `/programs/${(await newProgram(server)).id}`, { as: 'admin' });
    return { params: { id: await findNewestOperation(server, 'delete') } };
  },
  'GET /audit': () => ({ query: { ...pageQuery, filter: { q: 'معهد' } } }),
  'GET /audit/{id}': () => ({ params: { id: 1 } }),

  'GET /cleanup/summary': stepUp,
  'DELETE /cleanup/grades': stepUp,
  'DELETE /cleanup/students': stepUp,
  'DELETE /cleanup/subjects': stepUp,
  'DELETE /cleanup/batches': stepUp,
  'DELETE /cleanup/programs': stepUp,

  'POST /export': stepUp,

  'GET /dashboard/stats': noInput,
  'GET /dashboard/recent-activities': noInput,
  'GET /dashboard/performance': noInput,
  'GET /today': noInput,

  'GET /search': () => ({ query: { q: 'سعد' } }),
  'GET /notifications': noInput,
  'POST /students/import': () =>
    buildImport({ first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits() }),
  'POST /subjects/import': async (server) =>
    buildImport({
      code: uniqueText(),
      name: 'النحو',
      hours: 2,
      batch_name: (await newBatch(server)).batch_name,
    }),
  'POST /programs/import': () =>
    buildImport({ code: uniqueText(), name: `برنامج ${uniqueText()}`, levels: 4 }),
  'POST /batches/import': () => buildImport({ name: `دفعة ${uniqueText()}`, program_id: 'QRN' }),
  'POST /grades/import': async (server) => {
    const { sheetParams, studentId } = await newGradedStudent(server);
    const { batchName: batch_name, subjectCode: subject_code } = sheetParams;
    return buildImport({ student_id: studentId, subject_code, batch_name, test_grade: '٤٠٫٥' });
  },
  'POST /users/import': () => buildImport({ username: `import-${uniqueText()}`, name: 'خالد السالم' }),
  'POST /users/import/check': () =>
    buildImportCheck({ username: `import-${uniqueText()}`, name: 'خالد السالم' }),
  'POST /students/import/check': () => buildImportCheck({ first_name: 'سعد', last_name: 'الراشد' }),
  'POST /subjects/import/check': () => buildImportCheck({ name: 'النحو', hours: 2, program_id: 'QRN' }),
  'POST /programs/import/check': () => buildImportCheck({ name: 'برنامج الخط', levels: 2 }),
  'POST /batches/import/check': () => buildImportCheck({ name: 'دفعة الخط', program_id: 'QRN' }),
  'POST /grades/import/check': () => buildImportCheck({ student_id: '1', subject_code: 'x', test_grade: 1 }),
  'GET /imports/{importId}': () => ({ params: { importId: uniqueText() } }),
  'POST /imports/{importId}/finish': () => ({ params: { importId: uniqueText() }, body: { failed: 1 } }),
  'POST /sheets/fetch': async (server) => {
    const sheets = await startSheetServer(() => ({ body: 'student_id,first_name\n1,سعد\n' }));
    Object.assign(server.config, { SHEETS_URL: sheets.url, SHEETS_PRIVATE: true });
    return { body: { sheet_id: 'a'.repeat(30) } };
  },

  'POST /notifications/read': () => ({ body: { ids: [1] } }),
};
