import { type InferResult, sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { undoApi, maxUndoOperations } from '../../contract/undo';
import type { Role, StaffSection } from '../../contract/vocabulary';
import { type Scope, scopeOf } from '../auth/scope';
import { Breath } from '../db/engine/breath';
import { chunks } from '../db/engine/chunks';
import { columnTypes, type DatabaseKind } from '../db/engine/dialect';
import { isOnly, sectionsOfOperation } from '../db/log/sections';
import type { Db } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import { always, type Condition } from '../db/search/matching';
import { isKept } from '../db/undo/undo';
import { instituteDay } from '../domain/institute';
import { takeBack } from '../domain/takeBack';
import { type Call, done, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';

/** One person in one session: the headers name the session, the token the person. */
interface UndoSession {
  userId: number;
  role: Role;
  undoSession: string | null;
}

const ofSession = (db: Db, { userId, undoSession }: UndoSession) =>
  db
    .selectFrom('operations')
    .where('user_id', '=', userId)
    .where('undo_session', '=', undoSession ?? '');

/** The operations that can be undone, newest first: made in this session and role, not undone, and not an undo. */
export const offeredOperations = (
  db: Db,
  session: UndoSession,
  maxRows: number,
  below = Number.MAX_SAFE_INTEGER,
) =>
  ofSession(db, session)
    .where('id', '<', below)
    .select(['id', 'description', 'performed_at', 'rows_count', 'parts_count'])
    .where('undone_at', 'is', null)
    .where('undo_of', 'is', null)
    .where(isKept)
    .where('user_role', 'in', session.role === 'admin' ? ['admin', 'teacher'] : [session.role])
    .orderBy('id', 'desc')
    .limit(maxRows);

type Offered = InferResult<ReturnType<typeof offeredOperations>>[number];

/** An operation of this session, undone or not. @throws NOT_FOUND */
const ownOperation = (db: Db, session: UndoSession, id: number) =>
  ofSession(db, session)
    .select(['id', 'user_role', 'undo_of'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);

const undone = done(successMessages.undone);

const sessionOf = ({ user, actor }: Call): UndoSession => ({
  userId: user.id,
  role: user.role,
  undoSession: actor.undoSession,
});

/** A user who is no longer an admin cannot undo what he did as an admin. */
function refuseOtherRole(doneAs: string, { role }: UndoSession): void {
  if (role !== 'admin' && doneAs !== role)
    throw new Problem('FORBIDDEN', { message: ruleMessages.roleChangedSince });
}

/** The newest operations of the session that the caller may still undo; others are skipped. */
async function findOffered(call: Call): Promise<Offered[]> {
  const found: Offered[] = [];
  for (let below: number | undefined; ;) {
    const rows = await offeredOperations(call.data.read, sessionOf(call), maxUndoOperations, below).execute();
    const ids = rows.map(({ id }) => id);
    const within = await withinScope(call, call.data.read, ids, 'by the log');
    found.push(...rows.filter(({ id }) => within.has(id)).slice(0, maxUndoOperations - found.length));
    below = ids.at(-1);
    if (rows.length < maxUndoOperations || found.length === maxUndoOperations) return found;
  }
}

async function refuseLostSubject(call: Call, db: Call['data']['read'], id: number): Promise<void> {
  if (!(await withinScope(call, db, [id])).has(id))
    throw new Problem('NOT_FOUND', { message: ruleMessages.subjectLostSince });
}

async function undo(call: Call, id: number) {
  await refuseLostSubject(call, call.data.read, id);
  return takeBack(call.data, call.actor, id, {
    as: 'undo',
    answer: undone,
    refuse: (db) => refuseLostSubject(call, db, id),
  });
}

export const undoRoutes: Route[] = [
  route(undoApi.sessionOperations, async (call) => {
    if (call.user.role === 'student') return { operations: [] };
    const rows = await findOffered(call);
    return {
      operations: rows.map(({ rows_count, parts_count, ...operation }) => ({
        ...operation,
        has_related_records: rows_count - parts_count > 1,
      })),
    };
  }),

  route(undoApi.latest, async (call) => {
    // Chosen before the lock: if two tabs undo at the same time, one succeeds and the other is told.
    for (const { id } of await findOffered(call))
      if ((await withinScope(call, call.data.read, [id])).has(id)) return undo(call, id);
    throw new Problem('NOT_FOUND', { message: ruleMessages.nothingToUndo });
  }),

  route(undoApi.one, async (call) => {
    const session = sessionOf(call);
    const operation = await ownOperation(call.data.read, session, call.params.id);
    refuseOtherRole(operation.user_role, session);
    if (operation.undo_of !== null) throw new Problem('UNDO_CONFLICT', { message: ruleMessages.notForUndo });
    return undo(call, operation.id);
  }),
];

/** Rows per statement. */
const chunkSize = 5_000;

/** How to find the subject of a row: its own column, or the reference of the record that it belongs to. */
const references = [
  ['submission_id', 'submissions', 'assignment_id'],
  ['question_id', 'assignment_questions', 'assignment_id'],
  ['assignment_id', 'assignments', 'subject_id'],
  ['record_id', 'daily_records', 'subject_id'],
  ['sard_id', 'sard', 'subject_id'],
] as const;

type Reference = (typeof references)[number][0] | 'subject_id';
/** The order of these checks: a row with a subject of its own needs no parent. */
const named: readonly Reference[] = [
  'subject_id',
  'assignment_id',
  'question_id',
  'submission_id',
  'record_id',
  'sard_id',
];

type Written = Record<Reference, string | null> & { operation_id: number; table_name: RecordedTable };

/**
 * The operations among these that the caller may undo now: for a teacher, those that only wrote in subjects of the
 * present scope or in their own saved filters; for an admin, all, or all of their section.
 */
async function withinScope(
  { data, user }: Pick<Call, 'data' | 'user'>,
  db: Db,
  operations: readonly number[],
  asked: RowsAsked = 'by each row',
): Promise<Set<number>> {
  if (operations.length === 0) return new Set();
  if (user.role === 'admin')
    return user.section === null ? new Set(operations) : ofSectionAlone(db, user.section, operations, asked);
  const scope = await scopeOf(data, user);
  const { today } = await instituteDay(db, data.now());
  const lost = new Set<number>();
  const breath = new Breath();
  for await (const logged of rowsInParts(db, operations, asked)) {
    const subjects = await subjectsOf(db, data.kind, logged);
    const seen = await visibleAmong(db, scope, [...new Set([...subjects.values()].flatMap((of) => [...of]))]);
    for (const [id, of] of subjects) if (![...of].every((subject) => seen.has(subject))) lost.add(id);
    for (const id of await ofOthersPupils(db, data.kind, scope, today, logged)) lost.add(id);
    await breath.take();
  }
  return new Set(operations.filter((id) => !lost.has(id)));
}

async function visibleAmong(db: Db, scope: Scope, subjects: readonly number[]): Promise<Set<number>> {
  const seen = new Set<number>();
  for (const part of chunks(subjects, chunkSize)) {
    const rows = await db
      .selectFrom('subjects')
      .select('id')
      .where('id', 'in', part)
      .where(scope.subjects)
      .execute();
    for (const { id } of rows) seen.add(id);
  }
  return seen;
}

/** The list reads the rows of operations with at most so many rows; of a larger one of a teacher, its first ones. */
const fewRows = 200;
/** Rows of a larger operation that are looked at together. */
const rowsAtOnce = 1_000;

/** SQL on `operation_rows`: the rows of operations, those of small ones together, those of a large one in parts. */
async function* rowsInParts(
  db: Db,
  operations: readonly number[],
  asked: RowsAsked,
): AsyncGenerator<Condition> {
  const counted = await db
    .selectFrom('operations')
    .select('id')
    .where('id', 'in', operations)
    .where('rows_count', '>', fewRows)
    .execute();
  const large = new Set(counted.map(({ id }) => id));
  const small = operations.filter((id) => !large.has(id));
  if (small.length > 0) yield sql<boolean>`operation_id in (${sql.join(small)})`;
  const size = asked === 'by the log' ? fewRows : rowsAtOnce;
  for (const id of large)
    for (let after = 0; ;) {
      const next = await db
        .selectFrom('operation_rows')
        .select('id')
        .where('operation_id', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .offset(size - 1)
        .limit(1)
        .executeTakeFirst();
      const last = next?.id ?? Number.MAX_SAFE_INTEGER;
      yield sql<boolean>`operation_id = ${id} and id > ${after} and id <= ${last}`;
      if (!next || asked === 'by the log') break;
      after = last;
    }
}

/** By each row now or, for a large operation, by its first rows and the section that the log stored. */
type RowsAsked = 'by each row' | 'by the log';

/** For an admin of one section: operations that only wrote in that section, or in their own saved filters. */
async function ofSectionAlone(
  db: Db,
  section: StaffSection,
  operations: readonly number[],
  asked: RowsAsked,
): Promise<Set<number>> {
  const logged = await db
    .selectFrom('operations')
    .select(['id', 'rows_count', 'section'])
    .where('id', 'in', operations)
    .execute();
  const found = new Set<number>();
  for (const { id, rows_count, section: then } of logged) {
    const isByLog = asked === 'by the log' && rows_count > fewRows;
    if (isByLog ? then === section : isOnly(await sectionsOfOperation(db, id), section)) found.add(id);
  }
  return found;
}

/** A number that no subject has, so that it is in nobody's scope. */
const unknown = 0;

/** The subjects in which operations wrote, by operation. @param logged SQL on `operation_rows` */
async function subjectsOf(db: Db, kind: DatabaseKind, logged: Condition): Promise<Map<number, Set<number>>> {
  const { fieldOfJson } = columnTypes(kind);
  const found = named.map((name) => sql`${fieldOfJson('content', name)} as ${sql.ref(name)}`);
  const { rows } = await sql<Written>`
    select distinct operation_id, table_name, ${sql.join(found)}
    from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
      where ${logged} and table_name not in ('saved_filters', 'hifz_prior')) as written`.execute(db);
  let left: { operation: number; by: Reference | null; id: number }[] = rows.map((row) => {
    const by = named.find((name) => row[name] !== null);
    return { operation: row.operation_id, by: by ?? null, id: by ? Number(row[by]) : unknown };
  });
  for (const [by, table, leadsTo] of references) {
    const ids = left.flatMap((one) => (one.by === by ? [one.id] : []));
    const parents = await parentsOf(db, kind, table, leadsTo, [...new Set(ids)]);
    left = left.map((one) =>
      one.by === by ? { ...one, by: leadsTo, id: parents.get(one.id) ?? unknown } : one,
    );
  }
  const subjects = new Map<number, Set<number>>();
  for (const { operation, id } of left)
    subjects.set(operation, (subjects.get(operation) ?? new Set()).add(id));
  return subjects;
}

/** The parents of records; for deleted ones, from the last entry in the log. */
async function parentsOf(
  db: Db,
  kind: DatabaseKind,
  table: (typeof references)[number][1],
  column: 'assignment_id' | 'subject_id',
  ids: readonly number[],
): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  const { fieldOfJson } = columnTypes(kind);
  for (const part of chunks(ids, chunkSize)) {
    const { rows } = await sql<{ id: number; parent: number }>`
      select id, ${sql.ref(column)} as parent from ${sql.table(table)} where id in (${sql.join(part)})`.execute(
      db,
    );
    for (const { id, parent } of rows) parents.set(id, parent);
    const gone = part.filter((id) => !parents.has(id));
    if (gone.length === 0) continue;
    const logged = await sql<{ row_id: number; parent: string | null }>`
      select row_id, ${fieldOfJson('content', column)} as parent
      from (select row_id, coalesce(after, before) as content from operation_rows
        where table_name = ${table} and row_id in (${sql.join(gone)})) as written`.execute(db);
    for (const { row_id, parent } of logged.rows) if (parent !== null) parents.set(row_id, Number(parent));
  }
  return parents;
}

/**
 * The operations that wrote rows of students outside of the caller's scope: students of another circle on that day or,
 * for marks, which have no day, of another circle today.
 * @param logged SQL on `operation_rows`: which rows are looked at
 */
export async function ofOthersPupils(
  db: Db,
  kind: DatabaseKind,
  scope: Scope,
  today: string,
  logged: Condition,
): Promise<Set<number>> {
  const { fieldOfJson } = columnTypes(kind);
  const row = (name: string) => sql`cast(${fieldOfJson('content', name)} as bigint)`;
  const pupil = { subject: sql.ref('told.subject_id'), student: sql.ref('told.student_row_id') };
  const day = sql<string>`told.date`;
  const isRegisterOfOwn = sql`(told.subject_id in (select subjects.id from subjects where ${scope.whole})
    or exists (select 1 from circles where circles.id = told.circle_id and ${scope.circlesOn(day)}))`;
  const isOwnStudent = sql`exists (select 1 from students where students.id = told.student_row_id and ${scope.students})`;
  // The template of a subject is for all who have circles in it; that of a circle for those who hold the circle today.
  const isPlanOfOwn = sql`(case when told.student_row_id is not null then ${scope.pupils(pupil)}
    when told.circle_id is not null then exists (select 1 from circles
      where circles.id = told.circle_id and ${scope.circlesOn(today)})
    else ${always} end)`;
  const { rows } = await sql<{ operation_id: number }>`
    select distinct told.operation_id from (
      select operation_id, table_name, ${row('subject_id')} as subject_id, ${row('student_row_id')} as student_row_id,
        ${row('circle_id')} as circle_id, ${fieldOfJson('content', 'date')} as date
      from (select operation_id, table_name, coalesce(after, before) as content from operation_rows
        where ${logged}
          and table_name in ('grades', 'registers', 'absences', 'daily_records', 'hifz_plans', 'hifz_prior', 'hifz_skips',
            'sard')) as written) as told
    where not (case told.table_name when 'hifz_prior' then ${isOwnStudent}
      when 'grades' then ${scope.pupils(pupil)} when 'hifz_plans' then ${isPlanOfOwn}
      when 'registers' then ${isRegisterOfOwn} else ${scope.pupilsOn(pupil, day)} end)`.execute(db);
  return new Set(rows.map(({ operation_id }) => operation_id));
}
