import { loadInstituteDay } from '../../server/domain/institute';
import type { AnyWrite } from './anyWrites';
import { emptyCircle } from './anyCircleWrites';
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

async function rows(app: TestApp, path: string, filter: object = {}): Promise<Rows> {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } });
  return body;
}

/** For a call without paging. */
const all = async (app: TestApp, path: string) => (await app.call<Rows>('GET', path, { as: 'admin' })).body;

const nthOf = (list: Rows, which: number) => list[which % Math.max(list.length, 1)] ?? null;
const idOf = (row: Record<string, unknown>) => Number(row['id']);

/** The accounts that the tests sign in with are never changed. */
const signedIn = ['admin', 'teacher', 'teacher2', 'student'];
const others = async (app: TestApp, filter: object = {}) =>
  (await rows(app, '/users', filter)).filter(({ username }) => !signedIn.includes(String(username)));
const freeAccounts = (app: TestApp) => rows(app, '/users', { has_student: false, is_active: true });
const freeStudents = (app: TestApp) => rows(app, '/students', { is_linked: false });

const onAccount =
  (
    method: 'PUT' | 'DELETE',
    at: string,
    body: (write: AnyWrite) => unknown = () => undefined,
    filter: object = {},
  ): Run =>
  async (app, write) => {
    const account = nthOf(await others(app, filter), write.which);
    return account && send(app, method, `/users/${idOf(account)}${at}`, body(write));
  };

/** A free account and a free student. */
const onPair =
  (run: (app: TestApp, account: number, student: Record<string, unknown>) => ReturnType<Run>): Run =>
  async (app, { which, other }) => {
    const [account, student] = [nthOf(await freeAccounts(app), which), nthOf(await freeStudents(app), other)];
    return account && student && run(app, idOf(account), student);
  };

/** For a few students, from today on. */
async function chosen(app: TestApp, which: number, path: string, body: object): Promise<Answer | null> {
  const some = (await rows(app, '/students')).slice(which % 20, (which % 20) + 1 + (which % 3));
  const { today } = await loadInstituteDay(app.data.read, app.data.now());
  const student_row_ids = some.map(idOf);
  return some.length > 0 ? send(app, 'POST', path, { student_row_ids, date: today, ...body }) : null;
}

/** Creates an account whose user name is the academic number of a free student. */
const createMatchingAccount: Run = async (app, { which }) => {
  const student = nthOf(await freeStudents(app), which);
  const body = { username: student?.['student_id'], name: student?.['full_name'], role: 'student', password };
  return student && send(app, 'POST', '/users', body);
};

