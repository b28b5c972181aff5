import { sql, type SqlBool } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { linksApi, type LinkCandidate } from '../../contract/students/links';
import { createOneTimePassword } from '../auth/passwords';
import {
  loadAccountToLink,
  linkStudent,
  refuseAccountOfDeletedStudent,
  loadStudentToLink,
  unlinkAccount,
} from '../domain/links';
import { always, type Condition } from '../db/search/matching';
import { loadStudent } from '../domain/students';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Call, successBody, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { requireStepUp } from '../db/log/operationLog';
import type { Db } from '../db/schema';
import { giveAccount } from './giveAccount';

function describeLink(unit: UnitOfWork, student: string, account: string): void {
  unit.describe('update', 'students', student, operationDescriptions.studentLinked(student, account));
}

/**
 * Links an account that never had a student to the student whose number is the user name. The student must
 * be older than the account.
 */
async function autoLink({ data, actor, user, scope: loadScope }: Call, userId: number) {
  // Students call this endpoint for their own account, so the query ignores the scope.
  const { students, users } =
    user.role === 'student' ? { students: always, users: always } : await loadScope();
  return data.write(actor, async (unit) => {
    const account = await unit.trx
      .selectFrom('users')
      .select(['id', 'username', 'username_key', 'student_row_id'])
      .where('id', '=', userId)
      .where(users)
      .executeTakeFirstOrThrow(notFound);
    const linkedStudent = await unit.trx
      .selectFrom('students')
      .select('id')
      .where('id', '=', account.student_row_id)
      .where(students)
      .executeTakeFirst();
    if (linkedStudent) return loadStudent(unit.trx, linkedStudent.id);
    const match = await findExactMatch(unit.trx, account, students);
    if (!match) throw new Problem('NOT_FOUND', { message: ruleMessages.noExactMatch });
    describeLink(unit, match.full_name, account.username);
    await linkStudent(unit, userId, match.id);
    return loadStudent(unit.trx, match.id);
  });
}

/** In the demo, all existing student accounts have a student, so this call creates a new account. */
async function createDemoAccount(
  unit: UnitOfWork,
  student: { student_id: string; full_name: string },
): Promise<{ id: number; username: string; temporary_password?: string }> {
  const { password, columns } = await createOneTimePassword('student', new Date(unit.now));
  const { id, username } = await unit.insert('users', {
    username: student.student_id,
    name: student.full_name,
    email: null,
    phone: null,
    role: 'student',
    ...columns,
    is_active: 1,
    student_row_id: null,
    last_login: null,
  });
  return { id, username, temporary_password: password };
}

export const linkRoutes: Route[] = [
  route(linksApi.linkByNumber, ({ data, config, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const { students, users } = await scope();
      const account = await loadAccountToLink(unit.trx, body.user_id, 'user_id', users);
      if (!config.PLAIN_API) await refuseAccountOfDeletedStudent(unit, account.id);
      const student = await loadStudentToLink(unit.trx, body.student_id, 'student_id', students);
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, student.id);
      return successBody(successMessages.studentLinked);
    }),
  ),

  route(linksApi.linkByRow, ({ data, config, actor, params: { id }, body, scope }) =>
    data.write(actor, async (unit) => {
      const { students, users } = await scope();
      const student = await loadStudent(unit.trx, id, students);
      const account = await loadAccountToLink(unit.trx, body.userId, 'userId', users);
      if (!config.PLAIN_API) await refuseAccountOfDeletedStudent(unit, account.id);
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, id);
      return successBody(successMessages.studentLinked);
    }),
  ),

  route(linksApi.unlink, ({ data, actor, body, scope }) =>
    data.write(actor, async (unit) => {
      const { users } = await scope();
      const { name, username } = await loadAccountToLink(unit.trx, body.user_id, 'user_id', users);
      unit.describe('update', 'users', name, operationDescriptions.studentUnlinked(username));
      if (!(await unlinkAccount(unit, body.user_id)))
        throw invalid({ path: 'user_id', message: ruleMessages.accountNotLinked });
      return successBody(successMessages.studentUnlinked);
    }),
  ),

  route(linksApi.autoLink, async (call) => {
    if (call.user.role === 'student' && call.params.userId !== call.user.id) throw notFound();
    const student = await autoLink(call, call.params.userId);
    return { ...successBody(successMessages.studentLinked), student };
  }),

  route(linksApi.demoLink, async ({ data, actor }) => {
    const settings = await data.read.selectFrom('settings').select('is_demo').executeTakeFirst();
    if (!settings?.is_demo) throw notFound();
    return data.write(actor, async (unit) => {
      const { student, account: freeAccount } = await findFirstFree(unit.trx);
      if (!student) throw new Problem('ALREADY_LINKED', { message: ruleMessages.everyStudentLinked });
      const account: Awaited<ReturnType<typeof createDemoAccount>> =
        freeAccount ?? (await createDemoAccount(unit, student));
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, student.id);
      return {
        ...successBody(successMessages.studentLinked),
        student_name: student.full_name,
        username: account.username,
        temporary_password: account.temporary_password,
      };
    });
  }),

  route(linksApi.give, async (call) => {
    await requireStepUp(call.data.read, call.actor);
    const { password, columns } = await createOneTimePassword('student', call.data.now());
    const {
      unit: { operation },
      username,
    } = await call.data.write(call.actor, async (unit) => {
      await requireStepUp(unit.trx, call.actor);
      const { params, body } = call;
      const newUsername = await giveAccount(unit, params.id, body.student_id, columns, await call.scope());
      return { unit, username: newUsername };
    });
    const answer = successBody(successMessages.accountGiven(username));
    return { ...answer, username, temporary_password: password, operation_id: operation };
  }),

  route(linksApi.candidates, async ({ data, scope }) => loadCandidates(data.read, (await scope()).students)),

  route(linksApi.linkCandidates, ({ data, actor, body: { pairs }, scope }) =>
    data.write(actor, async (unit) => {
      const candidates = await loadCandidates(unit.trx, (await scope()).students);
      const validPairs = new Set(candidates.map(({ id, user_id }) => `${id} ${user_id}`));
      const problems = pairs.flatMap(({ id, user_id }, index) =>
        validPairs.delete(`${id} ${user_id}`)
          ? []
          : [{ path: `pairs.${index}`, message: ruleMessages.notACandidate }],
      );
      if (problems.length > 0) throw invalid(...problems);
      unit.describe('update', 'students', null, operationDescriptions.studentsLinked);
      for (const { id, user_id } of pairs) await linkStudent(unit, user_id, id);
      return { ...successBody(successMessages.studentsLinked), linked: pairs.length };
    }),
  ),
];

