import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type ExcuseRefusals, excuseRefusals } from '../../contract/families/excusePageText';
import { excuseDescriptions, excuseMessages } from '../../contract/families/excusesMessages';
import { maxExcusesPerDay, maxOpenExcuses } from '../../contract/families/excuses';
import type { PageLanguage } from '../../contract/families/guardianPageText';
import {
  findDaysProblem,
  maxDaysAhead,
  maxExcuseAge,
  maxExcuseDays,
  type ExcuseDaysProblem,
} from '../../contract/rules/families/excuses';
import { daysAfter, startOfDay } from '../../contract/rules/retention';
import { excusedAbsence, type ExcuseReason } from '../../contract/vocabulary';
import { compiledOnce } from '../db/engine/once';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { always, type Condition, countRows } from '../db/search/matching';
import { invalid, Problem } from '../problem';
import { isMemberOn } from './circles';
import { loadRetention } from './institute';
import { notifyAll } from './notifications';
import { isOfTheirSection } from './sections';

/**
 * `from` and `where` of the active subjects of an excuse, as SQL that may continue with `and`. A student can
 * have two enrolments in one batch, so a subject can occur twice. A subject that was created after the excuse
 * and after its last day does not count, because it would open an answered excuse again.
 */
export const subjectsOfExcuse = sql`from enrolments
  join batches on batches.id = enrolments.batch_id
  join subjects on subjects.batch_id = enrolments.batch_id and subjects.status = 'active'
  where enrolments.student_row_id = excuses.student_row_id
    and (enrolments.to_date is null or enrolments.to_date > excuses.from_date)
    and (enrolments.from_date <= excuses.to_date or not exists (select 1 from enrolments as earlier
      where earlier.student_row_id = enrolments.student_row_id and earlier.from_date < enrolments.from_date))
    and (subjects.created_at <= excuses.created_at or substr(subjects.created_at, 1, 10) <= excuses.to_date)
    and (excuses.program_row_id is null or excuses.program_row_id = batches.program_row_id)`;

/** Condition on `excuses`: a teacher of the subject has given this answer. */
export const hasDecision = (subject: RawBuilder<unknown>, isAccepted?: boolean): Condition =>
  sql`exists (select 1 from excuse_decisions where excuse_decisions.excuse_id = excuses.id
    and excuse_decisions.subject_id = ${subject}
    ${isAccepted === undefined ? sql`` : sql`and excuse_decisions.is_accepted = ${sql.lit(Number(isAccepted))}`})`;

/** Condition on `excuses`: the office has not answered, and one of these subjects has no answer. */
export const isUnanswered = (visible: Condition = always): Condition => sql`(excuses.state = 'open'
  and (exists (select 1 ${subjectsOfExcuse} and ${visible} and not ${hasDecision(sql`subjects.id`)})
    or not exists (select 1 ${subjectsOfExcuse} and ${visible})))`;

interface SubjectDay {
  subjectId: number;
  date: string;
}

const selectAccepted = compiledOnce(
  ['subjectId', 'date', 'lastDay'],
  (_db, { subjectId, date, lastDay }: SubjectDay & { lastDay: string }) => sql<AcceptedExcuse>`
    select excuses.student_row_id as "rowId", excuses.reason, excuses.to_date as "to"
    from excuses join subjects on subjects.id = ${subjectId} join batches on batches.id = subjects.batch_id
    where excuses.to_date >= ${date} and excuses.to_date <= ${lastDay} and excuses.from_date <= ${date}
      and (excuses.program_row_id is null or excuses.program_row_id = batches.program_row_id)
      and (excuses.state = 'accepted' or ${hasDecision(sql`subjects.id`, true)})
      and excuses.student_row_id in (select student_row_id from enrolments where batch_id = subjects.batch_id)
    order by excuses.to_date desc, excuses.id`,
);

export interface AcceptedExcuse {
  rowId: number;
  reason: ExcuseReason;
  /** The last day. */
  to: string;
}

/** The accepted excuses of the day. A student has the one that lasts longest. */
export async function loadAcceptedExcuses(db: Db, day: SubjectDay): Promise<Map<number, AcceptedExcuse>> {
  const rows = await selectAccepted(db, { ...day, lastDay: daysAfter(day.date, maxExcuseDays) });
  return new Map(rows.toReversed().map((row) => [row.rowId, row]));
}

