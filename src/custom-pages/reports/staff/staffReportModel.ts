import { type WantedKind, wantedKind } from '../../../../contract/dailyRecords';
import { rowNumberIn } from '../../../../contract/fields';
import type { PaperRequest } from '../../../../contract/papers';
import type { ReportType as LoggedType } from '../../../../contract/reportLog';
import { maxRangeDays } from '../../../../contract/reports';
import { daysBetween } from '../../../../contract/rules/retention';
import { dailyRecordType, levels, type SubjectType } from '../../../../contract/vocabulary';
import type { PlainTextKey } from '../../../i18n/text';

/** In the order of the cards; spec 2 §2. The names stand in the address. */
export const reportTypes = [
  'transcript',
  'student-subject',
  'subject-sheet',
  'daily-log',
  'daily-range',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** What the settings form holds; null is not chosen. Days are `YYYY-MM-DD`. */
export interface Selection {
  type: ReportType | null;
  programId: string | null;
  batchId: number | null;
  level: number | null;
  /** The academic number. */
  studentId: string | null;
  subjectCode: string | null;
  startDate: string | null;
  endDate: string | null;
  /** Of daily records; not chosen, the new ones. */
  kind: WantedKind | null;
  circleId: number | null;
}
export type SelectionField = keyof Selection;

export const nothingChosen: Selection = {
  type: null,
  programId: null,
  batchId: null,
  level: null,
  studentId: null,
  subjectCode: null,
  startDate: null,
  endDate: null,
  kind: null,
  circleId: null,
};

type OwnField = Exclude<SelectionField, 'type' | 'programId' | 'batchId'>;
type MissingSentence = 'needsBatch' | 'needsStudent' | 'needsBoth' | 'needsSubject' | 'needsRange';

interface TypeForm {
  /** Beside programme and batch, in the order of the form. */
  shows: readonly OwnField[];
  needs: readonly OwnField[];
  sentence: MissingSentence;
}

/** Spec 2 §2 and §5. */
export const forms: Record<ReportType, TypeForm> = {
  transcript: { shows: ['level', 'studentId'], needs: ['studentId'], sentence: 'needsStudent' },
  'student-subject': {
    shows: ['studentId', 'subjectCode'],
    needs: ['studentId', 'subjectCode'],
    sentence: 'needsBoth',
  },
  'subject-sheet': { shows: ['level', 'subjectCode'], needs: ['subjectCode'], sentence: 'needsSubject' },
  'daily-log': {
    shows: ['studentId', 'subjectCode', 'kind'],
    needs: ['studentId', 'subjectCode'],
    sentence: 'needsBoth',
  },
  'daily-range': {
    shows: ['subjectCode', 'studentId', 'startDate', 'endDate', 'kind', 'circleId'],
    needs: ['subjectCode', 'startDate', 'endDate'],
    sentence: 'needsRange',
  },
};

/** What a change takes with it; spec 2 §4. */
const resets: Partial<Record<SelectionField, readonly SelectionField[]>> = {
  type: ['studentId', 'subjectCode', 'level', 'circleId'],
  programId: ['batchId', 'level', 'studentId', 'subjectCode', 'circleId'],
  batchId: ['level', 'studentId', 'subjectCode', 'circleId'],
  subjectCode: ['circleId'],
};

/** The selection after a change, what hangs on it cleared. The same value again changes nothing. */
export function applyChange(selection: Selection, change: Partial<Selection>): Selection {
  const names = (Object.keys(change) as SelectionField[]).filter((name) => change[name] !== selection[name]);
  const dropped = names.flatMap((name) => resets[name] ?? []);
  // Of a sheet the level chooses among the subjects; the student of a transcript has all levels.
  if (names.includes('level') && selection.type === 'subject-sheet') dropped.push('subjectCode');
  const cleared = Object.fromEntries(dropped.map((name) => [name, null])) as Partial<Selection>;
  return { ...selection, ...cleared, ...change };
}

/** What forbids the report: the fields that are empty, and which sentence says so. Spec 2 §5. */
export function missingIn(
  selection: Selection,
): { fields: SelectionField[]; sentence: MissingSentence } | null {
  const basis = (['type', 'programId', 'batchId'] as const).filter((name) => selection[name] === null);
  if (selection.type === null || basis.length > 0) return { fields: basis, sentence: 'needsBatch' };
  const { needs, sentence } = forms[selection.type];
  const fields = needs.filter((name) => selection[name] === null);
  return fields.length > 0 ? { fields, sentence } : null;
}

export function rangeProblem({
  type,
  startDate,
  endDate,
}: Selection): 'datesReversed' | 'rangeTooLong' | null {
  if (type !== 'daily-range' || startDate === null || endDate === null) return null;
  if (endDate < startDate) return 'datesReversed';
  return daysBetween(startDate, endDate) + 1 > maxRangeDays ? 'rangeTooLong' : null;
}

/** Which subjects of the batch a report offers: the daily ones for daily records, those with marks for the others; of the level where it has one. */
export function subjectsFor<S extends { type: SubjectType; level: number }>(
  { type, level }: Pick<Selection, 'type' | 'level'>,
  subjects: readonly S[],
): S[] {
  const isDaily = type === 'daily-log' || type === 'daily-range';
  return subjects.filter(
    (subject) =>
      isDaily === (subject.type === dailyRecordType) &&
      (type !== 'subject-sheet' || level === null || subject.level === level),
  );
}

/** The types as the log has them. */
const loggedTypes: Record<ReportType, LoggedType> = {
  transcript: 'transcript',
  'student-subject': 'student_subject',
  'subject-sheet': 'subject_sheet',
  'daily-log': 'daily_log',
  'daily-range': 'daily_range',
};

/** The type of the form that a report of the log was made with. */
export const toFormType = (type: LoggedType): ReportType =>
  (Object.keys(loggedTypes) as ReportType[]).find((known) => loggedTypes[known] === type) ?? 'transcript';

/** Which daily records are asked for; nothing of what a server without our additions does not know. */
export const recordsIn = ({ type, kind, circleId }: Selection) => ({
  ...(kind === null ? {} : { kind }),
  ...(circleId === null || type !== 'daily-range' ? {} : { circle_id: circleId }),
});

/** The chosen report as the server is asked for its paper. */
export const paperOf = (selection: Selection, batchName: string): PaperRequest => ({
  ...requestOf(selection, batchName),
  ...(selection.type === 'daily-log' || selection.type === 'daily-range' ? recordsIn(selection) : {}),
});

/** The chosen report as the log notes it. */
export function requestOf(selection: Selection, batchName: string) {
  const { type, level, studentId, subjectCode, startDate, endDate } = selection;
  if (type === null) throw new Error('no type of report is chosen');
  const isTranscript = type === 'transcript';
  const isRange = type === 'daily-range';
  return {
    type: loggedTypes[type],
    batchName,
    ...(studentId === null ? {} : { studentId }),
    ...(subjectCode === null || isTranscript ? {} : { subjectCode }),
    ...(level === null || !isTranscript ? {} : { level }),
    ...(isRange && startDate !== null && endDate !== null ? { startDate, endDate } : {}),
  } satisfies PaperRequest;
}

export const nameOfType: Record<ReportType, PlainTextKey> = {
  transcript: 'staffReports.transcriptName',
  'student-subject': 'staffReports.studentSubjectName',
  'subject-sheet': 'staffReports.sheetName',
  'daily-log': 'staffReports.dailyLogName',
  'daily-range': 'staffReports.dailyRangeName',
};

/** What the parts of the selection are called in the address; `shown` there: the report is asked for. */
const names: Record<SelectionField, string> = {
  type: 'type',
  programId: 'program_id',
  batchId: 'batch_id',
  level: 'level',
  studentId: 'student_id',
  subjectCode: 'subject_code',
  startDate: 'start_date',
  endDate: 'end_date',
  kind: 'kind',
  circleId: 'circle_id',
};
const shown = 'shown';

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null) => (text !== null && day.test(text) ? text : null);

