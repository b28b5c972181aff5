import { sql } from 'kysely';
import type {
  absencesApi,
  Absentee,
  AbsenceStatistics,
  Register,
  ReportedAbsence,
} from '../../contract/absences';
import type { QueryOf } from '../../contract/endpoint';
import { sortKey } from '../../contract/rules/arabicText';
import { type AbsenceType, excusedAbsence } from '../../contract/vocabulary';
import { listLimit } from '../../contract/lists';
import { attendanceRate } from '../../contract/rules/attendance';
import { batchNamed, type Member, membersOf, type Offering } from '../db/offering';
import type { Row, Db } from '../db/schema';
import { allOf, always, type Condition, countOf } from '../db/search/matching';
import { isWhole, type Scope } from '../auth/scope';
import { notFound } from '../problem';

/** An absence of a register, as it is stored. */
export interface StoredAbsence extends Member {
  id: number;
  type: AbsenceType;
  notes: string | null;
}

/** The register of a day. */
export interface StoredRegister {
  /** Undefined when it has not been taken. */
  row: Row<'registers'> | undefined;
  /** By name. */
  absences: StoredAbsence[];
  /** The batch, and who is recorded absent and has left it since; by name. */
  people: Member[];
}

const absencesIn = (db: Db, registerId: number): Promise<StoredAbsence[]> =>
  db
    .selectFrom('absences')
    .innerJoin('students', 'students.id', 'absences.student_row_id')
    .select(['absences.id', 'students.id as rowId', 'students.student_id as studentId'])
    .select((on) => [
      'students.full_name as studentName',
      on.ref('absences.type').$castTo<AbsenceType>().as('type'),
      'absences.notes',
    ])
    .where('register_id', '=', registerId)
    .orderBy('students.full_name_sort')
    .orderBy('students.id')
    .execute();

/** The register of a subject on a day; one that has not been taken has the batch and no absences. */
export async function readRegister(
  db: Db,
  { subjectId, batchId }: Offering,
  date: string,
): Promise<StoredRegister> {
  const members = await membersOf(db, batchId, date);
  const row = await db
    .selectFrom('registers')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('date', '=', date)
    .executeTakeFirst();
  if (!row) return { row, absences: [], people: members };
  const absences = await absencesIn(db, row.id);
  const known = new Set(members.map(({ rowId }) => rowId));
  const former = absences.filter(({ rowId }) => !known.has(rowId));
  return { row, absences, people: former.length > 0 ? byName([...members, ...former]) : members };
}

/** In the order of the folded column of the table. */
function byName(people: readonly Member[]): Member[] {
  const keyed = people.map((person) => ({ person, key: sortKey(person.studentName) }));
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.person.rowId - b.person.rowId))
    .map(({ person }) => person);
}

/** A register as the API shows it. */
export const asRegister = ({ row, absences, people }: StoredRegister): Register => ({
  students: people.map(({ studentId, studentName }) => ({ studentId, studentName })),
  absences: absences.map(({ rowId: _rowId, ...absence }) => absence),
  taken: row !== undefined,
  version: row?.version ?? 0,
});

const topCount = 10;

/** The figures of absences in the asked subjects; `today` is the date where the institute is. Decision 8. */
export async function absenceStatistics(db: Db, asked: Condition, today: string): Promise<AbsenceStatistics> {
  const countAbsences = (condition: Condition) =>
    countOf(db, sql`from absences where ${condition} and ${ofSubjects('absences', asked)}`);
  const excused = await countAbsences(sql`absences.type = ${excusedAbsence}`);
  const todayAbsences = await countAbsences(sql`absences.date = ${today}`);
  const { rows: kept } = await sql<{ registers: number; expected: number; absences: number }>`
    select coalesce(sum(registers), 0) as registers, coalesce(sum(expected), 0) as expected,
      coalesce(sum(absences), 0) as absences
    from subject_results where ${ofSubjects('subject_results', asked)}`.execute(db);
  const total = Number(kept[0]?.absences ?? 0);
  return {
    totalAbsences: total,
    excusedAbsences: excused,
    unexcusedAbsences: Math.max(0, total - excused),
    todayAbsences,
    topAbsentees: await topAbsentees(db, asked),
    attendanceRate: attendanceRate(total, Number(kept[0]?.expected ?? 0)),
    registersCount: Number(kept[0]?.registers ?? 0),
  };
}

/** Of everybody the days are kept; of some subjects they are counted. */
const countedDays = (asked: Condition) =>
  asked === always
    ? sql`select student_row_id, days from student_absences`
    : sql`select absences.student_row_id, count(distinct absences.date) as days
        from absences where ${ofSubjects('absences', asked)} group by absences.student_row_id`;

/** Those with the most distinct days, ties by name; names are looked up for these alone and their ties. */
async function topAbsentees(db: Db, asked: Condition) {
  const { rows } = await sql<{ student_id: string; student_name: string; absence_count: number }>`
    with counted as (${countedDays(asked)}),
    most as (select days from counted order by days desc limit ${topCount})
    select students.student_id, students.full_name as student_name, counted.days as absence_count
    from counted join students on students.id = counted.student_row_id
    where counted.days >= (select min(days) from most)
    order by counted.days desc, students.full_name_sort, students.id limit ${topCount}`.execute(db);
  return rows.map((row) => ({ ...row, absence_count: Number(row.absence_count) }));
}

type Wanted = QueryOf<typeof absencesApi.report>;

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
      and ${allOf(conditions)}`;
};

/** The absences, the newest first and at most `listLimit`, and how many there are. */
export async function reportedAbsences(
  db: Db,
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
  return { absences, total: await countOf(db, found) };
}

/** Each student with at least so many distinct days, the most first, then by name. */
export async function absentees(db: Db, asked: Condition, wanted: Wanted): Promise<Absentee[]> {
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

interface Asked {
  /** Null for all of the scope. */
  batchName: string | null;
  subjectCode?: string | undefined;
}

/**
 * The subjects that figures are asked about, as a condition on `subjects`; `always` when all of the institute are.
 * @throws NOT_FOUND for a batch or subject that is not there or outside the scope
 */
export async function askedSubjects(
  db: Db,
  { batchName, subjectCode }: Asked,
  scope: Scope,
): Promise<Condition> {
  const conditions = scope.subjects === always ? [] : [scope.subjects];
  if (batchName !== null) {
    const batchId = await batchNamed(db, batchName, scope.batches);
    conditions.push(sql`subjects.batch_id = ${batchId}`);
  }
  if (subjectCode) {
    conditions.push(sql`subjects.subject_code = ${subjectCode}`);
    const found = db.selectFrom('subjects').select('id').where(allOf(conditions));
    await found.executeTakeFirstOrThrow(notFound);
  }
  if (batchName === null && !subjectCode && (await isWhole(db, scope))) return always;
  return allOf(conditions);
}

/** A condition on a table whose rows belong to subjects: that they belong to these. */
const ofSubjects = (table: 'absences' | 'registers' | 'subject_results', asked: Condition): Condition =>
  asked === always
    ? always
    : sql`${sql.ref(`${table}.subject_id`)} in (select subjects.id from subjects where ${asked})`;
