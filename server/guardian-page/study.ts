import type { WeekSheet } from '../../contract/hifz/map';
import { type PageLanguage, pageTexts } from '../../contract/families/guardianPageText';
import type {
  StudentReport,
  StudentReportSubject,
  TranscriptRow,
} from '../../contract/reports/studentReport';
import { paperText } from '../../contract/reports/paperText';
import { formatWeekday, hijriDateWithoutYear } from '../../contract/rules/hijri';
import { dayNumber, dayToDate, teachingWeekStart } from '../../contract/rules/hifz/days';
import { describeAyahRange } from '../../contract/rules/mushafText';
import { insertRepeated } from '../../contract/rules/repeatedSubjects';
import { type AbsenceType, excusedAbsence, type RecordKindNames } from '../../contract/vocabulary';
import type { Db } from '../db/schema';
import { parseRecordKindNames, parseWeekend } from '../domain/institute';
import type { PageChild } from './children';
import { html, type Html } from './html';
import type { GuardianVisit } from './session';

interface Week {
  today: string;
  from: string;
  to: string;
}

type OwnWeek = Pick<WeekSheet, 'heard' | 'sard' | 'next_tasks'>;
type ReportedMarks = Pick<StudentReport, 'available_levels' | 'subjects' | 'repeated' | 'former'>;
type AttendedDay = { date: string; subject: string; absence: AbsenceType | null };

/** Queries of other parts, which read only what the student himself sees. */
export interface StudyLoaders {
  /** Null if the student was deleted meanwhile. */
  loadReport(
    db: Db,
    rowId: number,
    week: Week,
  ): Promise<(ReportedMarks & { average: number | null; attended: readonly AttendedDay[] }) | null>;
  /** In the order of the students. */
  loadWeeks(
    db: Db,
    students: readonly { id: number; student_id: string; full_name: string }[],
    week: Week,
  ): Promise<OwnWeek[]>;
}

const englishFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const englishDay = englishFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const englishWeekday = englishFormat({ weekday: 'long' });

const formatDay = (date: string, language: PageLanguage): string =>
  language === 'en'
    ? englishDay.format(new Date(`${date}T00:00:00Z`))
    : `${formatWeekday(date)} ${hijriDateWithoutYear(date)}`;

/** The head of the page has the dates of the week. */
const formatDayOfWeek = (date: string, language: PageLanguage): string =>
  language === 'en' ? englishWeekday.format(new Date(`${date}T00:00:00Z`)) : formatWeekday(date);

/** Names of the institute are Arabic on the English page too. */
const arabic = (text: string, language: PageLanguage): Html =>
  language === 'ar' ? html`<bdi>${text}</bdi>` : html`<bdi lang="ar">${text}</bdi>`;

/** Attendance, recitations and tasks of the week, and the marks of the latest level, by student. */
export async function renderStudies(
  visit: GuardianVisit,
  { loadReport, loadWeeks }: StudyLoaders,
): Promise<Map<number, Html>> {
  const { data, today, children } = visit;
  const settings = await data.read
    .selectFrom('settings')
    .select(['record_kinds', 'weekend_days'])
    .executeTakeFirst();
  const start = teachingWeekStart(dayNumber(today), parseWeekend(settings?.weekend_days));
  const week = { today, from: dayToDate(start), to: dayToDate(start + 6) };
  const students = children.map(({ rowId, studentId, name }) => ({
    id: rowId,
    student_id: studentId,
    full_name: name,
  }));
  const sheets = await loadWeeks(data.read, students, week);
  const kindNames = parseRecordKindNames(settings?.record_kinds);
  const studies = new Map<number, Html>();
  for (const [index, { rowId }] of children.entries()) {
    const report = await loadReport(data.read, rowId, week);
    const sheet = sheets[index];
    if (report && sheet) studies.set(rowId, renderStudy(visit, rowId, { report, sheet, kindNames, week }));
  }
  return studies;
}

interface Study {
  report: NonNullable<Awaited<ReturnType<StudyLoaders['loadReport']>>>;
  sheet: OwnWeek;
  kindNames: RecordKindNames;
  week: Week;
}

