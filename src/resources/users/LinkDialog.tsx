import { Typography } from '@mui/material';
import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useAccountCall } from './OneTimeDialog';
import { StudentPicker } from './StudentPicker';
import type { UserRow } from './userModel';

/** For accounts of admins and teachers, which may also have a student. */
export default function LinkDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { linkByNumber, unlinkStudent } = useApi();
  const [student, setStudent] = useState<{ student_id: string; full_name: string } | null>(null);
  const isLinked = Boolean(user.student_id);
  const { send, isPending, problem, setProblem } = useAccountCall(
    (student_id: string | null) =>
      student_id === null ? unlinkStudent(user.id) : linkByNumber({ user_id: user.id, student_id }),
    (student_id) => (student_id === null ? 'users.unlinkDone' : 'users.linkDone'),
    onClose,
  );
  const submit = () => {
    if (isLinked) send(null);
    else if (student) send(student.student_id);
    else setProblem(labels.studentRequired);
  };
  return (
    <SubmitDialog
      title={labels.linkTitle}
      name={user.name}
      problem={problem}
      isDirty={student !== null}
      submitLabel={t(isLinked ? 'users.unlink' : 'users.linkButton')}
      pendingLabel={labels.linking}
      isPending={isPending}
      isDanger={isLinked}
      onSubmit={submit}
      onClose={onClose}
    >
      {isLinked ? (
        <Typography>
          {labels.linkedNow} <bdi>{user.student_name ?? user.student_id}</bdi>
        </Typography>
      ) : (
        <StudentPicker
          value={student}
          onChange={(chosen) => {
            setStudent(chosen);
            setProblem(null);
          }}
          isRequired
          helperText={labels.linkExplained}
        />
      )}
    </SubmitDialog>
  );
}
