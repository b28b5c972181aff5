import { paperText as labels } from '../reports/paperText';
import type { ReportedDailyRecords, ReportedRecord } from '../reports/reports';
import { parseAyah } from '../rules/mushaf';
import { describePosition, describeRange, parseRanges, describeAyahRange } from '../rules/mushafText';
import { daysBetween } from '../rules/retention';
import { defaultRecordKind, performanceLevels, recordResultNames } from '../vocabulary';
import {
  type DocumentBar,
  type DocumentChart,
  type DocumentTable,
  type Fact,
  percentCell,
  type ReportDocument,
} from './document';
import { subjectFacts } from './subject';

const levelKeys = ['excellent', 'veryGood', 'good', 'acceptable', 'weak'] as const;

const maxDailyBars = 45;

export function dailyDocument(report: ReportedDailyRecords, isRange: boolean): ReportDocument {
  const { student, subject, dateRange, records, statistics } = report;
  const counts = levelKeys.map((key) => statistics.performanceDistribution[key]);
  return {
    title: isRange ? labels.dailyRangeName : labels.dailyLogName,
    about: `${student?.studentName ?? subject.batchName} - ${subject.subjectName}`,
    facts: [
      { label: labels.student, value: student?.studentName ?? labels.everybody },
      ...subjectFacts(subject),
      ...(report.circle ? [{ label: labels.circle, value: report.circle.name }] : []),
      ...kindFact(report),
      ...(dateRange.startDate && dateRange.endDate
        ? [
            { label: labels.from, value: dateRange.startDate, kind: 'day' as const },
            { label: labels.to, value: dateRange.endDate, kind: 'day' as const },
          ]
        : []),
    ],
    figures: [
      {
        label: labels.totalRecords,
        value: statistics.totalRecords,
        hint: labels.students(statistics.totalStudents),
      },
      {
        label: labels.totalPages,
        value: statistics.totalPages,
        ...(statistics.avgPages === null ? {} : { hint: labels.averagePages(statistics.avgPages) }),
      },
      { label: labels.totalMistakes, value: statistics.totalMistakes },
      { label: labels.averagePerformance, value: percentCell(statistics.avgGrade) },
    ],
    tables: [
      recordsTable(report),
      {
        title: labels.performance,
        isHalfWidth: true,
        columns: [
          { head: labels.performanceLevel, kind: 'name', width: 20 },
          { head: labels.count, kind: 'figure', width: 12 },
        ],
        rows: performanceLevels.map((level, index) => [level, counts[index] ?? 0]),
        empty: '',
      },
    ],
    charts: records.length === 0 ? [] : buildCharts(report, counts),
    notes:
      statistics.totalRecords > records.length
        ? [labels.newestOnly(records.length, statistics.totalRecords)]
        : [],
  };
}

/** The kind is omitted for new records, because some servers have no other kind. */
function kindFact({ kind, kindNames }: ReportedDailyRecords): Fact[] {
  if (kind === undefined || kind === defaultRecordKind) return [];
  return [{ label: labels.recordKind, value: kind === 'all' ? labels.allKinds : kindNames[kind] }];
}

function describeContent({ recordContent, ranges }: ReportedRecord): string | null {
  const rangesInText = parseRanges(recordContent ?? '').map((range) => range && describeRange(range));
  const otherRanges = (ranges ?? []).map(describeAyahRange).filter((range) => !rangesInText.includes(range));
  return otherRanges.length === 0
    ? recordContent
    : labels.joinItems([...(recordContent ? [recordContent] : []), ...otherRanges]);
}

function describeFaults(
  { faults }: ReportedRecord,
  names: ReportedDailyRecords['faultNames'],
): string | null {
  if (!faults || faults.length === 0) return null;
  return labels.joinItems(
    faults.map(({ kind, ayah, count }) => {
      const position = ayah === null ? null : parseAyah(ayah);
      return labels.faultCount(names[kind] ?? kind, count, position && describePosition(position));
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
  const hasAllStudents = student === null;
  const hasAllKinds = kind === 'all';
  const hasResult =
    kind !== undefined && (kind !== defaultRecordKind || records.some(({ result }) => result === 'repeat'));
  const hasFaults = records.some(({ faults }) => (faults ?? []).length > 0);
  return {
    title: labels.records,
    columns: [
      { head: labels.day, kind: 'day', width: 20 },
      ...(hasAllStudents ? [{ head: labels.student, kind: 'name' as const, width: 34 }] : []),
      ...(hasAllKinds ? [{ head: labels.recordKind, kind: 'text' as const, width: 16 }] : []),
      { head: labels.content, kind: 'text', width: 36 },
      { head: labels.pages, kind: 'figure', width: 10 },
      { head: labels.performanceLevel, kind: 'text', width: 14 },
      ...(hasResult ? [{ head: labels.result, kind: 'text' as const, width: 10 }] : []),
      { head: labels.mistakes, kind: 'figure', width: 10 },
      ...(hasFaults ? [{ head: labels.faults, kind: 'text' as const, width: 30 }] : []),
      { head: labels.notes, kind: 'text', width: 36 },
    ],
    rows: records.map((row) => [
      row.recordDate,
      ...(hasAllStudents ? [row.studentName] : []),
      ...(hasAllKinds ? [kindNames[row.kind]] : []),
      describeContent(row),
      row.pagesCount,
      row.performanceLevel,
      ...(hasResult ? [row.result && recordResultNames[row.result]] : []),
      row.mistakesCount,
      ...(hasFaults ? [describeFaults(row, faultNames)] : []),
      row.teacherNotes,
    ]),
    empty: labels.noRecords,
  };
}

function buildCharts(report: ReportedDailyRecords, counts: readonly number[]): DocumentChart[] {
  return [
    {
      title: labels.performanceChart,
      measure: labels.totalRecords,
      bars: performanceLevels.map((level, index) => ({ label: level, value: counts[index] ?? 0 })),
    },
    { title: labels.pagesOverTime, measure: labels.pages, bars: pagesOverTime(report), isWide: true },
  ];
}

export function pagesOverTime(
  report: Pick<ReportedDailyRecords, 'records'> & Partial<ReportedDailyRecords>,
): DocumentBar[] {
  const days =
    report.days ??
    report.records.map(({ recordDate, pagesCount }) => ({ date: recordDate, pages: pagesCount ?? 0 }));
  const pagesByDay = sumPages(days, (date) => date);
  const dates = [...pagesByDay.keys()];
  // A date label has no year, so it is unique only within one year.
  const isWithinYear = daysBetween(dates[0] ?? '', dates.at(-1) ?? '') < 365;
  if (pagesByDay.size <= maxDailyBars && isWithinYear)
    return [...pagesByDay].map(([date, value]) => ({
      label: `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
      value,
    }));
  return [...sumPages(days, (date) => date.slice(0, 7))].map(([month, value]) => ({
    label: `${Number(month.slice(5))}/${month.slice(0, 4)}`,
    value,
  }));
}

function sumPages(days: readonly { date: string; pages: number }[], getPeriod: (date: string) => string) {
  const sums = new Map<string, number>();
  for (const { date, pages } of days.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    sums.set(getPeriod(date), (sums.get(getPeriod(date)) ?? 0) + pages);
  return sums;
}
