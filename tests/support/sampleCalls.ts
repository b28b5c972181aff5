import { randomBytes } from 'node:crypto';
import type { Batch } from '../../contract/batches';
import type { Program } from '../../contract/programs';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { Student } from '../../contract/students';
import type { Subject } from '../../contract/subjects';
import { freeTextContent } from '../../contract/vocabulary';
import { password, type TestApp } from './app';

/** A valid call of one endpoint, on records that exist while it is made. */
export interface SampleCall {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Caller {
  username: string;
  /** The account of a student: the caller's own where the caller is one. */
  studentAccount: number;
}

type Sample = (server: TestApp, caller: Caller) => SampleCall | Promise<SampleCall>;

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
export const newStudent = (server: TestApp) =>
  created<Student>(server, '/students', {
    first_name: 'سعد',
    last_name: 'الراشد',
    national_id: tenDigits(),
    batch_id: knownBatch,
  });

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

  'GET /programs': () => ({ query: page }),
  'GET /programs/{id}': () => ({ params: { id: 1 } }),
  'POST /programs': () => ({ body: { program_id: unique(), program_name: `برنامج ${unique()}` } }),
  'PUT /programs/{id}': async (server) => ({
    params: { id: (await newProgram(server)).id },
    body: { duration: 'سنتان' },
  }),
  'DELETE /programs/{id}': idOf(newProgram),
  'GET /programs/{id}/dependents': idOf(newProgram),

  'GET /batches': () => ({ query: page }),
  'GET /batches/{id}': () => ({ params: { id: knownBatch } }),
  'POST /batches': () => ({ body: { batch_name: `دفعة ${unique()}`, program_id: 'QRN' } }),
  'PUT /batches/{id}': async (server) => ({
    params: { id: (await newBatch(server)).id },
    body: { batch_number: 7 },
  }),
  'DELETE /batches/{id}': idOf(newBatch),
  'GET /batches/{id}/dependents': idOf(newBatch),

  'GET /subjects': () => ({ query: page }),
  'GET /subjects/summary': () => ({ query: { filter: { q: '' } } }),
  'GET /subjects/{id}': idOf(newSubject),
  'POST /subjects': () => ({
    body: { subject_code: unique(), name: `مادة ${unique()}`, batch_id: knownBatch },
  }),
  'PUT /subjects/{id}': async (server) => ({
    params: { id: (await newSubject(server)).id },
    body: { hours: 4 },
  }),
  'DELETE /subjects/{id}': idOf(newSubject),
  'GET /subjects/{id}/dependents': idOf(newSubject),
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
};
