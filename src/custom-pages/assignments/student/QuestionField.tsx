import TextField from '@mui/material/TextField';
import { maxAnswerText, type Question } from '../../../../contract/assignments';
import type { GivenAnswer } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { questionTextId } from './QuestionCard';
import { ChoiceField } from './ChoiceField';

interface QuestionFieldProps {
  question: Question;
  number: number;
  answer: GivenAnswer;
  isDisabled: boolean;
  onChange: (answer: GivenAnswer) => void;
}

/** What a question is answered with; spec 2 §2. */
export function QuestionField({ question, number, answer, isDisabled, onChange }: QuestionFieldProps) {
  const t = useText();
  const { id, question_type, options } = question;
  const text = (answer_text: string | null) => onChange({ answer_text, selected_option_id: null });
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
          { value: 'true', label: t('ownAssignments.isTrue') },
          { value: 'false', label: t('ownAssignments.isFalse') },
        ]}
        value={answer.answer_text}
        isDisabled={isDisabled}
        onChange={text}
      />
    );
  const isEssay = question_type === 'essay';
  const written = answer.answer_text ?? '';
  return (
    <TextField
      label={t(isEssay ? 'ownAssignments.essayHint' : 'ownAssignments.shortHint')}
      value={written}
      onChange={({ target }) => text(target.value)}
      disabled={isDisabled}
      multiline={isEssay}
      {...(isEssay ? { minRows: 5, maxRows: 20 } : {})}
      slotProps={{
        htmlInput: {
          id: `answer-${id}`,
          dir: 'auto',
          maxLength: maxAnswerText,
          'aria-label': t('ownAssignments.answerOf', { number }),
          'aria-describedby': questionTextId(id),
        },
        inputLabel: { htmlFor: `answer-${id}` },
      }}
      {...(isEssay
        ? {
            helperText: (
              <bdi>{t('ownAssignments.characters', { count: written.length, most: maxAnswerText })}</bdi>
            ),
          }
        : {})}
    />
  );
}
