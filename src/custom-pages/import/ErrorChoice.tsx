import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useText } from '../../i18n/useText';

interface ErrorChoiceProps {
  isStopping: boolean;
  /** Line of the first wrong row that is known. */
  firstWrong: number | null;
  onChange: (isStopping: boolean) => void;
}

/** What a refused row does to the rows behind it; decision 28. */
export function ErrorChoice({ isStopping, firstWrong, onChange }: ErrorChoiceProps) {
  const t = useText();
  const labelId = useId();
  const stopHint = firstWrong === null ? t('imports.stopHint') : t('imports.stopAt', { line: firstWrong });
  return (
    <FormControl>
      <FormLabel id={labelId}>{t('imports.onError')}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={isStopping ? 'stop' : 'good'}
        onChange={(_, chosen) => onChange(chosen === 'stop')}
      >
        <FormControlLabel
          value="stop"
          control={<Radio />}
          label={<Choice name={t('imports.stop')} hint={stopHint} />}
        />
        <FormControlLabel
          value="good"
          control={<Radio />}
          label={<Choice name={t('imports.good')} hint={t('imports.goodHint')} />}
        />
      </RadioGroup>
    </FormControl>
  );
}

const Choice = ({ name, hint }: { name: string; hint: string }) => (
  <>
    {name}
    <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
      {hint}
    </Typography>
  </>
);
