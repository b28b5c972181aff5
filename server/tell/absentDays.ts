import { sql } from 'kysely';
import { countText, dayText } from '../../contract/rules/messages/message';
import { daysAfter } from '../../contract/rules/retention';
import { excusedAbsence } from '../../contract/vocabulary';
import { databaseKind, numbersInJson, rowsInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import { isAbsenceCounted } from '../domain/registers';
import { fromListedRegisters, isPresentInRegister } from './absences';
import { areOfAudience, type Audience } from './audience';
import { type Finding, toldBefore } from './finding';
import type { ToldLog } from './log';
import { loadOtherRecords, type OtherRecords, recordsOf } from './otherRecords';

const minDays = 3;
/** Absences before this many days do not count. */
const windowDays = 90;
/** Older absences are not news, for example at the start of a term. */
const maxNewsDays = 7;

interface AbsentDay {
  date: string;
  isExcused: boolean;
}

/**
 * Students on the roster whose newest three teaching days are all days of absence. A teaching day of a student is a day with a
 * register that lists him. Three excused days are no reason for a message, because the family has told them.
 */
export async function findAbsentDays(db: Db, audience: Audience, log: ToldLog): Promise<Finding[]> {
  const { date, today } = audience;
  const absentDays = await loadAbsentDays(db, audience);
  const candidates = [...absentDays].flatMap(([student, days]) => {
    const newest = days.slice(0, minDays);
    const [first, , third] = newest;
    const isNews = first !== undefined && first.date >= daysAfter(date, -maxNewsDays);
    return third && isNews && newest.some(({ isExcused }) => !isExcused)
      ? [{ student, since: third.date }]
      : [];
  });
  const others = await loadOtherRecords(
    db,
    candidates.map(({ student }) => student),
  );
  const students = await filterNeverPresent(db, candidates, others, date);
  const presentDays = await loadLastPresentDays(db, recordsOf(students, others), date);
  return students.map((studentId): Finding => {
    const days = absentDays.get(studentId) ?? [];
    const [lastPresent = ''] = recordsOf([studentId], others)
      .map((record) => presentDays.get(record) ?? '')
      .toSorted()
      .toReversed();
    const count = days.filter((day) => day.date > lastPresent).length;
    const newest = days[0]?.date ?? date;
    return {
      studentId,
      sentence: 'absent_days',
      values: { duration: countText('consecutiveDays', count), day: dayText(newest, today) },
      content: newest,
      toldBy: toldBefore(log, studentId, newest),
    };
  });
}

/** The days of absence that the caller sees, newest first. */
async function loadAbsentDays(db: Db, audience: Audience): Promise<Map<number, AbsentDay[]>> {
  const { date, onRoster } = audience;
  const { rows } = await sql<{ student: number; date: string; unexcused: number | string }>`
    select absences.student_row_id as student, absences.date,
      sum(case when absences.type = ${excusedAbsence} then 0 else 1 end) as unexcused
    from absences
    where absences.date > ${daysAfter(date, -windowDays)} and absences.date <= ${date}
      and absences.student_row_id in (select students.id from students where ${onRoster})
      and ${areOfAudience(audience, 'absences')} and ${isAbsenceCounted}
    group by absences.student_row_id, absences.date
    order by absences.student_row_id, absences.date desc`.execute(db);
  const byStudent = new Map<number, AbsentDay[]>();
  for (const row of rows) {
    const day = { date: row.date, isExcused: Number(row.unexcused) === 0 };
    const days = byStudent.get(row.student);
    if (days) days.push(day);
    else byStudent.set(row.student, [day]);
  }
  return byStudent;
}

/** The students whom no register lists as present since the given day. The search ends at the first register. */
async function filterNeverPresent(
  db: Db,
  candidates: readonly { student: number; since: string }[],
  others: OtherRecords,
  date: string,
): Promise<number[]> {
  if (candidates.length === 0) return [];
  const records = candidates.flatMap(({ student, since }) =>
    recordsOf([student], others).map((record) => ({ student, record, since })),
  );
  const columns = { student: 'bigint', record: 'bigint', since: 'text' } as const;
  const wasPresent = sql`exists (select 1 ${fromListedRegisters(
    sql`enrolments.student_row_id = candidates.record
      and registers.date >= candidates.since and registers.date <= ${date}`,
  )} and ${isPresentInRegister})`;
  const { rows } = await sql<{ student: number }>`
    select candidates.student from (${rowsInJson(databaseKind(db), columns, records)}) as candidates
    where ${wasPresent}`.execute(db);
  const present = new Set(rows.map(({ student }) => Number(student)));
  return candidates.map(({ student }) => student).filter((student) => !present.has(student));
}

async function loadLastPresentDays(
  db: Db,
  students: readonly number[],
  date: string,
): Promise<Map<number, string>> {
  if (students.length === 0) return new Map();
  const { rows } = await sql<{ student: number; date: string }>`
    select enrolments.student_row_id as student, max(registers.date) as date
    ${fromListedRegisters(
      sql`enrolments.student_row_id in (${numbersInJson(databaseKind(db), students)})
        and registers.date > ${daysAfter(date, -windowDays)} and registers.date <= ${date}`,
    )} and ${isPresentInRegister}
    group by enrolments.student_row_id`.execute(db);
  return new Map(rows.map((row) => [row.student, row.date]));
}
