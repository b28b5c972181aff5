import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { QueryOf } from '../../contract/endpoint';
import type { BehaviourNote, behaviourNotesApi } from '../../contract/families/behaviourNotes';
import { isOwnStudent } from '../auth/visibleStudent';
import { type StoredNote, selectNotes } from '../domain/behaviourNotes';
import { loadInstituteDay } from '../domain/institute';
import type { Data } from '../db/data';
import type { Db } from '../db/schema';
import { isOneOf, matchingRows, offsetAndLimit } from '../db/search/lists';
import { allOf, always, type Condition, countRows } from '../db/search/matching';
import type { Call, Listing } from '../mount';
import { notFound } from '../problem';

export interface NoteReader {
  user: SessionUser;
  today: string;
  /** Condition on `students`. Notes are confidential, so a teacher sees only those of his own students. */
  students: Condition;
  /** Condition on `students`: all that the caller sees, also without their notes. */
  visible: Condition;
}

export async function loadReader({
  data,
  user,
  scope,
}: Pick<Call, 'user' | 'scope'> & { data: Data }): Promise<NoteReader> {
  const { today } = await loadInstituteDay(data.read, data.now());
  const { students } = await scope();
  return {
    user,
    today,
    visible: students,
    students: user.role === 'admin' ? students : allOf([students, isOwnStudent(user.id, today)]),
  };
}

export const canChange = ({ user }: NoteReader, { author_id }: Pick<StoredNote, 'author_id'>): boolean =>
  user.role === 'admin' || author_id === user.id;

const toNote = (reader: NoteReader, row: StoredNote): BehaviourNote => ({
  id: row.id,
  student_row_id: row.student_row_id,
  student_id: row.student_id,
  student_name: row.full_name,
  batch_name: row.batch_name,
  date: row.date,
  kind: row.kind,
  category_id: row.category_id,
  category_name: row.category_name,
  text: row.text,
  for_guardians: row.for_guardians === 1,
  author: row.author,
  can_change: canChange(reader, row),
  created_at: row.created_at,
  version: row.version,
});

/** @throws NOT_FOUND outside of the scope */
export const findNote = (db: Db, id: number, { students }: NoteReader): Promise<StoredNote> =>
  selectNotes(db).where('behaviour_notes.id', '=', id).where(students).executeTakeFirstOrThrow(notFound);

export const loadNote = async (db: Db, id: number, reader: NoteReader): Promise<BehaviourNote> =>
  toNote(reader, await findNote(db, id, reader));

type ListQuery = QueryOf<typeof behaviourNotesApi.list>;
const sorts: Record<NonNullable<ListQuery['sort']>[0], RawBuilder<unknown>> = {
  id: sql`behaviour_notes.id`,
  date: sql`behaviour_notes.date`,
};

/** A search matches students, never the texts of notes. */
async function listConditions(
  db: Db,
  { student_id, batch_id, kind, category_id, from, to, ids, q }: NonNullable<ListQuery['filter']>,
  { user, students }: NoteReader,
): Promise<Condition[]> {
  return [
    students,
    ...isOneOf('behaviour_notes.id', ids),
    ...(student_id === undefined
      ? []
      : [
          sql<boolean>`behaviour_notes.student_row_id in (select noted.id from students as noted
            where noted.student_id = ${student_id})`,
        ]),
    ...(batch_id === undefined
      ? []
      : [
          sql<boolean>`behaviour_notes.student_row_id in (select enrolments.student_row_id from enrolments
            where enrolments.is_shown = 1 and enrolments.batch_id = ${batch_id})`,
        ]),
    ...(kind === undefined ? [] : [sql<boolean>`behaviour_notes.kind = ${kind}`]),
    ...(category_id === undefined ? [] : [sql<boolean>`behaviour_notes.category_id = ${category_id}`]),
    ...(from === undefined ? [] : [sql<boolean>`behaviour_notes.date >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`behaviour_notes.date <= ${to}`]),
    ...(q ? [await matchesStudent(db, q, user.role === 'admin' ? 'students' : 'students_brief')] : []),
  ];
}

async function matchesStudent(db: Db, q: string, kind: 'students' | 'students_brief'): Promise<Condition> {
  const { rows } = await matchingRows(db, { table: 'students', scope: always, where: [], kind }, { q });
  return sql`behaviour_notes.student_row_id in (select students.id ${rows})`;
}

/** All other conditions than `students` are on `behaviour_notes`, so that indexes alone count the notes of all. */
const fromNotes = (conditions: readonly Condition[], { students }: NoteReader) =>
  sql`from behaviour_notes ${students === always ? sql`` : sql`join students on students.id = behaviour_notes.student_row_id`}
    where ${allOf(conditions)}`;

export async function loadNotePage(
  db: Db,
  { range, sort = ['date', 'DESC'], filter = {} }: ListQuery,
  reader: NoteReader,
): Promise<Listing<BehaviourNote>> {
  const conditions = await listConditions(db, filter, reader);
  const { offset, limit } = offsetAndLimit(range);
  const direction = sort[1] === 'ASC' ? sql`asc` : sql`desc`;
  const orderBy = sql`${sorts[sort[0]]} ${direction}, behaviour_notes.id ${direction}`;
  // The joins run only for the rows of the page.
  const page = sql`select behaviour_notes.id ${fromNotes(conditions, reader)}
    order by ${orderBy} limit ${limit} offset ${offset}`;
  const rows = await selectNotes(db)
    .where(sql<boolean>`behaviour_notes.id in (${page})`)
    .orderBy(orderBy)
    .execute();
  const isOnlyPage = offset === 0 && rows.length < limit;
  const total = isOnlyPage ? rows.length : await countRows(db, fromNotes(conditions, reader));
  return { rows: rows.map((row) => toNote(reader, row)), total };
}

export async function countNotes(
  db: Db,
  { filter = {} }: QueryOf<typeof behaviourNotesApi.summary>,
  reader: NoteReader,
): Promise<{ praise: number; remark: number }> {
  const conditions = await listConditions(db, filter, reader);
  const count = (kind: 'praise' | 'remark') =>
    sql`coalesce(sum(case when behaviour_notes.kind = ${kind} then 1 else 0 end), 0)`;
  const { rows } = await sql<{ praise: number | string; remark: number | string }>`
    select ${count('praise')} as praise, ${count('remark')} as remark ${fromNotes(conditions, reader)}`.execute(
    db,
  );
  return { praise: Number(rows[0]?.praise ?? 0), remark: Number(rows[0]?.remark ?? 0) };
}
