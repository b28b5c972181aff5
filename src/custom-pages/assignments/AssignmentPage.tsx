// The app runs from right to left, so the icon for "back" points to the right.
import Back from '@mui/icons-material/ArrowForward';
import { Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { parseRowId } from '../../../contract/fields';
import { useApi } from '../../dataProvider/useApi';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { useSession } from '../../dataProvider/session';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { LinkButton } from '../../ui/page/LinkButton';
import { EmptyState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';

const StaffDetail = lazyComponent(() => import('./staff/AssignmentDetail'));
const StudentDetail = lazyComponent(() => import('./StudentDetail'));

export default function AssignmentPage() {
  const { id = '' } = useParams();
  const role = useSession()?.user.role;
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const { assignment, isMissing } = useAssignment(parseRowId(id), deletedId === id);
  if (isMissing && deletedId !== id)
    return (
      <EmptyState
        title={t('assignments.notFoundTitle')}
        text={t('assignments.notFoundText')}
        action={
          <LinkButton
            to="/assignments"
            label={t('assignments.back')}
            variant="outlined"
            startIcon={<Back />}
          />
        }
      />
    );
  if (!assignment || deletedId === id)
    return (
      <Stack spacing={2}>
        <Skeleton width="40%" height={48} />
        <Skeleton variant="rounded" height={140} />
        <Skeleton variant="rounded" height={240} />
      </Stack>
    );
  // The key resets the state, so that typed text does not carry over to another assignment.
  return role === 'student' ? (
    <StudentDetail key={id} assignment={assignment} />
  ) : (
    <StaffDetail key={id} assignment={assignment} onDeleted={() => setDeletedId(id)} />
  );
}

/**
 * `isMissing` is true if the assignment does not exist. Any other failure opens the list with a toast (spec 2
 * §8).
 */
function useAssignment(id: number | null, isDeleted = false) {
  const { notifyError } = useNotices();
  const navigate = useNavigate();
  const { assignment } = useApi();
  const { data, error } = useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id ?? 0),
    enabled: id !== null && !isDeleted,
  });
  // If a reload fails, the loaded assignment stays on the screen.
  const hasFailed = error !== null && !isNotFound(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notifyError(t('assignments.loadFailed'));
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notifyError, navigate]);
  return { assignment: data, isMissing: id === null || isNotFound(error) };
}
