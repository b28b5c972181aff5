import { useSession } from '../../dataProvider/session';
import { StaffDashboard } from './StaffDashboard';
import { StudentDashboard } from './StudentDashboard';

export default function DashboardPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentDashboard /> : <StaffDashboard />;
}
