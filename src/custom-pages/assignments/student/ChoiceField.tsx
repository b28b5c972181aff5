import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useText } from '../../../i18n/useText';
import { sizes } from '../../../theme/tokens';
import { questionTextId } from './QuestionCard';

interface ChoiceFieldProps {
  questionId: number;
  number: number;
  choices: readonly { value: string; label: string }[];
  value: string | null;
  isDisabled: boolean;
  onChange: (value: string | null) => void;
}

/** One of several; the whole line is the target. What is chosen can be taken back. */
export function ChoiceField({ questionId, number, choices, value, isDisabled, onChange }: ChoiceFieldProps) {
  const t = useText();
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
