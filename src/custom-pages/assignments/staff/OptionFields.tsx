import Add from '@mui/icons-material/Add';
import Clear from '@mui/icons-material/Clear';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useText } from '../../../i18n/useText';
import { canAddOption, canRemoveOption, type QuestionForm, withoutOption } from './questionModel';

interface OptionFieldsProps {
  question: QuestionForm;
  problem: string;
  onChange: (question: QuestionForm) => void;
}

/** The options of a multiple choice, with exactly one of them right. */
export function OptionFields({ question, problem, onChange }: OptionFieldsProps) {
  const t = useText();
  const labelId = useId();
  const name = useId();
  const { options, right } = question;
  const write = (index: number, text: string) =>
    onChange({
      ...question,
      options: options.map((one, place) => (place === index ? { ...one, text } : one)),
    });
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} variant="body2" sx={{ fontWeight: 600 }}>
        {t('assignments.options')}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {t('assignments.chooseRight')}
      </Typography>
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
                  onClick={() => onChange(withoutOption(question, index))}
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
