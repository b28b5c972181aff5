import { Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMemo, useState } from 'react';
import type { AyahRange } from '../../../contract/dailyRecords';
import { ayahNumber, parseAyah, pageCount, pageOf, rangeOfPages } from '../../../contract/rules/mushaf';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { AyahDialog } from './AyahDialog';

interface RangeDialogProps {
  range: AyahRange;
  /** In words. */
  label: string;
  onChange: (range: AyahRange) => void;
  /** Where another range remains. */
  onDrop: (() => void) | null;
  /** Leaves the range to another day; null where it is not to be revised. */
  onSkip: (() => void) | null;
  /** To the whole choice of ranges. */
  onOther: () => void;
  onClose: () => void;
}

/** How many pages on, and back, an end can be moved here. */
const around = 2;

/** Moves an end of a range: the last ayah with one tap, the first with two. */
export function RangeDialog({ range, label, onChange, onDrop, onSkip, onOther, onClose }: RangeDialogProps) {
  const [end, setEnd] = useState<'from' | 'to'>('to');
  const ayahs = useMemo(() => ayahsAround(range, end), [range, end]);
  return (
    <AyahDialog
      title={say.rangeOf(label)}
      ayahs={ayahs}
      current={range[end]}
      onChoose={(ayah) => onChange({ ...range, [end]: ayah })}
      onClose={onClose}
      head={
        <ToggleButtonGroup
          exclusive
          fullWidth
          color="primary"
          value={end}
          aria-label={say.end}
          onChange={(_, chosen: 'from' | 'to' | null) => chosen && setEnd(chosen)}
        >
          {(['from', 'to'] as const).map((one) => (
            <ToggleButton key={one} value={one} sx={{ minHeight: 48 }}>
              {say[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
      actions={
        <>
          {onDrop && (
            <Button color="warning" onClick={onDrop}>
              {say.dropRange}
            </Button>
          )}
          {onSkip && <Button onClick={onSkip}>{say.skipRange}</Button>}
          <Button onClick={onOther}>{say.otherRange}</Button>
        </>
      }
    />
  );
}

const position = (name: string) => parseAyah(name) ?? { surah: 1, ayah: 1 };

function ayahsAround({ from, to }: AyahRange, end: 'from' | 'to'): number[] {
  const [first, last] = [position(from), position(to)];
  const begin = rangeOfPages(Math.max(pageOf(first) - around, 1))?.from ?? first;
  const finish = rangeOfPages(Math.min(pageOf(last) + around, pageCount))?.to ?? last;
  const [start, stop] = end === 'to' ? [first, finish] : [begin, last];
  const length = ayahNumber(stop) - ayahNumber(start) + 1;
  return Array.from({ length }, (_, place) => ayahNumber(start) + place);
}
