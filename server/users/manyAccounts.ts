import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { userFields } from '../../contract/recordFields';
import { foldArabic, sortKey, usernameKey } from '../../contract/rules/arabicText';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import {
  type AccountObstacle,
  type CreatedAccounts,
  maxAccountsPerCall,
  type SkippedStudent,
  usersApi,
} from '../../contract/accounts/users';
import type { BodyOf } from '../../contract/endpoint';
import { initialValues } from '../../contract/fieldTable';
import { type OneTimePassword, createOneTimePasswords } from '../auth/passwords';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import { hasStatus } from '../domain/enrolments';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { findBatch } from '../domain/references';
import type { Db } from '../db/schema';
import { type Condition, countRows } from '../db/search/matching';
import { successBody, route } from '../mount';
import { invalid } from '../problem';

/** Students per statement. */
const chunkSize = 500;
const maxSkipped = 1_000;

type AccountsInput = BodyOf<typeof usersApi.makeMany>;

const hasAccount = sql<SqlBool>`exists (
  select 1 from users as own where own.student_row_id = students.id)`;
const canHaveAccount: Condition = sql`(${hasStatus('active')} and not ${hasAccount})`;

interface Candidate {
  id: number;
  student_id: string;
  full_name: string;
  /** Null: the student can get an account. */
  obstacle: AccountObstacle | null;
  /** The existing account that prevents a new one. */
  user_id: number | null;
}

/** Returns the next `chunkSize` students in the order of their ids. */
async function loadCandidates(db: Db, where: Condition, scope: Scope, afterId: number): Promise<Candidate[]> {
  const students = await db
    .selectFrom('students')
    .select(['students.id', 'student_id', 'full_name'])
    .select(sql<number>`case when ${hasStatus('active')} then 1 else 0 end`.as('is_active'))
    .where(where)
    .where(scope.students)
    .where('students.id', '>', afterId)
    .orderBy('students.id')
    .limit(chunkSize)
    .execute();
  if (students.length === 0) return [];
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'username_key', 'student_row_id'])
    .select(sql<number>`case when ${scope.users} then 1 else 0 end`.as('is_seen'))
    .where(({ or, eb }) =>
      or([
        eb(
          'student_row_id',
          'in',
          students.map(({ id }) => id),
        ),
        eb(
          'username_key',
          'in',
          students.map(({ student_id }) => usernameKey(student_id)),
        ),
      ]),
    )
    .execute();
  const accountByStudent = new Map(accounts.map((account) => [account.student_row_id, account]));
  const accountByName = new Map(accounts.map((account) => [account.username_key, account]));
  return students.map(({ is_active, ...student }) => {
    const ownAccount = accountByStudent.get(student.id);
    const account = ownAccount ?? accountByName.get(usernameKey(student.student_id));
    // A number without a letter or digit cannot be a user name. The obstacle is the same as for a used name.
    const isUnusable = account !== undefined || foldArabic(student.student_id) === '';
    const obstacle = ownAccount
      ? 'HAS_ACCOUNT'
      : is_active !== 1
        ? 'NOT_ACTIVE'
        : isUnusable
          ? 'USERNAME_TAKEN'
          : null;
    return { ...student, obstacle, user_id: account?.is_seen === 1 ? account.id : null };
  });
}

/** @throws VALIDATION for an unknown student or batch, or one outside of the scope */
async function buildCondition(
  db: Db,
  { student_row_ids, batch_id }: AccountsInput,
  scope: Scope,
): Promise<Condition> {
  if (batch_id !== undefined) {
    await findBatch(db, { batch_id }, scope.batches);
    return sql`exists (select 1 from enrolments where enrolments.student_row_id = students.id
      and enrolments.batch_id = ${batch_id} and enrolments.is_shown = 1 and enrolments.to_date is null)`;
  }
  if (!student_row_ids) return canHaveAccount;
  const ids = [...new Set(student_row_ids)];
  const isListed: Condition = sql`students.id in (${sql.join(ids)})`;
  if ((await countRows(db, sql`from students where ${isListed} and ${scope.students}`)) < ids.length)
    throw invalid({ path: 'student_row_ids', message: ruleMessages.unknownStudents });
  return isListed;
}

