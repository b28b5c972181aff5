import type { BodyInputOf } from '../../contract/endpoint';
import { guardiansApi } from '../../contract/families/guardians';
import {
  guardianPhonesApi,
  maxPhoneStudents,
  type PrimaryGuardian,
} from '../../contract/families/guardianPhones';
import { guardianLinksApi } from '../../contract/families/guardianLinks';
import { linksApi } from '../../contract/students/links';
import { type DuplicatePair, mergeApi } from '../../contract/students/merge';
import { settingsApi } from '../../contract/settings';
import { type Teacher, teachersApi } from '../../contract/accounts/teachers';
import { usersApi } from '../../contract/accounts/users';
import { apiCall, call, formatQuery } from './apiCall';
import { buildLocalPage, readAll } from './lists';
import { copyOperation } from './operations';
import { nullIfUnsupported, serverFeatures } from './serverFeatures';

/** Only our server sends the counts. */
export type TeacherRow = Pick<Teacher, 'id' | 'name' | 'username' | 'email' | 'is_active'> & Partial<Teacher>;

export interface TeacherPage {
  rows: TeacherRow[];
  total: number;
}

interface TeacherQuery {
  q: string;
  from: number;
  size: number;
}

const idParams = (id: number) => ({ params: { id: String(id) } });
const guardianParams = (id: number, guardianId: number) => ({
  params: { id: String(id), guardianId: String(guardianId) },
});

async function teacherPage({ q, from, size }: TeacherQuery): Promise<TeacherPage> {
  const range = [from, from + size - 1] as const;
  const filter = q === '' ? {} : { q };
  if (!serverFeatures().has('teacherCalls')) {
    const sort = ['name', 'ASC'] as const;
    const query = { range, sort, filter: { ...filter, role: 'teacher' } };
    const { rows, total } = await buildLocalPage('users', await readAll('users'), query, readAll);
    return { rows: rows as unknown as TeacherRow[], total };
  }
  const query = {
    range: JSON.stringify(range),
    sort: JSON.stringify(['name', 'ASC']),
    filter: JSON.stringify(filter),
  };
  const { json, headers } = await apiCall({
    method: 'GET',
    path: `${teachersApi.list.path}${formatQuery(query)}`,
  });
  const rows = json as Teacher[];
  return { rows, total: Number(headers.get('Content-Range')?.split('/')[1] ?? rows.length) };
}

/** By the row id of the student. */
async function primaryGuardians(ids: readonly number[]): Promise<ReadonlyMap<number, PrimaryGuardian>> {
  const guardians: PrimaryGuardian[] = [];
  for (let start = 0; start < ids.length; start += maxPhoneStudents) {
    const student_row_ids = ids.slice(start, start + maxPhoneStudents);
    const answer = await call(guardianPhonesApi.primary, { body: { student_row_ids } });
    guardians.push(...answer.guardians);
  }
  return new Map(guardians.map((guardian) => [guardian.student_row_id, guardian]));
}

/** One operation on our server. On another server, single calls until one fails. */
async function assignSubjects(
  teacher_id: number,
  subject_codes: readonly string[],
): Promise<{ assigned: number }> {
  if (subject_codes.length > 1 && serverFeatures().has('teacherCalls')) {
    const body = { teacher_id, subject_codes: [...subject_codes] };
    return call(teachersApi.assignMany, { body });
  }
  const answers: object[] = [];
  for (const subject_code of subject_codes)
    answers.push(await call(teachersApi.assign, { body: { teacher_id, subject_code } }));
  const result = { assigned: answers.length };
  return answers.length === 1 ? copyOperation(answers[0], result) : result;
}

const setPassword = (id: number, password: string | null) =>
  call(usersApi.setPassword, { ...idParams(id), body: password === null ? {} : { password } });

/** A repeated write returns null instead of its one-time password. Then the server sets a new one. */
export async function ensureTemporaryPassword<A extends object>(id: number, answer: A): Promise<A> {
  if (!('temporary_password' in answer) || answer.temporary_password !== null) return answer;
  const { temporary_password } = await setPassword(id, null);
  return copyOperation(answer, { ...answer, temporary_password });
}

interface DuplicatesQuery {
  from: number;
  size: number;
  /** Only pairs with this student. */
  studentRowId?: number;
}

