import { sql } from 'kysely';
import type { Data } from '../../server/db/data';
import { daysAfter } from '../../server/demo/calendar';

interface Memorised {
  subjectId: number;
  students: readonly number[];
  /** The last day. */
  date: string;
}

const lessonDays = 250;
const now = '2026-01-01T00:00:00.000Z';

/**
 * Two years of memorisation: 250 lessons with far revision, each with its ranges and a fault, and a plan of the subject.
 * They are not in the operation log, which would be larger than the records.
 */
export async function addMemorisation(data: Data, { subjectId, students, date }: Memorised): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const among = sql.join([...students]);
    const begin = daysAfter(date, -3 * lessonDays - 40);
    for (let lesson = 0; lesson < lessonDays; lesson += 1) {
      const day = daysAfter(begin, 3 * lesson);
      for (const kind of ['new', 'far']) {
        await sql`insert into daily_records (version, created_at, updated_at, subject_id, date, student_row_id, kind, result)
          select 1, ${now}, ${now}, ${sql.lit(subjectId)}, ${day}, id, ${kind}, 'accepted'
          from students where id in (${among})`.execute(trx);
        const ofDay = sql`daily_records.subject_id = ${subjectId} and daily_records.date = ${day}
          and daily_records.kind = ${kind}`;
        const first = kind === 'new' ? 8 + 12 * lesson : 8 + 6 * Math.floor(lesson / 2);
        for (const [position, from] of [first, first + 60].slice(0, kind === 'new' ? 1 : 2).entries())
          await sql`insert into daily_record_ranges (version, created_at, updated_at, record_id, position, from_ayah, to_ayah)
            select 1, ${now}, ${now}, id, ${sql.lit(position + 1)}, ${sql.lit(from)}, ${sql.lit(from + 11)}
            from daily_records where ${ofDay}`.execute(trx);
        await sql`insert into daily_record_faults (version, created_at, updated_at, record_id, kind_id, ayah, count)
          select 1, ${now}, ${now}, daily_records.id, fault_kinds.id, ${sql.lit(first)}, 1
          from daily_records join fault_kinds on fault_kinds.key = 'prompt' where ${ofDay}`.execute(trx);
      }
    }
    await sql`insert into hifz_plans (version, created_at, updated_at, subject_id, direction, start_ayah, amount_unit,
        amount_value, new_days, revision_days, near_unit, near_value, far_cycle_days, juz_test, begin_date)
      values (1, ${now}, ${now}, ${sql.lit(subjectId)}, 'from_baqarah', 8, 'page', 1, '[0,1,2,3,4,5,6]', '[0,1,2,3,4,5,6]',
        'lessons', 7, 30, 0, ${begin})`.execute(trx);
  });
}
