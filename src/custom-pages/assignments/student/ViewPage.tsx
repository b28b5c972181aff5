import Button from '@mui/material/Button';
import { Link, useParams } from 'react-router';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';
import { Missing } from './Missing';
import { NotYetLoaded } from './NotYetLoaded';
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
  if (!assignment) return <NotYetLoaded error={error} onRetry={() => void refetch()} />;
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
