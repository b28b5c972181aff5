import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { PlainText } from '../../ui/page/PlainText';

/** What the teacher says of the whole submission, to read. */
export function OverallFeedback({ feedback }: { feedback: string | null }) {
  const t = useText();
  return (
    <Card component="section" aria-labelledby="overall-title" sx={{ p: 2 }}>
      <Typography id="overall-title" variant="h3" component="h2">
        {t('submissions.overall')}
      </Typography>
      {feedback ? (
        <PlainText>{feedback}</PlainText>
      ) : (
        <Typography color="text.secondary">{t('submissions.overallNone')}</Typography>
      )}
    </Card>
  );
}
