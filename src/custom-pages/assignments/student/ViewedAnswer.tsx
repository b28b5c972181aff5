import Wrong from '@mui/icons-material/Cancel';
import Right from '@mui/icons-material/CheckCircle';
import Chosen from '@mui/icons-material/RadioButtonChecked';
import Open from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { AssignmentDetail, Question } from '../../../../contract/assignments';
import { type GivenAnswer, isUnanswered } from '../../../../contract/rules/assignments';
import { type PlainTextKey, useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { PlainText } from '../../../ui/page/PlainText';
import { AnswerShown } from './AnswerShown';
import { QuestionCard } from './QuestionCard';

interface ViewedAnswerProps {
  question: Question;
  number: number;
  answer: NonNullable<AssignmentDetail['submission']>['answers'][number];
}

/** A question with what was answered, its score, and the right answer once the server tells it. Spec 2 §2. */
export function ViewedAnswer({ question, number, answer }: ViewedAnswerProps) {
  const t = useText();
  const choices = viewedChoices(question, answer);
  const model = question.question_type === 'text' ? question.correct_answer : null;
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
        <Labelled name={t('ownAssignments.yourAnswer')}>
          <AnswerShown question={question} answer={answer} />
        </Labelled>
      )}
      {model && (
        <Labelled name={t('ownAssignments.modelAnswer')}>
          <PlainText>{model}</PlainText>
        </Labelled>
      )}
      {feedback && (
        <Labelled name={t('ownAssignments.feedback')}>
          <PlainText>{feedback}</PlainText>
        </Labelled>
      )}
    </QuestionCard>
  );
}

/** All marks green, some yellow, none red, not graded grey. Spec 2 §2. */
function coloursOf(score: number | null, marks: number) {
  return ({ bands, colours }: Theme) => {
    if (score === null) return { color: colours.quietInk, backgroundColor: colours.sunken };
    const band = bands[score >= marks ? 0 : score > 0 ? 2 : 4];
    return { color: band.ink, backgroundColor: band.tint };
  };
}

/** The score of one answer. */
function ScoreBadge({ score, marks }: { score: number | null; marks: number }) {
  const t = useText();
  const label =
    score === null ? (
      t('ownAssignments.notGraded')
    ) : (
      <Isolated>{t('ownAssignments.scoreOf', { score, total: marks })}</Isolated>
    );
  return <Chip size="small" label={label} sx={coloursOf(score, marks)} />;
}

/** A label over its text. */
export const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="body2" color="text.secondary">
      {name}
    </Typography>
    {children}
  </Box>
);

/** A choice as the solution shows it; `isRight` is undefined while the key is not open. */
interface ViewedChoice {
  value: string;
  /** Null: the word for true or false. */
  text: string | null;
  isChosen: boolean;
  isRight: boolean | undefined;
}

/** The choices of a question of two or more; null for what is answered in words. */
function viewedChoices(question: Question, answer: GivenAnswer): ViewedChoice[] | null {
  if (question.question_type === 'multiple_choice')
    return question.options.map(({ id, option_text, is_correct }) => ({
      value: String(id),
      text: option_text,
      isChosen: id === answer.selected_option_id,
      isRight: is_correct,
    }));
  if (question.question_type !== 'true_false') return null;
  const key = question.correct_answer;
  return ['true', 'false'].map((value) => ({
    value,
    text: null,
    isChosen: answer.answer_text === value,
    isRight: key === undefined || key === null ? undefined : key === value,
  }));
}

type Look = { Icon: typeof Right; label: PlainTextKey | null; colours: (theme: Theme) => object };

const plain: Look = { Icon: Open, label: null, colours: ({ colours: c }) => ({ borderColor: c.hairline }) };
const chosen: Look = {
  Icon: Chosen,
  label: 'ownAssignments.chosen',
  colours: ({ colours: c }) => ({ borderColor: c.primary, backgroundColor: c.primaryTint }),
};
const right = ({ colours: c }: Theme) => ({
  borderColor: c.success,
  backgroundColor: c.successTint,
  '& svg': { color: c.success },
});
const wrong = ({ colours: c }: Theme) => ({
  borderColor: c.error,
  backgroundColor: c.errorTint,
  '& svg': { color: c.error },
});

function lookOf({ isChosen, isRight }: ViewedChoice): Look {
  if (isRight === undefined) return isChosen ? chosen : plain;
  if (isRight)
    return {
      Icon: Right,
      label: isChosen ? 'ownAssignments.chosenRight' : 'ownAssignments.rightAnswer',
      colours: right,
    };
  return isChosen ? { Icon: Wrong, label: 'ownAssignments.chosenWrong', colours: wrong } : plain;
}

/** All choices: the right one marked, and the chosen one, right or wrong. */
function ViewedChoices({ choices }: { choices: readonly ViewedChoice[] }) {
  const t = useText();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {choices.map((choice) => {
        const { Icon, label, colours } = lookOf(choice);
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
                {choice.text ??
                  t(choice.value === 'true' ? 'ownAssignments.isTrue' : 'ownAssignments.isFalse')}
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
