import { paperText as say } from '../reports/paperText';
import type { ReportedDailyRecords, ReportedRecord } from '../reports/reports';
import { ayahOfName } from '../rules/mushaf';
import { describePosition, describeRange, parseRanges, describeNamed } from '../rules/mushafText';
import { daysBetween } from '../rules/retention';
import { defaultRecordKind, performanceLevels, recordResultNames } from '../vocabulary';
import {
  type DocumentBar,
  type DocumentChart,
  type DocumentTable,
  type Fact,
  percentOf,
  type ReportDocument,
} from './document';
import { factsOfSubject } from './subject';

/** In the order of `performanceLevels`; spec 2 §3. */
const levelKeys = ['excellent', 'veryGood', 'good', 'acceptable', 'weak'] as const;

/** If there are more days than these, the chart has a bar for each month. */
const maxDays = 45;

/** The log of a student, or the records of a range of days: of all students if the report names none. */
export function dailyDocument(report: ReportedDailyRecords, isRange: boolean): ReportDocument {
  const { student, subject, dateRange, records, statistics } = report;
  const counts = levelKeys.map((key) => statistics.performanceDistribution[key]);
  return {
    title: isRange ? say.dailyRangeName : say.dailyLogName,
    about: `${student?.studentName ?? subject.batchName} - ${subject.subjectName}`,
    facts: [
      { label: say.student, value: student?.studentName ?? say.everybody },
      ...factsOfSubject(subject),
      ...(report.circle ? [{ label: say.circle, value: report.circle.name }] : []),
      ...kindFact(report),
      ...(dateRange.startDate && dateRange.endDate
        ? [
            { label: say.from, value: dateRange.startDate, kind: 'day' as const },
            { label: say.to, value: dateRange.endDate, kind: 'day' as const },
          ]
        : []),
    ],
    figures: [
      {
        label: say.totalRecords,
        value: statistics.totalRecords,
        hint: say.students(statistics.totalStudents),
      },
      {
        label: say.totalPages,
        value: statistics.totalPages,
        ...(statistics.avgPages === null ? {} : { hint: say.averagePages(statistics.avgPages) }),
      },
      { label: say.totalMistakes, value: statistics.totalMistakes },
      { label: say.averagePerformance, value: percentOf(statistics.avgGrade) },
    ],
    tables: [
      recordsTable(report),
      {
        title: say.performance,
        isHalf: true,
        columns: [
          { head: say.performanceLevel, kind: 'name', width: 20 },
          { head: say.count, kind: 'figure', width: 12 },
        ],
        rows: performanceLevels.map((level, place) => [level, counts[place] ?? 0]),
        empty: '',
      },
    ],
    charts: records.length === 0 ? [] : chartsOf(report, counts),
    notes:
      statistics.totalRecords > records.length
        ? [say.newestOnly(records.length, statistics.totalRecords)]
        : [],
  };
}

/** The kind of the records. Nothing for a report of new ones, because some servers have no other kinds. */
function kindFact({ kind, kindNames }: ReportedDailyRecords): Fact[] {
  if (kind === undefined || kind === defaultRecordKind) return [];
  return [{ label: say.recordKind, value: kind === 'all' ? say.allKinds : kindNames[kind] }];
}

/** What was recited: the text of the teacher, and the ranges that the text does not name. */
function contentOf({ recordContent, ranges }: ReportedRecord): string | null {
  const named = parseRanges(recordContent ?? '').map((range) => range && describeRange(range));
  const told = (ranges ?? []).map(describeNamed).filter((range) => !named.includes(range));
  return told.length === 0 ? recordContent : say.listed([...(recordContent ? [recordContent] : []), ...told]);
}

function faultsOf({ faults }: ReportedRecord, names: ReportedDailyRecords['faultNames']): string | null {
  if (!faults || faults.length === 0) return null;
  return say.listed(
    faults.map(({ kind, ayah, count }) => {
      const position = ayah === null ? null : ayahOfName(ayah);
      return say.faultsOf(names[kind] ?? kind, count, position && describePosition(position));
    }),
  );
}

function recordsTable({
  student,
  records,
  kind,
  kindNames,
  faultNames,
}: ReportedDailyRecords): DocumentTable {
  const isOfAll = student === null;
  const isOfAllKinds = kind === 'all';
  const hasResult =
    kind !== undefined && (kind !== defaultRecordKind || records.some(({ result }) => result === 'repeat'));
  const hasFaults = records.some(({ faults }) => (faults ?? []).length > 0);
  return {
    title: say.records,
    columns: [
      { head: say.day, kind: 'day', width: 20 },
      ...(isOfAll ? [{ head: say.student, kind: 'name' as const, width: 34 }] : []),
      ...(isOfAllKinds ? [{ head: say.recordKind, kind: 'text' as const, width: 16 }] : []),
      { head: say.content, kind: 'text', width: 36 },
      { head: say.pages, kind: 'figure', width: 10 },
      { head: say.performanceLevel, kind: 'text', width: 14 },
      ...(hasResult ? [{ head: say.result, kind: 'text' as const, width: 10 }] : []),
      { head: say.mistakes, kind: 'figure', width: 10 },
      ...(hasFaults ? [{ head: say.faults, kind: 'text' as const, width: 30 }] : []),
      { head: say.notes, kind: 'text', width: 36 },
    ],
    rows: records.map((row) => [
      row.recordDate,
      ...(isOfAll ? [row.studentName] : []),
      ...(isOfAllKinds ? [kindNames[row.kind]] : []),
      contentOf(row),
      row.pagesCount,
      row.performanceLevel,
      ...(hasResult ? [row.result && recordResultNames[row.result]] : []),
      row.mistakesCount,
      ...(hasFaults ? [faultsOf(row, faultNames)] : []),
      row.teacherNotes,
    ]),
    empty: say.noRecords,
  };
}

function chartsOf(report: ReportedDailyRecords, counts: readonly number[]): DocumentChart[] {
  return [
    {
      title: say.performanceChart,
      measure: say.totalRecords,
      bars: performanceLevels.map((level, place) => ({ label: level, value: counts[place] ?? 0 })),
    },
    { title: say.pagesOverTime, measure: say.pages, bars: pagesOverTime(report), isWide: true },
  ];
}

/** The pages of each day, or of each month where there are many days; oldest first. */
export function pagesOverTime(
  report: Pick<ReportedDailyRecords, 'records'> & Partial<ReportedDailyRecords>,
): DocumentBar[] {
  const days =
    report.days ??
    report.records.map(({ recordDate, pagesCount }) => ({ date: recordDate, pages: pagesCount ?? 0 }));
  const ofDays = sumPages(days, (date) => date);
  const dates = [...ofDays.keys()];
  // Within a year, the day and the month are enough to name a day.
  const isWithinYear = daysBetween(dates[0] ?? '', dates.at(-1) ?? '') < 365;
  if (ofDays.size <= maxDays && isWithinYear)
    return [...ofDays].map(([date, value]) => ({
      label: `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
      value,
    }));
  return [...sumPages(days, (date) => date.slice(0, 7))].map(([month, value]) => ({
    label: `${Number(month.slice(5))}/${month.slice(0, 4)}`,
    value,
  }));
}

function sumPages(days: readonly { date: string; pages: number }[], of: (date: string) => string) {
  const sums = new Map<string, number>();
  for (const { date, pages } of days.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    sums.set(of(date), (sums.get(of(date)) ?? 0) + pages);
  return sums;
}
