import { type RawBuilder, sql } from 'kysely';
import { isOutsideTerms } from '../../contract/rules/calendar';
import { dateInZone } from '../../contract/rules/hijri';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import type { Data } from '../db/data';
import { advisoryLock, type DatabaseKind, rowsInJson } from '../db/engine/dialect';
import { isOnHoliday, loadCalendar } from '../domain/calendar';
import { isMemberOn } from '../domain/circles';
import { isOnRosterOn } from '../domain/enrolments';
import { notify } from '../domain/notifications';
import { loadRetention } from '../domain/institute';
import { isOfTheirSection } from '../domain/sections';

/** Before this many days no register counts. */
const windowDays = 60;
/** The subject needs a register if it had one on one of so many teaching days of the same weekday. */
const earlierDays = 2;

/**
 * A circle with weekdays needs a register on these weekdays. A subject, or a circle without weekdays, needs
 * a register if it had one on the last two teaching days of the same weekday. A day off needs no register. A
 * second run has no effect.
 * @returns the number of notified teachers
 */
export async function remindOfRegisters(data: Data): Promise<number> {
  const now = data.now();
  const { timeZone } = await loadRetention(data.read, now);
  const today = dateInZone(now, timeZone);
  const dayStart = startOfDay(today, timeZone).toISOString();
  const yesterday = daysAfter(today, -1);
  const calendar = await loadCalendar(data.read);
  if (isOutsideTerms(calendar, yesterday)) return 0;
  const sameWeekdays = listEarlierWeeks(yesterday).filter((day) => !isOutsideTerms(calendar, day));
  return data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'reminders of registers')?.execute(trx);
    const { rows } = await sql<{ teacher_id: number; subjects: number }>`
      with due as (${selectMissingRegisters(data.kind, yesterday, sameWeekdays)}),
      recipients as (${selectResponsibleTeachers(yesterday)})
      select recipients.teacher_id, count(distinct recipients.subject_id) as subjects
      from recipients
      join users on users.id = recipients.teacher_id and users.role = 'teacher' and users.is_active = 1
      join subjects on subjects.id = recipients.subject_id
      where ${isOfTheirSection} and not exists (select 1 from notifications
          where notifications.kind = 'registers_not_taken' and notifications.created_at >= ${dayStart}
            and notifications.user_id = recipients.teacher_id)
      group by recipients.teacher_id order by recipients.teacher_id`.execute(trx);
    for (const { teacher_id: userId, subjects } of rows) {
      const details = { count: Number(subjects), date: yesterday };
      await notify(trx, now.toISOString(), { userId }, 'registers_not_taken', details, '/absences');
    }
    return rows.length;
  });
}

/** The same weekday in the weeks before, newest first. */
const listEarlierWeeks = (day: string): string[] =>
  Array.from({ length: Math.floor(windowDays / 7) }, (_, index) => daysAfter(day, -7 * (index + 1)));

/**
 * Subjects and circles without a register on the day. `circle_id` null: the students in no circle.
 * @param sameWeekdays earlier days within the terms
 */
function selectMissingRegisters(
  kind: DatabaseKind,
  day: string,
  sameWeekdays: readonly string[],
): RawBuilder<unknown> {
  const weekdays = rowsInJson(
    kind,
    { day: 'text' },
    sameWeekdays.map((earlier) => ({ day: earlier })),
  );
  const hadRegisterBefore = sql`exists (select 1 from registers
    where registers.subject_id = subjects.id and registers.date in (
      select weekdays.day from (${weekdays}) as weekdays where not ${isOnHoliday(sql.ref('weekdays.day'))}
      order by weekdays.day desc limit ${sql.lit(earlierDays)}))`;
  const isTaken = (circle: RawBuilder<unknown>) => sql`exists (select 1 from registers
    where registers.subject_id = subjects.id and registers.date = ${day} and coalesce(registers.circle_id, 0) = ${circle})`;
  const isOfCircle = (condition: RawBuilder<unknown>) => sql`exists (
    select 1 from circle_members join circles on circles.id = circle_members.circle_id
    where circle_members.student_row_id = enrolments.student_row_id and ${condition}
      and ${isMemberOn(day)})`;
  const hasStudent = (condition: RawBuilder<unknown>) => sql`exists (select 1 from enrolments
    where enrolments.batch_id = subjects.batch_id and ${isOnRosterOn(day)} and ${condition})`;
  const weekdayPattern = `%${new Date(`${day}T00:00:00Z`).getUTCDay()}%`;
  return sql`
    select subjects.id as subject_id, null as circle_id from subjects
    where subjects.status = 'active' and not ${isOnHoliday(day)} and ${hadRegisterBefore} and not ${isTaken(sql`0`)}
      and (not exists (select 1 from circles where circles.subject_id = subjects.id)
        or ${hasStudent(sql`not ${isOfCircle(sql`circle_members.subject_id = subjects.id`)}`)})
    union all
    select meeting.subject_id, meeting.id from circles as meeting
      join subjects on subjects.id = meeting.subject_id
    where subjects.status = 'active' and not ${isOnHoliday(day)} and (meeting.days like ${weekdayPattern} or (meeting.days = '[]' and ${hadRegisterBefore}))
      and not ${isTaken(sql`meeting.id`)} and ${hasStudent(isOfCircle(sql`circle_members.circle_id = meeting.id`))}`;
}

/** All teachers of the subject, or the teacher or substitute of the circle. */
const selectResponsibleTeachers = (day: string) => sql`
  select subject_teachers.teacher_id, due.subject_id
  from due join subject_teachers on subject_teachers.subject_id = due.subject_id
  union all
  select coalesce(circle_substitutes.teacher_id, circles.teacher_id), due.subject_id
  from due join circles on circles.id = due.circle_id
  left join circle_substitutes on circle_substitutes.circle_id = circles.id
    and circle_substitutes.from_date <= ${day} and circle_substitutes.to_date >= ${day}`;
