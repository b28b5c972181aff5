import Back from '@mui/icons-material/ArrowForward';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import { Box, Button, type ButtonProps, Card, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';
import type { Submission } from '../../../contract/assignments';
import { parseRowId } from '../../../contract/fields';
import { isPassing } from '../../../contract/rules/assignments';
import { displayedPercentage } from '../../../contract/rules/grading';
import { useSession } from '../../dataProvider/session';
import { type PlainTextKey, t } from '../../i18n/text';
import { ParentLine } from '../../ui/page/ParentLine';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Moment } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState } from '../../ui/page/States';
import { AnswerCard } from './AnswerCard';
import { OverallFeedback, OverallForm } from './OverallForm';
import { nextUngradedLinkId, useGrading, useSubmission } from './useSubmission';

export default function SubmissionPage() {
  const { id = '' } = useParams();
  const isStaff = useSession()?.user.role !== 'student';
  const { submission, isMissing } = useSubmission(parseRowId(id));
  if (isMissing)
    return (
      <EmptyState
        title={t('submissions.notFoundTitle')}
        text={t('submissions.notFoundText')}
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
  if (!submission)
    return (
      <Stack spacing={2}>
        <Skeleton width="40%" height={48} />
        <Skeleton variant="rounded" height={120} />
        <Skeleton variant="rounded" height={280} />
      </Stack>
    );
  return <SubmissionContent key={submission.id} submission={submission} isStaff={isStaff} />;
}

function SubmissionContent({ submission, isStaff }: { submission: Submission; isStaff: boolean }) {
  const { openAnswerId, savedIds, open, close, handleSaved } = useGrading(submission, isStaff);
  const { answers, assignment_id, assignment_title, student_name } = submission;
  return (
    <Page
      title={isStaff ? student_name : assignment_title}
      subtitle={
        <ParentLine to={`/assignments/${assignment_id}`} label={t('submissions.back')}>
          <SubmissionLine submission={submission} isStaff={isStaff} />
        </ParentLine>
      }
      action={isStaff && <StudentNavigation submission={submission} />}
    >
      <SubmissionFacts submission={submission} isStaff={isStaff} />
      {!isStaff && <OverallFeedback feedback={submission.feedback} />}
      <Stack component="section" spacing={2} aria-labelledby="answers-title">
        <Typography id="answers-title" variant="h2">
          {t('submissions.answers')}
        </Typography>
        {answers.length === 0 ? (
          <EmptyState title={t('submissions.noAnswers')} text="" />
        ) : (
          <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {answers.map((answer, index) => (
              <AnswerCard
                key={answer.id}
                answer={answer}
                number={index + 1}
                submissionId={submission.id}
                isGrading={openAnswerId === answer.id}
                isSaved={savedIds.includes(answer.id)}
                {...(isStaff && { onGrade: () => open(answer.id) })}
                onClose={close}
                onSaved={handleSaved}
              />
            ))}
          </Stack>
        )}
      </Stack>
      {isStaff && <OverallForm submission={submission} />}
      {isStaff && <Shortcuts hasNeighbours={submission.next_ungraded_id !== undefined} />}
    </Page>
  );
}

/**
 * Links to the previous, next and next ungraded submission. Renders nothing if the server does not send them.
 */
function StudentNavigation({ submission }: { submission: Submission }) {
  const { previous_id, next_id, next_ungraded_id } = submission;
  if (next_ungraded_id === undefined) return null;
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={t('submissions.students')}
      className="no-print"
      sx={{
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
        '& > a, & > button': { flexGrow: { xs: 1, sm: 0 } },
      }}
    >
      <StudentNavigationLink to={previous_id} label="submissions.previous" variant="outlined" />
      <StudentNavigationLink to={next_id} label="submissions.next" variant="outlined" />
      {next_ungraded_id === null ? (
        <SecondaryText id={nextUngradedLinkId} tabIndex={-1}>
          {submission.is_graded ? t('submissions.allGraded') : ''}
        </SecondaryText>
      ) : (
        <StudentNavigationLink
          id={nextUngradedLinkId}
          to={next_ungraded_id}
          label="submissions.nextUngraded"
          variant={submission.is_graded ? 'contained' : 'outlined'}
        />
      )}
    </Stack>
  );
}

interface StudentNavigationLinkProps extends Pick<ButtonProps, 'variant' | 'id'> {
  to: number | null | undefined;
  label: PlainTextKey;
}

function StudentNavigationLink({ to, label, ...button }: StudentNavigationLinkProps) {
  if (to == null)
    return (
      <Button {...button} disabled>
        {t(label)}
      </Button>
    );
  return (
    <Button {...button} component={Link} to={`/submissions/${to}?grade=1`}>
      {t(label)}
    </Button>
  );
}

