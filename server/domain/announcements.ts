import { type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import type { AnnouncementRole, CurrentAnnouncement } from '../../contract/families/announcements';
import type { Scope } from '../auth/scope';
import type { Db, Row } from '../db/schema';
import { allOf, always, type Condition } from '../db/search/matching';
import { isMemberOn } from './circles';

/** SQL condition on `announcements`. */
const isForInstitute: Condition = sql`(announcements.section is null and announcements.program_row_id is null
  and announcements.batch_id is null and announcements.circle_id is null)`;

/** SQL condition on `announcements` and `batches`. */
const isOfBatch: Condition = sql`(announcements.section = batches.section
  or announcements.program_row_id = batches.program_row_id or announcements.batch_id = batches.id)`;

/** The institute's day decides, and `until` is the last day. */
export const isCurrentOn = (today: string): Condition => sql`announcements.until >= ${today}`;

export const isForRole = (role: AnnouncementRole): Condition =>
  sql`(announcements.role is null or announcements.role = ${role})`;

/**
 * SQL condition on `announcements`: the student is in the section, programme, batch or circle today. Those for
 * the institute reach every student who has neither withdrawn nor graduated.
 */
export const reachesStudent = (student: RawBuilder<unknown>, today: string): Condition => sql`(
  (${isForInstitute} and not exists (select 1 from student_statuses as ended
    where ended.student_row_id = ${student} and ended.to_date is null
      and ended.status in ('withdrawn', 'graduated')))
  or exists (select 1 from enrolments join batches on batches.id = enrolments.batch_id
    where enrolments.student_row_id = ${student} and enrolments.to_date is null and ${isOfBatch})
  or exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circle_members.student_row_id = ${student} and circles.id = announcements.circle_id
      and ${isMemberOn(today)}))`;

/** SQL condition on `announcements`: the whole institute, or a section, programme, batch or circle in scope. */
export const isAnnouncementVisible = (
  { batches, circlesOn }: Scope,
  { section }: Pick<SessionUser, 'section'>,
  today: string,
): Condition =>
  batches === always
    ? always
    : sql`(${isForInstitute} or ${section === null ? sql`1 = 0` : sql`announcements.section = ${section}`}
      or exists (select 1 from batches where ${isOfBatch} and ${batches})
      or exists (select 1 from circles where circles.id = announcements.circle_id and ${circlesOn(today)}))`;

/**
 * SQL condition on `announcements`: it reaches this member of staff. Those for a programme, batch or circle
 * reach its teachers, not the office.
 */
export const reachesStaff = (scope: Scope, user: SessionUser, today: string): Condition =>
  allOf([
    isAnnouncementVisible(scope, user, today),
    user.role === 'teacher'
      ? isForRole('teacher')
      : sql`(announcements.role is null and announcements.program_row_id is null
          and announcements.batch_id is null and announcements.circle_id is null)`,
  ]);

const toCurrent = ({
  id,
  title,
  text,
  until,
  is_pinned,
  author,
  created_at,
}: Row<'announcements'>): CurrentAnnouncement => ({
  id,
  title,
  text,
  until,
  is_pinned: is_pinned === 1,
  author,
  created_at,
});

/** Pinned first, then the newest. @param reached condition on `announcements` */
export async function loadCurrentAnnouncements(
  db: Db,
  reached: Condition,
  { today, maxRows }: { today: string; maxRows: number },
): Promise<CurrentAnnouncement[]> {
  const rows = await db
    .selectFrom('announcements')
    .selectAll()
    .where(isCurrentOn(today))
    .where(reached)
    .orderBy('is_pinned', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(toCurrent);
}
