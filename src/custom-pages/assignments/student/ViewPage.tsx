import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { Waiting } from '../../../ui/ListContent';
import { EmptyState, ErrorState } from '../../../ui/States';
import { Missing } from './Missing';
import { OneAssignmentPage } from './OneAssignmentPage';
import { Solution } from './Solution';
import { useAssignment } from './useAssignment';

/** The student's own solution, to read; spec 2 §2. */
export default function ViewPage() {
  const t = useText();
  const { id: asked = '' } = useParams();
  const id = /^\d+$/.test(asked) ? Number(asked) : 0;
  const { data: assignment, error, refetch } = useAssignment(id);
  if (id === 0 || (error instanceof ApiProblem && error.status === 404))
    return <Missing answers={{}} questions={[]} />;
  if (!assignment)
    return (
      <OneAssignmentPage title={t('ownAssignments.solution')}>
        {error ? (
          <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </OneAssignmentPage>
    );
  const { submission } = assignment;
  return (
    <OneAssignmentPage title={assignment.title} subject={assignment.subject_name}>
      {submission ? (
        <Solution assignment={assignment} submission={submission} />
      ) : (
        <EmptyState
          title={t('ownAssignments.notYetTitle')}
          text={t('ownAssignments.notYetText')}
          action={
            <Button component={Link} to={`/assignments/${id}/submit`} variant="contained">
              {t('ownAssignments.solve')}
            </Button>
          }
        />
      )}
    </OneAssignmentPage>
  );
}
