import { Navigate } from 'react-router';
import { useSession } from '../../dataProvider/session';
import { StaffDashboard } from './StaffDashboard';

/** A student has no dashboard: the own report comes first. */
export default function DashboardPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <Navigate to="/reports" replace /> : <StaffDashboard />;
}
