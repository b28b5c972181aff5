import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { linksApi } from '../../contract/links';
import { oneTimePassword } from '../auth/passwords';
import { requireStepUp } from '../auth/stepUp';
import {
  accountToLink,
  linkStudent,
  mendLink,
  refuseAccountOfGone,
  studentToLink,
  unlinkAccount,
} from '../db/links';
import { studentById } from '../db/students';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Call, type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';
import { giveAccount } from './giving';
import { exactMatch, firstFree, linkCandidates } from './queries';

const done = (message: string) => ({ success: true as const, message });

function describeLink(unit: UnitOfWork, student: string, account: string): void {
  unit.describe('update', 'students', student, operationDescriptions.studentLinked(student, account));
}

/**
 * Links an account to the student that it names already on its side, else, where it never had one, to the older one
 * whose number its user name is.
 */
async function autoLink({ data, actor }: Call, userId: number) {
  return data.write(actor, async (unit) => {
    const account = await unit.trx
      .selectFrom('users')
      .select(['id', 'username', 'username_key', 'student_row_id'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!account) throw notFound();
    const named = await unit.trx
      .selectFrom('students')
      .select(['id', 'full_name', 'user_id'])
      .where('id', '=', account.student_row_id)
      .executeTakeFirst();
    if (named?.user_id === userId) return studentById(unit.trx, named.id);
    const match = named ?? (await exactMatch(unit.trx, account));
    if (!match) throw new Problem('NOT_FOUND', { message: ruleMessages.noExactMatch });
    describeLink(unit, match.full_name, account.username);
    await linkStudent(unit, userId, match.id);
    return studentById(unit.trx, match.id);
  });
}

/** A student's account for the demo, where all that there are have a student. */
async function demoAccount(
  unit: UnitOfWork,
  student: { student_id: string; full_name: string },
): Promise<{ id: number; username: string; temporary_password?: string }> {
  const { password, written } = await oneTimePassword('student', new Date(unit.now));
  const { id, username } = await unit.insert('users', {
    username: student.student_id,
    name: student.full_name,
    email: null,
    phone: null,
    role: 'student',
    ...written,
    is_active: 1,
    student_row_id: null,
    last_login: null,
  });
  return { id, username, temporary_password: password };
}

export const linkRoutes: Route[] = [
  route(linksApi.linkByNumber, ({ data, config, actor, body }) =>
    data.write(actor, async (unit) => {
      const account = await accountToLink(unit.trx, body.user_id, 'user_id');
      if (!config.PLAIN_API) await refuseAccountOfGone(unit, account.id);
      const student = await studentToLink(unit.trx, body.student_id, 'student_id');
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, student.id);
      return done(successMessages.studentLinked);
    }),
  ),

  route(linksApi.linkByRow, ({ data, config, actor, params: { id }, body }) =>
    data.write(actor, async (unit) => {
      const student = await studentById(unit.trx, id);
      const account = await accountToLink(unit.trx, body.userId, 'userId');
      if (!config.PLAIN_API) await refuseAccountOfGone(unit, account.id);
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, id);
      return done(successMessages.studentLinked);
    }),
  ),

  route(linksApi.unlink, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      const { name, username } = await accountToLink(unit.trx, body.user_id, 'user_id');
      unit.describe('update', 'users', name, operationDescriptions.studentUnlinked(username));
      if (!(await unlinkAccount(unit, body.user_id)))
        throw invalid({ path: 'user_id', message: ruleMessages.accountNotLinked });
      return done(successMessages.studentUnlinked);
    }),
  ),

  route(linksApi.autoLink, async (call) => {
    if (call.user.role === 'student' && call.params.userId !== call.user.id) throw notFound();
    const student = await autoLink(call, call.params.userId);
    return { ...done(successMessages.studentLinked), student };
  }),

  route(linksApi.demoLink, async ({ data, actor }) => {
    const settings = await data.read.selectFrom('settings').select('is_demo').executeTakeFirst();
    if (!settings?.is_demo) throw notFound();
    return data.write(actor, async (unit) => {
      const { student, account: free } = await firstFree(unit.trx);
      if (!student) throw new Problem('ALREADY_LINKED', { message: ruleMessages.everyStudentLinked });
      const account: Awaited<ReturnType<typeof demoAccount>> = free ?? (await demoAccount(unit, student));
      describeLink(unit, student.full_name, account.username);
      await linkStudent(unit, account.id, student.id);
      return {
        ...done(successMessages.studentLinked),
        student_name: student.full_name,
        username: account.username,
        temporary_password: account.temporary_password,
      };
    });
  }),

  route(linksApi.give, async (call) => {
    requireStepUp(call);
    const { password, written } = await oneTimePassword('student', call.data.now());
    const { unit, username } = await call.data.write(call.actor, async (writing) => ({
      unit: writing,
      username: await giveAccount(writing, call.params.id, call.body.student_id, written),
    }));
    const answer = done(successMessages.accountGiven(username));
    return { ...answer, username, temporary_password: password, operation_id: unit.operation };
  }),

  route(linksApi.mend, ({ data, actor, params: { id } }) =>
    data.write(actor, async (unit) => {
      const { full_name } = await studentById(unit.trx, id);
      unit.describe('update', 'students', full_name, operationDescriptions.linkMended(full_name));
      if (!(await mendLink(unit, id))) throw invalid({ path: '', message: ruleMessages.studentNotLinked });
      return done(successMessages.linkMended);
    }),
  ),

  route(linksApi.candidates, ({ data }) => linkCandidates(data.read)),

  route(linksApi.linkCandidates, ({ data, actor, body: { pairs } }) =>
    data.write(actor, async (unit) => {
      const matching = new Set((await linkCandidates(unit.trx)).map(({ id, user_id }) => `${id} ${user_id}`));
      const strangers = pairs.flatMap(({ id, user_id }, row) =>
        matching.delete(`${id} ${user_id}`)
          ? []
          : [{ path: `pairs.${row}`, message: ruleMessages.notACandidate }],
      );
      if (strangers.length > 0) throw invalid(...strangers);
      unit.describe('update', 'students', null, operationDescriptions.studentsLinked);
      for (const { id, user_id } of pairs) await linkStudent(unit, user_id, id);
      return { ...done(successMessages.studentsLinked), linked: pairs.length };
    }),
  ),
];
