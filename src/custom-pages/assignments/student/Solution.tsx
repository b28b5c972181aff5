import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Moment } from '../../../ui/page/Moment';
import { PlainText } from '../../../ui/page/PlainText';
import { Fact } from './Fact';
import { Facts } from './Facts';
import { Said } from './Said';
import { ScoreText } from './ScoreText';
import { StatusBadge } from './StatusBadge';
import { isLate } from './studentModel';
import { ViewedAnswer } from './ViewedAnswer';

interface SolutionProps {
  assignment: AssignmentDetail;
  submission: NonNullable<AssignmentDetail['submission']>;
}

const isObjective = (type: string) => type !== 'essay';

/** What was handed in, to read: scores, the teacher's words, and the key once it is open. Spec 2 §2. */
export function Solution({ assignment: { questions, description }, submission }: SolutionProps) {
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
          <Said name={t('ownAssignments.overall')}>
            <PlainText>{feedback}</PlainText>
          </Said>
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
