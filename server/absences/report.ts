import { type Kysely, sql } from 'kysely';
import type { Absentee, ReportedAbsence } from '../../contract/absences';
import { listLimit } from '../../contract/lists';
import { excusedAbsence, type AbsenceType } from '../../contract/vocabulary';
import type { Condition } from '../db/search/matching';
import type { Database } from '../db/schema';
import { ofSubjects } from './subjects';

interface Wanted {
  startDate?: string | undefined;
  endDate?: string | undefined;
  type?: AbsenceType | undefined;
  /** Of distinct days. */
  minDays?: number | undefined;
}

/** From the registers of the asked subjects and days to their absences; no other row is read. */
const wantedAbsences = (asked: Condition, { startDate, endDate, type }: Wanted) => {
  const conditions = [
    ofSubjects('registers', asked),
    ...(startDate ? [sql`registers.date >= ${startDate}`] : []),
    ...(endDate ? [sql`registers.date <= ${endDate}`] : []),
    ...(type ? [sql`absences.type = ${type}`] : []),
  ];
  // SQLite takes the tables of a cross join in the order in which they stand.
  return sql`from registers cross join absences cross join students
    where absences.register_id = registers.id and students.id = absences.student_row_id
      and ${sql.join(conditions, sql` and `)}`;
};

/** The absences, the newest first and at most `listLimit`, and how many there are. */
export async function reportedAbsences(
  db: Kysely<Database>,
  asked: Condition,
  wanted: Wanted,
): Promise<{ absences: ReportedAbsence[]; total: number }> {
  const found = wantedAbsences(asked, wanted);
  const { rows: absences } = await sql<ReportedAbsence>`
    select listed.*, batches.batch_name as "batchName", subjects.subject_code as "subjectCode",
      subjects.name as "subjectName"
    from (
      select absences.id, registers.date, registers.subject_id, absences.type, absences.notes,
        students.student_id as "studentId", students.full_name as "studentName", students.full_name_sort
      ${found} order by registers.date desc, students.full_name_sort, absences.id limit ${listLimit}) as listed
    join subjects on subjects.id = listed.subject_id join batches on batches.id = subjects.batch_id
    order by listed.date desc, listed.full_name_sort, listed.id`.execute(db);
  if (absences.length < listLimit) return { absences, total: absences.length };
  const { rows } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  return { absences, total: Number(rows[0]?.total ?? 0) };
}

/** Each student with at least so many distinct days, the most first, then by name. */
export async function absentees(db: Kysely<Database>, asked: Condition, wanted: Wanted): Promise<Absentee[]> {
  const { rows } = await sql<Absentee>`
    select students.student_id as "studentId", students.full_name as "studentName",
      count(distinct registers.date) as days,
      sum(case when absences.type = ${excusedAbsence} then 1 else 0 end) as excused,
      sum(case when absences.type = ${excusedAbsence} then 0 else 1 end) as unexcused
    ${wantedAbsences(asked, wanted)}
    group by students.id, students.student_id, students.full_name, students.full_name_sort
    having count(distinct registers.date) >= ${wanted.minDays ?? 1}
    order by count(distinct registers.date) desc, students.full_name_sort, students.id`.execute(db);
  return rows;
}
