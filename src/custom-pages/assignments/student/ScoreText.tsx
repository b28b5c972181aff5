import Box from '@mui/material/Box';
import { isPassing } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';

/** A score out of the full marks: green from 60 % on, red below; while there is none, that it is awaited. Spec 2 §2. */
export function ScoreText({ score, marks }: { score: number | null; marks: number }) {
  const t = useText();
  if (score === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('ownAssignments.awaiting')}
      </Box>
    );
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 700,
        color: ({ colours }) => (isPassing(score, marks) ? colours.success : colours.error),
      }}
    >
      <Isolated>{t('ownAssignments.scoreOf', { score, total: marks })}</Isolated>
    </Box>
  );
}
