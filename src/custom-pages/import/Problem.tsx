import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';

/** What is wrong, sentence under sentence; nothing where nothing is. */
export const Problem = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <Alert severity="error">
      {sentences.map((sentence) => (
        <Typography key={sentence} sx={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Typography>
      ))}
    </Alert>
  );