function renderStudy(
  { language, href }: GuardianVisit,
  rowId: number,
  { report, sheet, kindNames, week }: Study,
): Html {
  const text = pageTexts[language];
  const level = report.available_levels.at(-1);
  const hasMoreLevels = report.available_levels.length > 1 || report.former.length > 0;
  return html`<p class="quiet">${text.week(formatDay(week.from, language), formatDay(week.to, language))}</p>
    ${renderAttendance(report.attended, language)} ${renderRecitations(sheet, kindNames, language)}
    ${renderTasks(sheet, kindNames, language)}
    <h3>${level !== undefined && hasMoreLevels ? text.marksOfLevel(level) : text.marks}</h3>
    ${renderMarks(ofLevel(report, level), language)}
    ${hasMoreLevels && html`<p><a href="${href(`marks/${rowId}`)}">${text.allMarks}</a></p>`}`;
}

/** All levels and former programmes. Null if the student was deleted meanwhile. */
export async function renderAllMarks(
  { data, today, language }: GuardianVisit,
  child: PageChild,
  { loadReport }: StudyLoaders,
): Promise<Html | null> {
  const text = pageTexts[language];
  const report = await loadReport(data.read, child.rowId, { today, from: today, to: today });
  if (!report) return null;
  const { average } = report;
  return html`<h2><bdi>${child.name}</bdi></h2>
    ${average !== null && html`<p>${text.average(average)}</p>`}
    ${report.available_levels.map(
      (level) =>
        html`<h3>${text.marksOfLevel(level)}</h3>
          ${renderMarks(ofLevel(report, level), language)}`,
    )}
    ${report.former.map(
      ({ programName, transcript }) =>
        html`<h3>${arabic(programName, language)}</h3>
          ${renderFormer(transcript, language)}`,
    )}`;
}

const ofLevel = (report: ReportedMarks, level: number | undefined) =>
  insertRepeated(report.subjects, report.repeated).filter(({ subject }) => subject.subject_level === level);

