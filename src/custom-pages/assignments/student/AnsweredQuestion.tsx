import { Box, Button, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { memo } from 'react';
import { maxAnswerLength, type Question } from '../../../../contract/assignments';
import type { StudentAnswer } from '../../../../contract/rules/assignments';
import { t } from '../../../i18n/text';
import { sizes } from '../../../theme/tokens';
import { fitAnswer } from './answers';
import { QuestionCard, questionTextId } from './QuestionCard';

interface AnsweredQuestionProps {
  question: Question;
  /** Counts from 1. */
  number: number;
  /** Must be a stable object until the answer changes. */
  answer: StudentAnswer;
  isDisabled: boolean;
  /** Must be a stable function. */
  onAnswer: (questionId: number, answer: StudentAnswer) => void;
}

/** Memoised: among hundreds of questions, only the changed one renders again. */
export const AnsweredQuestion = memo(function AnsweredQuestion(props: AnsweredQuestionProps) {
  const { question, number, answer, isDisabled, onAnswer } = props;
  return (
    <QuestionCard question={question} number={number}>
      <QuestionField
        question={question}
        number={number}
        answer={fitAnswer(answer, question)}
        isDisabled={isDisabled}
        onChange={(changed) => onAnswer(question.id, changed)}
      />
    </QuestionCard>
  );
});

interface QuestionFieldProps {
  question: Question;
  number: number;
  answer: StudentAnswer;
  isDisabled: boolean;
  onChange: (answer: StudentAnswer) => void;
}

function QuestionField({ question, number, answer, isDisabled, onChange }: QuestionFieldProps) {
  const { id, question_type, options } = question;
  const changeText = (answer_text: string | null) => onChange({ answer_text, selected_option_id: null });
  if (question_type === 'multiple_choice')
    return (
      <ChoiceField
        questionId={id}
        number={number}
        choices={options.map((option) => ({ value: String(option.id), label: option.option_text }))}
        value={answer.selected_option_id === null ? null : String(answer.selected_option_id)}
        isDisabled={isDisabled}
        onChange={(value) =>
          onChange({ answer_text: null, selected_option_id: value === null ? null : Number(value) })
        }
      />
    );
  if (question_type === 'true_false')
    return (
      <ChoiceField
        questionId={id}
        number={number}
        choices={[
          { value: 'true', label: t('assignments.isTrue') },
          { value: 'false', label: t('assignments.isFalse') },
        ]}
        value={answer.answer_text}
        isDisabled={isDisabled}
        onChange={changeText}
      />
    );
  const isEssay = question_type === 'essay';
  const text = answer.answer_text ?? '';
  return (
    <TextField
      label={t(isEssay ? 'ownAssignments.essayHint' : 'ownAssignments.shortHint')}
      value={text}
      onChange={({ target }) => changeText(target.value)}
      disabled={isDisabled}
      multiline={isEssay}
      {...(isEssay ? { minRows: 5, maxRows: 20 } : {})}
      slotProps={{
        htmlInput: {
          id: `answer-${id}`,
          dir: 'auto',
          maxLength: maxAnswerLength,
          'aria-label': t('ownAssignments.answerOf', { number }),
          'aria-describedby': questionTextId(id),
        },
        inputLabel: { htmlFor: `answer-${id}` },
      }}
      {...(isEssay
        ? {
            helperText: (
              <bdi>{t('ownAssignments.characters', { count: text.length, most: maxAnswerLength })}</bdi>
            ),
          }
        : {})}
    />
  );
}

interface ChoiceFieldProps {
  questionId: number;
  number: number;
  choices: readonly { value: string; label: string }[];
  value: string | null;
  isDisabled: boolean;
  onChange: (value: string | null) => void;
}

function ChoiceField({ questionId, number, choices, value, isDisabled, onChange }: ChoiceFieldProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <RadioGroup
        name={`answer-${questionId}`}
        aria-labelledby={questionTextId(questionId)}
        value={value ?? ''}
        onChange={(_, chosen) => onChange(chosen)}
        sx={{ gap: 1, width: '100%' }}
      >
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            disabled={isDisabled}
            control={<Radio sx={{ alignSelf: 'flex-start' }} />}
            label={<bdi>{choice.label}</bdi>}
            sx={{
              m: 0,
              paddingInlineEnd: 1.5,
              minHeight: sizes.phoneTarget,
              border: 1,
              borderColor: choice.value === value ? 'primary.main' : 'divider',
              borderRadius: 1,
              backgroundColor: ({ colours }) =>
                choice.value === value ? colours.primaryTint : 'transparent',
              '&:has(:focus-visible)': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 },
              '& .MuiFormControlLabel-label': { py: 0.5, minWidth: 0, overflowWrap: 'anywhere' },
            }}
          />
        ))}
      </RadioGroup>
      {value !== null && !isDisabled && (
        <Button
          size="small"
          onClick={() => onChange(null)}
          aria-label={t('ownAssignments.clearOf', { number })}
        >
          {t('ownAssignments.clear')}
        </Button>
      )}
    </Box>
  );
}
