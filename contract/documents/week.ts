import { describeNamed } from '../rules/mushafText';
import type { AyahRange } from '../dailyRecords';
import type { WeekSheet } from '../hifz/map';
import { paperText, weekText as say } from '../reports/paperText';
import { hijriDate, weekday } from '../rules/hijri';
import { ayahCount, ayahNumber, ayahOfName, shownPages } from '../rules/mushaf';
import { recordKinds, recordResultNames, type RecordKindNames } from '../vocabulary';
import { type DocumentTable, factsOfStudent, type ReportDocument } from './document';

const rangesText = (ranges: readonly AyahRange[]): string | null =>
  ranges.length === 0 ? null : paperText.listed(ranges.map(describeNamed));

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Accepted or not: what was heard of near and far revision. */
const revisedPages = ({ heard }: WeekSheet): number =>
  sum(heard.filter(({ kind }) => kind === 'near' || kind === 'far').map(({ pages }) => pages));
const faultsOf = ({ heard, sard }: WeekSheet): number => sum([...heard, ...sard].map(({ faults }) => faults));
const timesOf = ({ heard, sard }: WeekSheet): number => heard.length + sard.length;

type Plan = WeekSheet['next_tasks'][number];
type Sard = WeekSheet['sard'][number];

/** The new pages of the plans; null without one. */
const plannedPages = ({ planned_pages, next_tasks }: WeekSheet): number | null =>
  next_tasks.length === 0 && planned_pages === 0 ? null : shownPages(planned_pages);

/** How far behind or ahead of a plan. */
function stateOf({ task: { behind_days } }: Plan): string {
  if (behind_days === 0) return say.onPlan;
  return behind_days > 0 ? say.behind(behind_days) : say.ahead(-behind_days);
}

/** Where there is more than one plan, it says of which subject a text is. */
const ofPlan = ({ next_tasks }: WeekSheet, { subject_name }: Plan, text: string): string =>
  next_tasks.length > 1 ? say.titled(subject_name, text) : text;

/** How far behind or ahead of the plans; null without one. */
const planState = (sheet: WeekSheet): string | null =>
  sheet.next_tasks.length === 0
    ? null
    : paperText.listed(sheet.next_tasks.map((plan) => ofPlan(sheet, plan, stateOf(plan))));

const testsOf = (sheet: WeekSheet): string[] =>
  sheet.next_tasks.flatMap((plan) => {
    const { test } = plan.task;
    return test ? [ofPlan(sheet, plan, say.test(test.from_juz, test.to_juz))] : [];
  });

/** Juz as short as a column is. */
const shortJuz = ({ from_juz, to_juz }: Pick<Sard, 'from_juz' | 'to_juz'>): string =>
  from_juz === to_juz ? String(from_juz) : `${from_juz}-${to_juz}`;

/** The juz of which a test is due. */
function dueJuz({ next_tasks }: WeekSheet): string | null {
  const due = next_tasks.flatMap(({ task: { test } }) => (test ? [shortJuz(test)] : []));
  return due.length === 0 ? null : paperText.listed(due);
}

const passedText = ({ passed }: Sard): string => (passed ? say.passed : say.failed);

/** The juz that were tested in the week, each with how it ended. */
const sardText = ({ sard }: WeekSheet): string | null =>
  sard.length === 0 ? null : paperText.listed(sard.map((one) => say.noted(shortJuz(one), passedText(one))));

const weekFacts = ({ from, to }: Pick<WeekSheet, 'from' | 'to'>) => [
  { label: paperText.from, value: from, kind: 'day' as const },
  { label: paperText.to, value: to, kind: 'day' as const },
];

/** What all of them did in the week together. */
function figuresOf(sheets: readonly WeekSheet[]): ReportDocument['figures'] {
  const planned = sheets.map(plannedPages);
  return [
    {
      label: say.newPages,
      value: shownPages(sum(sheets.map(({ heard_pages }) => heard_pages))),
      hint: planned.every((pages) => pages === null) ? say.noPlan : say.ofPlan(sum(planned)),
    },
    { label: say.revised, value: sum(sheets.map(revisedPages)) },
    { label: say.times, value: sum(sheets.map(timesOf)) },
    { label: say.faults, value: sum(sheets.map(faultsOf)) },
  ];
}

