import { type DocumentTable, percentOf } from '../../../../contract/documents/document';
import type { ReportGroup, ReportGrouping } from '../../../../contract/reportLog';
import type { Text } from '../../../i18n/useText';
import type { ExcelSheet } from '../../../ui/report/excelFile';

/** The groups as they stand on the screen. */
export function statisticsTable(t: Text, by: ReportGrouping, groups: readonly ReportGroup[]): DocumentTable {
  const figures = figuresOf(t);
  const code =
    by === 'subject' ? [{ head: t('staffReports.subjectCode'), kind: 'figure' as const, width: 14 }] : [];
  return {
    title: t(`staffReports.groupings.${by}`),
    columns: [
      { head: t(`staffReports.groupings.${by}`), kind: 'name', width: 30 },
      ...code,
      ...figures.map(({ head }) => ({ head, kind: 'figure' as const, width: 14 })),
    ],
    rows: groups.map((group) => [
      ...namesOf(t, by, group),
      ...figures.map(({ value, isRate }) => (isRate ? percentOf(value(group)) : value(group))),
    ]),
    empty: '',
  };
}

/** The same for a spreadsheet: a rate is a number there, and nothing where there is no data. */
export function statisticsSheet(t: Text, by: ReportGrouping, groups: readonly ReportGroup[]): ExcelSheet {
  const figures = figuresOf(t);
  const { title, columns } = statisticsTable(t, by, []);
  const heads = figures.map(({ head, isRate }) =>
    isRate ? t('staffReports.inPercent', { name: head }) : head,
  );
  return {
    name: title,
    header: [...columns.slice(0, -figures.length).map(({ head }) => head), ...heads],
    widths: columns.map(({ width }) => width),
    rows: groups.map((group) => [...namesOf(t, by, group), ...figures.map(({ value }) => value(group))]),
  };
}

const namesOf = (t: Text, by: ReportGrouping, { name, key }: ReportGroup): string[] => [
  name || t('staffReports.noTerm'),
  ...(by === 'subject' ? [key] : []),
];

const figuresOf = (t: Text) => [
  { head: t('staffReports.offerings'), isRate: false, value: (group: ReportGroup) => group.subjects },
  { head: t('staffReports.results'), isRate: false, value: (group: ReportGroup) => group.results },
  { head: t('staffReports.averageShort'), isRate: true, value: (group: ReportGroup) => group.average },
  { head: t('staffReports.passRateShort'), isRate: true, value: (group: ReportGroup) => group.passRate },
  {
    head: t('staffReports.excellenceRate'),
    isRate: true,
    value: (group: ReportGroup) => group.excellenceRate,
  },
  {
    head: t('staffReports.attendanceShort'),
    isRate: true,
    value: (group: ReportGroup) => group.attendanceRate,
  },
];
