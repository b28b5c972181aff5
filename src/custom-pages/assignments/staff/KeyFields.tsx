import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { useText } from '../../../i18n/useText';
import { OptionFields } from './OptionFields';
import type { QuestionForm } from './questionModel';

interface KeyFieldsProps {
  question: QuestionForm;
  /** What is wrong with the key. */
  problem: string;
  onChange: (question: QuestionForm) => void;
}

/** What is right: as the type of the question has it. */
export function KeyFields({ question, problem, onChange }: KeyFieldsProps) {
  const t = useText();
  const labelId = useId();
  const { question_type: type, correct_answer } = question;
  if (type === 'multiple_choice')
    return <OptionFields question={question} problem={problem} onChange={onChange} />;
  if (type === 'essay')
    return (
      <Typography variant="body2" color="text.secondary">
        {t('assignments.essayHint')}
      </Typography>
    );
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
