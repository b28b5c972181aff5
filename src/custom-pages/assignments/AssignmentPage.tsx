// Mirrored: back is to the right.
import Back from '@mui/icons-material/ArrowForward';
import { Skeleton, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import type { Api } from '../../dataProvider';
import { isNotFound } from '../../dataProvider/ApiProblem';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { LinkButton } from '../../ui/page/LinkButton';
import { EmptyState } from '../../ui/page/States';

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
          <LinkButton
            to="/assignments"
            label={t('assignments.back')}
            variant="outlined"
            startIcon={<Back />}
          />
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

/**
 * An assignment with its questions. One that is not there is said on the page; a load that fails otherwise leads back
 * to the list (spec 2 §8), and a toast says why.
 * @param isGone it has just been deleted here: not read again on the way to the list
 */
function useAssignment(id: number | null, isGone = false) {
  const t = useText();
  const notify = useNotify();
  const navigate = useNavigate();
  const { assignment } = useDataProvider<Api>();
  const { data, error } = useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id ?? 0),
    enabled: id !== null && !isGone,
  });
  // What is on the screen stays there when it cannot be read again.
  const hasFailed = error !== null && !isNotFound(error) && data === undefined;
  useEffect(() => {
    if (!hasFailed) return;
    notify(t('assignments.loadFailed'), { type: 'error' });
    void navigate('/assignments', { replace: true });
  }, [hasFailed, notify, navigate, t]);
  return { assignment: data, isMissing: id === null || isNotFound(error) };
}
