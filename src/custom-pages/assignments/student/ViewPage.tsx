import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { Link, useParams } from 'react-router';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { Moment } from '../../../ui/page/Moment';
import { PlainText } from '../../../ui/page/PlainText';
import { EmptyState } from '../../../ui/page/States';
import { Fact, Facts, ScoreText, StatusBadge } from './Facts';
import { Missing, NotYetLoaded, OneAssignmentPage, useAssignment } from './OneAssignmentPage';
import { isLate } from './studentModel';
import { Labelled, ViewedAnswer } from './ViewedAnswer';

/** The student's own solution, to read; spec 2 §2. */
export default function ViewPage() {
  const t = useText();
  const { id: asked = '' } = useParams();
  const id = /^\d+$/.test(asked) ? Number(asked) : 0;
  const { data: assignment, error, refetch } = useAssignment(id);
  if (id === 0 || isNotFound(error)) return <Missing answers={{}} questions={[]} />;
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

interface SolutionProps {
  assignment: AssignmentDetail;
  submission: NonNullable<AssignmentDetail['submission']>;
}

const isObjective = (type: string) => type !== 'essay';

/** What was handed in, to read: scores, the teacher's words, and the key once it is open. Spec 2 §2. */
function Solution({ assignment: { questions, description }, submission }: SolutionProps) {
  const t = useText();
  const { submitted_at, total_score, total_marks, feedback, status } = submission;
  const answers = new Map(submission.answers.map((answer) => [answer.question_id, answer]));
  const hasKey = questions.some(
    ({ correct_answer, options }) =>
      correct_answer !== undefined || options.some(({ is_correct }) => is_correct !== undefined),
  );
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        <Box>
          <StatusBadge state={status} />
        </Box>
        <Facts>
          <Fact name={t('ownAssignments.submittedAt')}>
            <Moment value={submitted_at} />
            {status === 'graded' && isLate(submission) && (
              <Box sx={{ color: 'warning.main' }}>{t('ownAssignments.wasLate')}</Box>
            )}
          </Fact>
          <Fact name={t('ownAssignments.finalScore')}>
            <Box component="span" sx={{ fontSize: '1.25rem' }}>
              <ScoreText score={total_score} marks={total_marks} />
            </Box>
          </Fact>
        </Facts>
        {feedback && (
          <Labelled name={t('ownAssignments.overall')}>
            <PlainText>{feedback}</PlainText>
          </Labelled>
        )}
        {description && (
          <PlainText variant="body2" color="text.secondary">
            {description}
          </PlainText>
        )}
      </Card>
      {!hasKey && questions.some(({ question_type }) => isObjective(question_type)) && (
        <Alert severity="info">{t('ownAssignments.keyLater')}</Alert>
      )}
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, place) => (
          <ViewedAnswer
            key={question.id}
            question={question}
            number={place + 1}
            answer={
              answers.get(question.id) ?? {
                question_id: question.id,
                answer_text: null,
                selected_option_id: null,
                score: null,
                feedback: null,
              }
            }
          />
        ))}
      </Stack>
    </Stack>
  );
}
