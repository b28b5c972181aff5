import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { BodyOf, QueryOf } from '../../contract/endpoint';
import { ruleMessages } from '../../contract/errors';
import { announcementMessages } from '../../contract/families/announcementMessages';
import type { Announcement, announcementsApi } from '../../contract/families/announcements';
import { findSecondPlace } from '../../contract/rules/families/announcements';
import type { Scope } from '../auth/scope';
import {
  isCurrentOn,
  isForInstitute,
  isForRole,
  isOfBatch,
  reachesStudent,
  sortedBy,
} from '../domain/announcements';
import { isReadable } from '../domain/guardians';
import { findProgram } from '../domain/references';
import type { Db, Row } from '../db/schema';
import { isOneOf, matchingRows, offsetAndLimit } from '../db/search/lists';
import { allOf, always, type Condition, countRows } from '../db/search/matching';
import type { Listing } from '../mount';
import { invalid, notFound, Problem } from '../problem';

export interface Caller {
  user: SessionUser;
  /** A teacher announces to and reads of his own batches and circles, also if a setting shows him others. */
  scope: Scope;
  today: string;
}

/** SQL condition on `announcements`: the whole institute, or a section, programme, batch or circle in scope. */
const isAnnouncementVisible = ({
  user: { section },
  scope: { batches, circlesOn },
  today,
}: Caller): Condition =>
  batches === always
    ? always
    : sql`(${isForInstitute} or ${section === null ? sql`1 = 0` : sql`announcements.section = ${section}`}
      or exists (select 1 from batches where ${isOfBatch} and ${batches})
      or exists (select 1 from circles where circles.id = announcements.circle_id and ${circlesOn(today)}))`;

/**
 * SQL condition on `announcements`: it reaches this member of staff. Those for a programme, batch or circle
 * reach its teachers, not the office.
 */
export const reachesStaff = (caller: Caller): Condition =>
  allOf([
    isAnnouncementVisible(caller),
    caller.user.role === 'teacher'
      ? isForRole('teacher')
      : sql`(announcements.role is null and announcements.program_row_id is null
          and announcements.batch_id is null and announcements.circle_id is null)`,
  ]);

/** The batches and circles of the conditions have their own names, so these joins have others. */
const selectAnnouncements = (db: Db) =>
  db
    .selectFrom('announcements')
    .leftJoin('programs as own_program', 'own_program.id', 'announcements.program_row_id')
    .leftJoin('batches as own_batch', 'own_batch.id', 'announcements.batch_id')
    .leftJoin('circles as own_circle', 'own_circle.id', 'announcements.circle_id')
    .leftJoin('subjects as circle_subject', 'circle_subject.id', 'own_circle.subject_id')
    .leftJoin('batches as circle_batch', 'circle_batch.id', 'circle_subject.batch_id')
    .selectAll('announcements')
    .select(['own_program.program_id', 'own_program.program_name', 'own_batch.batch_name'])
    .select([
      'own_circle.name as circle_name',
      'circle_batch.id as circle_batch_id',
      'circle_batch.batch_name as circle_batch_name',
    ]);

type StoredAnnouncement = Awaited<ReturnType<ReturnType<typeof selectAnnouncements>['execute']>>[number];

/** Teachers also see their own announcements to students or guardians. */
const isListed = (caller: Caller): Condition =>
  allOf([
    isAnnouncementVisible(caller),
    ...(caller.user.role === 'teacher'
      ? [sql<SqlBool>`(${isForRole('teacher')} or announcements.author_id = ${caller.user.id})`]
      : []),
  ]);

export const findAnnouncement = (db: Db, id: number, caller: Caller): Promise<StoredAnnouncement> =>
  selectAnnouncements(db)
    .where('announcements.id', '=', id)
    .where(isListed(caller))
    .executeTakeFirstOrThrow(notFound);

export const loadAnnouncement = async (db: Db, id: number, caller: Caller): Promise<Announcement> =>
  toAnnouncement(await findAnnouncement(db, id, caller), caller);