/** Preparations that some writes need, each as its own operation. */
export const preparations: Record<string, Run> = {
  'delete a circle': emptyCircle,
  'link an account by its name': createMatchingAccount,
  'link all that match': createMatchingAccount,
  'give an account to another student': async (app, { which }) => {
    const student = nthOf(await freeStudents(app), which);
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

/** Random writes on accounts, links and teachers; `anyWrites.ts` has the other kinds. */
export const peopleWrites: Record<string, Run> = {
  'create an account': (app, { which, other, word }) =>
    send(app, 'POST', '/users', {
      username: `حساب${which % 9}`,
      name: `${word} ${other}`,
      role: ['teacher', 'admin', 'student'][other % 3],
      ...(which % 2 === 0 ? { password: 'نخلة-وسبع-سنابل' } : {}),
    }),
  'change an account': onAccount('PUT', '', ({ other, word }) => ({
    name: `${word} ${other}`,
    phone: `05${other}`,
    role: ['teacher', 'admin'][other % 2],
    is_active: other % 3 > 0,
  })),
  'set a password': onAccount('PUT', '/password', ({ which }) =>
    which % 2 === 0 ? {} : { password: 'نخلة-وسبع-سنابل' },
  ),
  'change the own password': (app) =>
    app.call('POST', '/auth/password', {
      as: 'teacher2',
      body: { current: password, new: 'نخلة-وسبع-سنابل' },
    }),
  'link an account to a number': onPair((app, user_id, student) =>
    send(app, 'POST', '/users/link-student', { user_id, student_id: student['student_id'] }),
  ),
  'link a student to an account': onPair((app, userId, student) =>
    send(app, 'POST', `/students/${idOf(student)}/link-user`, { userId }),
  ),
  'link an account by its name': async (app) => {
    const candidate = nthOf(await all(app, '/students/link-candidates'), 0);
    return candidate && send(app, 'POST', `/students/auto-link/${String(candidate['user_id'])}`);
  },
  'link all that match': async (app) => {
    const candidates = await all(app, '/students/link-candidates');
    const pairs = candidates.map(({ id, user_id }) => ({ id, user_id }));
    return pairs.length > 0 ? send(app, 'POST', '/students/link-candidates', { pairs }) : null;
  },
  'link somebody, for show': (app) => send(app, 'POST', '/students/demo-link'),
  'unlink an account': async (app, { which }) => {
    const linked = nthOf(await rows(app, '/users', { has_student: true }), which);
    return linked && send(app, 'POST', '/users/unlink-student', { user_id: idOf(linked) });
  },
  'give a subject to a teacher': async (app, { which, other }) => {
    const [subject, teacher] = [
      nthOf(await rows(app, '/subjects'), which),
      nthOf(await rows(app, '/users', { role: 'teacher' }), other),
    ];
    const body = { subject_code: subject?.['subject_code'], teacher_id: teacher?.['id'] };
    return subject && teacher && send(app, 'POST', '/subject-teachers', body);
  },
  'give several subjects to a teacher': async (app, { which, other }) => {
    const subjects = (await rows(app, '/subjects')).toReversed().slice(which % 15, (which % 15) + 3);
    const teacher = nthOf(await rows(app, '/users', { role: 'teacher' }), other);
    const subject_codes = subjects.map(({ subject_code }) => subject_code);
    return teacher && subjects.length > 0
      ? send(app, 'POST', '/subject-teachers/many', { subject_codes, teacher_id: idOf(teacher) })
      : null;
  },
  'take a subject from a teacher': async (app, { which, other }) => {
    const teachers = (await rows(app, '/teachers')).filter((one) => Number(one['subjects_count']) > 0);
    const teacher = nthOf(teachers, which);
    if (!teacher) return null;
    const assigned = nthOf(await all(app, `/subject-teachers/teacher/${idOf(teacher)}`), other);
    return assigned && send(app, 'DELETE', `/subject-teachers/${idOf(assigned)}`);
  },
  'move students': async (app, { which, other, word }) => {
    const batch = nthOf(await rows(app, '/batches'), other);
    return (
      batch &&
      chosen(app, which, '/students/move', {
        batch_id: idOf(batch),
        as: ['moved', 'promoted', 'repeated'][which % 3],
        reason: word,
        confirm: true,
      })
    );
  },
  'say a status': (app, { which, other, word }) =>
    chosen(app, which, '/students/status', {
      status: ['suspended', 'active', 'withdrawn', 'graduated'][other % 4],
      reason: which % 2 === 0 ? word : null,
      confirm: true,
    }),
  'delete an account': onAccount('DELETE', '', () => undefined, { has_student: true }),
  'give an account to another student': async (app, { which, other }) => {
    await app.call('POST', '/auth/step-up', { as: 'admin', body: { password } });
    const account = nthOf(await rows(app, '/users', { is_orphaned: true }), which);
    const student = nthOf(await freeStudents(app), other);
    const body = { student_id: student?.['student_id'] };
    return account && student && send(app, 'POST', `/users/${idOf(account)}/give`, body);
  },
};

/** Beside the others, so that those keep their place in the list, which decides what they are about. */
export const accountWrites: Record<string, Run> = {
  'make accounts for several students': async (app, { which }) => {
    const free = await freeStudents(app);
    const student_row_ids = [nthOf(free, which), nthOf(free, which + 1)].flatMap((one) =>
      one ? [idOf(one)] : [],
    );
    return student_row_ids.length > 0 ? send(app, 'POST', '/users/bulk', { student_row_ids }) : null;
  },
};

/** Last of all, for the same reason. */
export const teacherWrites: Record<string, Run> = {
  'import accounts of teachers': (app, { which, other }) =>
    send(app, 'POST', '/users/import', {
      data: [which, other].map((number) => ({
        username: `teacher${number % 40}`,
        name: 'خالد السالم',
        phone: `05${String(number).padStart(8, '0').slice(-8)}`,
      })),
    }),
};
