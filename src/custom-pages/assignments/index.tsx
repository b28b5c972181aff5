import { lazy } from 'react';
import { useSession } from '../../dataProvider/session';

const StudentAssignments = lazy(() => import('./student/StudentAssignments'));
const StaffAssignments = lazy(() => import('./staff/StaffAssignments'));

/** Students see their own assignments, staff create them; each loads only its own screen. Spec 2 §2. */
function AssignmentsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentAssignments /> : <StaffAssignments />;
}

export const assignments = {
  Page: AssignmentsPage,
  Detail: lazy(() => import('./AssignmentPage')),
};
