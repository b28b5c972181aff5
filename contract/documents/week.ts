import type { NamedRange } from '../dailyRecords';
import type { WeekSheet } from '../hifz/map';
import { paperText, weekText as say } from '../paperText';
import { hijriDate, weekday } from '../rules/hijri';
import { ayahOfName, shownPages } from '../rules/mushaf';
import { describeRange } from '../rules/mushafText';
import { recordKinds, recordResultNames, type RecordKindNames } from '../vocabulary';
import { type DocumentTable, factsOfStudent, type ReportDocument } from './document';

const nowhere = { surah: 0, ayah: 0 };
const rangeText = ({ from, to }: NamedRange) =>
  describeRange({ from: ayahOfName(from) ?? nowhere, to: ayahOfName(to) ?? nowhere });
const rangesText = (ranges: readonly NamedRange[]): string | null =>
  ranges.length === 0 ? null : paperText.listed(ranges.map(rangeText));

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Accepted or not: what was heard of near and far revision. */
const revisedPages = ({ heard }: WeekSheet): number =>
  sum(heard.filter(({ kind }) => kind === 'near' || kind === 'far').map(({ pages }) => pages));
const faultsOf = ({ heard }: WeekSheet): number => sum(heard.map(({ faults }) => faults));

/** The new pages of the plan; null without one. */
const plannedPages = ({ planned_pages, next }: WeekSheet): number | null =>
  next === null && planned_pages === 0 ? null : shownPages(planned_pages);

/** How far behind or ahead of the plan; null without one. */
function planState({ next }: WeekSheet): string | null {
  if (next === null) return null;
  if (next.behind_days === 0) return say.onPlan;
  return next.behind_days > 0 ? say.behind(next.behind_days) : say.ahead(-next.behind_days);
}

const testOf = ({ next }: WeekSheet): string[] =>
  next?.test ? [say.test(next.test.from_juz, next.test.to_juz)] : [];

/** The juz of which a test is due, as short as a column is. */
function dueJuz({ next }: WeekSheet): string | null {
  if (!next?.test) return null;
  const { from_juz, to_juz } = next.test;
  return from_juz === to_juz ? String(from_juz) : `${from_juz}-${to_juz}`;
}

const weekFacts = ({ from, to }: Pick<WeekSheet, 'from' | 'to'>) => [
  { label: paperText.from, value: from, kind: 'day' as const },
  { label: paperText.to, value: to, kind: 'day' as const },
];

/** The week of a student. */
export function weekDocument(sheet: WeekSheet, kindNames: RecordKindNames): ReportDocument {
  const state = planState(sheet);
  const planned = plannedPages(sheet);
  return {
    title: say.name,
    about: `${sheet.name} - ${sheet.from}`,
    facts: [
      ...factsOfStudent({ studentName: sheet.name, studentId: sheet.student_id }),
      ...weekFacts(sheet),
      ...(state === null ? [] : [{ label: say.planState, value: state }]),
    ],
    figures: [
      {
        label: say.newPages,
        value: shownPages(sheet.heard_pages),
        hint: planned === null ? say.noPlan : say.ofPlan(planned),
      },
      { label: say.revised, value: revisedPages(sheet) },
      { label: say.times, value: sheet.heard.length },
      { label: say.faults, value: faultsOf(sheet) },
    ],
    tables: [heardTable(sheet, kindNames), nextTable(sheet, kindNames)],
    charts: [],
    notes: testOf(sheet),
  };
}

const heardTable = ({ heard }: WeekSheet, kindNames: RecordKindNames): DocumentTable => ({
  title: say.heard,
  columns: [
    { head: paperText.day, kind: 'day', width: 20 },
    { head: say.kind, kind: 'name', width: 18 },
    { head: say.amount, kind: 'text', width: 40 },
    { head: say.pages, kind: 'figure', width: 10 },
    { head: say.faults, kind: 'figure', width: 10 },
    { head: paperText.result, kind: 'text', width: 12 },
  ],
  rows: heard.map(({ date, kind, ranges, pages, faults, result }) => [
    date,
    kindNames[kind],
    rangesText(ranges),
    pages,
    faults,
    recordResultNames[result],
  ]),
  empty: say.nothingHeard,
});

/** The parts of the next task, by kind. */
const nextParts = ({ next }: WeekSheet) =>
  next === null
    ? []
    : recordKinds.flatMap((kind) =>
        kind === 'tilawa'
          ? []
          : next[kind].map((range) => ({ kind, range, reason: 'reason' in range ? range.reason : null })),
      );

