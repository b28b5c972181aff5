import type { MergePreview } from '../../contract/students/merge';
import { loadInstituteDay } from '../../server/domain/institute';
import type { AnyWrite } from './anyWrites';
import { createEmptyCircle } from './anyCircleWrites';
import { type Answer, password, type TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const headers = { 'x-session-id': 'any-writes' };
const send = async (app: TestApp, method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, { as: 'admin', body, headers });
  if (answer.body['code'] !== 'STEP_UP_REQUIRED') return answer;
  await app.call('POST', '/auth/step-up', { as: 'admin', body: { password } });
  return app.call(method, path, { as: 'admin', body, headers });
};

async function loadRows(app: TestApp, path: string, filter: object = {}): Promise<Rows> {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } });
  return body;
}

const loadAll = async (app: TestApp, path: string) =>
  (await app.call<Rows>('GET', path, { as: 'admin' })).body;

const pickRow = (list: Rows, index: number) => list[index % Math.max(list.length, 1)] ?? null;
const idOf = (row: Record<string, unknown>) => Number(row['id']);

/** Other tests sign in with these accounts. */
const signInNames = ['admin', 'teacher', 'teacher2', 'student'];
const loadOtherAccounts = async (app: TestApp, filter: object = {}) =>
  (await loadRows(app, '/users', filter)).filter(({ username }) => !signInNames.includes(String(username)));
const loadFreeAccounts = (app: TestApp) => loadRows(app, '/users', { has_student: false, is_active: true });
const loadFreeStudents = (app: TestApp) => loadRows(app, '/students', { is_linked: false });

const accountWrite =
  (
    method: 'PUT' | 'DELETE',
    subpath: string,
    body: (write: AnyWrite) => unknown = () => undefined,
    filter: object = {},
  ): Run =>
  async (app, write) => {
    const account = pickRow(await loadOtherAccounts(app, filter), write.recordIndex);
    return account && send(app, method, `/users/${idOf(account)}${subpath}`, body(write));
  };

/** An account and a student without a link. */
const pairWrite =
  (run: (app: TestApp, account: number, student: Record<string, unknown>) => ReturnType<Run>): Run =>
  async (app, { recordIndex, seed }) => {
    const [account, student] = [
      pickRow(await loadFreeAccounts(app), recordIndex),
      pickRow(await loadFreeStudents(app), seed),
    ];
    return account && student && run(app, idOf(account), student);
  };

async function sendForStudents(
  app: TestApp,
  recordIndex: number,
  path: string,
  body: object,
): Promise<Answer | null> {
  const students = (await loadRows(app, '/students')).slice(
    recordIndex % 20,
    (recordIndex % 20) + 1 + (recordIndex % 3),
  );
  const { today } = await loadInstituteDay(app.data.read, app.data.now());
  const student_row_ids = students.map(idOf);
  return students.length > 0 ? send(app, 'POST', path, { student_row_ids, date: today, ...body }) : null;
}

/** An account whose user name is the academic number of a student. */
const createMatchingAccount: Run = async (app, { recordIndex }) => {
  const student = pickRow(await loadFreeStudents(app), recordIndex);
  const body = { username: student?.['student_id'], name: student?.['full_name'], role: 'student', password };
  return student && send(app, 'POST', '/users', body);
};

/** The cleanup before these writes may have deleted all students. */
const createTwoStudents: Run = (app, { seed, word }) =>
  send(app, 'POST', '/students/import', {
    data: [1, 2].map((number) => ({ first_name: word, last_name: `${word} ${seed} ${number}` })),
  });