/** The week of a student. */
export function weekDocument(sheet: WeekSheet, kindNames: RecordKindNames): ReportDocument {
  const state = planState(sheet);
  return {
    title: say.name,
    about: `${sheet.name} - ${sheet.from}`,
    facts: [
      ...factsOfStudent({ studentName: sheet.name, studentId: sheet.student_id }),
      ...weekFacts(sheet),
      ...(state === null ? [] : [{ label: say.planState, value: state }]),
    ],
    figures: figuresOf([sheet]),
    tables: [heardTable(sheet, kindNames), nextTable(sheet, kindNames)],
    charts: [],
    notes: testsOf(sheet),
  };
}

/** With more hearings than these the week of a student is set small, so that it stays on one page. */
const mostAtLarge = 8;

/** Something that was heard, as a row and a line tell it. */
interface HeardOnce {
  date: string;
  kind: string;
  amount: string | null;
  pages: number | null;
  faults: number;
  result: string;
}

/** Records and sard by their day. */
const heardOnce = ({ heard, sard }: WeekSheet, kindNames: RecordKindNames): HeardOnce[] =>
  [
    ...heard.map(({ date, kind, ranges, pages, faults, result }) => ({
      date,
      kind: kindNames[kind],
      amount: rangesText(ranges),
      pages,
      faults,
      result: recordResultNames[result],
    })),
    ...sard.map((one) => ({
      date: one.date,
      kind: say.sard,
      amount: say.juz(one.from_juz, one.to_juz),
      pages: null,
      faults: one.faults,
      result: say.sardResult(passedText(one), one.mark, one.max),
    })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

const heardTable = (sheet: WeekSheet, kindNames: RecordKindNames): DocumentTable => ({
  title: say.heard,
  isDense: timesOf(sheet) > mostAtLarge,
  columns: [
    { head: paperText.day, kind: 'day', width: 20 },
    { head: say.kind, kind: 'name', width: 18 },
    { head: say.amount, kind: 'text', width: 40 },
    { head: say.pages, kind: 'figure', width: 10 },
    { head: say.faults, kind: 'figure', width: 10 },
    { head: paperText.result, kind: 'text', width: sheet.sard.length > 0 ? 20 : 12 },
  ],
  rows: heardOnce(sheet, kindNames).map(({ date, kind, amount, pages, faults, result }) => [
    date,
    kind,
    amount,
    pages,
    faults,
    result,
  ]),
  empty: say.nothingHeard,
});

/** The parts of a task, by kind. */
const partsOf = (task: Plan['task']) =>
  recordKinds.flatMap((kind) =>
    kind === 'tilawa'
      ? []
      : task[kind].map((range) => ({ kind, range, reason: 'reason' in range ? range.reason : null })),
  );

/** With two plans a column says of which subject each part is. */
function nextTable(sheet: WeekSheet, kindNames: RecordKindNames): DocumentTable {
  const { next_tasks } = sheet;
  const isDense = timesOf(sheet) > mostAtLarge;
  const hasSubjects = next_tasks.length > 1;
  return {
    title: say.next,
    isDense,
    columns: [
      ...(hasSubjects ? [{ head: paperText.subject, kind: 'name' as const, width: 24 }] : []),
      { head: say.kind, kind: 'name', width: 18 },
      { head: say.amount, kind: 'text', width: 40 },
      { head: say.pages, kind: 'figure', width: 10 },
      { head: say.reason, kind: 'text', width: 40 },
    ],
    rows: next_tasks.flatMap(({ subject_name, task }) =>
      partsOf(task).map(({ kind, range, reason }) => [
        ...(hasSubjects ? [subject_name] : []),
        kindNames[kind],
        describeNamed(range),
        range.pages,
        reason,
      ]),
    ),
    empty: say.nothingNext,
  };
}

/**
 * Whether a range begins where the one before ends: at the next ayah, or, for who memorises towards the beginning of the
 * mushaf, at the first ayah of the surah before, once a surah has ended.
 */
function isNextTo(before: AyahRange, range: AyahRange): boolean {
  const [end, begin] = [ayahOfName(before.to), ayahOfName(range.from)];
  if (!end || !begin) return false;
  const isSurahBefore =
    begin.surah === end.surah - 1 && begin.ayah === 1 && end.ayah === ayahCount(end.surah);
  return isSurahBefore || ayahNumber(begin) === ayahNumber(end) + 1;
}

/**
 * The next lesson as short as a column is: short surahs are many to a page. Where parts that do not follow each other, as
 * of two plans, are more than two, the first two are told.
 */
function lessonText(ranges: readonly AyahRange[]): string | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || ranges.length <= 2) return rangesText(ranges);
  const isOneStretch = ranges.every((range, place) => {
    const before = ranges[place - 1];
    return before === undefined || isNextTo(before, range);
  });
  return isOneStretch
    ? say.period(describeNamed(first), describeNamed(last))
    : say.andOthers(ranges.slice(0, 2).map(describeNamed));
}

