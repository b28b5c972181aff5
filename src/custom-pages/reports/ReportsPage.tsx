import { lazy } from 'react';
import { useSession } from '../../dataProvider/session';

const StudentReport = lazy(() => import('./student/StudentReport'));
const StaffReports = lazy(() => import('./staff/StaffReports'));

/** Students see their own report, staff make reports; each loads only its own screen. Spec 2 §2. */
export default function ReportsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentReport /> : <StaffReports />;
}
