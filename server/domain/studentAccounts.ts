import { sql, type SqlBool } from 'kysely';
import { chunks } from '../db/engine/chunks';
import type { Changes, Db } from '../db/schema';
import type { Change, UnitOfWork } from '../db/log/unitOfWork';

const chunkSize = 1_000;

/** Runs before students are deleted. A staff account stays active and only loses the link. */
export async function unlinkAccounts(unit: UnitOfWork, studentIds: readonly number[]): Promise<void> {
  for (const chunk of chunks(studentIds, chunkSize)) {
    const accounts = await unit.trx
      .selectFrom('users')
      .select(['id', 'role'])
      .where('student_row_id', 'in', chunk)
      .orderBy('id')
      .execute();
    const disabledIds = accounts.filter(({ role }) => role === 'student').map(({ id }) => id);
    await unit.updateMany(
      'users',
      accounts.map(({ id, role }) => ({
        id,
        changes: { student_row_id: null, ...(role === 'student' && { is_active: 0 }) },
      })),
    );
    await endSessions(unit, disabledIds);
  }
}

async function endSessions({ trx }: UnitOfWork, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await trx.deleteFrom('sessions').where('user_id', 'in', userIds).execute();
}

/** A link that the account got after the deletion, and other later changes, are not overwritten. */
export async function relinkAccounts(
  unit: UnitOfWork,
  rows: readonly Change[],
  deletionId: number,
): Promise<void> {
  const accounts = await unit.trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', 'in', [...new Set(rows.map(({ id }) => id))])
    .execute();
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  const links = rows.flatMap(({ id, before, after }) => {
    const student = before?.['student_row_id'];
    const passwordHash = before?.['password_hash'];
    return accountsById.has(id) && student != null
      ? [{ account: id, student: Number(student), movedTo: after?.['student_row_id'], passwordHash }]
      : [];
  });
  const reassignedIds = await findReassignedAccounts(unit.trx, deletionId, links);
  const freeStudentIds = await findFreeStudents(unit.trx, links);
  const studentByAccount = new Map(links.map(({ account, student }) => [account, student]));
  const changes = rows.flatMap(({ id, before, after }) => {
    if (reassignedIds.has(id) || !freeStudentIds.has(studentByAccount.get(id) ?? 0)) return [];
    const wasDisabled = before?.['is_active'] === 1 && after?.['is_active'] === 0;
    const isStudent = accountsById.get(id)?.role === 'student';
    const link: Changes<'users'> =
      before?.['student_row_id'] == null ? {} : { student_row_id: Number(before['student_row_id']) };
    return [{ id, changes: { ...link, ...(wasDisabled && isStudent ? { is_active: 1 } : {}) } }];
  });
  await unit.updateMany('users', changes);
}

interface Link {
  account: number;
  student: number;
  /** The student who got the account in a merge of two records. */
  movedTo: unknown;
  /** Hash at the time of the deletion. */
  passwordHash: unknown;
}

async function findFreeStudents(db: Db, links: readonly Link[]): Promise<Set<number>> {
  const accountByStudent = new Map(links.map(({ account, student }) => [student, account]));
  if (links.length === 0) return new Set();
  const students = await db
    .selectFrom('students')
    .leftJoin('users', 'users.student_row_id', 'students.id')
    .select(['students.id', 'users.id as account'])
    .where('students.id', 'in', [...accountByStudent.keys()])
    .execute();
  return new Set(
    students.flatMap(({ id, account }) =>
      account === null || account === accountByStudent.get(id) ? [id] : [],
    ),
  );
}

/** After the deletion, another student had the account and may know the password, even after an undo. */
async function findReassignedAccounts(
  db: Db,
  deletionId: number,
  links: readonly Link[],
): Promise<Set<number>> {
  const reassignedIds = new Set<number>();
  for (const chunk of chunks(links, chunkSize)) {
    const linkByAccount = new Map(chunk.map((link) => [link.account, link]));
    const accounts = [...linkByAccount.keys()];
    const currentAccounts = await db
      .selectFrom('users')
      .select(['id', 'student_row_id', 'password_hash'])
      .where('id', 'in', accounts)
      .execute();
    const laterChanges = await db
      .selectFrom('operation_rows')
      .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
      .select(['row_id', 'after', 'undone_at'])
      .where('operation_rows.table_name', '=', 'users')
      .where('row_id', 'in', accounts)
      .where('operation_rows.operation_id', '>', deletionId)
      .where(sql<SqlBool>`(undo_of is null or action = 'restore')`)
      .where('after', 'is not', null)
      .execute();
    const isOtherStudent = (account: number, student: unknown) => {
      const link = linkByAccount.get(account);
      return student != null && student !== link?.movedTo && Number(student) !== link?.student;
    };
    const changedPasswordIds = new Set<number>();
    for (const { id, student_row_id, password_hash } of currentAccounts) {
      if (isOtherStudent(id, student_row_id)) reassignedIds.add(id);
      if (password_hash !== linkByAccount.get(id)?.passwordHash) changedPasswordIds.add(id);
    }
    for (const { row_id, after, undone_at } of laterChanges)
      if (undone_at === null || changedPasswordIds.has(row_id))
        if (isOtherStudent(row_id, JSON.parse(after ?? '{}').student_row_id)) reassignedIds.add(row_id);
  }
  return reassignedIds;
}
