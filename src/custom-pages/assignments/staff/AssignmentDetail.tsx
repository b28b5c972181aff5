import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AssignmentDetail as Detail } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { AssignmentFacts } from '../AssignmentFacts';
import { BackLink } from '../BackLink';
import { AssignmentEdit } from './AssignmentEdit';
import { AssignmentHead } from './AssignmentHead';
import { DeleteAssignment } from './DeleteAssignment';
import { DuplicateDialog } from './DuplicateDialog';
import { LateSwitch } from './LateSwitch';
import { Questions } from './Questions';
import { RegradeBanner } from './RegradeBanner';
import { Submissions } from './Submissions';

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