/** Writes that create records for another write, by the name of that write. */
export const preparations: Record<string, Run> = {
  'delete a circle': createEmptyCircle,
  'link an account by its user name': createMatchingAccount,
  'link all candidates': createMatchingAccount,
  'tell two students apart': createTwoStudents,
  'merge two students': createTwoStudents,
  'give an account to another student': async (app, { recordIndex }) => {
    const student = pickRow(await loadFreeStudents(app), recordIndex);
    if (!student) return null;
    const actor = { userId: 1, name: 'مدير', role: 'admin', undoSession: 'any-writes' };
    await app.data.write(actor, async (unit) => {
      unit.describe('create', 'users', null, 'حساب فقد طالبه');
      const account = {
        name: 'حساب قديم',
        email: null,
        phone: null,
        role: 'student' as const,
        last_login: null,
      };
      const { id } = await unit.insert('users', {
        ...account,
        username: `قديم ${String(student['student_id'])}`,
        password_hash: '-',
        is_active: 0,
        must_change_password: 0,
        student_row_id: idOf(student),
      });
      await unit.update('users', id, { student_row_id: null });
    });
    return null;
  },
};

export const peopleWrites: Record<string, Run> = {
  'create an account': (app, { recordIndex, seed, word }) =>
    send(app, 'POST', '/users', {
      username: `حساب${recordIndex % 9}`,
      name: `${word} ${seed}`,
      role: ['teacher', 'admin', 'student'][seed % 3],
      ...(recordIndex % 2 === 0 ? { password: 'نخلة-وسبع-سنابل' } : {}),
    }),
  'change an account': accountWrite('PUT', '', ({ seed, word }) => ({
    name: `${word} ${seed}`,
    phone: `05${seed}`,
    role: ['teacher', 'admin'][seed % 2],
    is_active: seed % 3 > 0,
  })),
  'set a password': accountWrite('PUT', '/password', ({ recordIndex }) =>
    recordIndex % 2 === 0 ? {} : { password: 'نخلة-وسبع-سنابل' },
  ),
  "change the caller's password": (app) =>
    app.call('POST', '/auth/password', {
      as: 'teacher2',
      body: { current: password, new: 'نخلة-وسبع-سنابل' },
    }),
  'link an account to a number': pairWrite((app, user_id, student) =>
    send(app, 'POST', '/users/link-student', { user_id, student_id: student['student_id'] }),
  ),
  'link a student to an account': pairWrite((app, userId, student) =>
    send(app, 'POST', `/students/${idOf(student)}/link-user`, { userId }),
  ),
  'link an account by its user name': async (app) => {
    const candidate = pickRow(await loadAll(app, '/students/link-candidates'), 0);
    return candidate && send(app, 'POST', `/students/auto-link/${String(candidate['user_id'])}`);
  },
  'link all candidates': async (app) => {
    const candidates = await loadAll(app, '/students/link-candidates');
    const pairs = candidates.map(({ id, user_id }) => ({ id, user_id }));
    return pairs.length > 0 ? send(app, 'POST', '/students/link-candidates', { pairs }) : null;
  },
  'link the demo student': (app) => send(app, 'POST', '/students/demo-link'),
  'unlink an account': async (app, { recordIndex }) => {
    const linked = pickRow(await loadRows(app, '/users', { has_student: true }), recordIndex);
    return linked && send(app, 'POST', '/users/unlink-student', { user_id: idOf(linked) });
  },
  'assign a subject to a teacher': async (app, { recordIndex, seed }) => {
    const [subject, teacher] = [
      pickRow(await loadRows(app, '/subjects'), recordIndex),
      pickRow(await loadRows(app, '/users', { role: 'teacher' }), seed),
    ];
    const body = { subject_code: subject?.['subject_code'], teacher_id: teacher?.['id'] };
    return subject && teacher && send(app, 'POST', '/subject-teachers', body);
  },
  'assign several subjects to a teacher': async (app, { recordIndex, seed }) => {
    const subjects = (await loadRows(app, '/subjects'))
      .toReversed()
      .slice(recordIndex % 15, (recordIndex % 15) + 3);
    const teacher = pickRow(await loadRows(app, '/users', { role: 'teacher' }), seed);
    const subject_codes = subjects.map(({ subject_code }) => subject_code);
    return teacher && subjects.length > 0
      ? send(app, 'POST', '/subject-teachers/many', { subject_codes, teacher_id: idOf(teacher) })
      : null;
  },
  'unassign a subject from a teacher': async (app, { recordIndex, seed }) => {
    const teachers = (await loadRows(app, '/teachers')).filter(
      (teacher) => Number(teacher['subjects_count']) > 0,
    );
    const teacher = pickRow(teachers, recordIndex);
    if (!teacher) return null;
    const assigned = pickRow(await loadAll(app, `/subject-teachers/teacher/${idOf(teacher)}`), seed);
    return assigned && send(app, 'DELETE', `/subject-teachers/${idOf(assigned)}`);
  },
  'move students': async (app, { recordIndex, seed, word }) => {
    const batch = pickRow(await loadRows(app, '/batches'), seed);
    return (
      batch &&
      sendForStudents(app, recordIndex, '/students/move', {
        batch_id: idOf(batch),
        as: ['moved', 'promoted', 'repeated'][recordIndex % 3],
        reason: word,
        confirm: true,
      })
    );
  },
  'set a status': (app, { recordIndex, seed, word }) =>
    sendForStudents(app, recordIndex, '/students/status', {
      status: ['suspended', 'active', 'withdrawn', 'graduated'][seed % 4],
      reason: recordIndex % 2 === 0 ? word : null,
      confirm: true,
    }),
  'delete an account': accountWrite('DELETE', '', () => undefined, { has_student: true }),
  'give an account to another student': async (app, { recordIndex, seed }) => {
    await app.call('POST', '/auth/step-up', { as: 'admin', body: { password } });
    const account = pickRow(await loadRows(app, '/users', { is_orphaned: true }), recordIndex);
    const student = pickRow(await loadFreeStudents(app), seed);
    const body = { student_id: student?.['student_id'] };
    return account && student && send(app, 'POST', `/users/${idOf(account)}/give`, body);
  },
};

