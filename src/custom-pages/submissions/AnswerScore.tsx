import Chip from '@mui/material/Chip';
import type { Answer } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';

/** Full marks in green, some in yellow, none in red, no score yet in grey; the figures say the same. */
export function AnswerScore({ answer: { score, max_marks: most } }: { answer: Answer }) {
  const t = useText();
  if (score === null) return <Chip size="small" variant="outlined" label={t('submissions.ungraded')} />;
  const band = score >= most ? 0 : score > 0 ? 2 : 4;
  return (
    <Chip
      size="small"
      label={<Isolated>{t('submissions.scoreOf', { score, total: most })}</Isolated>}
      sx={{ color: ({ bands }) => bands[band].ink, backgroundColor: ({ bands }) => bands[band].tint }}
    />
  );
}
