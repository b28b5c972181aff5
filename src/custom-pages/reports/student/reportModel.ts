import type { GradeColumn } from '../../../../contract/rules/gradeSettings';
import { colourBand, letterMinimums, reportedPercentage } from '../../../../contract/rules/grading';
import type { StudentReport, StudentReportSubject } from '../../../../contract/reports/studentReport';
import { dailyRecordType, type Letter, letters } from '../../../../contract/vocabulary';

type Addition =
  | 'subject_code'
  | 'hours'
  | 'type'
  | 'percentage'
  | 'columns'
  | 'attendance'
  | 'batch_name'
  | 'records'
  | 'kinds';
/** Another server does not send our additions. */
export type ReportSubject = Omit<StudentReportSubject, Addition> &
  Partial<Pick<StudentReportSubject, Addition>>;

/** Another server does not send repeated courses and former programmes. */
export type OwnReport = Omit<StudentReport, 'repeated' | 'former'> &
  Partial<Pick<StudentReport, 'repeated' | 'former'>>;

/** The subjects of memorisation and revision. Only a server with plans and maps sends the type of subjects. */
export const findDailySubjects = ({ subjects }: OwnReport) =>
  subjects.flatMap(({ type, subject_code, subject_name }) =>
    type === dailyRecordType && subject_code !== undefined ? [{ subject_code, name: subject_name }] : [],
  );

export interface MarkFacts {
  mark: number | null;
  /** The subject's name for the column; undefined if the server does not send it. */
  name: string | undefined;
  max: number | undefined;
  isUsed: boolean;
}

export function subjectMark(subject: ReportSubject, column: GradeColumn): MarkFacts {
  const ownColumn = subject.columns?.find((one) => one.column === column);
  return {
    mark: subject[`${column}_grade`],
    name: ownColumn?.name,
    max: ownColumn?.max,
    isUsed: subject.columns === undefined || ownColumn !== undefined,
  };
}

/** Undefined if the server sends no maxima. */
export const sumMaxima = ({ columns }: ReportSubject): number | undefined =>
  columns?.reduce((sum, { max }) => sum + max, 0);

/** The letter decides, because a rounded percentage could lead to a different band. */
export const letterBand = (letter: Letter) => colourBand(letterMinimums[letters.indexOf(letter)] ?? 0);

export interface SubjectResult {
  /** Unique in the list. */
  name: string;
  /** As `reportedPercentage` rounds it. */
  percentage: number;
  letter: Letter;
}

/** Results with a percentage, in the order of the table. */
export function completeResults(subjects: readonly ReportSubject[]): SubjectResult[] {
  const countByName = new Map<string, number>();
  return subjects.flatMap((subject) => {
    const { subject_name, letter_grade: letter } = subject;
    const percentage = reportedPercentage(subject);
    if (percentage === null || letter === null) return [];
    const count = (countByName.get(subject_name) ?? 0) + 1;
    countByName.set(subject_name, count);
    return [{ name: count === 1 ? subject_name : `${subject_name} (${count})`, percentage, letter }];
  });
}

/** Returns the first result with the highest percentage. */
export function findBest(results: readonly SubjectResult[]): SubjectResult | undefined {
  const max = Math.max(...results.map(({ percentage }) => percentage));
  return results.find(({ percentage }) => percentage === max);
}

/** A subject for which the server sends the kinds of records. */
export type RecitationSubject = ReportSubject &
  Required<Pick<ReportSubject, 'subject_code' | 'batch_name' | 'kinds'>>;

export const hasRecordKinds = (subject: ReportSubject): subject is RecitationSubject =>
  Boolean(subject.kinds && subject.subject_code !== undefined && subject.batch_name !== undefined);