/**
 * Returns up to `maxAccountsAtOnce` ids, the skipped students, and the number of remaining students.
 * @throws VALIDATION for an unknown student or batch, or one outside of the scope
 */
export async function chooseStudents(db: Db, input: AccountsInput, scope: Scope) {
  const where = await buildCondition(db, input, scope);
  const ids: number[] = [];
  const skipped: Candidate[] = [];
  for (let afterId = 0; ;) {
    const page = await loadCandidates(db, where, scope, afterId);
    for (const student of page) {
      afterId = student.id;
      if (student.obstacle === null) ids.push(student.id);
      else if (skipped.length < maxSkipped) skipped.push(student);
      if (ids.length === maxAccountsPerCall) break;
    }
    const isLastPage = page.length < chunkSize;
    if (!isLastPage && ids.length < maxAccountsPerCall) continue;
    const remainingRows = sql`from students where ${where} and ${canHaveAccount} and ${scope.students} and students.id > ${afterId}`;
    return { studentIds: ids, skipped, remaining: await countRows(db, remainingRows) };
  }
}

/** Hashing takes time, so some of the students may have an account by now. */
async function writeAccounts(
  unit: UnitOfWork,
  ids: readonly number[],
  passwords: readonly OneTimePassword[],
  scope: Scope,
) {
  const candidates: Candidate[] = [];
  for (const chunk of chunks(ids, chunkSize))
    candidates.push(
      ...(await loadCandidates(unit.trx, sql`students.id in (${sql.join([...chunk])})`, scope, 0)),
    );
  // Numbers that differ only in the script of a letter or digit give the same user name.
  const names = new Set<string>();
  for (const student of candidates) {
    const name = usernameKey(student.student_id);
    if (student.obstacle === null && names.has(name)) student.obstacle = 'USERNAME_TAKEN';
    names.add(name);
  }
  const accepted = candidates
    .filter(({ obstacle }) => obstacle === null)
    .toSorted((a, b) => (sortKey(a.full_name) < sortKey(b.full_name) ? -1 : 1));
  unit.describe('create', 'users', null, operationDescriptions.accountsCreated(accepted.length));
  const rows = await unit.insertMany(
    'users',
    accepted.map(({ id, student_id, full_name }, index) => ({
      ...initialValues(userFields, {
        username: student_id,
        name: Array.from(full_name).slice(0, userFields.name.max).join(''),
        role: 'student' as const,
      }),
      ...(passwords[index] as OneTimePassword).columns,
      section: null,
      is_active: 1,
      student_row_id: id,
      last_login: null,
    })),
  );
  const created = rows.map(({ id, username, name }, index) => ({
    id,
    username,
    name,
    temporary_password: (passwords[index] as OneTimePassword).password,
  }));
  return { unit, created, late: candidates.filter(({ obstacle }) => obstacle !== null) };
}

const toSkipped = ({ id, student_id, full_name, obstacle, user_id }: Candidate): SkippedStudent[] =>
  obstacle === null ? [] : [{ student_id, reason: obstacle, student_row_id: id, name: full_name, user_id }];

/**
 * `POST /users/bulk`. The passwords are hashed before the write begins, because hashing is slow and blocks
 * other writes.
 */
export const makeAccountsRoute = route(usersApi.makeMany, async ({ data, actor, body, scope }) => {
  const callerScope = await scope();
  const { studentIds, skipped, remaining } = await chooseStudents(data.read, body, callerScope);
  const buildAnswer = (
    result: Pick<CreatedAccounts, 'created' | 'operation_id'>,
    late: Candidate[] = [],
  ) => ({
    ...successBody(successMessages.accountsCreated(result.created.length)),
    ...result,
    skipped: [...skipped, ...late].flatMap(toSkipped),
    remaining,
  });
  if (studentIds.length === 0) return buildAnswer({ created: [], operation_id: null });
  const passwords = await createOneTimePasswords(studentIds.length, 'student', data.now());
  const {
    unit: { operation },
    created,
    late,
  } = await data.write(actor, (unit) => writeAccounts(unit, studentIds, passwords, callerScope));
  return buildAnswer({ created, operation_id: operation }, late);
});
