import { weightedAverage } from '../../contract/rules/gpa';
import type { StudentReport } from '../../contract/reports/studentReport';
import type { Db } from '../db/schema';
import { type AttendedDay, loadAttendedDays } from './attendance';
import { loadStudent } from './reportStudent';
import { loadReportSubjects } from './student';

export interface ChildReport extends Pick<
  StudentReport,
  'available_levels' | 'subjects' | 'repeated' | 'former'
> {
  average: number | null;
  attended: AttendedDay[];
}

/** The marks as the student sees them in his own report, and his attendance in the week. */
export async function loadChildReport(
  db: Db,
  rowId: number,
  days: { from: string; to: string },
): Promise<ChildReport | null> {
  const student = await loadStudent(db, rowId);
  if (!student) return null;
  const { coursesOfLevel, available_levels, subjects, repeated, former } = await loadReportSubjects(
    db,
    student,
    { hasAttendance: false },
  );
  return {
    available_levels,
    subjects,
    repeated,
    former,
    average: weightedAverage(coursesOfLevel),
    attended: await loadAttendedDays(db, student, days),
  };
}
