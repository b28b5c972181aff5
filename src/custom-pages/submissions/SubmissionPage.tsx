import Back from '@mui/icons-material/ArrowForward';
import Keyboard from '@mui/icons-material/KeyboardOutlined';
import { Box, Button, type ButtonProps, Card, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router';
import type { Submission } from '../../../contract/assignments';
import { parseRowId } from '../../../contract/fields';
import { isPassing } from '../../../contract/rules/assignments';
import { percentRate } from '../../../contract/rules/statistics';
import { useSession } from '../../dataProvider/session';
import { type PlainTextKey, t } from '../../i18n/text';
import { Belonging } from '../../ui/page/Belonging';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Moment } from '../../ui/page/Moment';
import { Page } from '../../ui/page/Page';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState } from '../../ui/page/States';
import { AnswerCard } from './AnswerCard';
import { OverallFeedback, OverallForm } from './OverallForm';
import { nextUngradedId, useGrading, useSubmission } from './useSubmission';

/** A submission: staff grade it, the student reads it. */
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
  const { gradedId, savedIds, open, close, saved } = useGrading(submission, isStaff);
  const { answers, assignment_id, assignment_title, student_name } = submission;
  return (
    <Page
      title={isStaff ? student_name : assignment_title}
      subtitle={
        <Belonging to={`/assignments/${assignment_id}`} label={t('submissions.back')}>
          <SubmissionLine submission={submission} isStaff={isStaff} />
        </Belonging>
      }
      action={isStaff && <StudentTurner submission={submission} />}
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
            {answers.map((answer, place) => (
              <AnswerCard
                key={answer.id}
                answer={answer}
                number={place + 1}
                submissionId={submission.id}
                isGrading={gradedId === answer.id}
                isSaved={savedIds.includes(answer.id)}
                {...(isStaff && { onGrade: () => open(answer.id) })}
                onClose={close}
                onSaved={saved}
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

/** Links to the previous, next and next ungraded submission; nothing if the server does not send them. */
function StudentTurner({ submission }: { submission: Submission }) {
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
      <Turn to={previous_id} label="submissions.previous" variant="outlined" />
      <Turn to={next_id} label="submissions.next" variant="outlined" />
      {next_ungraded_id === null ? (
        <SecondaryText id={nextUngradedId} tabIndex={-1}>
          {submission.is_graded ? t('submissions.allGraded') : ''}
        </SecondaryText>
      ) : (
        <Turn
          id={nextUngradedId}
          to={next_ungraded_id}
          label="submissions.nextUngraded"
          variant={submission.is_graded ? 'contained' : 'outlined'}
        />
      )}
    </Stack>
  );
}

interface TurnProps extends Pick<ButtonProps, 'variant' | 'id'> {
  to: number | null | undefined;
  label: PlainTextKey;
}

function Turn({ to, label, ...button }: TurnProps) {
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

const shortcuts: readonly (readonly [keys: string, act: PlainTextKey])[] = [
  ['Enter', 'submissions.shortcutSave'],
  ['Ctrl+Enter', 'submissions.shortcutSaveFeedback'],
  ['Esc', 'submissions.shortcutClose'],
  ['Alt+↑ ↓', 'submissions.shortcutAnswers'],
];
/** Shown if the server sends the neighbours. */
const betweenStudents: typeof shortcuts = [
  ['Alt+PgUp PgDn', 'submissions.shortcutStudents'],
  ['Alt+Enter', 'submissions.shortcutUngraded'],
];

/** The keyboard shortcuts of this page; hidden without a keyboard. */
function Shortcuts({ hasNeighbours }: { hasNeighbours: boolean }) {
  const shown = hasNeighbours ? [...shortcuts, ...betweenStudents] : shortcuts;
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
        {shown.map(([keys, act]) => (
          <Box key={keys} sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <Typography component="dt" variant="caption">
              <kbd dir="ltr">{keys}</kbd>
            </Typography>
            <SecondaryText component="dd" variant="caption" sx={{ m: 0 }}>
              {t(act)}
            </SecondaryText>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface OfSubmission {
  submission: Submission;
  isStaff: boolean;
}

/** Whose it is, or what it answers, in one line. */
function SubmissionLine({ submission, isStaff }: OfSubmission) {
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

/** When it came, and what it is worth. */
function SubmissionFacts({ submission, isStaff }: OfSubmission) {
  const { is_graded, is_late, answers } = submission;
  const waiting = answers.filter(({ score }) => score === null).length;
  return (
    <Card sx={{ ...facts, px: 2, py: 1 }}>
      <Chip
        size="small"
        variant="outlined"
        color={is_graded ? 'success' : 'warning'}
        label={t(is_graded ? 'submissions.graded' : 'assignments.awaiting')}
      />
      {is_late && <Chip size="small" color="warning" label={t('assignments.late')} />}
      <Box sx={{ ...facts, columnGap: 1 }}>
        <SecondaryText variant="caption">{t('assignments.submittedAt')}</SecondaryText>
        <Box sx={{ '& time, & time > *': { display: 'inline', marginInlineEnd: 0.75 } }}>
          <Moment value={submission.submitted_at} />
        </Box>
      </Box>
      <Box sx={{ ...facts, columnGap: 1, marginInlineStart: { sm: 'auto' } }}>
        <SecondaryText variant="caption">{t('assignments.score')}</SecondaryText>
        <Score submission={submission} />
        {isStaff && answers.length > 0 && (
          <SecondaryText variant="caption" role="status">
            {t('submissions.waiting', { smart_count: waiting })}
          </SecondaryText>
        )}
      </Box>
    </Card>
  );
}

/** Beside each other while there is room. */
const facts = {
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
  const isGood = isPassing(score, total);
  return (
    <>
      <Typography
        className="figure"
        sx={{ fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.4 }}
        color={is_graded ? (isGood ? 'success.main' : 'error.main') : 'text.primary'}
      >
        <bdi>{t('assignments.scoreOf', { score, total })}</bdi>
      </Typography>
      <SecondaryText>
        <Isolated>{t('submissions.percent', { percent: percentRate(score, total) ?? 0 })}</Isolated>
        {!is_graded && ` ${t('submissions.soFar')}`}
      </SecondaryText>
    </>
  );
}