/** The selection that an address names; what makes no sense is as if it were not there. */
export function readSelection(address: URLSearchParams): Selection {
  const given = (field: SelectionField) => address.get(names[field])?.trim() || null;
  const batchId = given('batchId');
  return {
    type: reportTypes.find((known) => known === given('type')) ?? null,
    programId: given('programId'),
    batchId: rowNumberIn(batchId),
    level: levels.find((known) => String(known) === given('level')) ?? null,
    studentId: given('studentId'),
    subjectCode: given('subjectCode'),
    startDate: dayIn(given('startDate')),
    endDate: dayIn(given('endDate')),
    kind: wantedKind.safeParse(given('kind')).data ?? null,
    circleId: rowNumberIn(given('circleId')),
  };
}

/** Whether an address asks for the report itself, as a link to one does. */
export const isShownIn = (address: URLSearchParams): boolean => address.get(shown) === '1';

/** The address with this selection in it; what is not ours stays. */
export function writeSelection(
  before: URLSearchParams,
  selection: Selection,
  isShown: boolean,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const field of Object.keys(nothingChosen) as SelectionField[]) {
    const value = selection[field];
    if (value === null) after.delete(names[field]);
    else after.set(names[field], String(value));
  }
  if (isShown) after.set(shown, '1');
  else after.delete(shown);
  return after;
}
