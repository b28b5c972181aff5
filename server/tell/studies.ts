import { sql } from 'kysely';
import { countText, dayText, pagesText } from '../../contract/rules/messages/message';
import { fromTo, juzNames, markLine } from '../../contract/rules/messages/texts';
import { displayedPercentage } from '../../contract/rules/grading';
import { hijriDateWithoutYear } from '../../contract/rules/hijri';
import { dayNumber, dayToDate } from '../../contract/rules/hifz/days';
import type { JuzTest } from '../../contract/rules/hifz/juzTest';
import { daysAfter } from '../../contract/rules/retention';
import { dailyRecordType } from '../../contract/vocabulary';
import type { Db } from '../db/schema';
import { isAbsenceCounted } from '../domain/registers';
import { areOfAudience, type Audience, type TellCall } from './audience';
import { type Finding, toldBefore } from './finding';
import type { ToldLog } from './log';

/** The test of juz that is due for each student. Only the plans of subjects that match the condition count. */
export type LoadDueJuzTests = (
  call: TellCall,
  audience: Pick<Audience, 'today' | 'onRoster' | 'subjects'>,
) => Promise<Map<number, JuzTest>>;

/** A passed test is news for some days. */
const passedDays = 7;

/** Tests of juz that are due, and tests passed in the last days. */
export async function findJuzTests(
  call: TellCall,
  audience: Audience,
  log: ToldLog,
  loadDueJuzTests: LoadDueJuzTests,
): Promise<Finding[]> {
  const { date, today, onRoster } = audience;
  const { rows: passed } = await sql<{ student: number; date: string; from_juz: number; to_juz: number }>`
    select sard.student_row_id as student, sard.date, sard.from_juz, sard.to_juz
    from sard
    where sard.passed = 1 and sard.date > ${daysAfter(date, -passedDays)} and sard.date <= ${date}
      and sard.student_row_id in (select students.id from students where ${onRoster})
      and ${areOfAudience(audience, 'sard')}
    order by sard.date, sard.id`.execute(call.data.read);
  const tests = [...passed].map((test) => ({
    studentId: test.student,
    sentence: 'juz_passed' as const,
    values: { juz: juzNames(test.from_juz, test.to_juz), day: dayText(test.date, today) },
    content: `passed ${test.from_juz}-${test.to_juz} ${test.date}`,
  }));
  const due = [...(await loadDueJuzTests(call, audience))].map(([studentId, { fromJuz, toJuz }]) => ({
    studentId,
    sentence: 'juz_due' as const,
    values: { juz: juzNames(fromJuz, toJuz), day: dayText(today, today) },
    content: `due ${fromJuz}-${toJuz}`,
  }));
  return [...tests, ...due].map((finding) => ({
    ...finding,
    // A student can have both, so the last message alone does not tell.
    toldBy:
      log
        .get(finding.studentId)
        ?.findLast(({ content, wasSent }) => wasSent && content.split(separator).includes(finding.content)) ??
      null,
  }));
}

/** Between the contents of one message about one student. */
export const separator = '; ';

export const lastDayOfWeek = (from: string): string => dayToDate(dayNumber(from) + 6);

/** The week of each student with daily records, also without a recitation. */
export async function findWeeks(
  db: Db,
  audience: Audience,
  log: ToldLog,
  { from, to }: { from: string; to: string },
): Promise<Finding[]> {
  const { today, onRoster, subjects } = audience;
  const inWeek = (
    table: 'daily_records' | 'absences',
  ) => sql`${sql.ref(`${table}.student_row_id`)} = students.id
    and ${sql.ref(`${table}.date`)} >= ${from} and ${sql.ref(`${table}.date`)} <= ${to} and ${areOfAudience(audience, table)}`;
  const pages = (isNew: boolean) => sql`(select coalesce(sum(daily_records.pages_count), 0) from daily_records
    where ${inWeek('daily_records')} and daily_records.result = 'accepted'
      and daily_records.kind in (${isNew ? sql`'new'` : sql`'near', 'far'`}))`;
  const { rows } = await sql<Record<'student' | 'lessons' | 'revision' | 'absent', number | string>>`
    select students.id as student, ${pages(true)} as lessons, ${pages(false)} as revision,
      (select count(distinct absences.date) from absences where ${inWeek('absences')} and ${isAbsenceCounted}) as absent
    from students
    where ${onRoster} and exists (select 1 from enrolments join subjects on subjects.batch_id = enrolments.batch_id
      where enrolments.student_row_id = students.id and enrolments.is_shown = 1
        and subjects.type = ${dailyRecordType} and ${subjects}
        and ${audience.scope.isStudentVisible({ subject: sql.ref('subjects.id'), student: sql.ref('students.id') })})`.execute(
    db,
  );
  return rows.map((row): Finding => {
    const studentId = Number(row.student);
    return {
      studentId,
      sentence: 'week',
      values: {
        day: dayText(today, today),
        week: fromTo(hijriDateWithoutYear(from), hijriDateWithoutYear(to)),
        lessons: pagesText(Number(row.lessons)),
        revision: pagesText(Number(row.revision)),
        absences: countText('days', Number(row.absent)),
      },
      content: from,
      toldBy: toldBefore(log, studentId, from),
    };
  });
}

interface SubjectMark {
  subject: number;
  name: string;
  percentage: number;
}

/** The complete marks that no message has told yet, or all marks if nothing has changed since. */
export async function findMarks(db: Db, audience: Audience, log: ToldLog): Promise<Finding[]> {
  const { today, onRoster, subjects, scope } = audience;
  const { rows } = await sql<SubjectMark & { student: number }>`
    select grades.student_row_id as student, subjects.id as subject, subjects.name, grades.percentage
    from grades join subjects on subjects.id = grades.subject_id
      join enrolments on enrolments.student_row_id = grades.student_row_id
        and enrolments.batch_id = subjects.batch_id and enrolments.is_shown = 1
    where grades.percentage is not null and ${subjects}
      and grades.student_row_id in (select students.id from students where ${onRoster})
      and ${scope.isStudentVisible({ subject: sql.ref('subjects.id'), student: sql.ref('grades.student_row_id') })}
    order by grades.student_row_id, subjects.name_sort, subjects.id`.execute(db);
  const marks = new Map<number, SubjectMark[]>();
  for (const { student, ...mark } of rows) {
    const ofStudent = marks.get(student);
    if (ofStudent) ofStudent.push(mark);
    else marks.set(student, [mark]);
  }
  return [...marks].map(([studentId, all]): Finding => {
    const messages = (log.get(studentId) ?? []).filter(({ wasSent }) => wasSent);
    const content = new Map(messages.flatMap((message) => message.content.split(separator).map(parseMark)));
    const changed = all.filter(({ subject, percentage }) => content.get(subject) !== percentage);
    const listed = changed.length > 0 ? changed : all;
    return {
      studentId,
      sentence: 'marks',
      values: {
        day: dayText(today, today),
        marks: listed
          .map(({ name, percentage }) => markLine(name, displayedPercentage(percentage)))
          .join('\n'),
      },
      content: listed.map(({ subject, percentage }) => `${subject}=${percentage}`).join(separator),
      toldBy: changed.length > 0 ? null : (messages.at(-1) ?? null),
    };
  });
}

const parseMark = (text: string): [number, number] => {
  const [subject, percentage] = text.split('=').map(Number);
  return [subject ?? 0, percentage ?? Number.NaN];
};
