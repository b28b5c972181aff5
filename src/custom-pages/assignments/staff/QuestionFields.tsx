import Add from '@mui/icons-material/Add';
import Clear from '@mui/icons-material/Clear';
import {
  Box,
  Button,
  FormControlLabel,
  FormHelperText,
  IconButton,
  MenuItem,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { maxQuestionMarks } from '../../../../contract/rules/assignments';
import { type QuestionType, questionTypes } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import {
  canAddOption,
  canRemoveOption,
  type QuestionForm,
  type QuestionProblem,
  removeOption,
  changeType,
} from './questionModel';

interface QuestionFieldsProps {
  question: QuestionForm;
  /** Null before the first attempt to save. */
  problem: QuestionProblem | null;
  hasFocus?: boolean;
  /** True after the first submission, because stored answers would not fit another type. */
  isTypeFixed?: boolean;
  onChange: (question: QuestionForm) => void;
}

export function QuestionFields({
  question,
  problem,
  hasFocus = false,
  isTypeFixed = false,
  onChange,
}: QuestionFieldsProps) {
  const message =
    problem === null ? '' : problem.field === 'marks' ? t('validation.between', problem) : t(problem.key);
  const messageFor = (field: QuestionProblem['field']) => (problem?.field === field ? message : '');
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
        error={messageFor('question_text') !== ''}
        helperText={messageFor('question_text') || undefined}
        slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' }}>
        <TextField
          select
          label={t('assignments.questionType')}
          value={question.question_type}
          disabled={isTypeFixed}
          onChange={({ target }) => onChange(changeType(question, target.value as QuestionType))}
        >
          {questionTypes.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`assignments.types.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('assignments.score')}
          value={question.marks}
          onChange={({ target }) => onChange({ ...question, marks: target.value })}
          error={messageFor('marks') !== ''}
          helperText={
            messageFor('marks') || t('assignments.fullMarksHint', { least: 1, most: maxQuestionMarks })
          }
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9 } }}
        />
      </Box>
      <CorrectAnswerFields
        question={question}
        problem={messageFor('options') || messageFor('correct_answer')}
        onChange={onChange}
      />
    </Stack>
  );
}

interface CorrectAnswerFieldsProps {
  question: QuestionForm;
  problem: string;
  onChange: (question: QuestionForm) => void;
}

function CorrectAnswerFields({ question, problem, onChange }: CorrectAnswerFieldsProps) {
  const labelId = useId();
  const { question_type: type, correct_answer } = question;
  if (type === 'multiple_choice')
    return <OptionFields question={question} problem={problem} onChange={onChange} />;
  if (type === 'essay') return <SecondaryText>{t('assignments.essayHint')}</SecondaryText>;
  if (type === 'text')
    return (
      <TextField
        label={t('assignments.rightAnswerOptional')}
        value={correct_answer}
        onChange={({ target }) => onChange({ ...question, correct_answer: target.value })}
        error={problem !== ''}
        helperText={problem || t('assignments.rightAnswerHint')}
        slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
      />
    );
  return (
    <Box>
      <Typography id={labelId} variant="body2" sx={{ fontWeight: 600 }}>
        {t('assignments.rightAnswer')}
      </Typography>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={correct_answer}
        onChange={(_, value) => onChange({ ...question, correct_answer: value })}
      >
        <FormControlLabel value="true" control={<Radio />} label={t('assignments.isTrue')} />
        <FormControlLabel value="false" control={<Radio />} label={t('assignments.isFalse')} />
      </RadioGroup>
      {problem && <FormHelperText error>{problem}</FormHelperText>}
    </Box>
  );
}

function OptionFields({ question, problem, onChange }: CorrectAnswerFieldsProps) {
  const labelId = useId();
  const name = useId();
  const { options, right } = question;
  const write = (index: number, text: string) =>
    onChange({
      ...question,
      options: options.map((option, optionIndex) => (optionIndex === index ? { ...option, text } : option)),
    });
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} variant="body2" sx={{ fontWeight: 600 }}>
        {t('assignments.options')}
      </Typography>
      <SecondaryText variant="caption">{t('assignments.chooseRight')}</SecondaryText>
      <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
        {options.map(({ text }, index) => {
          const number = index + 1;
          return (
            <Box key={index} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
              <Radio
                name={name}
                checked={right === index}
                onChange={() => onChange({ ...question, right: index })}
                color="success"
                slotProps={{ input: { 'aria-label': t('assignments.optionRight', { number }) } }}
              />
              <TextField
                label={t('assignments.optionNumber', { number })}
                value={text}
                onChange={({ target }) => write(index, target.value)}
                slotProps={{ htmlInput: { maxLength: 1_000, dir: 'auto' } }}
              />
              {canRemoveOption(question) && (
                <IconButton
                  aria-label={t('assignments.removeOption', { number })}
                  onClick={() => onChange(removeOption(question, index))}
                >
                  <Clear fontSize="small" />
                </IconButton>
              )}
            </Box>
          );
        })}
      </Box>
      {problem && <FormHelperText error>{problem}</FormHelperText>}
      {canAddOption(question) && (
        <Button
          size="small"
          startIcon={<Add />}
          sx={{ mt: 1 }}
          onClick={() => onChange({ ...question, options: [...options, { text: '' }] })}
        >
          {t('assignments.addOption')}
        </Button>
      )}
    </Box>
  );
}
