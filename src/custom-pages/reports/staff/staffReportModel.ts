import { type KindFilter, kindFilter } from '../../../../contract/dailyRecords';
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

/** In the order of the cards; spec 2 §2. The names are used in the address. */
export const reportTypes = [
  'transcript',
  'student-subject',
  'subject-sheet',
  'daily-log',
  'daily-range',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** The settings of the form; null means not chosen. Days are `YYYY-MM-DD`. */
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
  /** The kind of daily records; null means the new ones. */
  kind: KindFilter | null;
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
  /** Fields besides programme and batch, in the order of the form. */
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

/** The types of subject that a type of report is about; undefined for all. */
export function subjectTypesOf(type: ReportType | null): readonly SubjectType[] | undefined {
  if (type === null || type === 'transcript') return undefined;
  return type === 'daily-log' || type === 'daily-range' ? [dailyRecordType] : gradedSubjectTypes;
}

/** Fields that a change of another field clears; spec 2 §4. */
const resets: Partial<Record<SelectionField, readonly SelectionField[]>> = {
  type: ['studentId', 'subjectCode', 'level', 'circleId'],
  programId: ['batchId', 'level', 'studentId', 'subjectCode', 'circleId'],
  batchId: ['level', 'studentId', 'subjectCode', 'circleId'],
  subjectCode: ['circleId'],
};

/** The selection after a change, with dependent fields cleared. The same value again changes nothing. */
export function applyChange(selection: Selection, change: Partial<Selection>): Selection {
  const names = (Object.keys(change) as SelectionField[]).filter((name) => change[name] !== selection[name]);
  const dropped = names.flatMap((name) => resets[name] ?? []);
  // The level filters the subjects of a sheet; a transcript does not depend on it.
  if (names.includes('level') && selection.type === 'subject-sheet') dropped.push('subjectCode');
  const cleared = Object.fromEntries(dropped.map((name) => [name, null])) as Partial<Selection>;
  return { ...selection, ...cleared, ...change };
}

/** The selection after another subject of perhaps another batch, and of one of its circles. */
export function applyRecent(selection: Selection, { program_id, batch_id, subject_code, circle }: Chosen) {
  const ofBatch = applyChange(selection, { programId: program_id, batchId: batch_id });
  const ofSubject = applyChange(ofBatch, { subjectCode: subject_code });
  return applyChange(ofSubject, { circleId: parseRowId(circle) });
}
type Chosen = Pick<Recent, 'program_id' | 'batch_id' | 'subject_code' | 'circle'>;

/** The first type that is chosen leaves a subject that it is about, which came from another screen. */
export function keepFitting(
  before: Selection,
  now: Selection,
  subjects: readonly { subject_code: string; type: string }[],
): Selection {
  const subject = subjects.find(({ subject_code }) => subject_code === before.subjectCode);
  const types = subjectTypesOf(now.type);
  const fits = types?.some((type) => type === subject?.type) && now.batchId === before.batchId;
  if (!fits) return now;
  return {
    ...now,
    subjectCode: before.subjectCode,
    circleId: now.type === 'daily-range' ? before.circleId : null,
  };
}

/** A report of a range begins with the days that were chosen last; days that are chosen already stay. */
export const withRange = (selection: Selection, { startDate, endDate }: DayRange): Selection =>
  selection.type === 'daily-range' && selection.startDate === null && selection.endDate === null
    ? { ...selection, startDate, endDate }
    : selection;

/** The missing fields and the sentence for them; null if the report can be made. Spec 2 §5. */
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

/** The subjects of the batch for a report: with daily records, or with marks; of one level, if the report has one. */
export function subjectsFor<S extends { type: SubjectType; level: number }>(
  { type, level }: Pick<Selection, 'type' | 'level'>,
  subjects: readonly S[],
): S[] {
  const types = subjectTypesOf(type);
  return subjects.filter(
    (subject) =>
      (types?.includes(subject.type) ?? true) &&
      (type !== 'subject-sheet' || level === null || subject.level === level),
  );
}

/** The types in the log. */
const loggedTypes: Record<ReportType, LoggedType> = {
  transcript: 'transcript',
  'student-subject': 'student_subject',
  'subject-sheet': 'subject_sheet',
  'daily-log': 'daily_log',
  'daily-range': 'daily_range',
};

/** The type in the form of a logged report. */
export const toFormType = (type: LoggedType): ReportType =>
  (Object.keys(loggedTypes) as ReportType[]).find((known) => loggedTypes[known] === type) ?? 'transcript';

/** Which daily records are requested; without fields that a plain server does not know. */
export const recordsIn = ({ type, kind, circleId }: Selection) => ({
  ...(kind === null ? {} : { kind }),
  ...(circleId === null || type !== 'daily-range' ? {} : { circle_id: circleId }),
});

/** The request for the paper of the chosen report, and its entry in the log. */
export function requestOf(selection: Selection, batchName: string) {
  const { type, level, studentId, subjectCode, startDate, endDate } = selection;
  if (type === null) throw new Error('no type of report is chosen');
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
    ...(isDaily ? recordsIn(selection) : {}),
  } satisfies PaperRequest;
}

export const nameOfType: Record<ReportType, PlainTextKey> = {
  transcript: 'staffReports.transcriptName',
  'student-subject': 'staffReports.studentSubjectName',
  'subject-sheet': 'staffReports.sheetName',
  'daily-log': 'staffReports.dailyLogName',
  'daily-range': 'staffReports.dailyRangeName',
};

/** The names of the fields in the address; `shown` means that the report is requested. */
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

/** Reads the selection from an address; invalid values are ignored. */
export function readSelection(address: URLSearchParams): Selection {
  const given = (field: SelectionField) => address.get(names[field])?.trim() || null;
  const batchId = given('batchId');
  return {
    type: reportTypes.find((known) => known === given('type')) ?? null,
    programId: given('programId'),
    batchId: parseRowId(batchId),
    level: levels.find((known) => String(known) === given('level')) ?? null,
    studentId: given('studentId'),
    subjectCode: given('subjectCode'),
    startDate: dayIn(given('startDate')),
    endDate: dayIn(given('endDate')),
    kind: kindFilter.safeParse(given('kind')).data ?? null,
    circleId: parseRowId(given('circleId')),
  };
}

/** Whether the address requests the report itself, like a link to a report. */
export const isShownIn = (address: URLSearchParams): boolean => address.get(shown) === '1';

/** Writes the selection into the address; other parameters stay. */
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