/** These writes are at the end of the list, because the index of a write decides which record it uses. */
export const accountWrites: Record<string, Run> = {
  'make accounts for several students': async (app, { recordIndex }) => {
    const students = await loadFreeStudents(app);
    const student_row_ids = [pickRow(students, recordIndex), pickRow(students, recordIndex + 1)].flatMap(
      (student) => (student ? [idOf(student)] : []),
    );
    return student_row_ids.length > 0 ? send(app, 'POST', '/users/bulk', { student_row_ids }) : null;
  },
};

export const teacherWrites: Record<string, Run> = {
  'import accounts of teachers': (app, { recordIndex, seed }) =>
    send(app, 'POST', '/users/import', {
      data: [recordIndex, seed].map((number) => ({
        username: `teacher${number % 40}`,
        name: 'خالد السالم',
        phone: `05${String(number).padStart(8, '0').slice(-8)}`,
      })),
    }),
};

/** Two students in the order of the seed. */
async function pickPair(app: TestApp, { recordIndex, seed }: AnyWrite): Promise<[number, number] | null> {
  const students = await loadRows(app, '/students');
  if (students.length < 2) return null;
  const second = pickRow(students, recordIndex + 1 + (seed % (students.length - 1)));
  const first = pickRow(students, recordIndex);
  return first && second && [idOf(first), idOf(second)];
}

export const mergeWrites: Record<string, Run> = {
  'tell two students apart': async (app, write) => {
    const ids = await pickPair(app, write);
    return ids && send(app, 'POST', '/students/duplicates/distinct', { ids });
  },
  'merge two students': async (app, write) => {
    const ids = await pickPair(app, write);
    if (!ids) return null;
    const side = (['staying', 'merged'] as const)[write.seed % 2] ?? 'staying';
    const path = `/students/${ids[0]}/merge`;
    const { body } = await app.call<MergePreview>('GET', `${path}/${ids[1]}`, { as: 'admin' });
    return send(app, 'POST', path, {
      merged_id: ids[1],
      version: body.staying.version,
      merged_version: body.merged.version,
      take: write.seed % 3 === 0 ? ['full_name', 'national_id', 'phone'] : [],
      marks: body.marks.map(({ subject_id, versions }) => ({ subject_id, keep: side, seen: versions })),
      ...(body.enrolment && { enrolment: side }),
    });
  },
};
