import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { userFields } from '../../contract/recordFields';
import { foldArabic, sortKey } from '../../contract/rules/arabicText';
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
import { type OneTimePassword, oneTimePasswords } from '../auth/passwords';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import { hasStatus } from '../domain/enrolments';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { findBatch } from '../domain/references';
import type { Db } from '../db/schema';
import { type Condition, countRows } from '../db/search/matching';
import { done, route } from '../mount';
import { invalid } from '../problem';

/** Students per statement, and the skipped ones that an answer lists. */
const chunkSize = 500;
const maxSkipped = 1_000;

type Chosen = BodyOf<typeof usersApi.makeMany>;

const hasAccount = sql<SqlBool>`exists (
  select 1 from users as own where own.student_row_id = students.id)`;
const canHaveOne: Condition = sql`(${hasStatus('active')} and not ${hasAccount})`;

/** A student, and why he gets no account; null: he gets one. */
interface Candidate {
  id: number;
  student_id: string;
  full_name: string;
  obstacle: AccountObstacle | null;
  /** The account that is in the way. */
  user_id: number | null;
}

/** The next students by number that meet a condition, at most `chunkSize`. */
async function candidates(db: Db, where: Condition, scope: Scope, after: number): Promise<Candidate[]> {
  const students = await db
    .selectFrom('students')
    .select(['students.id', 'student_id', 'full_name'])
    .select(sql<number>`case when ${hasStatus('active')} then 1 else 0 end`.as('is_active'))
    .where(where)
    .where(scope.students)
    .where('students.id', '>', after)
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
          students.map(({ student_id }) => sortKey(student_id)),
        ),
      ]),
    )
    .execute();
  const ofStudent = new Map(accounts.map((account) => [account.student_row_id, account]));
  const ofName = new Map(accounts.map((account) => [account.username_key, account]));
  return students.map(({ is_active, ...student }) => {
    const own = ofStudent.get(student.id);
    const holder = own ?? ofName.get(sortKey(student.student_id));
    // A number without a letter or digit is no user name, as if another account had it.
    const isTaken = holder !== undefined || foldArabic(student.student_id) === '';
    const obstacle = own ? 'HAS_ACCOUNT' : is_active !== 1 ? 'NOT_ACTIVE' : isTaken ? 'USERNAME_TAKEN' : null;
    return { ...student, obstacle, user_id: holder?.is_seen === 1 ? holder.id : null };
  });
}

/** Which students a body means. @throws VALIDATION if one of them, or the batch, is unknown or outside of the scope */
async function conditionOf(db: Db, { student_row_ids, batch_id }: Chosen, scope: Scope): Promise<Condition> {
  if (batch_id !== undefined) {
    await findBatch(db, { batch_id }, scope.batches);
    return sql`exists (select 1 from enrolments where enrolments.student_row_id = students.id
      and enrolments.batch_id = ${batch_id} and enrolments.is_shown = 1 and enrolments.to_date is null)`;
  }
  if (!student_row_ids) return canHaveOne;
  const ids = [...new Set(student_row_ids)];
  const isOne: Condition = sql`students.id in (${sql.join(ids)})`;
  if ((await countRows(db, sql`from students where ${isOne} and ${scope.students}`)) < ids.length)
    throw invalid({ path: 'student_row_ids', message: ruleMessages.unknownStudents });
  return isOne;
}

/**
 * The students who are to get an account, at most `maxAccountsAtOnce`, those who are not, and the number of those beyond.
 * @throws VALIDATION if one of them, or the batch, is unknown or outside of the scope
 */
export async function chooseStudents(db: Db, chosen: Chosen, scope: Scope) {
  const where = await conditionOf(db, chosen, scope);
  const wanted: number[] = [];
  const skipped: Candidate[] = [];
  for (let after = 0; ;) {
    const page = await candidates(db, where, scope, after);
    for (const student of page) {
      after = student.id;
      if (student.obstacle === null) wanted.push(student.id);
      else if (skipped.length < maxSkipped) skipped.push(student);
      if (wanted.length === maxAccountsPerCall) break;
    }
    const isEnd = page.length < chunkSize;
    if (!isEnd && wanted.length < maxAccountsPerCall) continue;
    const beyond = sql`from students where ${where} and ${canHaveOne} and ${scope.students} and students.id > ${after}`;
    return { wanted, skipped, remaining: await countRows(db, beyond) };
  }
}

/** Makes the accounts. Some of the students may have one by now: the passwords were made meanwhile. */
async function write(
  unit: UnitOfWork,
  wanted: readonly number[],
  passwords: readonly OneTimePassword[],
  scope: Scope,
) {
  const found: Candidate[] = [];
  for (const part of chunks(wanted, chunkSize))
    found.push(...(await candidates(unit.trx, sql`students.id in (${sql.join([...part])})`, scope, 0)));
  // Two numbers that differ in the spelling of a letter or digit alone are one user name.
  const names = new Set<string>();
  for (const student of found) {
    const name = sortKey(student.student_id);
    if (student.obstacle === null && names.has(name)) student.obstacle = 'USERNAME_TAKEN';
    names.add(name);
  }
  const chosen = found
    .filter(({ obstacle }) => obstacle === null)
    .toSorted((a, b) => (sortKey(a.full_name) < sortKey(b.full_name) ? -1 : 1));
  unit.describe('create', 'users', null, operationDescriptions.accountsCreated(chosen.length));
  const rows = await unit.insertMany(
    'users',
    chosen.map(({ id, student_id, full_name }, place) => ({
      ...initialValues(userFields, {
        username: student_id,
        name: Array.from(full_name).slice(0, userFields.name.max).join(''),
        role: 'student' as const,
      }),
      ...(passwords[place] as OneTimePassword).written,
      section: null,
      is_active: 1,
      student_row_id: id,
      last_login: null,
    })),
  );
  const created = rows.map(({ id, username, name }, place) => ({
    id,
    username,
    name,
    temporary_password: (passwords[place] as OneTimePassword).password,
  }));
  return { unit, created, late: found.filter(({ obstacle }) => obstacle !== null) };
}

const asSkipped = ({ id, student_id, full_name, obstacle, user_id }: Candidate): SkippedStudent[] =>
  obstacle === null ? [] : [{ student_id, reason: obstacle, student_row_id: id, name: full_name, user_id }];

/** `POST /users/bulk`. The passwords are made before anything is written, so that nobody waits for them. */
export const makeAccounts = route(usersApi.makeMany, async ({ data, actor, body, scope }) => {
  const limits = await scope();
  const { wanted, skipped, remaining } = await chooseStudents(data.read, body, limits);
  const answer = (made: Pick<CreatedAccounts, 'created' | 'operation_id'>, late: Candidate[] = []) => ({
    ...done(successMessages.accountsCreated(made.created.length)),
    ...made,
    skipped: [...skipped, ...late].flatMap(asSkipped),
    remaining,
  });
  if (wanted.length === 0) return answer({ created: [], operation_id: null });
  const passwords = await oneTimePasswords(wanted.length, 'student', data.now());
  const { unit, created, late } = await data.write(actor, (writing) =>
    write(writing, wanted, passwords, limits),
  );
  return answer({ created, operation_id: unit.operation }, late);
});
