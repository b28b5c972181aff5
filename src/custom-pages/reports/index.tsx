import { Navigate, useParams } from 'react-router';
import { currentSession, useSession } from '../../dataProvider/session';
import { lazyComponent } from '../../ui/page/lazyComponent';

const StudentReport = lazyComponent(() => import('./student/StudentReport'));
const StaffReports = lazyComponent(() => import('./staff/StaffReports'));
const LoggedReports = lazyComponent(() => import('./staff/LoggedReports'));
const IssuedPapers = lazyComponent(() => import('./staff/IssuedPapers'));
const WeekPage = lazyComponent(() => import('./week/WeekPage'));

/** Staff and students have separate screens, and a user loads only one of them (spec 2 §2). */
function ReportsPage() {
  const role = useSession()?.user.role;
  const { part } = useParams();
  if (part === 'week') return <WeekPage />;
  if (part === 'made' && role !== 'student') return <LoggedReports />;
  if (part === 'issued' && role !== 'student') return <IssuedPapers />;
  if (part !== undefined) return <Navigate to="/reports" replace />;
  return role === 'student' ? <StudentReport /> : <StaffReports />;
}

export const reports = {
  Page: ReportsPage,
  preload: () => (currentSession()?.user.role === 'student' ? StudentReport : StaffReports).preload(),
};
