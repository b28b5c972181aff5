import Add from '@mui/icons-material/Add';
import { Alert, Button, Stack } from '@mui/material';
import { useState } from 'react';
import type { AyahRange } from '../../../contract/dailyRecords';
import {
  ayahName,
  type MushafRange as Range,
  findOverlap,
  parseAyahRanges,
} from '../../../contract/rules/mushaf';
import { hifz as labels } from '../../i18n/ar/hifz';
import { t } from '../../i18n/text';
import { MushafRangeInput } from '../hearing/MushafDialog';

interface AddRangeProps {
  /** The new range must not overlap these ranges. */
  ranges: readonly AyahRange[];
  onAdd: (ayahRange: AyahRange, range: Range) => void;
}

export function AddRange({ ranges, onAdd }: AddRangeProps) {
  const [range, setRange] = useState<Range | null>(null);
  const overlaps = range !== null && findOverlap([...parseAyahRanges(ranges), range]) !== -1;
  const add = () => {
    if (range === null) return;
    onAdd({ from: ayahName(range.from), to: ayahName(range.to) }, range);
    setRange(null);
  };
  return (
    <Stack spacing={1.5} sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <MushafRangeInput value={range} start={null} onChange={setRange} />
      <div role="alert">
        {overlaps && <Alert severity="error">{t('dailyRecords.problems.rangesOverlap')}</Alert>}
      </div>
      <Button
        variant="outlined"
        startIcon={<Add />}
        disabled={range === null || overlaps}
        sx={{ alignSelf: 'flex-start' }}
        onClick={add}
      >
        {labels.addRange}
      </Button>
    </Stack>
  );
}
