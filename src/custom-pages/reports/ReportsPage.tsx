import { lazy } from 'react';
import { useSession } from '../../dataProvider/session';

const StudentReport = lazy(() => import('./student/StudentReport'));
const StaffReports = lazy(() => import('./staff/StaffReports'));

/** A student sees the own report, everybody else makes reports; neither loads the other's screen. Spec 2 §2. */
export default function ReportsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentReport /> : <StaffReports />;
}