const nextTable = (sheet: WeekSheet, kindNames: RecordKindNames): DocumentTable => ({
  title: say.next,
  columns: [
    { head: say.kind, kind: 'name', width: 18 },
    { head: say.amount, kind: 'text', width: 40 },
    { head: say.pages, kind: 'figure', width: 10 },
    { head: say.reason, kind: 'text', width: 40 },
  ],
  rows: nextParts(sheet).map(({ kind, range, reason }) => [
    kindNames[kind],
    rangeText(range),
    range.pages,
    reason,
  ]),
  empty: say.nothingNext,
});

/** The week of a circle: a row for each of its students. */
export function circleWeekDocument(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): ReportDocument {
  const planned = sheets.map(plannedPages);
  const hasTests = sheets.some(({ next }) => next?.test);
  return {
    title: say.ofCircle,
    about: `${circle} - ${week.from}`,
    facts: [
      { label: paperText.circle, value: circle },
      ...weekFacts(week),
      { label: say.students, value: sheets.length },
    ],
    figures: [
      {
        label: say.newPages,
        value: shownPages(sum(sheets.map(({ heard_pages }) => heard_pages))),
        hint: planned.every((pages) => pages === null) ? say.noPlan : say.ofPlan(sum(planned)),
      },
      { label: say.revised, value: sum(sheets.map(revisedPages)) },
      { label: say.times, value: sum(sheets.map(({ heard }) => heard.length)) },
      { label: say.faults, value: sum(sheets.map(faultsOf)) },
    ],
    tables: [
      {
        title: say.students,
        isNumbered: true,
        columns: [
          { head: paperText.student, kind: 'name', width: 34 },
          { head: say.times, kind: 'figure', width: 11 },
          { head: say.newPages, kind: 'figure', width: 12 },
          { head: say.planned, kind: 'figure', width: 11 },
          { head: say.revised, kind: 'figure', width: 13 },
          { head: say.faults, kind: 'figure', width: 11 },
          { head: say.planState, kind: 'text', width: 20 },
          { head: say.nextLesson, kind: 'text', width: 30 },
          ...(hasTests ? [{ head: say.dueTest, kind: 'figure' as const, width: 11 }] : []),
        ],
        rows: sheets.map((sheet) => [
          sheet.name,
          sheet.heard.length,
          shownPages(sheet.heard_pages),
          plannedPages(sheet),
          revisedPages(sheet),
          faultsOf(sheet),
          planState(sheet),
          sheet.next && rangesText(sheet.next.new),
          ...(hasTests ? [dueJuz(sheet)] : []),
        ]),
        empty: say.noStudents,
      },
    ],
    charts: [],
    notes: [],
  };
}

const periodOf = ({ from, to }: Pick<WeekSheet, 'from' | 'to'>): string =>
  say.period(hijriDate(from), hijriDate(to));

/** What a student did, in two lines. */
const summaryOf = (sheet: WeekSheet): string[] => {
  const state = planState(sheet);
  return [
    say.newOf(shownPages(sheet.heard_pages), plannedPages(sheet)),
    say.timesAnd(sheet.heard.length, faultsOf(sheet)),
    ...(state === null ? [] : [state]),
  ];
};

/** The week of a student in short lines, for a messenger. */
export function weekLines(sheet: WeekSheet, kindNames: RecordKindNames): string {
  const heard = sheet.heard.map(({ date, kind, ranges, result }) =>
    say.line([weekday(date), kindNames[kind], ...ranges.map(rangeText), recordResultNames[result]]),
  );
  const next = nextParts(sheet).map(({ kind, range }) =>
    say.line([say.ofKind(kindNames[kind], rangeText(range))]),
  );
  return [
    say.titled(say.name, sheet.name),
    periodOf(sheet),
    ...summaryOf(sheet),
    ...(heard.length > 0 ? ['', `${say.heard}:`, ...heard] : []),
    ...(next.length > 0 ? ['', `${say.next}:`, ...next] : []),
    ...testOf(sheet),
  ].join('\n');
}

/** The week of a circle in short lines, one for each student. */
export function circleWeekLines(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): string {
  return [
    say.titled(say.ofCircle, circle),
    periodOf(week),
    ...sheets.map((sheet) => say.line([sheet.name, ...summaryOf(sheet), ...testOf(sheet)])),
  ].join('\n');
}