/** The week of a circle: a row for each of its students. */
export function circleWeekDocument(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): ReportDocument {
  const hasTests = sheets.some((sheet) => dueJuz(sheet) !== null);
  const hasSard = sheets.some(({ sard }) => sard.length > 0);
  return {
    title: say.ofCircle,
    about: `${circle} - ${week.from}`,
    facts: [{ label: paperText.circle, value: circle }, ...weekFacts(week)],
    figures: figuresOf(sheets),
    tables: [
      {
        title: say.students,
        isNumbered: true,
        isDense: true,
        columns: [
          { head: paperText.student, kind: 'name', width: 42 },
          { head: say.times, kind: 'figure', width: 11 },
          { head: say.newPages, kind: 'figure', width: 12 },
          { head: say.planned, kind: 'figure', width: 11 },
          { head: say.revised, kind: 'figure', width: 13 },
          { head: say.faults, kind: 'figure', width: 11 },
          ...(hasSard ? [{ head: say.sardInWeek, kind: 'text' as const, width: 22 }] : []),
          { head: say.planState, kind: 'text', width: 20 },
          { head: say.nextLesson, kind: 'text', width: 30 },
          ...(hasTests ? [{ head: say.dueTest, kind: 'figure' as const, width: 11 }] : []),
        ],
        rows: sheets.map((sheet) => [
          sheet.name,
          timesOf(sheet),
          shownPages(sheet.heard_pages),
          plannedPages(sheet),
          revisedPages(sheet),
          faultsOf(sheet),
          ...(hasSard ? [sardText(sheet)] : []),
          planState(sheet),
          lessonText(sheet.next_tasks.flatMap(({ task }) => task.new)),
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
    say.timesAnd(timesOf(sheet), faultsOf(sheet)),
    ...(state === null ? [] : [state]),
  ];
};

/** The week of a student in short lines, for a messenger. */
export function weekLines(sheet: WeekSheet, kindNames: RecordKindNames): string {
  const heard = heardOnce(sheet, kindNames).map(({ date, kind, amount, result }) =>
    say.line([weekday(date), kind, ...(amount === null ? [] : [amount]), result]),
  );
  const next = sheet.next_tasks.flatMap((plan) =>
    partsOf(plan.task).map(({ kind, range }) =>
      say.line([ofPlan(sheet, plan, say.ofKind(kindNames[kind], describeNamed(range)))]),
    ),
  );
  return [
    say.titled(say.name, sheet.name),
    periodOf(sheet),
    ...summaryOf(sheet),
    ...(heard.length > 0 ? ['', `${say.heard}:`, ...heard] : []),
    ...(next.length > 0 ? ['', `${say.next}:`, ...next] : []),
    ...testsOf(sheet),
  ].join('\n');
}

const sardLine = (sheet: WeekSheet): string[] => {
  const text = sardText(sheet);
  return text === null ? [] : [say.titled(say.sardInWeek, text)];
};

/** The week of a circle in short lines, one for each student. */
export function circleWeekLines(
  circle: string,
  week: Pick<WeekSheet, 'from' | 'to'>,
  sheets: readonly WeekSheet[],
): string {
  return [
    say.titled(say.ofCircle, circle),
    periodOf(week),
    ...sheets.map((sheet) =>
      say.line([sheet.name, ...summaryOf(sheet), ...sardLine(sheet), ...testsOf(sheet)]),
    ),
  ].join('\n');
}
