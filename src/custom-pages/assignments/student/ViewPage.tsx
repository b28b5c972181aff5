import Wrong from '@mui/icons-material/Cancel';
import Correct from '@mui/icons-material/CheckCircle';
import Chosen from '@mui/icons-material/RadioButtonChecked';
import Unchosen from '@mui/icons-material/RadioButtonUnchecked';
import { Alert, Box, Card, Chip, Stack, type Theme, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { type StudentAnswer, isUnanswered } from '../../../../contract/rules/assignments';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { type PlainTextKey, t } from '../../../i18n/text';
import { Fact, Facts } from '../../../ui/page/Facts';
import { Isolated } from '../../../ui/page/Isolated';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Moment } from '../../../ui/page/Moment';
import { PlainText } from '../../../ui/page/PlainText';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState } from '../../../ui/page/States';
import { ScoreText, StatusBadge } from './AssignmentHead';
import { MissingAssignment, AssignmentLoading, OneAssignmentPage, useAssignment } from './OneAssignmentPage';
import { AnswerText, QuestionCard } from './QuestionCard';
import { isLate } from './useStudentAssignments';

export default function ViewPage() {
  const { id: idParam = '' } = useParams();
  const id = /^\d+$/.test(idParam) ? Number(idParam) : 0;
  const { data: assignment, error, refetch } = useAssignment(id);
  if (id === 0 || isNotFound(error)) return <MissingAssignment answers={{}} questions={[]} />;
  if (!assignment) return <AssignmentLoading error={error} onRetry={refetch} />;
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
            <LinkButton to={`/assignments/${id}/submit`} label={t('assignments.solve')} variant="contained" />
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

/** Shows scores, feedback, and the correct answers once the server sends them (spec 2 §2). */
function Solution({ assignment: { questions, description }, submission }: SolutionProps) {
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
        <Facts sx={{ rowGap: 0.5 }}>
          <Fact name={t('assignments.submittedAt')}>
            <Moment value={submitted_at} />
            {status === 'graded' && isLate(submission) && (
              <Box sx={{ color: 'warning.main' }}>{t('ownAssignments.statuses.late')}</Box>
            )}
          </Fact>
          <Fact name={t('ownAssignments.finalScore')}>
            <Box component="span" sx={{ fontSize: '1.25rem' }}>
              <ScoreText score={total_score} marks={total_marks} />
            </Box>
          </Fact>
        </Facts>
        {feedback && (
          <Labelled name={t('submissions.overall')}>
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
        {questions.map((question, index) => (
          <ViewedAnswer
            key={question.id}
            question={question}
            number={index + 1}
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

interface ViewedAnswerProps {
  question: Question;
  number: number;
  answer: NonNullable<AssignmentDetail['submission']>['answers'][number];
}

function ViewedAnswer({ question, number, answer }: ViewedAnswerProps) {
  const choices = viewedChoices(question, answer);
  const modelAnswer = question.question_type === 'text' ? question.correct_answer : null;
  const { feedback } = answer;
  return (
    <QuestionCard
      question={question}
      number={number}
      aside={<ScoreBadge score={answer.score} marks={question.marks} />}
    >
      {choices && isUnanswered(answer) && (
        <Typography color="text.secondary">{t('ownAssignments.noAnswer')}</Typography>
      )}
      {choices ? (
        <ViewedChoices choices={choices} />
      ) : (
        <Labelled name={t('ownAssignments.chosen')}>
          <AnswerText question={question} answer={answer} />
        </Labelled>
      )}
      {modelAnswer && (
        <Labelled name={t('ownAssignments.modelAnswer')}>
          <PlainText>{modelAnswer}</PlainText>
        </Labelled>
      )}
      {feedback && (
        <Labelled name={t('submissions.feedback')}>
          <PlainText>{feedback}</PlainText>
        </Labelled>
      )}
    </QuestionCard>
  );
}

/** Full marks are green, some marks yellow, no marks red, and ungraded answers grey (spec 2 §2). */
function scoreColours(score: number | null, marks: number) {
  return ({ bands, colours }: Theme) => {
    if (score === null) return { color: colours.quietInk, backgroundColor: colours.sunken };
    const band = bands[score >= marks ? 0 : score > 0 ? 2 : 4];
    return { color: band.ink, backgroundColor: band.tint };
  };
}

function ScoreBadge({ score, marks }: { score: number | null; marks: number }) {
  const label =
    score === null ? (
      t('submissions.ungraded')
    ) : (
      <Isolated>{t('assignments.scoreOf', { score, total: marks })}</Isolated>
    );
  return <Chip size="small" label={label} sx={scoreColours(score, marks)} />;
}

const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <SecondaryText>{name}</SecondaryText>
    {children}
  </Box>
);

/** `isCorrect` is undefined while the server hides the correct answers. */
interface ViewedChoice {
  value: string;
  /** Null for "true" and "false", which have their own labels. */
  text: string | null;
  isChosen: boolean;
  isCorrect: boolean | undefined;
}

/** Returns null for a question with a text as its answer. */
function viewedChoices(question: Question, answer: StudentAnswer): ViewedChoice[] | null {
  if (question.question_type === 'multiple_choice')
    return question.options.map(({ id, option_text, is_correct }) => ({
      value: String(id),
      text: option_text,
      isChosen: id === answer.selected_option_id,
      isCorrect: is_correct,
    }));
  if (question.question_type !== 'true_false') return null;
  const key = question.correct_answer;
  return ['true', 'false'].map((value) => ({
    value,
    text: null,
    isChosen: answer.answer_text === value,
    isCorrect: key === undefined || key === null ? undefined : key === value,
  }));
}

type ChoiceStyle = { Icon: typeof Correct; label: PlainTextKey | null; colours: (theme: Theme) => object };

const plainStyle: ChoiceStyle = {
  Icon: Unchosen,
  label: null,
  colours: ({ colours: c }) => ({ borderColor: c.hairline }),
};
const chosenStyle: ChoiceStyle = {
  Icon: Chosen,
  label: 'ownAssignments.chosen',
  colours: ({ colours: c }) => ({ borderColor: c.primary, backgroundColor: c.primaryTint }),
};
const correctColours = ({ colours: c }: Theme) => ({
  borderColor: c.success,
  backgroundColor: c.successTint,
  '& svg': { color: c.success },
});
const wrongColours = ({ colours: c }: Theme) => ({
  borderColor: c.error,
  backgroundColor: c.errorTint,
  '& svg': { color: c.error },
});

function choiceStyle({ isChosen, isCorrect }: ViewedChoice): ChoiceStyle {
  if (isCorrect === undefined) return isChosen ? chosenStyle : plainStyle;
  if (isCorrect)
    return {
      Icon: Correct,
      label: isChosen ? 'ownAssignments.chosenRight' : 'assignments.rightAnswer',
      colours: correctColours,
    };
  return isChosen ? { Icon: Wrong, label: 'ownAssignments.chosenWrong', colours: wrongColours } : plainStyle;
}

function ViewedChoices({ choices }: { choices: readonly ViewedChoice[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {choices.map((choice) => {
        const { Icon, label, colours } = choiceStyle(choice);
        return (
          <Box
            component="li"
            key={choice.value}
            sx={[
              { display: 'flex', gap: 1, alignItems: 'flex-start', p: 1, border: 1, borderRadius: 1 },
              colours,
            ]}
          >
            <Icon aria-hidden fontSize="small" sx={{ mt: 0.5 }} />
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <bdi>
                {choice.text ?? t(choice.value === 'true' ? 'assignments.isTrue' : 'assignments.isFalse')}
              </bdi>
              {label && (
                <Typography variant="caption" sx={{ display: 'block' }}>
                  {t(label)}
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
