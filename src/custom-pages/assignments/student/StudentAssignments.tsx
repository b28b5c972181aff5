import { Box, Button, Card, Stack, Typography } from '@mui/material';
import type { StudentAssignment } from '../../../../contract/assignments';
import { isPast } from '../../../../contract/rules/assignments';
import { type Level, levelNames } from '../../../../contract/vocabulary';
import { currentSession } from '../../../dataProvider/session';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { DueText } from '../../../features/assignments/DueText';
import {
  assignmentState,
  sortByUrgency,
  useStudentAssignments,
  useWaitingIds,
} from '../../../features/assignments/ownAssignments';
import { useServerNow } from '../../../features/assignments/useServerNow';
import { t } from '../../../i18n/text';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { Fact, Facts } from '../../../ui/page/Facts';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/States';
import { Figure, FigureStrip } from '../../../ui/report/FigureStrip';
import { answerDraftKey, readLocalDraft } from './answerDraft';
import { hasSameAnswers } from './answers';
import { ScoreText, StatusBadge } from './AssignmentHead';
import {
  type AssignmentStats,
  calculateStats,
  isLate,
  isInFilter,
  type AssignmentFilter,
  statusChoices,
  type SubjectChoice,
  useLinkedStudent,
  useAssignmentFilter,
  useSubjectChoices,
  useSubmissionQueue,
} from './useStudentAssignments';

const noAssignments: readonly StudentAssignment[] = [];

const cardGrid = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
} as const;

export default function StudentAssignments() {
  const student = useLinkedStudent();
  const { data: assignments, error, refetch } = useStudentAssignments();
  const { filter, setFilter, clear } = useAssignmentFilter();
  const subjects = useSubjectChoices(student, assignments ?? noAssignments);
  const timeZone = useTimeZone();
  const now = useServerNow(null);
  // Reloads the assignments when a queued submission arrives.
  useSubmissionQueue();
  const waitingIds = useWaitingIds();
  const visibleAssignments =
    assignments &&
    sortByUrgency(
      assignments.filter((one) => isInFilter(one, filter, now)),
      now,
    );

  const subtitle = student ? (
    <>
      <bdi>{student.full_name}</bdi>
      {student.batch_name && (
        <>
          {' · '}
          <bdi>{student.batch_name}</bdi>
        </>
      )}
    </>
  ) : student === null ? (
    t('shell.notLinked')
  ) : (
    t('ownAssignments.subtitle')
  );

  return (
    <Page
      title={t('ownAssignments.title')}
      subtitle={
        <Typography variant="body2" component="span">
          {subtitle}
        </Typography>
      }
      figures={
        (assignments || !error) && <StatsStrip stats={assignments && calculateStats(assignments, now)} />
      }
      filters={
        assignments &&
        assignments.length > 0 && (
          <AssignmentFilters filter={filter} subjects={subjects} onFilter={setFilter} />
        )
      }
    >
      {error && !assignments ? (
        <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={refetch} />
      ) : !assignments || !visibleAssignments ? (
        <LoadingState shape="cards" />
      ) : assignments.length === 0 ? (
        <EmptyState title={t('ownAssignments.emptyTitle')} text={t('ownAssignments.emptyText')} />
      ) : visibleAssignments.length === 0 ? (
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
        <Box component="ul" aria-label={t('labels.assignments')} sx={cardGrid}>
          {visibleAssignments.map((one) => (
            <AssignmentCard
              key={one.id}
              assignment={one}
              now={now}
              timeZone={timeZone}
              isWaiting={waitingIds.has(one.id)}
            />
          ))}
        </Box>
      )}
    </Page>
  );
}

function StatsStrip({ stats }: { stats: AssignmentStats | undefined }) {
  const count = (value: number | undefined) => value !== undefined && <Isolated>{value}</Isolated>;
  const counters = [
    { label: t('ownAssignments.total'), value: stats?.total, to: '/assignments' },
    { label: t('ownAssignments.submitted'), value: stats?.submitted },
    {
      label: t('ownAssignments.statuses.pending'),
      value: stats?.pending,
      to: '/assignments?status=pending',
    },
    { label: t('ownAssignments.late'), value: stats?.late, to: '/assignments?status=late' },
  ];
  const average =
    stats &&
    (stats.average === null ? (
      t('ui.noData')
    ) : (
      <Isolated>{t('ui.percent', { value: stats.average })}</Isolated>
    ));
  return (
    <FigureStrip>
      {counters.map(({ value, ...counter }) => (
        <Figure key={counter.label} {...counter} value={count(value) || undefined} />
      ))}
      <Figure
        label={t('ownAssignments.average')}
        hint={stats?.average === null ? undefined : t('ownAssignments.averageHint')}
        value={average}
      />
    </FigureStrip>
  );
}

