import { useSession } from '../../dataProvider/session';
import { later } from '../../ui/page/later';

const StudentAssignments = later(() => import('./student/StudentAssignments'));
const StaffAssignments = later(() => import('./staff/StaffAssignments'));

/** Students see their own assignments, staff create them; each loads only its own screen. Spec 2 §2. */
function AssignmentsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentAssignments /> : <StaffAssignments />;
}

export const assignments = {
  Page: AssignmentsPage,
  Detail: later(() => import('./AssignmentPage')),
};
