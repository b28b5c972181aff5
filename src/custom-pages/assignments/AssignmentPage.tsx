// Mirrored: back is to the right.
import Back from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { lazy, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { EmptyState } from '../../ui/page/States';
import { useAssignment } from './useAssignment';

const StaffDetail = lazy(() => import('./staff/AssignmentDetail'));
const StudentDetail = lazy(() => import('./StudentDetail'));

/** One assignment: to change and grade it, or, for a student, to read what is asked. */
export default function AssignmentPage() {
  const t = useText();
  const { id = '' } = useParams();
  const role = useSession()?.user.role;
  const [goneId, setGoneId] = useState<string | null>(null);
  const { assignment, isMissing } = useAssignment(
    /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null,
    goneId === id,
  );
  if (isMissing && goneId !== id)
    return (
      <EmptyState
        title={t('assignments.notFoundTitle')}
        text={t('assignments.notFoundText')}
        action={
          <Button component={Link} to="/assignments" variant="outlined" startIcon={<Back />}>
            {t('assignments.back')}
          </Button>
        }
      />
    );
  if (!assignment || goneId === id)
    return (
      <Stack spacing={2}>
        <Skeleton width="40%" height={48} />
        <Skeleton variant="rounded" height={140} />
        <Skeleton variant="rounded" height={240} />
      </Stack>
    );
  // Another assignment is another page: nothing that is being typed goes over to it.
  return role === 'student' ? (
    <StudentDetail key={id} assignment={assignment} />
  ) : (
    <StaffDetail key={id} assignment={assignment} onGone={() => setGoneId(id)} />
  );
}
