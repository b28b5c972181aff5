import type { StudentRow } from '../../../contract/students';
import { DeleteButton } from '../../ui/dialog/DeleteButton';
import { EditButton } from '../../ui/list/EditButton';

export const StudentActions = ({ student }: { student: StudentRow }) => (
  <>
    <EditButton name={student.full_name} />
    <DeleteButton
      name={student.full_name}
      question="students.deleteQuestion"
      deleted="students.deleted"
      failed="students.deleteFailed"
    />
  </>
);
