import Place from '@mui/icons-material/MyLocation';
import Undo from '@mui/icons-material/Undo';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { parseAyahRanges } from '../../../contract/rules/mushaf';
import type { AyahRange } from '../../../contract/dailyRecords';
import { ayahsOf, type CountedFault, describeAyah } from '../../features/hearing/hearing';
import { halaqa as say } from '../../i18n/ar/halaqa';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { AyahDialog } from './AyahDialog';
import type { OneFault } from './halaqaModel';

interface FaultPadProps {
  /** The kinds of fault of the institute. */
  kinds: readonly CountedFault[];
  /** The ranges that an ayah is chosen from; without them none is. */
  ranges: readonly AyahRange[];
  faults: readonly OneFault[];
  onChange: (faults: OneFault[]) => void;
}

/** Large buttons that count faults; the last one can be put on its ayah, or taken back. */
export function FaultPad({ kinds, ranges, faults, onChange }: FaultPadProps) {
  const [isPlacing, setIsPlacing] = useState(false);
  const last = faults.at(-1);
  const nameOf = (key: string) => kinds.find((kind) => kind.key === key)?.name ?? key;
  const words = ({ kind, ayah }: OneFault) =>
    ayah === null ? nameOf(kind) : say.faultOn(nameOf(kind), describeAyah(ayah));
  const place = (ayah: string | null) => {
    setIsPlacing(false);
    if (last) onChange([...faults.slice(0, -1), { ...last, ayah }]);
  };
  return (
    <Box role="group" aria-label={say.faults} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={grid}>
        {kinds.map(({ key, name }) => {
          const count = faults.filter(({ kind }) => kind === key).length;
          return (
            <ButtonBase
              key={key}
              aria-label={say.oneMore(name, count)}
              onClick={() => onChange([...faults, { kind: key, ayah: null }])}
              sx={{ ...pad, ...(count > 0 && { borderColor: 'warning.main', borderWidth: 2 }) }}
            >
              <Typography component="span" noWrap title={name} sx={{ fontWeight: 600 }}>
                {name}
              </Typography>
              <Typography component="span" className="figure" sx={{ fontSize: '1.5rem', fontWeight: 700 }}>
                {count}
              </Typography>
            </ButtonBase>
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 48 }}>
        <SecondaryText component="span" role="status" noWrap sx={{ flex: 1, minWidth: 0 }}>
          {last ? say.lastFault(words(last)) : say.noFaults}
        </SecondaryText>
        {last && (
          <>
            {ranges.length > 0 && (
              <Button
                startIcon={<Place />}
                aria-label={say.placeFaultOf(words(last))}
                onClick={() => setIsPlacing(true)}
                sx={{ minHeight: 48 }}
              >
                {say.placeFault}
              </Button>
            )}
            <Button
              startIcon={<Undo />}
              color="warning"
              aria-label={say.takeBackOf(words(last))}
              onClick={() => onChange(faults.slice(0, -1))}
              sx={{ minHeight: 48 }}
            >
              {say.takeBack}
            </Button>
          </>
        )}
      </Box>
      {isPlacing && last && (
        <AyahDialog
          title={say.whichAyah(nameOf(last.kind))}
          ayahs={ayahsOf(parseAyahRanges(ranges))}
          current={last.ayah}
          onChoose={place}
          onClose={() => setIsPlacing(false)}
          actions={last.ayah !== null && <Button onClick={() => place(null)}>{say.noAyah}</Button>}
        />
      )}
    </Box>
  );
}

const grid = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' };
const pad = {
  minHeight: 64,
  px: 1.5,
  border: 1,
  borderColor: (theme: { colours: { edge: string } }) => theme.colours.edge,
  borderRadius: 1.5,
  backgroundColor: 'background.paper',
  justifyContent: 'space-between',
  gap: 1,
  touchAction: 'manipulation',
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
} as const;
