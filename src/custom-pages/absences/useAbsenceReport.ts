import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Absentee, ReportedAbsence } from '../../../contract/absences';
import type { AbsenceType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { type DayRange, useLastRange } from '../../features/teaching-context/recents';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { download, writeExcelFile } from '../../ui/report/excelFile';

/** The filters of the report; empty means no limit. */
export interface ReportFilter {
  subjectCode: string;
  /** A circle of the subject; null for all. */
  circleId: number | null;
  startDate: string;
  endDate: string;
  type: AbsenceType | '';
  /** Null while the typed number is invalid. */
  minDays: number | null;
}

const everything: ReportFilter = {
  subjectCode: '',
  circleId: null,
  startDate: '',
  endDate: '',
  type: '',
  minDays: 1,
};

type DatesProblem = 'absences.afterToday' | 'ui.datesReversed' | null;

/** The days of the last report; none if they are not over, since a report of absences ends today at the latest. */
const rangeUntil = (today: string, { startDate, endDate }: DayRange) =>
  (startDate ?? '') > today || (endDate ?? '') > today
    ? {}
    : { startDate: startDate ?? '', endDate: endDate ?? '' };

/** The problems of the range, by field. @param today in the institute's time zone */
const problemsIn = ({ startDate, endDate }: ReportFilter, today: string) => {
  const tooLate = (day: string): DatesProblem => (day > today ? 'absences.afterToday' : null);
  const isReversed = startDate !== '' && endDate !== '' && endDate < startDate;
  return {
    startDate: tooLate(startDate),
    endDate: tooLate(endDate) ?? (isReversed && !tooLate(startDate) ? 'ui.datesReversed' : null),
  } as const;
};
export type RangeProblems = ReturnType<typeof problemsIn>;

/**
 * Absences of a batch by range, type and count, and their export.
 * @param given the filters at the start
 */
export function useAbsenceReport(batchName: string, today: string, given: Partial<ReportFilter>) {
  const { notifyDone, notifyError } = useNotices();
  const { absenceReport } = useApi();
  const [last, setLast] = useLastRange();
  const [filter, setFilter] = useState(() => ({ ...everything, ...rangeUntil(today, last), ...given }));
  const { subjectCode, circleId, startDate, endDate, type, minDays } = filter;
  const problems = problemsIn(filter, today);
  const hasProblem = problems.startDate !== null || problems.endDate !== null || minDays === null;
  const { data, error, refetch } = useQuery({
    queryKey: ['absences', 'report', batchName, filter],
    queryFn: () =>
      absenceReport({
        batchName,
        ...(subjectCode && { subjectCode }),
        ...(circleId !== null && { circle_id: circleId }),
        ...(startDate && { startDate }),
        ...(endDate && { endDate }),
        ...(type && { type }),
        ...(minDays !== null && minDays > 1 && { minDays }),
      }),
    select: ofStudents,
    enabled: !hasProblem,
  });

  const exportReport = async (of: { absences: readonly ReportedAbsence[] }) => {
    try {
      const sheet = sheetOf(of.absences);
      download(await writeExcelFile(sheet), `${sheet.name} - ${batchName}.xlsx`);
      notifyDone(t('ui.exported', { smart_count: sheet.rows.length }));
    } catch {
      notifyError(t('ui.exportFailed'));
    }
  };
  return {
    filter,
    change: (changed: Partial<ReportFilter>) => {
      const now = { ...filter, ...changed };
      setFilter(now);
      if ('startDate' in changed || 'endDate' in changed)
        setLast({ startDate: now.startDate || null, endDate: now.endDate || null });
    },
    problems,
    /** Nothing is loaded, and no earlier result is shown. */
    hasProblem,
    /** Undefined while it loads; null if the server has no report. */
    report: hasProblem ? undefined : data,
    error: hasProblem ? null : error,
    refetch,
    exportReport,
  };
}

/** The server counts days for the list of students alone; days and sheet are of the same students. */
const ofStudents = <R extends Report>(report: R | null): R | null => {
  if (report === null) return null;
  const ids = new Set(report.students.map(({ studentId }) => studentId));
  return { ...report, absences: report.absences.filter(({ studentId }) => ids.has(studentId)) };
};

const sheetOf = (absences: readonly ReportedAbsence[]) => ({
  name: t('absences.report'),
  header: [
    t('labels.date'),
    t('labels.studentNumber'),
    t('labels.student'),
    t('labels.subject'),
    t('absences.type'),
    t('labels.notes'),
  ],
  widths: [14, 16, 36, 26, 18, 40],
  rows: absences.map((one) => [
    one.date,
    one.studentId,
    one.studentName,
    one.subjectName,
    one.type,
    one.notes,
  ]),
});

export type Report = { absences: ReportedAbsence[]; students: Absentee[] };