async function duplicates({
  from,
  size,
  studentRowId,
}: DuplicatesQuery): Promise<{ pairs: DuplicatePair[]; total: number }> {
  const query = {
    range: JSON.stringify([from, from + size - 1]),
    ...(studentRowId !== undefined && { filter: JSON.stringify({ student_row_id: studentRowId }) }),
  };
  const { json, headers } = await apiCall({
    method: 'GET',
    path: `${mergeApi.duplicates.path}${formatQuery(query)}`,
  });
  const pairs = json as DuplicatePair[];
  return { pairs, total: Number(headers.get('Content-Range')?.split('/')[1] ?? pairs.length) };
}

export const people = {
  makeGuardianLink: (guardianId: number) => call(guardianLinksApi.make, idParams(guardianId)),
  revokeGuardianLink: (guardianId: number) => call(guardianLinksApi.revoke, idParams(guardianId)),
  /** Null if the server has no private pages. */
  guardianLinkCounts: (batchId: number) =>
    nullIfUnsupported(guardianLinksApi.counts.path, () => call(guardianLinksApi.counts, idParams(batchId))),
  makeGuardianLinks: (body: BodyInputOf<typeof guardianLinksApi.makeMany>) =>
    call(guardianLinksApi.makeMany, { body }),

  duplicates,
  setDistinct: (ids: [number, number]) => call(mergeApi.setDistinct, { body: { ids } }),
  mergePreview: (id: number, other: number) =>
    call(mergeApi.preview, { params: { id: String(id), other: String(other) } }),
  mergeStudents: (id: number, body: BodyInputOf<typeof mergeApi.merge>) =>
    call(mergeApi.merge, { ...idParams(id), body }),

  /** `id` is the row number of the student, also in the writes. */
  guardiansOf: (id: number) => call(guardiansApi.ofStudent, idParams(id)),
  /** The names decide whether a guardian with the number is proposed. */
  guardianMatches: (query: { phone: string } & Record<string, string>) =>
    call(guardiansApi.matches, { query }),
  addGuardian: (id: number, body: BodyInputOf<typeof guardiansApi.add>) =>
    call(guardiansApi.add, { ...idParams(id), body }),
  updateGuardian: (id: number, guardianId: number, body: BodyInputOf<typeof guardiansApi.update>) =>
    call(guardiansApi.update, { ...guardianParams(id, guardianId), body }),
  removeGuardian: (id: number, guardianId: number) =>
    call(guardiansApi.remove, guardianParams(id, guardianId)),

  /** Null: the server generates a one-time password. */
  setUserPassword: async (id: number, password: string | null) =>
    ensureTemporaryPassword(id, await setPassword(id, password)),

  makeAccounts: (body: BodyInputOf<typeof usersApi.makeMany>) => call(usersApi.makeMany, { body }),

  teacherPage,
  teacherSubjects: (teacherId: number) =>
    call(teachersApi.subjects, { params: { teacherId: String(teacherId) } }),
  assignSubjects,
  unassignSubject: (id: number) => call(teachersApi.unassign, idParams(id)),

  linkByNumber: (body: BodyInputOf<typeof linksApi.linkByNumber>) => call(linksApi.linkByNumber, { body }),
  linkStudent: (id: number, userId: number) =>
    call(linksApi.linkByRow, { ...idParams(id), body: { userId } }),
  /** Links the account to the student whose academic number is the user name (decision 20). */
  autoLink: (userId: number) => call(linksApi.autoLink, { params: { userId: String(userId) } }),
  /** Requires `is_orphaned` and the step-up. */
  giveAccount: async (id: number, student_id: string) =>
    ensureTemporaryPassword(id, await call(linksApi.give, { ...idParams(id), body: { student_id } })),
  unlinkStudent: (user_id: number) => call(linksApi.unlink, { body: { user_id } }),
  checkGuardianPhones: (body: BodyInputOf<typeof guardianPhonesApi.check>) =>
    call(guardianPhonesApi.check, { body }),
  saveGuardianPhones: (body: BodyInputOf<typeof guardianPhonesApi.save>) =>
    call(guardianPhonesApi.save, { body }),
  primaryGuardians,
  loadLinkCandidates: () => call(linksApi.candidates),
  linkAllCandidates: (body: BodyInputOf<typeof linksApi.linkCandidates>) =>
    call(linksApi.linkCandidates, { body }),
  demoLink: () => call(linksApi.demoLink),
  isDemo: async () => (await call(settingsApi.read)).is_demo === true,
};
