import { describeAyahRange } from '../rules/mushafText';
import type { AyahRange } from '../dailyRecords';
import type { WeekSheet } from '../hifz/map';
import { paperText, weekText as labels } from '../reports/paperText';
import { hijriDate, formatWeekday } from '../rules/hijri';
import { ayahCount, ayahNumber, parseAyah, roundPages } from '../rules/mushaf';
import { recordKinds, recordResultNames, type RecordKindNames } from '../vocabulary';
import { type DocumentTable, studentFacts, type ReportDocument } from './document';

const rangesText = (ranges: readonly AyahRange[]): string | null =>
  ranges.length === 0 ? null : paperText.joinItems(ranges.map(describeAyahRange));

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

const revisedPages = ({ heard: recitations }: WeekSheet): number =>
  sum(recitations.filter(({ kind }) => kind === 'near' || kind === 'far').map(({ pages }) => pages));
const countFaults = ({ heard: recitations, sard }: WeekSheet): number =>
  sum([...recitations, ...sard].map(({ faults }) => faults));
const countRecitations = ({ heard: recitations, sard }: WeekSheet): number =>
  recitations.length + sard.length;

type PlannedTask = WeekSheet['next_tasks'][number];
type Sard = WeekSheet['sard'][number];

const plannedPages = ({ planned_pages, next_tasks }: WeekSheet): number | null =>
  next_tasks.length === 0 && planned_pages === 0 ? null : roundPages(planned_pages);

function describeProgress({ task: { behind_days } }: PlannedTask): string {
  if (behind_days === 0) return labels.onPlan;
  return behind_days > 0 ? labels.behind(behind_days) : labels.ahead(-behind_days);
}

const prefixSubject = ({ next_tasks }: WeekSheet, { subject_name }: PlannedTask, text: string): string =>
  next_tasks.length > 1 ? labels.withTitle(subject_name, text) : text;

const planStateText = (sheet: WeekSheet): string | null =>
  sheet.next_tasks.length === 0
    ? null
    : paperText.joinItems(sheet.next_tasks.map((plan) => prefixSubject(sheet, plan, describeProgress(plan))));

const dueTestTexts = (sheet: WeekSheet): string[] =>
  sheet.next_tasks.flatMap((plan) => {
    const { test } = plan.task;
    return test ? [prefixSubject(sheet, plan, labels.test(test.from_juz, test.to_juz))] : [];
  });

const formatJuz = ({ from_juz, to_juz }: Pick<Sard, 'from_juz' | 'to_juz'>): string =>
  from_juz === to_juz ? String(from_juz) : `${from_juz}-${to_juz}`;

function dueJuzText({ next_tasks }: WeekSheet): string | null {
  const due = next_tasks.flatMap(({ task: { test } }) => (test ? [formatJuz(test)] : []));
  return due.length === 0 ? null : paperText.joinItems(due);
}

const resultText = ({ passed }: Sard): string => (passed ? labels.passed : labels.failed);

const sardText = ({ sard }: WeekSheet): string | null =>
  sard.length === 0
    ? null
    : paperText.joinItems(sard.map((test) => labels.withNote(formatJuz(test), resultText(test))));

/** Null if the sheets are of several sections. */
export const commonSection = ([first, ...others]: readonly WeekSheet[]): WeekSheet['section'] =>
  first && others.every(({ section }) => section === first.section) ? first.section : null;

const weekFacts = ({ from, to }: Pick<WeekSheet, 'from' | 'to'>) => [
  { label: paperText.from, value: from, kind: 'day' as const },
  { label: paperText.to, value: to, kind: 'day' as const },
];

function buildFigures(sheets: readonly WeekSheet[]): ReportDocument['figures'] {
  const planned = sheets.map(plannedPages);
  return [
    {
      label: labels.newPages,
      value: roundPages(sum(sheets.map(({ heard_pages }) => heard_pages))),
      hint: planned.every((pages) => pages === null) ? labels.noPlan : labels.plannedPages(sum(planned)),
    },
    { label: labels.revised, value: sum(sheets.map(revisedPages)) },
    { label: labels.recitationCount, value: sum(sheets.map(countRecitations)) },
    { label: labels.faults, value: sum(sheets.map(countFaults)) },
  ];
}

