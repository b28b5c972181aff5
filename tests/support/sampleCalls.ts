import { randomBytes } from 'node:crypto';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { freeTextContent } from '../../contract/vocabulary';
import { password, type TestApp } from './app';

/** A valid call of one endpoint, on records that exist while it is made. */
export interface SampleCall {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Sample = (server: TestApp, caller: { id: number; username: string }) => SampleCall | Promise<SampleCall>;

export const unique = () => randomBytes(5).toString('hex');
const tenDigits = () => String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999));

/** The batch of the demo account `student`; the demo teacher teaches it. */
export const knownBatch = 1;

async function created(server: TestApp, path: string, body: unknown): Promise<Record<string, never>> {
  const answer = await server.call<Record<string, never>>('POST', path, { as: 'admin', body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const newProgram = (server: TestApp) =>
  created(server, '/programs', { program_id: unique(), program_name: `برنامج ${unique()}` });
export const newBatch = (server: TestApp) =>
  created(server, '/batches', { batch_name: `دفعة ${unique()}`, program_id: 'QRN' });
export const newSubject = (server: TestApp) =>
  created(server, '/subjects', { subject_code: unique(), name: `مادة ${unique()}`, batch_id: knownBatch });
export const newStudent = (server: TestApp) =>
  created(server, '/students', {
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
  return { subject_code: String(subject_code) };
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
  (make: (server: TestApp) => Promise<Record<string, never>>): Sample =>
  async (server) => ({ params: { id: (await make(server))['id'] as unknown as number } });

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
    params: { id: (await newProgram(server))['id'] as unknown as number },
    body: { duration: 'سنتان' },
  }),
  'DELETE /programs/{id}': idOf(newProgram),
  'GET /programs/{id}/dependents': idOf(newProgram),

  'GET /batches': () => ({ query: page }),
  'GET /batches/{id}': () => ({ params: { id: knownBatch } }),
  'POST /batches': () => ({ body: { batch_name: `دفعة ${unique()}`, program_id: 'QRN' } }),
  'PUT /batches/{id}': async (server) => ({
    params: { id: (await newBatch(server))['id'] as unknown as number },
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
    params: { id: (await newSubject(server))['id'] as unknown as number },
    body: { hours: 4 },
  }),
  'DELETE /subjects/{id}': idOf(newSubject),
  'GET /subjects/{id}/dependents': idOf(newSubject),
  'GET /subjects/base/{baseCode}/offerings': () => ({ params: { baseCode: 'QRN101' } }),
  'POST /subjects/base/{baseCode}/offerings': async (server) => ({
    params: { baseCode: (await newSubject(server))['base_subject_code'] as unknown as string },
    body: { batch_id: 2 },
  }),
  'DELETE /subjects/offerings/{offering_code}': async (server) => ({
    params: { offering_code: (await newSubject(server))['subject_code'] as unknown as string },
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
  'GET /students/by-user/{userId}': (_server, { id }) => ({ params: { userId: id } }),
  'GET /students/{id}': idOf(newStudent),
  'POST /students': () => ({
    body: { first_name: 'سعد', last_name: 'الراشد', national_id: tenDigits(), batch_id: knownBatch },
  }),
  'PUT /students/{id}': async (server) => ({
    params: { id: (await newStudent(server))['id'] as unknown as number },
    body: { nationality: 'مصري' },
  }),
  'DELETE /students/{id}': idOf(newStudent),
  'GET /students/{id}/dependents': idOf(newStudent),
};
