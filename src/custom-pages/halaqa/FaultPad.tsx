import Place from '@mui/icons-material/MyLocation';
import Undo from '@mui/icons-material/Undo';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { parseAyahRanges } from '../../../contract/rules/mushaf';
import type { AyahRange } from '../../../contract/dailyRecords';
import { listAyahs, type CountedFault, describeAyah } from '../../features/hearing/hearing';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { AyahDialog } from './AyahDialog';
import type { SingleFault } from './halaqaModel';

interface FaultPadProps {
  kinds: readonly CountedFault[];
  /** The last fault can get an ayah of these ranges. */
  ranges: readonly AyahRange[];
  faults: readonly SingleFault[];
  onChange: (faults: SingleFault[]) => void;
}

export function FaultPad({ kinds, ranges, faults, onChange }: FaultPadProps) {
  const [isChoosingAyah, setIsChoosingAyah] = useState(false);
  const lastFault = faults.at(-1);
  const faultName = (key: string) => kinds.find((kind) => kind.key === key)?.name ?? key;
  const describeFault = ({ kind, ayah }: SingleFault) =>
    ayah === null ? faultName(kind) : labels.faultOn(faultName(kind), describeAyah(ayah));
  const setAyah = (ayah: string | null) => {
    setIsChoosingAyah(false);
    if (lastFault) onChange([...faults.slice(0, -1), { ...lastFault, ayah }]);
  };
  return (
    <Box role="group" aria-label={labels.faults} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={gridStyles}>
        {kinds.map(({ key, name }) => {
          const count = faults.filter(({ kind }) => kind === key).length;
          return (
            <ButtonBase
              key={key}
              aria-label={labels.oneMore(name, count)}
              onClick={() => onChange([...faults, { kind: key, ayah: null }])}
              sx={{ ...padStyles, ...(count > 0 && { borderColor: 'warning.main', borderWidth: 2 }) }}
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
          {lastFault ? labels.lastFault(describeFault(lastFault)) : labels.noFaults}
        </SecondaryText>
        {lastFault && (
          <>
            {ranges.length > 0 && (
              <Button
                startIcon={<Place />}
                aria-label={labels.setAyahOfFault(describeFault(lastFault))}
                onClick={() => setIsChoosingAyah(true)}
                sx={{ minHeight: 48 }}
              >
                {labels.setFaultAyah}
              </Button>
            )}
            <Button
              startIcon={<Undo />}
              color="warning"
              aria-label={labels.undoFault(describeFault(lastFault))}
              onClick={() => onChange(faults.slice(0, -1))}
              sx={{ minHeight: 48 }}
            >
              {labels.undo}
            </Button>
          </>
        )}
      </Box>
      {isChoosingAyah && lastFault && (
        <AyahDialog
          title={labels.whichAyah(faultName(lastFault.kind))}
          ayahs={listAyahs(parseAyahRanges(ranges))}
          current={lastFault.ayah}
          onChoose={setAyah}
          onClose={() => setIsChoosingAyah(false)}
          actions={lastFault.ayah !== null && <Button onClick={() => setAyah(null)}>{labels.noAyah}</Button>}
        />
      )}
    </Box>
  );
}

const gridStyles = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' };
const padStyles = {
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
