import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';

/** All marks green, some yellow, none red, not graded grey. Spec 2 §2. */
function coloursOf(score: number | null, marks: number) {
  return ({ bands, colours }: Theme) => {
    if (score === null) return { color: colours.quietInk, backgroundColor: colours.sunken };
    const band = bands[score >= marks ? 0 : score > 0 ? 2 : 4];
    return { color: band.ink, backgroundColor: band.tint };
  };
}

/** The score of one answer. */
export function ScoreBadge({ score, marks }: { score: number | null; marks: number }) {
  const t = useText();
  const label =
    score === null ? (
      t('ownAssignments.notGraded')
    ) : (
      <Isolated>{t('ownAssignments.scoreOf', { score, total: marks })}</Isolated>
    );
  return <Chip size="small" label={label} sx={coloursOf(score, marks)} />;
}
