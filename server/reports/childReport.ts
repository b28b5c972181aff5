import type { StudentReport } from '../../contract/reports/studentReport';
import type { Db } from '../db/schema';
import { type AttendedDay, loadAttendedDays } from './attendance';
import { loadStudent } from './reportStudent';
import { buildStudentReport } from './student';

export interface ChildReport {
  report: StudentReport;
  attended: AttendedDay[];
}

/** The report as the student himself sees it, and his attendance in the week, for the guardian's page. */
export async function loadChildReport(
  db: Db,
  rowId: number,
  { today, from, to }: { today: string; from: string; to: string },
): Promise<ChildReport | null> {
  const student = await loadStudent(db, rowId);
  if (!student) return null;
  return {
    report: await buildStudentReport(db, student, today),
    attended: await loadAttendedDays(db, student, { from, to }),
  };
}
