import { Navigate, useParams } from 'react-router';
import { useSession } from '../../dataProvider/session';
import { later } from '../../ui/page/later';

const StudentReport = later(() => import('./student/StudentReport'));
const StaffReports = later(() => import('./staff/StaffReports'));
const LoggedReports = later(() => import('./staff/LoggedReports'));
const IssuedPapers = later(() => import('./staff/IssuedPapers'));
const WeekPage = later(() => import('./week/WeekPage'));

/** Students see their own report, staff create reports. Each loads only its own screen. Spec 2 §2. */
export default function ReportsPage() {
  const role = useSession()?.user.role;
  const { part } = useParams();
  if (part === 'week') return <WeekPage />;
  if (part === 'made' && role !== 'student') return <LoggedReports />;
  if (part === 'issued' && role !== 'student') return <IssuedPapers />;
  if (part !== undefined) return <Navigate to="/reports" replace />;
  return role === 'student' ? <StudentReport /> : <StaffReports />;
}