/** @throws NOT_FOUND out of scope, FORBIDDEN for a row that the caller may only read */
export async function findOwnAnnouncement(db: Db, id: number, caller: Caller): Promise<StoredAnnouncement> {
  const row = await findAnnouncement(db, id, caller);
  if (canChange(row, caller)) return row;
  const message =
    caller.user.role === 'teacher' ? announcementMessages.notAuthor : ruleMessages.notForOneSection;
  throw new Problem('FORBIDDEN', { message });
}

/** An admin of one section changes all of his section, also of its batches and circles. */
const canChange = (
  { author_id, section, batch_id, circle_id }: StoredAnnouncement,
  { user }: Caller,
): boolean => {
  if (user.role === 'teacher') return author_id === user.id;
  return user.section === null || section === user.section || batch_id !== null || circle_id !== null;
};

function toAnnouncement(row: StoredAnnouncement, caller: Caller): Announcement {
  const { program_row_id: _, author_id: __, updated_at: ___, ...fields } = row;
  return { ...fields, is_pinned: row.is_pinned === 1, can_change: canChange(row, caller) };
}

export async function loadAnnouncementPage(
  db: Db,
  { range, sort = ['is_pinned', 'DESC'], filter = {} }: QueryOf<typeof announcementsApi.list>,
  caller: Caller,
): Promise<Listing<Announcement>> {
  const isCurrent = isCurrentOn(caller.today);
  const { state, q, ids } = filter;
  const scope = isListed(caller);
  const where = state ? [state === 'current' ? isCurrent : sql<SqlBool>`not ${isCurrent}`] : [];
  // Only a search needs other rows than those of the conditions.
  const searched = q ? await matchingRows(db, { table: 'announcements', scope, where }, filter) : null;
  const isMatch = searched
    ? sql<SqlBool>`announcements.id in (select announcements.id ${searched.rows})`
    : allOf([scope, ...where, ...isOneOf('announcements.id', ids)]);
  const total = searched
    ? await searched.total()
    : await countRows(db, sql`from announcements where ${isMatch}`);
  const [column, order] = sort;
  const { offset, limit } = offsetAndLimit(range);
  const direction = order === 'ASC' ? sql`asc` : sql`desc`;
  const byColumn = state === 'current' ? sortedBy(column) : sql.ref(`announcements.${column}`);
  const orderBy = sql`${byColumn} ${direction}, announcements.id ${direction}`;
  // The joins run only for the rows of the page.
  const page = sql`select announcements.id from announcements where ${isMatch}
    order by ${orderBy} limit ${limit} offset ${offset}`;
  const rows = await selectAnnouncements(db)
    .where(sql<SqlBool>`announcements.id in (${page})`)
    .orderBy(orderBy)
    .execute();
  return { rows: rows.map((row) => toAnnouncement(row, caller)), total };
}

type PlaceInput = Partial<
  Pick<BodyOf<typeof announcementsApi.create>, 'section' | 'program_id' | 'batch_id' | 'circle_id'>
>;
export type PlaceColumns = Pick<
  Row<'announcements'>,
  'section' | 'program_row_id' | 'batch_id' | 'circle_id'
>;

/**
 * The place as columns. @throws VALIDATION for two places or one out of scope, FORBIDDEN if the caller may
 * not announce there
 */
export async function findPlace(
  db: Db,
  input: PlaceInput,
  { user, scope, today }: Caller,
): Promise<PlaceColumns> {
  const second = findSecondPlace(input);
  if (second) throw invalid({ path: second, message: announcementMessages.ofTwo });
  const { section = null, program_id = null, batch_id = null, circle_id = null } = input;
  const isTeacher = user.role === 'teacher';
  if (isTeacher && batch_id === null && circle_id === null)
    throw new Problem('FORBIDDEN', { message: announcementMessages.onlyOwnBatches });
  const refusal = (path: 'batch_id' | 'circle_id', unknown: string) => ({
    path,
    message: isTeacher ? announcementMessages.onlyOwnBatches : unknown,
  });
  if (batch_id !== null) {
    const condition = isTeacher ? hasWholeSubject(scope) : scope.batches;
    await requireRow(db, 'batches', batch_id, condition, refusal('batch_id', ruleMessages.unknownBatch));
  }
  if (circle_id !== null) {
    const unknown = refusal('circle_id', announcementMessages.unknownCircle);
    await requireRow(db, 'circles', circle_id, scope.circlesOn(today), unknown);
  }
  const program_row_id = (await findProgram(db, { program_id })) ?? null;
  if (user.section !== null && batch_id === null && circle_id === null && section !== user.section)
    throw new Problem('FORBIDDEN', { message: ruleMessages.notForOneSection });
  return { section, program_row_id, batch_id, circle_id };
}

