import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { StudentAssignment } from '../../../../contract/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { Waiting } from '../../../ui/list/ListContent';
import { Page } from '../../../ui/page/Page';
import { EmptyState, ErrorState } from '../../../ui/page/States';
import { AssignmentCard } from './AssignmentCard';
import { AssignmentFigures } from './AssignmentFigures';
import { AssignmentFilters } from './AssignmentFilters';
import { figuresOf, isListed } from './studentModel';
import { useLinkedStudent } from './useLinkedStudent';
import { useServerNow } from './useServerNow';
import { useNarrowing, useStudentAssignments } from './useStudentAssignments';
import { useSubjectChoices } from './useSubjectChoices';
import { useSubmissionQueue } from './useSubmissionQueue';

const none: readonly StudentAssignment[] = [];

const columns = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
} as const;

/** The assignments of the student signed in; spec 2 §2. */
export default function StudentAssignments() {
  const t = useText();
  const student = useLinkedStudent();
  const { data: assignments, error, refetch } = useStudentAssignments();
  const { narrowed, narrow, clear } = useNarrowing();
  const subjects = useSubjectChoices(student, assignments ?? none);
  const timeZone = useTimeZone();
  const now = useServerNow(null);
  const { queue } = useSubmissionQueue();
  const waiting = new Set(
    queue.filter(({ state }) => state !== 'refused').map(({ assignmentId }) => assignmentId),
  );
  const listed = assignments?.filter((one) => isListed(one, narrowed, now));

  const subtitle = student ? (
    <>
      <bdi>{student.full_name}</bdi>
      {student.batch_name && (
        <>
          {' · '}
          <bdi>{t('ownAssignments.batchOf', { batch: student.batch_name })}</bdi>
        </>
      )}
    </>
  ) : student === null ? (
    t('ownAssignments.notLinked')
  ) : (
    t('ownAssignments.subtitle')
  );

  return (
    <Page
      title={t('ownAssignments.title')}
      subtitle={subtitle}
      cards={
        (assignments || !error) && <AssignmentFigures figures={assignments && figuresOf(assignments, now)} />
      }
      filters={
        assignments &&
        assignments.length > 0 && (
          <AssignmentFilters narrowed={narrowed} subjects={subjects} onNarrow={narrow} />
        )
      }
    >
      {error && !assignments ? (
        <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : !assignments || !listed ? (
        <Waiting />
      ) : assignments.length === 0 ? (
        <EmptyState title={t('ownAssignments.emptyTitle')} text={t('ownAssignments.emptyText')} />
      ) : listed.length === 0 ? (
        <EmptyState
          title={t('ui.noResultsTitle')}
          text={t('ownAssignments.noneFoundText')}
          action={
            <Button variant="outlined" onClick={clear}>
              {t('ui.clearFilters')}
            </Button>
          }
        />
      ) : (
        <Box component="ul" aria-label={t('ownAssignments.list')} sx={columns}>
          {listed.map((one) => (
            <AssignmentCard
              key={one.id}
              assignment={one}
              now={now}
              timeZone={timeZone}
              isWaiting={waiting.has(one.id)}
            />
          ))}
        </Box>
      )}
    </Page>
  );
}
