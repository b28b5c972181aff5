import TextField from '@mui/material/TextField';
import { useText } from '../../i18n/useText';

interface FeedbackFieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** The teacher's words about an answer or a whole submission. */
export function FeedbackField({ value, onChange }: FeedbackFieldProps) {
  const t = useText();
  return (
    <TextField
      label={t('submissions.feedbackInput')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      multiline
      minRows={2}
      maxRows={12}
      slotProps={{ htmlInput: { maxLength: 4_000, dir: 'auto' } }}
    />
  );
}