/** A row for each day with a line for each entry. A phone has no room for more columns. */
function renderDays(
  entries: readonly { date: string; line: Html }[],
  { title, head, empty }: { title: string; head: string; empty: string },
  language: PageLanguage,
): Html {
  if (entries.length === 0)
    return html`<h3>${title}</h3>
      <p class="quiet">${empty}</p>`;
  const days = [...new Set(entries.map(({ date }) => date))].toSorted();
  const rows = days.map(
    (day) =>
      html`<tr>
        <th scope="row">${formatDayOfWeek(day, language)}</th>
        <td>${entries.filter(({ date }) => date === day).map(({ line }) => html`<div>${line}</div>`)}</td>
      </tr>`,
  );
  return html`<h3>${title}</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">${pageTexts[language].day}</th>
          <th scope="col">${head}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function renderAttendance(attended: readonly AttendedDay[], language: PageLanguage): Html {
  const text = pageTexts[language];
  const state = (absence: AbsenceType | null) =>
    absence === null ? text.present : absence === excusedAbsence ? text.excused : text.absent;
  const days = [...new Set(attended.map(({ date }) => date))];
  const entries = days.flatMap((date) => {
    const ofDay = attended.filter((one) => one.date === date);
    return [...new Set(ofDay.map(({ absence }) => absence))].map((absence) => {
      const subjects = ofDay.flatMap((one) => (one.absence === absence ? [one.subject] : []));
      return { date, line: html`${state(absence)}: ${arabic(paperText.joinItems(subjects), language)}` };
    });
  });
  const heads = { title: text.attendance, head: text.subjects, empty: text.noAttendance };
  return renderDays(entries, heads, language);
}

function renderRecitations(sheet: OwnWeek, kindNames: RecordKindNames, language: PageLanguage): Html {
  const text = pageTexts[language];
  const recitations = sheet.heard.map(({ date, kind, ranges, result }) => ({
    date,
    line: html`${arabic(`${kindNames[kind]}: ${paperText.joinItems(ranges.map(describeAyahRange))}`, language)}
    (${result === 'accepted' ? text.accepted : text.repeat})`,
  }));
  const tests = sheet.sard.map(({ date, from_juz, to_juz, passed }) => ({
    date,
    line: html`${text.sard}: ${text.juz(from_juz, to_juz)} (${passed ? text.sardPassed : text.sardFailed})`,
  }));
  const heads = { title: text.recited, head: text.amount, empty: text.noRecitations };
  return renderDays([...recitations, ...tests], heads, language);
}

const taskKinds = ['new', 'near', 'far'] as const;

/** Null without a plan of memorisation. */
function renderTasks(
  { next_tasks }: OwnWeek,
  kindNames: RecordKindNames,
  language: PageLanguage,
): Html | null {
  const text = pageTexts[language];
  const lines = next_tasks.flatMap(({ subject_name, task }) => {
    const prefix = next_tasks.length > 1 && html`${arabic(subject_name, language)}, `;
    const ranges = taskKinds.flatMap((kind) =>
      task[kind].length === 0
        ? []
        : [
            html`<li>
              ${prefix}${arabic(kindNames[kind], language)}:
              ${arabic(paperText.joinItems(task[kind].map(describeAyahRange)), language)}
            </li>`,
          ],
    );
    const { test } = task;
    return test
      ? [...ranges, html`<li>${prefix}${text.testDue(text.juz(test.from_juz, test.to_juz))}</li>`]
      : ranges;
  });
  return lines.length === 0
    ? null
    : html`<h3>${text.nextTask}</h3>
        <ul>
          ${lines}
        </ul>`;
}

const outOf = (mark: number, max: number): Html => html`<bdi>${mark}/${max}</bdi>`;

/** The marks by column stand below the name of the subject, because a phone has no room for columns. */
function markDetails({ columns, kinds, ...subject }: StudentReportSubject, language: PageLanguage): Html[] {
  const marks = columns.flatMap(({ column, name, max }) => {
    const mark = subject[`${column}_grade`];
    return mark === null
      ? []
      : [html`<span class="part">${arabic(name, language)} ${outOf(mark, max)}</span> `];
  });
  const records = (kinds ?? []).flatMap(({ name, records: count, pages }) =>
    count === 0
      ? []
      : [html`<div>${arabic(name, language)}: ${pageTexts[language].records(count, pages)}</div>`],
  );
  return [...marks, ...records];
}

interface MarkRow {
  name: string;
  isRepeated: boolean;
  details: readonly Html[];
  total: Html | null;
  letter: string | null;
}

function renderMarks(rows: ReturnType<typeof ofLevel>, language: PageLanguage): Html {
  return renderMarkRows(
    rows.map(({ subject, isRepeated }) => ({
      name: subject.subject_name,
      isRepeated,
      details: markDetails(subject, language),
      total:
        subject.total_grade === null
          ? null
          : outOf(
              subject.total_grade,
              subject.columns.reduce((sum, { max }) => sum + max, 0),
            ),
      letter: subject.letter_grade,
    })),
    language,
  );
}

const renderFormer = (rows: readonly TranscriptRow[], language: PageLanguage): Html =>
  renderMarkRows(
    rows.map(({ subjectName, isRepeated, total, max, grade }) => ({
      name: subjectName,
      isRepeated,
      details: [],
      total: total === null ? null : outOf(total, max),
      letter: grade,
    })),
    language,
  );

function renderMarkRows(rows: readonly MarkRow[], language: PageLanguage): Html {
  const text = pageTexts[language];
  if (rows.length === 0) return html`<p class="quiet">${text.noMarks}</p>`;
  const lines = rows.map(
    ({ name, isRepeated, details, total, letter }) =>
      html`<tr>
        <th scope="row">
          ${arabic(name, language)}${isRepeated && html` <span class="quiet">(${text.repeated})</span>`}${
            details.length > 0 && html`<div class="quiet">${details}</div>`
          }
        </th>
        <td>${total ?? '–'}</td>
        <td>${letter === null ? '–' : arabic(letter, language)}</td>
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${text.subject}</th>
        <th scope="col">${text.total}</th>
        <th scope="col">${text.letter}</th>
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}