const maxCandidates = 5_000;

const isFreeStudent = sql`not exists (select 1 from users as other where other.student_row_id = students.id)`;
const isFreeAccount = sql`users.is_active = 1 and users.student_row_id is null`;

/**
 * SQL condition: the account never had a student, and is newer than the student and his number. So an old
 * account never gets the next student with the same number.
 */
const isNewFor = sql<SqlBool>`not exists (select 1 from linked_accounts where linked_accounts.user_id = users.id)
  and users.created_at > students.created_at`;
const isNewForNumber = sql<SqlBool>`${isNewFor} and users.created_at >
  (select given_at from student_numbers where number = students.student_id)`;

// "is true" makes SQLite search by the numbers. Without it, SQLite reads all unlinked students for each
// account, which takes seconds.
const selectPairs = (column: 'student_id' | 'national_id') => sql`
  select students.id, users.id as user_id, ${sql.lit(column)} as matched_by
  from users join students on ${sql.ref(`students.${column}`)} in (users.username, users.username_key)
  where ${isFreeAccount} and (${isFreeStudent}) is true
    and ${column === 'student_id' ? isNewForNumber : isNewFor}`;

/**
 * Pairs of a student and an account without a link. The user name must equal the academic number or
 * national id. Names are not compared. If a student or account has several matches, it is not listed.
 */
async function loadCandidates(db: Db, scope: Condition): Promise<LinkCandidate[]> {
  const { rows } = await sql<LinkCandidate>`
    with pairs as (${selectPairs('student_id')} union all ${selectPairs('national_id')}),
    fitting as (
      select id, user_id, max(matched_by) as matched_by,
        count(*) over (partition by id) as accounts, count(*) over (partition by user_id) as persons
      from pairs group by id, user_id)
    select students.id, students.student_id, students.full_name, users.id as user_id, users.username, users.name,
      fitting.matched_by
    from fitting join students on students.id = fitting.id join users on users.id = fitting.user_id
    where fitting.accounts = 1 and fitting.persons = 1 and ${scope}
    order by students.full_name_sort, students.id
    limit ${maxCandidates}
  `.execute(db);
  return rows;
}

/**
 * Finds a student whose academic number or national id is the user name of a newer account. Null for two
 * matches.
 */
async function findExactMatch(
  db: Db,
  { id, username, username_key }: { id: number; username: string; username_key: string },
  scope: Condition,
): Promise<{ id: number; full_name: string } | null> {
  const names = [username, username_key];
  const students = await db
    .selectFrom('students')
    .innerJoin('users', (join) => join.on('users.id', '=', id))
    .select(['students.id', 'full_name'])
    .select(
      sql<number>`case when student_id in (${sql.join(names)}) and ${isNewForNumber}
      or national_id in (${sql.join(names)}) and ${isNewFor} then 1 else 0 end`.as('is_new'),
    )
    .where((builder) => builder.or([builder('student_id', 'in', names), builder('national_id', 'in', names)]))
    .where(scope)
    .limit(2)
    .execute();
  const [match] = students;
  return match?.is_new === 1 && students.length === 1 ? match : null;
}

/** Returns the oldest student and the oldest account without a link. */
async function findFirstFree(db: Db) {
  const student = await db
    .selectFrom('students')
    .select(['id', 'student_id', 'full_name'])
    .where(sql<boolean>`${isFreeStudent}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const account = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'student')
    .where(sql<boolean>`${isFreeAccount}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { student, account };
}