export function weekDocument(sheet: WeekSheet, kindNames: RecordKindNames): ReportDocument {
  const state = planStateText(sheet);
  return {
    title: labels.title,
    about: `${sheet.name} - ${sheet.from}`,
    facts: [
      ...studentFacts({ studentName: sheet.name, studentId: sheet.student_id }),
      ...weekFacts(sheet),
      ...(state === null ? [] : [{ label: labels.planState, value: state }]),
    ],
    figures: buildFigures([sheet]),
    tables: [recitationsTable(sheet, kindNames), nextTasksTable(sheet, kindNames)],
    charts: [],
    notes: dueTestTexts(sheet),
  };
}

/** A sheet with more rows has small text, so that it stays on one page. */
const maxRowsAtNormalSize = 8;

interface RecitationRow {
  date: string;
  kind: string;
  amount: string | null;
  pages: number | null;
  faults: number;
  result: string;
}

const recitationRows = (
  { heard: recitations, sard }: WeekSheet,
  kindNames: RecordKindNames,
): RecitationRow[] =>
  [
    ...recitations.map(({ date, kind, ranges, pages, faults, result }) => ({
      date,
      kind: kindNames[kind],
      amount: rangesText(ranges),
      pages,
      faults,
      result: recordResultNames[result],
    })),
    ...sard.map((test) => ({
      date: test.date,
      kind: labels.sard,
      amount: labels.juz(test.from_juz, test.to_juz),
      pages: null,
      faults: test.faults,
      result: labels.sardResult(resultText(test), test.mark, test.max),
    })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

const recitationsTable = (sheet: WeekSheet, kindNames: RecordKindNames): DocumentTable => ({
  title: labels.recitations,
  isDense: countRecitations(sheet) > maxRowsAtNormalSize,
  columns: [
    { head: paperText.day, kind: 'day', width: 20 },
    { head: labels.kind, kind: 'name', width: 18 },
    { head: labels.amount, kind: 'text', width: 40 },
    { head: labels.pages, kind: 'figure', width: 10 },
    { head: labels.faults, kind: 'figure', width: 10 },
    { head: paperText.result, kind: 'text', width: sheet.sard.length > 0 ? 20 : 12 },
  ],
  rows: recitationRows(sheet, kindNames).map(({ date, kind, amount, pages, faults, result }) => [
    date,
    kind,
    amount,
    pages,
    faults,
    result,
  ]),
  empty: labels.noRecitations,
});

const listTaskRanges = (task: PlannedTask['task']) =>
  recordKinds.flatMap((kind) =>
    kind === 'tilawa'
      ? []
      : task[kind].map((range) => ({ kind, range, reason: 'reason' in range ? range.reason : null })),
  );

function nextTasksTable(sheet: WeekSheet, kindNames: RecordKindNames): DocumentTable {
  const { next_tasks } = sheet;
  const isDense = countRecitations(sheet) > maxRowsAtNormalSize;
  const hasSubjects = next_tasks.length > 1;
  return {
    title: labels.nextTasks,
    isDense,
    columns: [
      ...(hasSubjects ? [{ head: paperText.subject, kind: 'name' as const, width: 24 }] : []),
      { head: labels.kind, kind: 'name', width: 18 },
      { head: labels.amount, kind: 'text', width: 40 },
      { head: labels.pages, kind: 'figure', width: 10 },
      { head: labels.reason, kind: 'text', width: 40 },
    ],
    rows: next_tasks.flatMap(({ subject_name, task }) =>
      listTaskRanges(task).map(({ kind, range, reason }) => [
        ...(hasSubjects ? [subject_name] : []),
        kindNames[kind],
        describeAyahRange(range),
        range.pages,
        reason,
      ]),
    ),
    empty: labels.noNextTasks,
  };
}

/** A plan that runs backwards through the mushaf goes to the previous surah when a surah ends. */
function isContinuation(previous: AyahRange, range: AyahRange): boolean {
  const [end, begin] = [parseAyah(previous.to), parseAyah(range.from)];
  if (!end || !begin) return false;
  const isSurahBefore =
    begin.surah === end.surah - 1 && begin.ayah === 1 && end.ayah === ayahCount(end.surah);
  return isSurahBefore || ayahNumber(begin) === ayahNumber(end) + 1;
}

/** Adjacent ranges become one range. If ranges are not adjacent, only the first two are shown. */
function lessonText(ranges: readonly AyahRange[]): string | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || ranges.length <= 2) return rangesText(ranges);
  const isContinuous = ranges.every((range, index) => {
    const previous = ranges[index - 1];
    return previous === undefined || isContinuation(previous, range);
  });
  return isContinuous
    ? labels.period(describeAyahRange(first), describeAyahRange(last))
    : labels.listWithMore(ranges.slice(0, 2).map(describeAyahRange));
}

