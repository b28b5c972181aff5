import { useSession } from '../../dataProvider/session';
import { lazyComponent } from '../../ui/page/lazyComponent';

const StudentAssignments = lazyComponent(() => import('./student/StudentAssignments'));
const StaffAssignments = lazyComponent(() => import('./staff/StaffAssignments'));

/** Students see their own assignments, staff create them; each loads only its own screen. Spec 2 §2. */
function AssignmentsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentAssignments /> : <StaffAssignments />;
}

export const assignments = {
  Page: AssignmentsPage,
  Detail: lazyComponent(() => import('./AssignmentPage')),
};
