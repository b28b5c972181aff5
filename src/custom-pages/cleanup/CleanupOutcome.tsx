import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { CleanupAnswer } from '../../dataProvider/cleanup';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';

/** Says which copy was made before the last deletion, or that there is none. */
export function CleanupOutcome({ answer }: { answer: CleanupAnswer }) {
  const t = useText();
  return (
    <Alert severity="success" role="status">
      <Typography>{answer.message}</Typography>
      {answer.backup ? (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t('cleanup.copied')} <Isolated>{answer.backup}</Isolated>
        </Typography>
      ) : (
        answer.backup === null && <Typography>{t('cleanup.notCopied')}</Typography>
      )}
    </Alert>
  );
}