/** A teacher of single circles does not announce to the other circles of the batch. */
const hasWholeSubject = ({ wholeSubjects }: Scope): Condition =>
  sql`batches.id in (select subjects.batch_id from subjects where ${wholeSubjects})`;

async function requireRow(
  db: Db,
  table: 'batches' | 'circles',
  id: number,
  condition: Condition,
  problem: { path: string; message: string },
): Promise<void> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where(condition)
    .executeTakeFirst();
  if (!row) throw invalid(problem);
}

/** A row of `announcements` that is not stored yet, so that the conditions on stored rows count it. */
const asAnnouncement = ({ section, program_row_id, batch_id, circle_id }: PlaceColumns) => {
  const rowId = (value: number | null) => sql`cast(${value} as bigint)`;
  return sql`with announcements as (select cast(${section} as text) as section,
    ${rowId(program_row_id)} as program_row_id, ${rowId(batch_id)} as batch_id, ${rowId(circle_id)} as circle_id)`;
};

/** SQL condition on `students` that selects few of them by an index. `reachesStudent` decides about these. */
const canBeReached = ({ section, program_row_id, batch_id, circle_id }: PlaceColumns): Condition => {
  if (circle_id !== null)
    return sql`students.id in (select student_row_id from circle_members where circle_id = ${circle_id})`;
  const enrolledIn = (batches: RawBuilder<unknown>): Condition =>
    sql`students.id in (select student_row_id from enrolments where batch_id in (${batches}))`;
  if (batch_id !== null) return enrolledIn(sql`${batch_id}`);
  if (program_row_id !== null)
    return enrolledIn(sql`select id from batches where program_row_id = ${program_row_id}`);
  return section === null ? always : enrolledIn(sql`select id from batches where section = ${section}`);
};

/** Counts students, and guardians who can open the private page and read of one of these students. */
export async function countReached(
  db: Db,
  place: PlaceColumns,
  { today, now }: { today: string; now: Date },
): Promise<{ students: number; guardians: number }> {
  const reached = allOf([canBeReached(place), reachesStudent(sql.ref('students.id'), today)]);
  const { rows: counts } = await sql<{ count: number | string }>`${asAnnouncement(place)}
    select count(*) as count from announcements, students where ${reached}`.execute(db);
  const { rows } = await sql<
    Parameters<typeof isReadable>[0] & { guardian_id: number }
  >`${asAnnouncement(place)}
    select student_guardians.guardian_id, student_guardians.consent_on, students.birth_date, shown_batch.age_group
    from announcements, student_guardians
    join students on students.id = student_guardians.student_row_id
    left join enrolments as shown on shown.student_row_id = students.id and shown.is_shown = 1
    left join batches as shown_batch on shown_batch.id = shown.batch_id
    where student_guardians.can_open_page = 1 and ${reached}
      and exists (select 1 from guardian_links join guardian_link_codes on guardian_link_codes.link_id = guardian_links.id
        where guardian_links.guardian_id = student_guardians.guardian_id
          and guardian_link_codes.expires_at > ${now.toISOString()})`.execute(db);
  const settings = await db.selectFrom('settings').select('adult_age').executeTakeFirst();
  const adultAge = settings?.adult_age ?? Number.POSITIVE_INFINITY;
  const guardians = rows.flatMap((row) => (isReadable(row, adultAge, today) ? row.guardian_id : []));
  return { students: Number(counts[0]?.count ?? 0), guardians: new Set(guardians).size };
}
