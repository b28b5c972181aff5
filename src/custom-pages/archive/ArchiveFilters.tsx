import Clear from '@mui/icons-material/Clear';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { archiveTables } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { useArchiveFilter } from './useArchive';
import { useTableName } from './useTableName';

export function ArchiveFilters() {
  const t = useText();
  const tableName = useTableName();
  const { filter, hasFilter, isReversed, setFilter, clear } = useArchiveFilter();
  return (
    <Stack
      component="search"
      direction="row"
      sx={{ gap: 1, rowGap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}
    >
      <TextField
        select
        label={t('archive.table')}
        value={filter.table ?? ''}
        onChange={(event) => setFilter('table', event.target.value)}
        sx={{ width: { xs: '100%', sm: 200 } }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('archive.anyTable')}</MenuItem>
        {archiveTables.map((table) => (
          <MenuItem key={table} value={table}>
            {tableName(table)}
          </MenuItem>
        ))}
      </TextField>
      <DayField label={t('archive.from')} value={filter.from} onChange={(day) => setFilter('from', day)} />
      <DayField
        label={t('archive.to')}
        value={filter.to}
        problem={isReversed ? t('archive.datesReversed') : ''}
        onChange={(day) => setFilter('to', day)}
      />
      {hasFilter && (
        <Button onClick={clear} startIcon={<Clear />}>
          {t('ui.clearFilters')}
        </Button>
      )}
    </Stack>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  problem?: string;
  onChange: (day: string) => void;
}

/** A year that is still being typed (0002) is not asked for. */
const isWhole = (day: string) => day === '' || day >= '1900';

function DayField({ label, value, problem = '', onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed without the field: back, forward, or "clear filters".
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      error={problem !== ''}
      helperText={problem}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isWhole(target.value) && target.value !== value) onChange(target.value);
      }}
      sx={{ width: { xs: '100%', sm: 180 } }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '2999-12-31' } }}
    />
  );
}