export interface NewExcuse {
  student: { id: number; full_name: string };
  guardianId: number | null;
  /** The name of the guardian or of the user. */
  sender: string;
  from: string;
  to: string;
  programRowId: number | null;
  reason: ExcuseReason;
  line: string | null;
  /** Of a refusal. Default: Arabic. */
  language?: PageLanguage;
}

/**
 * Stores an excuse and notifies its teachers and the admins. The same excuse again makes no second one.
 * @param authorId the user that enters it, and gets no notification
 * @returns the id of the excuse
 * @throws VALIDATION for days or a programme that are not allowed, and above the limits of a guardian
 */
export async function sendExcuse(
  unit: UnitOfWork,
  { student, guardianId, sender, from, to, programRowId, reason, line, language = 'ar' }: NewExcuse,
  authorId: number | null,
): Promise<number> {
  const { today, timeZone } = await loadRetention(unit.trx, new Date(unit.now));
  const problem = findDaysProblem({ from, to }, today);
  const texts = excuseRefusals[language];
  if (problem) throw invalid(describeDays(problem, texts));
  if (programRowId !== null && !(await isInProgram(unit.trx, student.id, programRowId)))
    throw invalid({ path: 'program_id', message: texts.otherProgram() });
  unit.describe('create', 'excuses', student.full_name, excuseDescriptions.sent(student.full_name, from, to));
  const values = { guardian_id: guardianId, from_date: from, to_date: to, program_row_id: programRowId };
  const open = await unit.trx
    .selectFrom('excuses')
    .selectAll()
    .where('student_row_id', '=', student.id)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
  const same = open.find((row) =>
    Object.entries({ ...values, reason, line }).every(
      ([column, value]) => row[column as keyof typeof row] === value,
    ),
  );
  if (same) return same.id;
  if (guardianId !== null) {
    const dayStart = startOfDay(today, timeZone).toISOString();
    await refuseTooMany(unit.trx, { guardianId, studentRowId: student.id, today, dayStart }, texts);
  }
  const { id } = await unit.insert('excuses', {
    ...values,
    student_row_id: student.id,
    sender,
    is_from_guardian: Number(guardianId !== null),
    reason,
    line,
    state: 'open',
    answer: null,
  });
  const details = { excuse_id: id, student_name: student.full_name, from, to };
  const users = (await findReceivers(unit.trx, id, today)).filter((user) => user !== authorId);
  if (users.length > 0)
    await notifyAll(unit.trx, unit.now, users, 'excuse_sent', details, `/excuses?excuse=${id}`);
  return id;
}

const describeDays = (problem: ExcuseDaysProblem, texts: ExcuseRefusals) => ({
  path: problem === 'too old' ? 'from' : 'to',
  message: texts[problem](
    { reversed: 0, 'too long': maxExcuseDays, 'too old': maxExcuseAge, 'too far': maxDaysAhead }[problem],
  ),
});

const isInProgram = async (db: Db, studentRowId: number, programRowId: number): Promise<boolean> =>
  (await countRows(
    db,
    sql`from enrolments join batches on batches.id = enrolments.batch_id
      where enrolments.student_row_id = ${studentRowId} and batches.program_row_id = ${programRowId}`,
  )) > 0;

type Sending = Record<'guardianId' | 'studentRowId', number> & Record<'today' | 'dayStart', string>;

/** An unanswered excuse counts as long as its days are recent, because old ones are often never answered. */
async function refuseTooMany(
  db: Db,
  { guardianId, studentRowId, today, dayStart }: Sending,
  texts: ExcuseRefusals,
): Promise<void> {
  const own = sql`from excuses where excuses.guardian_id = ${guardianId}`;
  const sentToday = await countRows(db, sql`${own} and excuses.created_at >= ${dayStart}`);
  if (sentToday >= maxExcusesPerDay)
    throw invalid({ path: '', message: texts.tooManyToday(maxExcusesPerDay) });
  const ofStudent = sql`${own} and excuses.student_row_id = ${studentRowId}
    and excuses.to_date >= ${daysAfter(today, -maxExcuseAge)}`;
  if ((await countRows(db, sql`${ofStudent} and ${isUnanswered()}`)) >= maxOpenExcuses)
    throw invalid({ path: '', message: texts.tooManyOpen(maxOpenExcuses) });
}

