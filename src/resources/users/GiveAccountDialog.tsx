import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import { users as labels } from '../../i18n/ar/adminPages';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { OneTimeDialog, useAccountCall } from './OneTimeDialog';
import { StudentPicker } from './StudentPicker';
import type { UserRow } from './userModel';

/** Links the account of a deleted student to another student, and shows the new password once. */
export default function GiveAccountDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { giveAccount } = useApi();
  const [student, setStudent] = useState<{ student_id: string; full_name: string } | null>(null);
  const { send, isPending, newPassword, problem, setProblem } = useAccountCall(
    (student_id: string) => giveAccount(user.id, student_id),
    () => 'users.giveDone',
    onClose,
  );
  const submit = () => {
    setProblem(student ? null : labels.studentRequired);
    if (student) send(student.student_id);
  };
  if (newPassword)
    return (
      <OneTimeDialog
        name={student?.full_name ?? user.name}
        username={newPassword.username}
        accountRole={user.role}
        password={newPassword.password}
        onDone={newPassword.onDone}
      />
    );
  return (
    <SubmitDialog
      title={labels.give}
      name={user.name}
      problem={problem}
      isDirty={student !== null}
      submitLabel={labels.giveButton}
      pendingLabel={labels.giving}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SecondaryText>{labels.giveExplained}</SecondaryText>
      <StudentPicker
        value={student}
        onChange={(chosen) => {
          setStudent(chosen);
          setProblem(null);
        }}
        isRequired
      />
    </SubmitDialog>
  );
}
