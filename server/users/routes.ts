import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { usersApi } from '../../contract/users';
import { defaultRole, type Role } from '../../contract/vocabulary';
import { checkNewPassword, hashPassword, oneTimePassword } from '../auth/passwords';
import { resolvePasswordRequests, settleAccounts } from '../db/accounts';
import { removeWithChildren } from '../db/bulk/cascade';
import { refuseAccountOfGone } from '../db/links';
import { listRows } from '../db/search/lists';
import { always } from '../db/search/matching';
import { listRoute, type Route, route } from '../mount';
import { invalid, Problem } from '../problem';
import { asUser, conditions, userById, userSorts, usersSelect } from './queries';
import { changeStudent, endTeaching, refuseOwn, refuseTakenUsername, updateText } from './rules';

interface OfAccount {
  username: string;
  role: Role;
}

/** A chosen password, checked, or a generated one, which must be changed at the first sign-in. */
async function newPassword(chosen: string | null | undefined, { username, role }: OfAccount, now: Date) {
  if (!chosen) {
    const { password, written } = await oneTimePassword(role, now);
    return { temporary_password: password, written };
  }
  checkNewPassword(chosen, username, 'password');
  const password_hash = await hashPassword(chosen);
  return { written: { password_hash, must_change_password: 0, password_ends_at: null } };
}

export const userRoutes: Route[] = [
  listRoute(usersApi.list, async ({ data, query }) => {
    const { rows, total } = await listRows(
      data.read,
      {
        table: 'users',
        select: usersSelect(data.read),
        sorts: userSorts,
        emptiable: 'last_login',
        scope: always,
        where: conditions(query.filter),
      },
      query,
    );
    return { rows: rows.map(asUser), total };
  }),

  route(usersApi.one, ({ data, params: { id } }) => userById(data.read, id)),

  route(usersApi.create, async ({ data, actor, body }) => {
    const role = body.role ?? defaultRole;
    const { username, password } = body;
    const { temporary_password, written } = await newPassword(password, { username, role }, data.now());
    const created = await data.write(actor, async (unit) => {
      await refuseTakenUsername(unit, body.username);
      unit.describe('create', 'users', body.name, operationDescriptions.userCreated(body.name));
      const { id } = await unit.insert('users', {
        username: body.username,
        name: body.name,
        email: body.email ?? null,
        phone: body.phone ?? null,
        role,
        ...written,
        is_active: 1,
        student_row_id: null,
        last_login: null,
      });
      await changeStudent(unit, { id, student_id: null }, body.student_id);
      return userById(unit.trx, id);
    });
    return { ...created, temporary_password };
  }),

  route(usersApi.update, ({ data, config, actor, user, params: { id }, body }) =>
    data.write(actor, async (unit) => {
      const { version, student_id, is_active, ...changes } = body;
      const before = await userById(unit.trx, id);
      refuseOwn(user, before, { role: changes.role, is_active });
      if (student_id && !config.PLAIN_API) await refuseAccountOfGone(unit, id);
      await refuseTakenUsername(unit, changes.username, id);
      unit.describe(
        'update',
        'users',
        before.name,
        updateText(before, { ...changes, student_id, is_active }),
      );
      const written = { ...changes, is_active: is_active === undefined ? undefined : Number(is_active) };
      await unit.update('users', id, written, version, () => userById(unit.trx, id));
      await changeStudent(unit, before, student_id);
      await endTeaching(unit, before, changes.role);
      await settleAccounts(unit);
      return userById(unit.trx, id);
    }),
  ),

  route(usersApi.remove, ({ data, actor, user, params: { id } }) =>
    data.write(actor, async (unit) => {
      const { name } = await userById(unit.trx, id);
      if (id === user.id) throw invalid({ path: '', message: ruleMessages.ownAccountDeleted });
      unit.describe('delete', 'users', name, operationDescriptions.userDeleted(name));
      await removeWithChildren(unit, 'users', [id]);
      await settleAccounts(unit);
      return { message: successMessages.userDeleted };
    }),
  ),

  route(usersApi.setPassword, async ({ data, config, actor, user, session, params: { id }, body }) => {
    if (id === user.id && !config.PLAIN_API) throw new Problem('USE_OWN_PASSWORD_CHANGE');
    const account = await userById(data.read, id);
    const { name } = account;
    const { temporary_password, written } = await newPassword(body.password, account, data.now());
    // Nobody takes a new password back by undoing it.
    await data.write({ ...actor, undoSession: null }, async (unit) => {
      unit.describe('update', 'users', name, operationDescriptions.passwordChanged(name));
      await unit.update('users', id, written);
      await resolvePasswordRequests(unit, id);
      await settleAccounts(unit, session.tokenHash);
    });
    return { success: true as const, message: successMessages.passwordChanged, temporary_password };
  }),
];
