import { Box, FormHelperText } from '@mui/material';
import { useId } from 'react';
import { ayahCount } from '../../../contract/rules/mushaf';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { MushafNumber, MushafSurah } from '../hearing/MushafEnd';
import type { PlanDraft } from './planModel';

interface PlanStartProps {
  draft: Pick<PlanDraft, 'surah' | 'ayah'>;
  problem: string | undefined;
  onChange: (change: Partial<PlanDraft>) => void;
}

/** This file is separate, because the list of surahs is large. */
export default function PlanStart({ draft: { surah, ayah }, problem, onChange }: PlanStartProps) {
  const hintId = useId();
  return (
    <Box role="group" aria-label={labels.start}>
      <Box sx={surahAndAyah}>
        <MushafSurah
          label={labels.surah}
          value={surah}
          onChange={(chosen) => onChange({ surah: chosen, ayah: chosen === null ? '' : '1' })}
        />
        <MushafNumber
          label={labels.ayah}
          value={ayah}
          max={ayahCount(surah ?? 0)}
          hasError={problem !== undefined}
          describedBy={hintId}
          onChange={(typed) => onChange({ ayah: typed })}
        />
      </Box>
      <FormHelperText id={hintId} error={problem !== undefined} sx={{ mx: 1.75 }}>
        {problem}
      </FormHelperText>
    </Box>
  );
}

const surahAndAyah = { display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) 6.5rem' };
