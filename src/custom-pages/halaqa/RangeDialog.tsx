import { Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMemo, useState } from 'react';
import type { AyahRange } from '../../../contract/dailyRecords';
import { ayahNumber, parseAyah, pageCount, pageOf, rangeOfPages } from '../../../contract/rules/mushaf';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { AyahDialog } from './AyahDialog';

interface RangeDialogProps {
  range: AyahRange;
  label: string;
  onChange: (range: AyahRange) => void;
  /** Null if the draft has no other range. */
  onDrop: (() => void) | null;
  /** Postpones the range; null if that is impossible. */
  onSkip: (() => void) | null;
  onChooseOther: () => void;
  onClose: () => void;
}

/** The range can grow by this many pages before its start and after its end. */
const maxPages = 2;

/** One tap moves the last ayah of the range. To move the first ayah, the user taps the toggle first. */
export function RangeDialog({
  range,
  label,
  onChange,
  onDrop,
  onSkip,
  onChooseOther,
  onClose,
}: RangeDialogProps) {
  const [end, setEnd] = useState<'from' | 'to'>('to');
  const ayahs = useMemo(() => ayahsAround(range, end), [range, end]);
  return (
    <AyahDialog
      title={labels.rangeOf(label)}
      ayahs={ayahs}
      current={range[end]}
      onChoose={(ayah) => onChange({ ...range, [end]: ayah })}
      onClose={onClose}
      header={
        <ToggleButtonGroup
          exclusive
          fullWidth
          color="primary"
          value={end}
          aria-label={labels.end}
          onChange={(_, chosen: 'from' | 'to' | null) => chosen && setEnd(chosen)}
        >
          {(['from', 'to'] as const).map((one) => (
            <ToggleButton key={one} value={one} sx={{ minHeight: 48 }}>
              {labels[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
      actions={
        <>
          {onDrop && (
            <Button color="warning" onClick={onDrop}>
              {labels.dropRange}
            </Button>
          )}
          {onSkip && <Button onClick={onSkip}>{labels.skipRange}</Button>}
          <Button onClick={onChooseOther}>{labels.otherRange}</Button>
        </>
      }
    />
  );
}

const findPosition = (name: string) => parseAyah(name) ?? { surah: 1, ayah: 1 };

function ayahsAround({ from, to }: AyahRange, end: 'from' | 'to'): number[] {
  const [first, last] = [findPosition(from), findPosition(to)];
  const earliest = rangeOfPages(Math.max(pageOf(first) - maxPages, 1))?.from ?? first;
  const latest = rangeOfPages(Math.min(pageOf(last) + maxPages, pageCount))?.to ?? last;
  const [start, stop] = end === 'to' ? [first, latest] : [earliest, last];
  const length = ayahNumber(stop) - ayahNumber(start) + 1;
  return Array.from({ length }, (_, index) => ayahNumber(start) + index);
}
