import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Absentee, ReportedAbsence } from '../../../contract/absences';
import type { AbsenceType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { type DayRange, useLastRange } from '../../features/teaching-context/recents';
import { useStudentText } from '../../i18n/gender';
import { type Text, t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { download, writeExcelFile } from '../../ui/report/excelFile';

export interface ReportFilter {
  subjectCode: string;
  circleId: number | null;
  startDate: string;
  endDate: string;
  type: AbsenceType | '';
  minDays: number | null;
}

const emptyFilter: ReportFilter = {
  subjectCode: '',
  circleId: null,
  startDate: '',
  endDate: '',
  type: '',
  minDays: 1,
};

type DatesProblem = 'absences.afterToday' | 'ui.datesReversed' | null;

/** Returns no days if the last report ends after today, because an absence is never in the future. */
const pastRange = (today: string, { startDate, endDate }: DayRange) =>
  (startDate ?? '') > today || (endDate ?? '') > today
    ? {}
    : { startDate: startDate ?? '', endDate: endDate ?? '' };

const findRangeProblems = ({ startDate, endDate }: ReportFilter, today: string) => {
  const futureProblem = (day: string): DatesProblem => (day > today ? 'absences.afterToday' : null);
  const isReversed = startDate !== '' && endDate !== '' && endDate < startDate;
  return {
    startDate: futureProblem(startDate),
    endDate: futureProblem(endDate) ?? (isReversed && !futureProblem(startDate) ? 'ui.datesReversed' : null),
  } as const;
};
export type RangeProblems = ReturnType<typeof findRangeProblems>;

export function useAbsenceReport(batchName: string, today: string, initialFilter: Partial<ReportFilter>) {
  const text = useStudentText();
  const { notifyDone, notifyError } = useNotices();
  const { absenceReport } = useApi();
  const [lastRange, setLastRange] = useLastRange();
  const [filter, setFilter] = useState(() => ({
    ...emptyFilter,
    ...pastRange(today, lastRange),
    ...initialFilter,
  }));
  const { subjectCode, circleId, startDate, endDate, type, minDays } = filter;
  const problems = findRangeProblems(filter, today);
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
    select: limitToStudents,
    enabled: !hasProblem,
  });

  const exportReport = async (report: { absences: readonly ReportedAbsence[] }) => {
    try {
      const sheet = buildSheet(report.absences, text);
      download(await writeExcelFile(sheet), `${sheet.name} - ${batchName}.xlsx`);
      notifyDone(t('ui.exported', { smart_count: sheet.rows.length }));
    } catch {
      notifyError(t('ui.exportFailed'));
    }
  };
  return {
    filter,
    change: (changes: Partial<ReportFilter>) => {
      const nextFilter = { ...filter, ...changes };
      setFilter(nextFilter);
      if ('startDate' in changes || 'endDate' in changes)
        setLastRange({ startDate: nextFilter.startDate || null, endDate: nextFilter.endDate || null });
    },
    problems,
    hasProblem,
    /** Undefined: still loading. Null: the server has no report. */
    report: hasProblem ? undefined : data,
    error: hasProblem ? null : error,
    refetch,
    exportReport,
  };
}

/** The server applies `minDays` only to the students, so this function filters the absences by student. */
const limitToStudents = <R extends Report>(report: R | null): R | null => {
  if (report === null) return null;
  const ids = new Set(report.students.map(({ studentId }) => studentId));
  return { ...report, absences: report.absences.filter(({ studentId }) => ids.has(studentId)) };
};

const buildSheet = (absences: readonly ReportedAbsence[], text: Text) => ({
  name: t('absences.report'),
  header: [
    t('labels.date'),
    t('labels.studentNumber'),
    text('labels.student'),
    t('labels.subject'),
    t('absences.type'),
    t('labels.notes'),
  ],
  widths: [14, 16, 36, 26, 18, 40],
  rows: absences.map((absence) => [
    absence.date,
    absence.studentId,
    absence.studentName,
    absence.subjectName,
    absence.type,
    absence.notes,
  ]),
});

export type Report = { absences: ReportedAbsence[]; students: Absentee[] };