/** The teachers of the student's subjects, and the admins who see the student. */
async function findReceivers(db: Db, excuseId: number, today: string): Promise<number[]> {
  const isTeacher = sql`(exists (select 1 from subject_teachers
      where subject_teachers.subject_id = subjects.id and subject_teachers.teacher_id = users.id)
    or exists (select 1 from circle_members join circles on circles.id = circle_members.circle_id
      where circle_members.subject_id = subjects.id and circle_members.student_row_id = excuses.student_row_id
        and ${isMemberOn(today)} and (circles.teacher_id = users.id
          or exists (select 1 from circle_substitutes where circle_substitutes.circle_id = circles.id
            and circle_substitutes.teacher_id = users.id
            and circle_substitutes.from_date <= ${today} and circle_substitutes.to_date >= ${today}))))`;
  const isOfSection = sql`(users.section is null
    or not exists (select 1 from settings where sections_enabled = 1) or exists (select 1
    from enrolments join batches on batches.id = enrolments.batch_id
    where enrolments.student_row_id = excuses.student_row_id and enrolments.is_shown = 1
      and batches.section = users.section))`;
  const { rows } = await sql<{ id: number }>`
    select users.id from users join excuses on excuses.id = ${excuseId}
    where users.is_active = 1 and ((users.role = 'admin' and ${isOfSection})
      or (users.role = 'teacher' and exists (select 1 ${subjectsOfExcuse} and ${isTeacher} and ${isOfTheirSection})))
    order by users.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A teacher's acceptance made absences excused, and the office has accepted the whole excuse since.
 * @throws UNDO_CONFLICT, because the undo would leave unexcused absences in an accepted excuse
 */
export async function refuseAcceptedExcuses(unit: UnitOfWork): Promise<void> {
  const ids = unit
    .changed('excuse_decisions')
    .flatMap(({ before, after }) =>
      before?.is_accepted === 1 && after?.is_accepted !== 1 ? [before.excuse_id] : [],
    );
  if (ids.length === 0) return;
  const accepted = await unit.trx
    .selectFrom('excuses')
    .innerJoin('students', 'students.id', 'excuses.student_row_id')
    .select('students.full_name')
    .where('excuses.id', 'in', ids)
    .where('excuses.state', '=', 'accepted')
    .limit(1)
    .executeTakeFirst();
  if (accepted)
    throw new Problem('UNDO_CONFLICT', { message: excuseMessages.acceptedByOffice(accepted.full_name) });
}

/** After the undo of an acceptance, an absence that another accepted excuse covers stays excused (ADR 87). */
export async function keepExcusedAbsences(unit: UnitOfWork): Promise<void> {
  const hasEnded =
    unit
      .changed('excuses')
      .some(({ before, after }) => before?.state === 'accepted' && after?.state !== 'accepted') ||
    unit
      .changed('excuse_decisions')
      .some(({ before, after }) => before?.is_accepted === 1 && after?.is_accepted !== 1);
  const ids = unit
    .changed('absences')
    .flatMap(({ before, after }) =>
      before?.type === excusedAbsence && after && after.type !== excusedAbsence ? [after.id] : [],
    );
  if (!hasEnded || ids.length === 0) return;
  const covered = await unit.trx
    .selectFrom('absences')
    .select('absences.id')
    .where('absences.id', 'in', ids)
    .where(
      sql<SqlBool>`exists (select 1 from excuses
        join subjects on subjects.id = absences.subject_id join batches on batches.id = subjects.batch_id
        where excuses.student_row_id = absences.student_row_id
          and absences.date >= excuses.from_date and absences.date <= excuses.to_date
          and (excuses.program_row_id is null or excuses.program_row_id = batches.program_row_id)
          and (excuses.state = 'accepted' or ${hasDecision(sql`subjects.id`, true)}))`,
    )
    .orderBy('absences.id')
    .execute();
  await unit.updateMany(
    'absences',
    covered.map(({ id }) => ({ id, changes: { type: excusedAbsence } })),
  );
}
