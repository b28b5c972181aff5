import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import type { Assignment, AssignmentDetail as Detail } from '../../../../contract/assignments';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { AssignmentFacts } from '../AssignmentFacts';
import { BackLink } from '../BackLink';
import { AssignmentEdit } from './AssignmentEdit';
import { AssignmentHead } from './AssignmentHead';
import { DeleteAssignment } from './DeleteAssignment';
import { DuplicateDialog } from './DuplicateDialog';
import { Questions } from './Questions';
import { Submissions } from './Submissions';
import { useRefusal, useUpdateAssignment } from './useAssignmentWrites';

interface AssignmentDetailProps {
  assignment: Detail;
  /** It has been deleted: nothing of it is to be read again. */
  onGone: () => void;
}

/** One assignment for those who make and grade it: what it is, its questions, and who has handed in. */
export default function AssignmentDetail({ assignment, onGone }: AssignmentDetailProps) {
  const t = useText();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [isEditing, setIsEditing] = useState(address.has('edit'));
  const [asked, setAsked] = useState<'delete' | 'duplicate' | null>(null);
  const list = `/assignments?subject_id=${assignment.subject_id}`;
  const close = () => setAsked(null);
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ minWidth: 0 }}>
      <title>{`${assignment.title} · ${t('shell.product')}`}</title>
      <BackLink to={list}>{t('assignments.back')}</BackLink>
      <AssignmentHead
        assignment={assignment}
        isEditing={isEditing}
        onEdit={() => setIsEditing(true)}
        onDuplicate={() => setAsked('duplicate')}
        onDelete={() => setAsked('delete')}
      />
      {assignment.needs_regrade && <RegradeBanner assignmentId={assignment.id} />}
      {isEditing ? (
        <AssignmentEdit assignment={assignment} onClose={() => setIsEditing(false)} />
      ) : (
        <AssignmentFacts assignment={assignment}>
          <LateSwitch assignment={assignment} />
        </AssignmentFacts>
      )}
      <Questions assignment={assignment} />
      <Submissions assignment={assignment} />
      {asked === 'duplicate' && <DuplicateDialog assignment={assignment} onClose={close} />}
      <DeleteAssignment
        assignment={asked === 'delete' ? assignment : null}
        onDeleted={() => {
          onGone();
          void navigate(list, { replace: true });
        }}
        onClose={close}
      />
    </Stack>
  );
}

/** Whether answers are taken after the due time; changed at once. */
function LateSwitch({ assignment }: { assignment: Assignment }) {
  const t = useText();
  const { update, isPending } = useUpdateAssignment(assignment);
  return (
    // Among facts, and one of them.
    <div>
      <dt hidden>{t('assignments.allowLate')}</dt>
      <dd style={{ margin: 0 }}>
        <FormControlLabel
          control={
            <Switch
              checked={assignment.allow_late_submission}
              disabled={isPending}
              onChange={(_, isAllowed) =>
                update({ change: { allow_late_submission: isAllowed }, saved: 'assignments.updated' })
              }
            />
          }
          label={t('assignments.allowLate')}
        />
      </dd>
    </div>
  );
}

/** Marks or keys have changed since somebody handed in: the scores do not fit any more. Decision 25. */
function RegradeBanner({ assignmentId }: { assignmentId: number }) {
  const t = useText();
  const notify = useNotify();
  const refusal = useRefusal();
  const { regrade } = useDataProvider<Api>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => regrade(assignmentId),
    onSuccess: ({ message }) => notify(message || t('assignments.regraded'), { type: 'success' }),
    onError: refusal('assignments.regradeFailed'),
  });
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <Button color="inherit" variant="outlined" disabled={isPending} onClick={() => mutate()}>
          {t('assignments.regrade')}
        </Button>
      }
    >
      {t('assignments.regradeText')}
    </Alert>
  );
}
