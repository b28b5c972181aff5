import { type RawBuilder, sql } from 'kysely';
import type { AnnouncementRole, CurrentAnnouncement } from '../../contract/families/announcements';
import type { Db, Row } from '../db/schema';
import type { Condition } from '../db/search/matching';
import { isMemberOn } from './circles';

/** SQL condition on `announcements`. */
export const isForInstitute: Condition = sql`(announcements.section is null and announcements.program_row_id is null
  and announcements.batch_id is null and announcements.circle_id is null)`;

/** SQL condition on `announcements` and `batches`. */
export const isOfBatch: Condition = sql`(announcements.section = batches.section
  or announcements.program_row_id = batches.program_row_id or announcements.batch_id = batches.id)`;

/** The institute's day decides, and `until` is the last day. */
export const isCurrentOn = (today: string): Condition => sql`announcements.until >= ${today}`;

export const isForRole = (role: AnnouncementRole): Condition =>
  sql`(announcements.role is null or announcements.role = ${role})`;

/**
 * SQL condition on `announcements`: the student is in the section, programme, batch or circle today. Students
 * who withdrew or graduated are not reached by those for the institute.
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

/**
 * The current announcements are few beside those of all years. With a plain column the database could read
 * all in the order of an index.
 */
export const sortedBy = (column: 'id' | 'is_pinned' | 'until'): RawBuilder<unknown> =>
  column === 'is_pinned' ? sql`announcements.is_pinned + 0` : sql.ref(`announcements.${column}`);

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
    .orderBy(sql`${sortedBy('is_pinned')} desc`)
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(toCurrent);
}
