import Clear from '@mui/icons-material/Clear';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { archiveTables } from '../../../contract/archive';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import { SavedFilters } from '../../ui/list/SavedFilters';
import { useArchiveFilter } from './useArchive';
import { useTableName } from './useTableName';

const dayWidth = { width: { xs: '100%', sm: 180 } };

export function ArchiveFilters() {
  const t = useText();
  const tableName = useTableName();
  const { filter, hasFilter, isReversed, setFilter, clear, list } = useArchiveFilter();
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
      <Box sx={dayWidth}>
        <DayField label={t('archive.from')} value={filter.from} onChange={(day) => setFilter('from', day)} />
      </Box>
      <Box sx={dayWidth}>
        <DayField
          label={t('archive.to')}
          value={filter.to}
          problem={isReversed ? t('archive.datesReversed') : ''}
          onChange={(day) => setFilter('to', day)}
        />
      </Box>
      <SavedFilters list={list} />
      {hasFilter && (
        <Button onClick={clear} startIcon={<Clear />}>
          {t('ui.clearFilters')}
        </Button>
      )}
    </Stack>
  );
}