const shortcuts: readonly (readonly [keys: string, label: PlainTextKey])[] = [
  ['Enter', 'submissions.shortcutSave'],
  ['Ctrl+Enter', 'submissions.shortcutSaveFeedback'],
  ['Esc', 'submissions.shortcutClose'],
  ['Alt+↑ ↓', 'submissions.shortcutAnswers'],
];
/** Shown if the server sends the previous and the next submission. */
const studentShortcuts: typeof shortcuts = [
  ['Alt+PgUp PgDn', 'submissions.shortcutStudents'],
  ['Alt+Enter', 'submissions.shortcutUngraded'],
];

/** Hidden on phones. */
function Shortcuts({ hasNeighbours }: { hasNeighbours: boolean }) {
  const visibleShortcuts = hasNeighbours ? [...shortcuts, ...studentShortcuts] : shortcuts;
  return (
    <Box
      component="section"
      aria-labelledby="shortcuts-title"
      sx={{ display: { xs: 'none', sm: 'block' } }}
      className="no-print"
    >
      <SecondaryText
        id="shortcuts-title"
        component="h2"
        sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 0.5 }}
      >
        <Keyboard aria-hidden fontSize="small" />
        {t('submissions.shortcuts')}
      </SecondaryText>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
        {visibleShortcuts.map(([keys, label]) => (
          <Box key={keys} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <Typography component="dt" variant="caption">
              <kbd dir="ltr">{keys}</kbd>
            </Typography>
            <SecondaryText component="dd" variant="caption" sx={{ m: 0 }}>
              {t(label)}
            </SecondaryText>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface SubmissionProps {
  submission: Submission;
  isStaff: boolean;
}

function SubmissionLine({ submission, isStaff }: SubmissionProps) {
  const { assignment_title, student_name, university_id, subject_name, subject_code, batch_name } =
    submission;
  return (
    <>
      <Isolated>{university_id}</Isolated>
      {' · '}
      <bdi>{isStaff ? assignment_title : student_name}</bdi>
      {subject_name && (
        <>
          {' · '}
          <bdi>{subject_name}</bdi> <Isolated>{subject_code}</Isolated>
          {' · '}
          <bdi>{batch_name}</bdi>
        </>
      )}
    </>
  );
}

function SubmissionFacts({ submission, isStaff }: SubmissionProps) {
  const { is_graded, is_late, answers } = submission;
  const ungradedCount = answers.filter(({ score }) => score === null).length;
  return (
    <Card sx={{ ...factsStyle, px: 2, py: 1 }}>
      <Chip
        size="small"
        variant="outlined"
        color={is_graded ? 'success' : 'warning'}
        label={t(is_graded ? 'submissions.graded' : 'assignments.awaiting')}
      />
      {is_late && <Chip size="small" color="warning" label={t('assignments.late')} />}
      <Box sx={{ ...factsStyle, columnGap: 1 }}>
        <SecondaryText variant="caption">{t('assignments.submittedAt')}</SecondaryText>
        <Box sx={{ '& time, & time > *': { display: 'inline', marginInlineEnd: 0.75 } }}>
          <Moment value={submission.submitted_at} />
        </Box>
      </Box>
      <Box sx={{ ...factsStyle, columnGap: 1, marginInlineStart: { sm: 'auto' } }}>
        <SecondaryText variant="caption">{t('assignments.score')}</SecondaryText>
        <Score submission={submission} />
        {isStaff && answers.length > 0 && (
          <SecondaryText variant="caption" role="status">
            {t('submissions.waiting', { smart_count: ungradedCount })}
          </SecondaryText>
        )}
      </Box>
    </Card>
  );
}

const factsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 2,
  rowGap: 0.5,
} as const;

function Score({
  submission: { total_score: score, total_marks: total, is_graded },
}: {
  submission: Submission;
}) {
  if (score === null) return <Typography color="text.secondary">{t('assignments.awaiting')}</Typography>;
  const isPassed = isPassing(score, total);
  return (
    <>
      <Typography
        className="figure"
        sx={{ fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.4 }}
        color={is_graded ? (isPassed ? 'success.main' : 'error.main') : 'text.primary'}
      >
        <bdi>{t('assignments.scoreOf', { score, total })}</bdi>
      </Typography>
      <SecondaryText>
        <Isolated>
          {t('submissions.percent', { percent: total > 0 ? displayedPercentage((score * 100) / total) : 0 })}
        </Isolated>
        {!is_graded && ` ${t('submissions.soFar')}`}
      </SecondaryText>
    </>
  );
}
