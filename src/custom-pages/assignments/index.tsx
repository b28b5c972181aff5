import { lazy } from 'react';
import { useSession } from '../../dataProvider/session';

const StudentAssignments = lazy(() => import('./student/StudentAssignments'));
const StaffAssignments = lazy(() => import('./staff/StaffAssignments'));

/** A student sees the own assignments, everybody else makes them; neither loads the other's screen. Spec 2 §2. */
function AssignmentsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentAssignments /> : <StaffAssignments />;
}

export const assignments = {
  Page: AssignmentsPage,
  Detail: lazy(() => import('./AssignmentPage')),
};
