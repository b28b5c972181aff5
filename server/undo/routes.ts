import { type InferResult, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { undoApi, maxUndoOperations } from '../../contract/undo';
import type { Role, StaffSection } from '../../contract/vocabulary';
import { loadOwnScope, loadScope, type Scope } from '../auth/scope';
import { Yielder } from '../db/engine/yielder';
import { chunks } from '../db/engine/chunks';
import { columnTypes, type DatabaseKind } from '../db/engine/dialect';
import { isOnlySection, findOperationSections } from '../db/log/sections';
import type { Db } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { Condition } from '../db/search/matching';
import { hasNotExpired } from '../db/undo/undo';
import { loadInstituteDay } from '../domain/institute';
import { undoOrRestore } from '../domain/undoOrRestore';
import { type Call, successBody, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import { findOperationsOnOtherStudents } from './otherStudents';

interface UndoCaller {
  userId: number;
  role: Role;
  undoSession: string | null;
}

const sessionOperations = (db: Db, { userId, undoSession }: UndoCaller) =>
  db
    .selectFrom('operations')
    .where('user_id', '=', userId)
    .where('undo_session', '=', undoSession ?? '');

export const undoableOperations = (
  db: Db,
  caller: UndoCaller,
  maxRows: number,
  beforeId = Number.MAX_SAFE_INTEGER,
) =>
  sessionOperations(db, caller)
    .where('id', '<', beforeId)
    .select(['id', 'description', 'performed_at', 'rows_count', 'parts_count'])
    .where('undone_at', 'is', null)
    .where('undo_of', 'is', null)
    .where(hasNotExpired)
    .where('user_role', 'in', caller.role === 'admin' ? ['admin', 'teacher'] : [caller.role])
    .orderBy('id', 'desc')
    .limit(maxRows);

type UndoableOperation = InferResult<ReturnType<typeof undoableOperations>>[number];

const loadOwnOperation = (db: Db, caller: UndoCaller, id: number) =>
  sessionOperations(db, caller)
    .select(['id', 'user_role', 'undo_of'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);

const undoneMessage = successBody(successMessages.undone);

const undoCallerOf = ({ user, actor }: Call): UndoCaller => ({
  userId: user.id,
  role: user.role,
  undoSession: actor.undoSession,
});

function refuseOtherRole(operationRole: string, { role }: UndoCaller): void {
  if (role !== 'admin' && operationRole !== role)
    throw new Problem('FORBIDDEN', { message: ruleMessages.roleChangedSince });
}

async function findUndoable(call: Call): Promise<UndoableOperation[]> {
  const operations: UndoableOperation[] = [];
  for (let beforeId: number | undefined; ;) {
    const rows = await undoableOperations(
      call.data.read,
      undoCallerOf(call),
      maxUndoOperations,
      beforeId,
    ).execute();
    const ids = rows.map(({ id }) => id);
    const visibleIds = await findVisibleOperations(call, call.data.read, ids, 'first rows');
    operations.push(
      ...rows.filter(({ id }) => visibleIds.has(id)).slice(0, maxUndoOperations - operations.length),
    );
    beforeId = ids.at(-1);
    if (rows.length < maxUndoOperations || operations.length === maxUndoOperations) return operations;
  }
}

async function refuseInvisibleOperation(call: Call, db: Call['data']['read'], id: number): Promise<void> {
  if (!(await findVisibleOperations(call, db, [id])).has(id))
    throw new Problem('NOT_FOUND', { message: ruleMessages.subjectLostSince });
}

async function undo(call: Call, id: number) {
  await refuseInvisibleOperation(call, call.data.read, id);
  return undoOrRestore(call.data, call.actor, id, {
    mode: 'undo',
    answer: undoneMessage,
    refuse: (db) => refuseInvisibleOperation(call, db, id),
    canSee: async (db, laterId) => (await findVisibleOperations(call, db, [laterId])).has(laterId),
  });
}

export const undoRoutes: Route[] = [
  route(undoApi.sessionOperations, async (call) => {
    if (call.user.role === 'student') return { operations: [] };
    const rows = await findUndoable(call);
    return {
      operations: rows.map(({ rows_count, parts_count, ...operation }) => ({
        ...operation,
        has_related_records: rows_count - parts_count > 1,
      })),
    };
  }),

  route(undoApi.latest, async (call) => {
    // The operation is chosen before the lock. If two tabs undo at the same time, one is refused.
    for (const { id } of await findUndoable(call))
      if ((await findVisibleOperations(call, call.data.read, [id])).has(id)) return undo(call, id);
    throw new Problem('NOT_FOUND', { message: ruleMessages.nothingToUndo });
  }),

  route(undoApi.one, async (call) => {
    const caller = undoCallerOf(call);
    const operation = await loadOwnOperation(call.data.read, caller, call.params.id);
    refuseOtherRole(operation.user_role, caller);
    if (operation.undo_of !== null) throw new Problem('UNDO_CONFLICT', { message: ruleMessages.notForUndo });
    return undo(call, operation.id);
  }),
];

const chunkSize = 5_000;

const references = [
  ['submission_id', 'submissions', 'assignment_id'],
  ['question_id', 'assignment_questions', 'assignment_id'],
  ['assignment_id', 'assignments', 'subject_id'],
  ['record_id', 'daily_records', 'subject_id'],
  ['sard_id', 'sard', 'subject_id'],
] as const;

type Reference = (typeof references)[number][0] | 'subject_id';
/** The first column with a value counts: a row with a subject needs no parent. */
const referenceColumns: readonly Reference[] = [
  'subject_id',
  'assignment_id',
  'question_id',
  'submission_id',
  'record_id',
  'sard_id',
];

type WrittenReferences = Record<Reference, string | null> & {
  operation_id: number;
  table_name: RecordedTable;
};

/** A teacher sees an operation if it wrote only in visible subjects or in the teacher's saved filters. */
async function findVisibleOperations(
  { data, user }: Pick<Call, 'data' | 'user'>,
  db: Db,
  operations: readonly number[],
  check: RowCheck = 'all rows',
): Promise<Set<number>> {
  if (operations.length === 0) return new Set();
  if (user.role === 'admin')
    return user.section === null
      ? new Set(operations)
      : findOperationsOfSection(db, user.section, operations, check);
  const { today } = await loadInstituteDay(db, data.now());
  const teacher = {
    id: user.id,
    scope: await loadScope(data, user),
    ownScope: await loadOwnScope(data, user),
    today,
  };
  const { scope } = teacher;
  const hiddenIds = new Set<number>();
  const yielder = new Yielder();
  for await (const loggedRowsCondition of chunkLoggedRows(db, operations, check)) {
    const subjects = await findWrittenSubjects(db, data.kind, loggedRowsCondition);
    const visibleSubjects = await findVisibleSubjects(db, scope, [
      ...new Set([...subjects.values()].flatMap((subjectIds) => [...subjectIds])),
    ]);
    for (const [id, writtenIds] of subjects)
      if (![...writtenIds].every((subject) => visibleSubjects.has(subject))) hiddenIds.add(id);
    for (const id of await findOperationsOnOtherStudents(db, data.kind, teacher, loggedRowsCondition))
      hiddenIds.add(id);
    if (hiddenIds.size === operations.length) break;
    await yielder.yieldIfDue();
  }
  return new Set(operations.filter((id) => !hiddenIds.has(id)));
}

async function findVisibleSubjects(db: Db, scope: Scope, subjects: readonly number[]): Promise<Set<number>> {
  const visibleIds = new Set<number>();
  for (const chunk of chunks(subjects, chunkSize)) {
    const rows = await db
      .selectFrom('subjects')
      .select('id')
      .where('id', 'in', chunk)
      .where(scope.subjects)
      .execute();
    for (const { id } of rows) visibleIds.add(id);
  }
  return visibleIds;
}

/** The undo list checks only this number of rows of a larger operation. */
const smallOperationRows = 200;
const rowsPerStep = 1_000;

async function* chunkLoggedRows(
  db: Db,
  operations: readonly number[],
  check: RowCheck,
): AsyncGenerator<Condition> {
  const largeOperations = await db
    .selectFrom('operations')
    .select('id')
    .where('id', 'in', operations)
    .where('rows_count', '>', smallOperationRows)
    .execute();
  const largeIds = new Set(largeOperations.map(({ id }) => id));
  const smallIds = operations.filter((id) => !largeIds.has(id));
  if (smallIds.length > 0) yield sql<boolean>`operation_id in (${sql.join(smallIds)})`;
  const size = check === 'first rows' ? smallOperationRows : rowsPerStep;
  for (const id of largeIds)
    for (let afterId = 0; ;) {
      const lastOfChunk = await db
        .selectFrom('operation_rows')
        .select('id')
        .where('operation_id', '=', id)
        .where('id', '>', afterId)
        .orderBy('id')
        .offset(size - 1)
        .limit(1)
        .executeTakeFirst();
      const lastId = lastOfChunk?.id ?? Number.MAX_SAFE_INTEGER;
      yield sql<boolean>`operation_id = ${id} and id > ${afterId} and id <= ${lastId}`;
      if (!lastOfChunk || check === 'first rows') break;
      afterId = lastId;
    }
}

/** `first rows`: only the first rows and the stored section of a large operation are checked. */
type RowCheck = 'all rows' | 'first rows';

/** The caller's saved filters count as rows of the section. */
async function findOperationsOfSection(
  db: Db,
  section: StaffSection,
  operations: readonly number[],
  check: RowCheck,
): Promise<Set<number>> {
  const stored = await db
    .selectFrom('operations')
    .select(['id', 'rows_count', 'section'])
    .where('id', 'in', operations)
    .execute();
  const visibleIds = new Set<number>();
  for (const { id, rows_count, section: storedSection } of stored) {
    const usesStoredSection = check === 'first rows' && rows_count > smallOperationRows;
    if (
      usesStoredSection
        ? storedSection === section
        : isOnlySection(await findOperationSections(db, id), section)
    )
      visibleIds.add(id);
  }
  return visibleIds;
}

const unknownSubject = 0;

async function findWrittenSubjects(
  db: Db,
  kind: DatabaseKind,
  loggedRowsCondition: Condition,
): Promise<Map<number, Set<number>>> {
  const { jsonField } = columnTypes(kind);
  const columns = referenceColumns.map((name) => sql`${jsonField('content', name)} as ${sql.ref(name)}`);
  const { rows } = await sql<WrittenReferences>`
    select distinct operation_id, table_name, ${sql.join(columns)}
    from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
      where ${loggedRowsCondition} and table_name not in ('saved_filters', 'hifz_prior', 'excuses', 'announcements', 'behaviour_notes')) as written`.execute(
    db,
  );
  let pending: { operation: number; column: Reference | null; id: number }[] = rows.map((row) => {
    const column = referenceColumns.find((name) => row[name] !== null);
    return {
      operation: row.operation_id,
      column: column ?? null,
      id: column ? Number(row[column]) : unknownSubject,
    };
  });
  for (const [column, table, parentColumn] of references) {
    const ids = pending.flatMap((reference) => (reference.column === column ? [reference.id] : []));
    const parents = await loadParents(db, kind, table, parentColumn, [...new Set(ids)]);
    pending = pending.map((reference) =>
      reference.column === column
        ? { ...reference, column: parentColumn, id: parents.get(reference.id) ?? unknownSubject }
        : reference,
    );
  }
  const subjects = new Map<number, Set<number>>();
  for (const { operation, id } of pending)
    subjects.set(operation, (subjects.get(operation) ?? new Set()).add(id));
  return subjects;
}

/** Parents that were deleted are read from the log. */
async function loadParents(
  db: Db,
  kind: DatabaseKind,
  table: (typeof references)[number][1],
  column: 'assignment_id' | 'subject_id',
  ids: readonly number[],
): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  const { jsonField } = columnTypes(kind);
  for (const chunk of chunks(ids, chunkSize)) {
    const { rows } = await sql<{ id: number; parent: number }>`
      select id, ${sql.ref(column)} as parent from ${sql.table(table)} where id in (${sql.join(chunk)})`.execute(
      db,
    );
    for (const { id, parent } of rows) parents.set(id, parent);
    const missingIds = chunk.filter((id) => !parents.has(id));
    if (missingIds.length === 0) continue;
    const logged = await sql<{ row_id: number; parent: string | null }>`
      select row_id, ${jsonField('content', column)} as parent
      from (select row_id, coalesce(after, before) as content from operation_rows
        where table_name = ${table} and row_id in (${sql.join(missingIds)})) as written`.execute(db);
    for (const { row_id, parent } of logged.rows) if (parent !== null) parents.set(row_id, Number(parent));
  }
  return parents;
}
