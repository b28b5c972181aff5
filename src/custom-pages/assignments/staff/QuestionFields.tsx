import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { maxQuestionMarks } from '../../../../contract/rules/assignments';
import { type QuestionType, questionTypes } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { KeyFields } from './KeyFields';
import { type QuestionForm, type QuestionProblem, withType } from './questionModel';

interface QuestionFieldsProps {
  question: QuestionForm;
  /** Shown once the person has tried to save. */
  problem: QuestionProblem | null;
  hasFocus?: boolean;
  /** Where students have answered, another type would make nonsense of their answers. */
  isTypeFixed?: boolean;
  onChange: (question: QuestionForm) => void;
}

/** Text, type, marks and key of a question. */
export function QuestionFields({
  question,
  problem,
  hasFocus = false,
  isTypeFixed = false,
  onChange,
}: QuestionFieldsProps) {
  const t = useText();
  const said =
    problem === null ? '' : problem.field === 'marks' ? t('validation.between', problem) : t(problem.key);
  const saidOf = (field: QuestionProblem['field']) => (problem?.field === field ? said : '');
  return (
    <Stack spacing={2}>
      <TextField
        label={t('assignments.questionText')}
        value={question.question_text}
        onChange={({ target }) => onChange({ ...question, question_text: target.value })}
        multiline
        minRows={2}
        required
        autoFocus={hasFocus}
        error={saidOf('question_text') !== ''}
        helperText={saidOf('question_text') || undefined}
        slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' }}>
        <TextField
          select
          label={t('assignments.questionType')}
          value={question.question_type}
          disabled={isTypeFixed}
          onChange={({ target }) => onChange(withType(question, target.value as QuestionType))}
        >
          {questionTypes.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`assignments.types.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('assignments.questionMarks')}
          value={question.marks}
          onChange={({ target }) => onChange({ ...question, marks: target.value })}
          error={saidOf('marks') !== ''}
          helperText={saidOf('marks') || t('assignments.fullMarksHint', { least: 1, most: maxQuestionMarks })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
        />
      </Box>
      <KeyFields
        question={question}
        problem={saidOf('options') || saidOf('correct_answer')}
        onChange={onChange}
      />
    </Stack>
  );
}