export function circleWeekDocument(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): ReportDocument {
  const hasTests = sheets.some((sheet) => dueJuzText(sheet) !== null);
  const hasSard = sheets.some(({ sard }) => sard.length > 0);
  return {
    title: labels.circleTitle,
    about: `${circle} - ${week.from}`,
    facts: [{ label: paperText.circle, value: circle }, ...weekFacts(week)],
    figures: buildFigures(sheets),
    tables: [
      {
        title: labels.students,
        isNumbered: true,
        isDense: true,
        columns: [
          { head: paperText.student, kind: 'name', width: 42 },
          { head: labels.recitationCount, kind: 'figure', width: 11 },
          { head: labels.newPages, kind: 'figure', width: 12 },
          { head: labels.planned, kind: 'figure', width: 11 },
          { head: labels.revised, kind: 'figure', width: 13 },
          { head: labels.faults, kind: 'figure', width: 11 },
          ...(hasSard ? [{ head: labels.sardInWeek, kind: 'text' as const, width: 22 }] : []),
          { head: labels.planState, kind: 'text', width: 20 },
          { head: labels.nextLesson, kind: 'text', width: 30 },
          ...(hasTests ? [{ head: labels.dueTest, kind: 'figure' as const, width: 11 }] : []),
        ],
        rows: sheets.map((sheet) => [
          sheet.name,
          countRecitations(sheet),
          roundPages(sheet.heard_pages),
          plannedPages(sheet),
          revisedPages(sheet),
          countFaults(sheet),
          ...(hasSard ? [sardText(sheet)] : []),
          planStateText(sheet),
          lessonText(sheet.next_tasks.flatMap(({ task }) => task.new)),
          ...(hasTests ? [dueJuzText(sheet)] : []),
        ]),
        empty: labels.noStudents,
      },
    ],
    charts: [],
    notes: [],
  };
}

const weekPeriod = ({ from, to }: Pick<WeekSheet, 'from' | 'to'>): string =>
  labels.period(hijriDate(from), hijriDate(to));

const summaryLines = (sheet: WeekSheet): string[] => {
  const state = planStateText(sheet);
  return [
    labels.newPagesSummary(roundPages(sheet.heard_pages), plannedPages(sheet)),
    labels.recitationSummary(countRecitations(sheet), countFaults(sheet)),
    ...(state === null ? [] : [state]),
  ];
};

export function weekText(sheet: WeekSheet, kindNames: RecordKindNames): string {
  const recitationLines = recitationRows(sheet, kindNames).map(({ date, kind, amount, result }) =>
    labels.line([formatWeekday(date), kind, ...(amount === null ? [] : [amount]), result]),
  );
  const nextLines = sheet.next_tasks.flatMap((plan) =>
    listTaskRanges(plan.task).map(({ kind, range }) =>
      labels.line([
        prefixSubject(sheet, plan, labels.kindAndAmount(kindNames[kind], describeAyahRange(range))),
      ]),
    ),
  );
  return [
    labels.withTitle(labels.title, sheet.name),
    weekPeriod(sheet),
    ...summaryLines(sheet),
    ...(recitationLines.length > 0 ? ['', `${labels.recitations}:`, ...recitationLines] : []),
    ...(nextLines.length > 0 ? ['', `${labels.nextTasks}:`, ...nextLines] : []),
    ...dueTestTexts(sheet),
  ].join('\n');
}

const sardLines = (sheet: WeekSheet): string[] => {
  const text = sardText(sheet);
  return text === null ? [] : [labels.withTitle(labels.sardInWeek, text)];
};

export function circleWeekText(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): string {
  return [
    labels.withTitle(labels.circleTitle, circle),
    weekPeriod(week),
    ...sheets.map((sheet) =>
      labels.line([sheet.name, ...summaryLines(sheet), ...sardLines(sheet), ...dueTestTexts(sheet)]),
    ),
  ].join('\n');
}
