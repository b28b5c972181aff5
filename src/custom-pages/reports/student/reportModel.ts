import type { GradeColumn } from '../../../../contract/rules/gradeSettings';
import { colourBand, letterMinimums } from '../../../../contract/rules/grading';
import type { StudentReport, StudentReportSubject } from '../../../../contract/reports/studentReport';
import { type Letter, letters } from '../../../../contract/vocabulary';

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
/** A subject of the report. A server other than ours leaves our additions out. */
export type ReportSubject = Omit<StudentReportSubject, Addition> &
  Partial<Pick<StudentReportSubject, Addition>>;

/** The report, which another server sends without what was repeated and what he studied before. */
export type OwnReport = Omit<StudentReport, 'repeated' | 'former'> &
  Partial<Pick<StudentReport, 'repeated' | 'former'>>;

export interface MarkFacts {
  mark: number | null;
  /** The name of the subject's column; undefined if the server does not send it. */
  name: string | undefined;
  max: number | undefined;
  /** Whether the column counts in this subject. */
  isUsed: boolean;
}

/** The mark of a subject in one of the five columns. */
export function markOf(subject: ReportSubject, column: GradeColumn): MarkFacts {
  const own = subject.columns?.find((known) => known.column === column);
  return {
    mark: subject[`${column}_grade`],
    name: own?.name,
    max: own?.max,
    isUsed: subject.columns === undefined || own !== undefined,
  };
}

/** The sum of the maxima that count; undefined if the server does not send them. */
export const maxOf = ({ columns }: ReportSubject): number | undefined =>
  columns?.reduce((sum, { max }) => sum + max, 0);

/** From the letter, not from the rounded percentage, so that the two always agree. */
export const bandOfLetter = (letter: Letter) => colourBand(letterMinimums[letters.indexOf(letter)] ?? 0);

export interface SubjectResult {
  /** Unique in the list. */
  name: string;
  /** In percent, one decimal. */
  percentage: number;
  letter: Letter;
}

/** The complete results, in the order of the table; empty if the server sends no percentages. */
export function resultsOf(subjects: readonly ReportSubject[]): SubjectResult[] {
  const seen = new Map<string, number>();
  return subjects.flatMap(({ subject_name, percentage, letter_grade: letter }) => {
    if (typeof percentage !== 'number' || letter === null) return [];
    const times = (seen.get(subject_name) ?? 0) + 1;
    seen.set(subject_name, times);
    return [{ name: times === 1 ? subject_name : `${subject_name} (${times})`, percentage, letter }];
  });
}

/** The first result with the highest percentage; undefined if there is none. */
export function bestOf(results: readonly SubjectResult[]): SubjectResult | undefined {
  const max = Math.max(...results.map(({ percentage }) => percentage));
  return results.find(({ percentage }) => percentage === max);
}
