import { type KindFilter, kindFilters } from '../../../../contract/dailyRecords';
import { parseRowId } from '../../../../contract/fields';
import type { PaperRequest } from '../../../../contract/reports/papers';
import type { ReportType as LoggedType } from '../../../../contract/reports/reportLog';
import { maxRangeDays } from '../../../../contract/reports/reports';
import { daysBetween } from '../../../../contract/rules/retention';
import {
  dailyRecordType,
  gradedSubjectTypes,
  levels,
  type SubjectType,
} from '../../../../contract/vocabulary';
import type { DayRange, Recent } from '../../../features/teaching-context/recents';
import type { PlainTextKey } from '../../../i18n/text';

/** The order of the cards (spec 2 §2). The URL contains these names. */
export const reportTypes = [
  'transcript',
  'student-subject',
  'subject-sheet',
  'daily-log',
  'daily-range',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** The settings of the form. Null: not chosen. Days are `YYYY-MM-DD`. */
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
  /** The kind of daily records; null means new records. */
  kind: KindFilter | null;
  circleId: number | null;
}
export type SelectionField = keyof Selection;

export const emptySelection: Selection = {
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

type ExtraField = Exclude<SelectionField, 'type' | 'programId' | 'batchId'>;
type MissingMessage = 'needsBatch' | 'needsStudent' | 'needsBoth' | 'needsSubject' | 'needsRange';

interface TypeForm {
  /** The order in the form, after programme and batch. */
  fields: readonly ExtraField[];
  requiredFields: readonly ExtraField[];
  messageKey: MissingMessage;
}

/** Spec 2 §2 and §5 set these fields. */
export const typeForms: Record<ReportType, TypeForm> = {
  transcript: { fields: ['level', 'studentId'], requiredFields: ['studentId'], messageKey: 'needsStudent' },
  'student-subject': {
    fields: ['studentId', 'subjectCode'],
    requiredFields: ['studentId', 'subjectCode'],
    messageKey: 'needsBoth',
  },
  'subject-sheet': {
    fields: ['level', 'subjectCode'],
    requiredFields: ['subjectCode'],
    messageKey: 'needsSubject',
  },
  'daily-log': {
    fields: ['studentId', 'subjectCode', 'kind'],
    requiredFields: ['studentId', 'subjectCode'],
    messageKey: 'needsBoth',
  },
  'daily-range': {
    fields: ['subjectCode', 'studentId', 'startDate', 'endDate', 'kind', 'circleId'],
    requiredFields: ['subjectCode', 'startDate', 'endDate'],
    messageKey: 'needsRange',
  },
};

/** Undefined for a transcript, which has all types of subject. */
export function reportedSubjectTypes(type: ReportType | null): readonly SubjectType[] | undefined {
  if (type === null || type === 'transcript') return undefined;
  return type === 'daily-log' || type === 'daily-range' ? [dailyRecordType] : gradedSubjectTypes;
}

/** A change of a field clears these other fields (spec 2 §4). */
const dependentFields: Partial<Record<SelectionField, readonly SelectionField[]>> = {
  type: ['studentId', 'subjectCode', 'level', 'circleId'],
  programId: ['batchId', 'level', 'studentId', 'subjectCode', 'circleId'],
  batchId: ['level', 'studentId', 'subjectCode', 'circleId'],
  subjectCode: ['circleId'],
};

/** Sets the new values and clears the dependent fields. An equal value clears nothing. */
export function applyChange(selection: Selection, change: Partial<Selection>): Selection {
  const changedFields = (Object.keys(change) as SelectionField[]).filter(
    (name) => change[name] !== selection[name],
  );
  const clearedFields = changedFields.flatMap((name) => dependentFields[name] ?? []);
  // The level filters the subjects of a subject sheet, but not those of a transcript.
  if (changedFields.includes('level') && selection.type === 'subject-sheet')
    clearedFields.push('subjectCode');
  const clearedValues = Object.fromEntries(clearedFields.map((name) => [name, null])) as Partial<Selection>;
  return { ...selection, ...clearedValues, ...change };
}

/** Sets batch, subject and circle in one change. */
export function applyRecent(
  selection: Selection,
  { program_id, batch_id, subject_code, circle }: RecentChoice,
) {
  const batchSelection = applyChange(selection, { programId: program_id, batchId: batch_id });
  const subjectSelection = applyChange(batchSelection, { subjectCode: subject_code });
  return applyChange(subjectSelection, { circleId: parseRowId(circle) });
}
type RecentChoice = Pick<Recent, 'program_id' | 'batch_id' | 'subject_code' | 'circle'>;

/** A link may select a subject before the user chooses a type. The subject stays if the type allows it. */
export function keepFittingSubject(
  before: Selection,
  after: Selection,
  subjects: readonly { subject_code: string; type: string }[],
): Selection {
  const subject = subjects.find(({ subject_code }) => subject_code === before.subjectCode);
  const types = reportedSubjectTypes(after.type);
  const isFitting = types?.some((type) => type === subject?.type) && after.batchId === before.batchId;
  if (!isFitting) return after;
  return {
    ...after,
    subjectCode: before.subjectCode,
    circleId: after.type === 'daily-range' ? before.circleId : null,
  };
}

/** A report of several days starts with the last chosen days, unless the user has already chosen days. */
export const addLastRange = (selection: Selection, { startDate, endDate }: DayRange): Selection =>
  selection.type === 'daily-range' && selection.startDate === null && selection.endDate === null
    ? { ...selection, startDate, endDate }
    : selection;

/** Null if the selection is complete (spec 2 §5). */
export function findMissing(
  selection: Selection,
): { fields: SelectionField[]; messageKey: MissingMessage } | null {
  const missingBasics = (['type', 'programId', 'batchId'] as const).filter(
    (name) => selection[name] === null,
  );
  if (selection.type === null || missingBasics.length > 0)
    return { fields: missingBasics, messageKey: 'needsBatch' };
  const { requiredFields, messageKey } = typeForms[selection.type];
  const fields = requiredFields.filter((name) => selection[name] === null);
  return fields.length > 0 ? { fields, messageKey } : null;
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

/** Returns the subjects that the report can have. A subject sheet also filters by level. */
export function filterSubjects<S extends { type: SubjectType; level: number }>(
  { type, level }: Pick<Selection, 'type' | 'level'>,
  subjects: readonly S[],
): S[] {
  const types = reportedSubjectTypes(type);
  return subjects.filter(
    (subject) =>
      (types?.includes(subject.type) ?? true) &&
      (type !== 'subject-sheet' || level === null || subject.level === level),
  );
}

const loggedTypes: Record<ReportType, LoggedType> = {
  transcript: 'transcript',
  'student-subject': 'student_subject',
  'subject-sheet': 'subject_sheet',
  'daily-log': 'daily_log',
  'daily-range': 'daily_range',
};

export const toFormType = (type: LoggedType): ReportType =>
  (Object.keys(loggedTypes) as ReportType[]).find((one) => loggedTypes[one] === type) ?? 'transcript';

/** Omits unset fields, because another server does not know these fields. */
export const recordsQuery = ({ type, kind, circleId }: Selection) => ({
  ...(kind === null ? {} : { kind }),
  ...(circleId === null || type !== 'daily-range' ? {} : { circle_id: circleId }),
});

/** The endpoints of the paper and of the log have the same body. */
export function buildPaperRequest(selection: Selection, batchName: string) {
  const { type, level, studentId, subjectCode, startDate, endDate } = selection;
  if (type === null) throw new Error('The report has no type');
  const isTranscript = type === 'transcript';
  const isRange = type === 'daily-range';
  const isDaily = isRange || type === 'daily-log';
  return {
    type: loggedTypes[type],
    batchName,
    ...(studentId === null ? {} : { studentId }),
    ...(subjectCode === null || isTranscript ? {} : { subjectCode }),
    ...(level === null || !isTranscript ? {} : { level }),
    ...(isRange && startDate !== null && endDate !== null ? { startDate, endDate } : {}),
    ...(isDaily ? recordsQuery(selection) : {}),
  } satisfies PaperRequest;
}

export const typeNames: Record<ReportType, PlainTextKey> = {
  transcript: 'staffReports.transcriptName',
  'student-subject': 'staffReports.studentSubjectName',
  'subject-sheet': 'staffReports.sheetName',
  'daily-log': 'staffReports.dailyLogName',
  'daily-range': 'staffReports.dailyRangeName',
};

/** URL parameters. `shown` means that the user has requested the report. */
const paramNames: Record<SelectionField, string> = {
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
const shownParam = 'shown';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const parseDay = (text: string | null) => (text !== null && dayPattern.test(text) ? text : null);

/** Ignores invalid values. */
export function readSelection(searchParams: URLSearchParams): Selection {
  const readParam = (field: SelectionField) => searchParams.get(paramNames[field])?.trim() || null;
  const batchId = readParam('batchId');
  return {
    type: reportTypes.find((one) => one === readParam('type')) ?? null,
    programId: readParam('programId'),
    batchId: parseRowId(batchId),
    level: levels.find((one) => String(one) === readParam('level')) ?? null,
    studentId: readParam('studentId'),
    subjectCode: readParam('subjectCode'),
    startDate: parseDay(readParam('startDate')),
    endDate: parseDay(readParam('endDate')),
    kind: kindFilters.find((one) => one === readParam('kind')) ?? null,
    circleId: parseRowId(readParam('circleId')),
  };
}

/** True for a link to a report. */
export const isReportRequested = (searchParams: URLSearchParams): boolean =>
  searchParams.get(shownParam) === '1';

/** Keeps the other parameters. */
export function writeSelection(
  before: URLSearchParams,
  selection: Selection,
  isShown: boolean,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const field of Object.keys(emptySelection) as SelectionField[]) {
    const value = selection[field];
    if (value === null) after.delete(paramNames[field]);
    else after.set(paramNames[field], String(value));
  }
  if (isShown) after.set(shownParam, '1');
  else after.delete(shownParam);
  return after;
}
