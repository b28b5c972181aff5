import { sql } from 'kysely';
import { dateInZone } from '../../contract/rules/hijri';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import type { Data } from '../db/engine/connection';
import { advisoryLock } from '../db/engine/dialect';
import { notify } from '../db/notifications';
import { retentionOf } from '../db/institute';

/**
 * Tells each teacher, once a day, in how many of the own subjects no register was taken yesterday. Yesterday counts
 * for a subject that had a register on the same weekday one week or two before. Doing it again, or on several servers
 * at once, changes nothing. @returns how many were told
 */
export async function remindOfRegisters(data: Data): Promise<number> {
  const now = data.now();
  const { timeZone } = await retentionOf(data.read, now);
  const today = dateInZone(now, timeZone);
  const beginning = startOfDay(today, timeZone).toISOString();
  const yesterday = daysAfter(today, -1);
  const before = [daysAfter(yesterday, -7), daysAfter(yesterday, -14)];
  return data.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'reminders of registers')?.execute(trx);
    const { rows } = await sql<{ teacher_id: number; subjects: number }>`
      select subject_teachers.teacher_id, count(*) as subjects
      from subject_teachers
      join users on users.id = subject_teachers.teacher_id and users.role = 'teacher' and users.is_active = 1
      join subjects on subjects.id = subject_teachers.subject_id and subjects.status = 'active'
      where exists (select 1 from registers
          where registers.subject_id = subjects.id and registers.date in (${sql.join(before)}))
        and not exists (select 1 from registers
          where registers.subject_id = subjects.id and registers.date = ${yesterday})
        and not exists (select 1 from notifications
          where notifications.kind = 'registers_not_taken' and notifications.created_at >= ${beginning}
            and notifications.user_id = subject_teachers.teacher_id)
      group by subject_teachers.teacher_id order by subject_teachers.teacher_id`.execute(trx);
    for (const { teacher_id: userId, subjects } of rows) {
      const told = { count: Number(subjects), date: yesterday };
      await notify(trx, now.toISOString(), { userId }, 'registers_not_taken', told, '/absences');
    }
    return rows.length;
  });
}
