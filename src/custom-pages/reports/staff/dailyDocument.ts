import { daysBetween } from '../../../../contract/rules/retention';
import { performanceLevels } from '../../../../contract/vocabulary';
import type { DailyReport } from '../../../dataProvider/reports';
import type { Text } from '../../../i18n/useText';
import type { Bar } from '../../../ui/BarsChart';
import type { ReportChart, ReportColumn, ReportDocument } from './reportDocument';
import { factsOfSubject, percentText } from './subjectDocument';

/** In the order of `performanceLevels`; spec 2 §3. */
const levelKeys = ['excellent', 'veryGood', 'good', 'acceptable', 'weak'] as const;

/** More days than these are drawn by month. */
const mostDays = 45;

/** The log of a student, or the records of a range: of everybody where the report names no student. */
export function dailyDocument(t: Text, report: DailyReport, isRange: boolean): ReportDocument {
  const { student, subject, dateRange, records, statistics } = report;
  const isOfAll = student === null;
  const counts = levelKeys.map((key) => statistics.performanceDistribution[key]);
  return {
    title: t(isRange ? 'staffReports.dailyRangeName' : 'staffReports.dailyLogName'),
    about: `${student?.studentName ?? subject.batchName} - ${subject.subjectName}`,
    facts: [
      {
        label: t('staffReports.student'),
        value: student?.studentName ?? t('staffReports.everybody'),
      },
      ...factsOfSubject(t, subject),
      ...(dateRange.startDate && dateRange.endDate
        ? [
            { label: t('staffReports.from'), value: dateRange.startDate, kind: 'day' as const },
            { label: t('staffReports.to'), value: dateRange.endDate, kind: 'day' as const },
          ]
        : []),
    ],
    figures: [
      {
        label: t('staffReports.totalRecords'),
        value: statistics.totalRecords,
        hint: t('counted.students', { smart_count: statistics.totalStudents }),
      },
      {
        label: t('staffReports.totalPages'),
        value: statistics.totalPages,
        ...(statistics.avgPages === null
          ? {}
          : { hint: t('staffReports.averagePages', { pages: statistics.avgPages }) }),
      },
      { label: t('staffReports.totalMistakes'), value: statistics.totalMistakes },
      { label: t('staffReports.averagePerformance'), value: percentText(t, statistics.avgGrade) },
    ],
    tables: [
      {
        title: t('staffReports.records'),
        columns: recordColumns(t, isOfAll),
        rows: records.map((row) => [
          row.recordDate,
          ...(isOfAll ? [row.studentName] : []),
          row.recordContent,
          row.pagesCount,
          row.performanceLevel,
          row.mistakesCount,
          row.teacherNotes,
        ]),
        empty: t('staffReports.noRecords'),
      },
      {
        title: t('staffReports.performance'),
        isHalf: true,
        columns: [
          { head: t('staffReports.performanceLevel'), kind: 'name', width: 20 },
          { head: t('staffReports.count'), kind: 'figure', width: 12 },
        ],
        rows: performanceLevels.map((level, place) => [level, counts[place] ?? 0]),
        empty: '',
      },
    ],
    charts: records.length === 0 ? [] : chartsOf(t, report, counts),
    notes:
      statistics.totalRecords > records.length
        ? [t('staffReports.newestOnly', { shown: records.length, total: statistics.totalRecords })]
        : [],
  };
}

function recordColumns(t: Text, isOfAll: boolean): ReportColumn[] {
  return [
    { head: t('staffReports.day'), kind: 'day', width: 14 },
    ...(isOfAll ? [{ head: t('staffReports.student'), kind: 'name' as const, width: 34 }] : []),
    { head: t('staffReports.content'), kind: 'text', width: 36 },
    { head: t('staffReports.pages'), kind: 'figure', width: 10 },
    { head: t('staffReports.performanceLevel'), kind: 'text', width: 14 },
    { head: t('staffReports.mistakes'), kind: 'figure', width: 10 },
    { head: t('staffReports.notes'), kind: 'text', width: 36 },
  ];
}

function chartsOf(t: Text, report: DailyReport, counts: readonly number[]): ReportChart[] {
  return [
    {
      title: t('staffReports.performanceChart'),
      measure: t('staffReports.totalRecords'),
      bars: performanceLevels.map((level, place) => ({ label: level, value: counts[place] ?? 0 })),
    },
    {
      title: t('staffReports.pagesOverTime'),
      measure: t('staffReports.pages'),
      bars: pagesOverTime(report),
      isWide: true,
    },
  ];
}

/** The pages of each day, or of each month where there are many days; oldest first. */
export function pagesOverTime(report: Pick<DailyReport, 'records'> & Partial<DailyReport>): Bar[] {
  const days =
    report.days ??
    report.records.map(({ recordDate, pagesCount }) => ({
      date: recordDate,
      pages: pagesCount ?? 0,
    }));
  const ofDays = summed(days, (date) => date);
  const dates = [...ofDays.keys()];
  // Within a year the day and the month name a day.
  const isWithinYear = daysBetween(dates[0] ?? '', dates.at(-1) ?? '') < 365;
  if (ofDays.size <= mostDays && isWithinYear)
    return [...ofDays].map(([date, value]) => ({
      label: `${Number(date.slice(8))}/${Number(date.slice(5, 7))}`,
      value,
    }));
  return [...summed(days, (date) => date.slice(0, 7))].map(([month, value]) => ({
    label: `${Number(month.slice(5))}/${month.slice(0, 4)}`,
    value,
  }));
}

function summed(days: readonly { date: string; pages: number }[], of: (date: string) => string) {
  const sums = new Map<string, number>();
  for (const { date, pages } of days.toSorted((a, b) => (a.date < b.date ? -1 : 1)))
    sums.set(of(date), (sums.get(of(date)) ?? 0) + pages);
  return sums;
}