interface AssignmentFiltersProps {
  filter: AssignmentFilter;
  subjects: readonly SubjectChoice[];
  onFilter: (name: 'subject_code' | 'status', value: string) => void;
}

function AssignmentFilters({ filter, subjects, onFilter }: AssignmentFiltersProps) {
  const { subjectCode, status } = filter;
  const isOffered = subjects.some(({ subject_code }) => subject_code === subjectCode);
  return (
    <Stack component="search" direction="row" sx={{ gap: 1.5 }}>
      <ChoiceField
        label={t('labels.subject')}
        anyLabel={t('ownAssignments.anySubject')}
        value={isOffered ? subjectCode : null}
        choices={subjects.map(
          ({ subject_code, name, level }) =>
            [
              subject_code,
              <bdi key="name">
                {level === null
                  ? name
                  : t('ownAssignments.subjectChoice', {
                      name,
                      level: levelNames[level as Level] ?? String(level),
                    })}
              </bdi>,
            ] as const,
        )}
        width={{ xs: '50%', sm: 320 }}
        onChange={(code) => onFilter('subject_code', code ?? '')}
      />
      <ChoiceField
        label={t('labels.status')}
        anyLabel={t('ownAssignments.anyStatus')}
        value={status}
        choices={statusChoices.map((one) => [one, t(`ownAssignments.statuses.${one}`)] as const)}
        width={{ xs: '50%', sm: 200 }}
        onChange={(one) => onFilter('status', one ?? '')}
      />
    </Stack>
  );
}

interface AssignmentCardProps {
  assignment: StudentAssignment;
  now: Date;
  timeZone: string;
  /** The submission is in the outbox of this device. */
  isWaiting: boolean;
}

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** Links to the answer form, or to the submission (spec 2 §2). */
function AssignmentCard({ assignment, now, timeZone, isWaiting }: AssignmentCardProps) {
  const { id, title, description, subject_name, due_date, total_marks, submission } = assignment;
  const state = assignmentState(assignment, now);
  const local = readLocalDraft(answerDraftKey(currentSession()?.user.id ?? 0, id));
  const hasStarted = !submission && state !== 'expired' && !hasSameAnswers(local.answers, {});
  const action = submission ? 'view' : hasStarted ? 'carryOn' : 'solve';
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Typography>
        <Box sx={{ flexShrink: 0 }}>
          <StatusBadge state={isWaiting ? 'waiting' : state} />
        </Box>
      </Box>
      <SecondaryText>
        <bdi>{subject_name}</bdi> · {t('assignments.marks', { smart_count: total_marks })}
        {submission?.status === 'graded' && isLate(submission) && ` · ${t('ownAssignments.statuses.late')}`}
      </SecondaryText>
      {description && (
        <Typography variant="body2" sx={twoLines}>
          <bdi>{description}</bdi>
        </Typography>
      )}
      <Facts sx={{ mt: 'auto' }}>
        <Fact name={t('assignments.due')}>
          <DueText dueDate={due_date} now={now} timeZone={timeZone} />
          {state === 'pending' && isPast(due_date, now) && (
            <Box component="span" sx={{ display: 'block', color: 'warning.main' }}>
              {t('ownAssignments.lateTaken')}
            </Box>
          )}
        </Fact>
        {submission && (
          <Fact name={t('ownAssignments.score')}>
            <ScoreText score={submission.total_score} marks={submission.total_marks} />
          </Fact>
        )}
      </Facts>
      <LinkButton
        to={`/assignments/${id}/${submission ? 'view' : 'submit'}`}
        label={t(`ownAssignments.${action}`)}
        variant={submission ? 'outlined' : 'contained'}
        aria-label={t(`ownAssignments.${action}Of`, { title })}
        sx={{ minHeight: 44 }}
      />
    </Card>
  );
}
