import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { flushSync } from 'react-dom';
import type { AyahPosition } from '../../../contract/rules/mushaf';
import { describePosition } from '../../../contract/rules/mushafText';
import { useText } from '../../i18n/useText';
import { sizes } from '../../theme/tokens';
import type { MushafChoice } from './useMushafRange';

interface MushafShortcutsProps {
  choice: MushafChoice;
  start: AyahPosition | null;
  /** The beginning is filled, the end is to be typed. */
  onStarted: () => void;
}

/** What is chosen most often: on from where the student stopped, to the end of the page or of the surah. */
export function MushafShortcuts({ choice, start, onStarted }: MushafShortcutsProps) {
  const t = useText();
  const { carryOn, endAtPage, endAtSurah } = choice;
  const hasEnds = choice.fields.mode === 'ayahs';
  if (!carryOn && !hasEnds) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {carryOn && start && (
        <Chip
          component="button"
          color="primary"
          variant="outlined"
          label={t('mushaf.carryOn', { position: describePosition(start) })}
          onClick={() => {
            flushSync(carryOn); // the field that is to be typed in next is open from then on
            onStarted();
          }}
          sx={target}
        />
      )}
      {hasEnds && <End label={t('mushaf.toEndOfPage')} onChoose={endAtPage} />}
      {hasEnds && <End label={t('mushaf.toEndOfSurah')} onChoose={endAtSurah} />}
    </Stack>
  );
}

/** Waits for a beginning. */
const End = ({ label, onChoose }: { label: string; onChoose: (() => void) | null }) => (
  <Chip
    variant="outlined"
    label={label}
    component="button"
    clickable
    onClick={onChoose ?? undefined}
    disabled={onChoose === null}
    sx={target}
  />
);

const target = { minHeight: { xs: sizes.phoneTarget, sm: 36 }, borderRadius: 5 };
