import Playlist from '@mui/icons-material/PlaylistAddCheck';
import Remove from '@mui/icons-material/Remove';
import { Autocomplete, Badge, Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import type { RecordFault } from '../../../contract/dailyRecords';
import { filterRows } from '../../../contract/rules/arabicText';
import { ayahFromNumber, ayahName, type MushafRange } from '../../../contract/rules/mushaf';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { ListPopover } from '../../ui/page/ListPopover';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { listAyahs, type CountedFault, countFault, describeAyah, sumFaults } from './hearing';

interface FaultCountersProps {
  kinds: readonly CountedFault[];
  faults: readonly RecordFault[];
  ranges: readonly MushafRange[];
  onChange: (faults: RecordFault[]) => void;
}

/** A new fault is counted on the selected ayah. */
export function FaultCounters({ kinds, faults, ranges, onChange }: FaultCountersProps) {
  const [ayah, setAyah] = useState<string | null>(null);
  const faultsWithAyah = faults.filter((fault) => fault.ayah !== null);
  const kindName = (key: string) => kinds.find((kind) => kind.key === key)?.name ?? key;
  return (
    <Stack spacing={0.75}>
      <Box sx={grid}>
        {kinds.map(({ key, name }) => (
          <Counter
            key={key}
            name={name}
            count={sumFaults(faults.filter(({ kind }) => kind === key))}
            canDecrease={faults.some((fault) => fault.kind === key && fault.ayah === ayah)}
            onCount={(delta) => onChange(countFault(faults, key, ayah, delta))}
          />
        ))}
        <AyahField ranges={ranges} value={ayah} onChange={setAyah} />
      </Box>
      {faultsWithAyah.length > 0 && (
        <Box component="ul" aria-label={t('hearing.onAyahs')} sx={chips}>
          {faultsWithAyah.map((fault) => {
            const text = t('hearing.faultOn', {
              kind: kindName(fault.kind),
              ayah: describeAyah(fault.ayah ?? ''),
              count: fault.count,
            });
            return (
              <li key={`${fault.kind} ${fault.ayah}`}>
                <Chip
                  size="small"
                  label={text}
                  aria-label={t('hearing.removeFault', { fault: text })}
                  onDelete={() => onChange(faults.filter((one) => one !== fault))}
                />
              </li>
            );
          })}
        </Box>
      )}
    </Stack>
  );
}

const grid = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { flex: '1 1 8.5rem' },
};
const chips = { m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 };

interface CounterProps {
  name: string;
  count: number;
  canDecrease: boolean;
  onCount: (delta: 1 | -1) => void;
}

function Counter({ name, count, canDecrease, onCount }: CounterProps) {
  return (
    <Box
      role="group"
      aria-label={t('hearing.counted', { kind: name, count })}
      sx={{ display: 'flex', alignItems: 'center', gap: 0.25, minWidth: 0 }}
    >
      <Button
        variant="outlined"
        aria-label={t('hearing.oneMore', { kind: name })}
        onClick={() => onCount(1)}
        sx={{ flex: 1, minWidth: 0, px: 1, justifyContent: 'space-between', gap: 1 }}
      >
        <Typography component="span" noWrap title={name} sx={{ fontWeight: 'inherit' }}>
          {name}
        </Typography>
        <Box component="span" className="figure">
          <Isolated>{count}</Isolated>
        </Box>
      </Button>
      <IconAction
        title={t('hearing.oneLess', { kind: name })}
        size="small"
        disabled={!canDecrease}
        onClick={() => onCount(-1)}
      >
        <Remove fontSize="small" />
      </IconAction>
    </Box>
  );
}

interface AyahFieldProps {
  ranges: readonly MushafRange[];
  value: string | null;
  onChange: (ayah: string | null) => void;
}

const maxOptions = 50;

function AyahField({ ranges, value, onChange }: AyahFieldProps) {
  const options = useMemo(() => listAyahs(ranges).flatMap((number) => ayahNames(number)), [ranges]);
  return (
    <Autocomplete<string>
      value={value}
      onChange={(_, ayah) => onChange(ayah)}
      options={value === null || options.includes(value) ? options : [value, ...options]}
      getOptionLabel={describeAyah}
      filterOptions={(ayahs, { inputValue }) =>
        filterRows(ayahs, inputValue, (name) => [describeAyah(name)]).slice(0, maxOptions)
      }
      autoHighlight
      size="small"
      noOptionsText={t('hearing.noAyah')}
      clearText={t('ui.clearChoice')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderInput={(field) => (
        <TextField {...field} label={t('hearing.ayah')} helperText={value && t('hearing.ayahHint')} />
      )}
    />
  );
}

function ayahNames(number: number): string[] {
  const ayah = ayahFromNumber(number);
  return ayah ? [ayahName(ayah)] : [];
}

interface FaultsButtonProps extends FaultCountersProps {
  studentName: string;
}

export function FaultsButton({ studentName, ...counters }: FaultsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = t('hearing.faultsOf', { student: studentName });
  return (
    <>
      <IconAction
        title={t('hearing.countFaults')}
        label={title}
        size="small"
        tabIndex={-1}
        data-action="faults"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge variant="dot" color="primary" invisible={counters.faults.length === 0}>
          <Playlist fontSize="small" />
        </Badge>
      </IconAction>
      <ListPopover title={title} anchor={anchor} width={360} onClose={() => setAnchor(null)}>
        <Box sx={{ p: 2 }}>
          <SecondaryText component="h2" sx={{ m: 0, mb: 1, fontWeight: 600 }}>
            {title}
          </SecondaryText>
          <FaultCounters {...counters} />
        </Box>
      </ListPopover>
    </>
  );
}
