import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../../dataProvider/session';

const StudentReport = lazy(() => import('./student/StudentReport'));
const StaffReports = lazy(() => import('./staff/StaffReports'));
const MadeReports = lazy(() => import('./staff/MadeReports'));
const IssuedPapers = lazy(() => import('./staff/IssuedPapers'));
const WeekPage = lazy(() => import('./week/WeekPage'));

/**
 * Students see their own report, staff make reports; each loads only its own screen. Spec 2 §2. The weekly sheet of
 * memorisation stands beside them, and the lists of what was made and issued.
 */
export default function ReportsPage() {
  const role = useSession()?.user.role;
  const { part } = useParams();
  if (part === 'week') return <WeekPage />;
  if (part === 'made' && role !== 'student') return <MadeReports />;
  if (part === 'issued' && role !== 'student') return <IssuedPapers />;
  if (part !== undefined) return <Navigate to="/reports" replace />;
  return role === 'student' ? <StudentReport /> : <StaffReports />;
}
