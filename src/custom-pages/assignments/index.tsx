import { currentSession, useSession } from '../../dataProvider/session';
import { lazyComponent } from '../../ui/page/lazyComponent';

const StudentAssignments = lazyComponent(() => import('./student/StudentAssignments'));
const StaffAssignments = lazyComponent(() => import('./staff/StaffAssignments'));

/** Staff and students have separate screens, and a user loads only one of them (spec 2 §2). */
function AssignmentsPage() {
  const role = useSession()?.user.role;
  return role === 'student' ? <StudentAssignments /> : <StaffAssignments />;
}

export const assignments = {
  Page: AssignmentsPage,
  preload: () =>
    (currentSession()?.user.role === 'student' ? StudentAssignments : StaffAssignments).preload(),
  Detail: lazyComponent(() => import('./AssignmentPage')),
};
