import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { fieldName } from './fieldNames';
import { unfilledFields } from './unfilled';
import type { PartProgress } from './sending/runState';
import type { SheetLine } from './useSheetsFlow';

interface SheetCardProps {
  line: SheetLine;
  /** Of an import that has begun. */
  progress: PartProgress | null;
  hasBegun: boolean;
  onSelect: (isSelected: boolean) => void;
  onColumns: () => void;
}

const colours = { pending: 'default', loading: 'info', success: 'success', error: 'error' } as const;

/** A sheet with its status. One in error cannot be selected. */
export function SheetCard({ line, progress, hasBegun, onSelect, onColumns }: SheetCardProps) {
  const t = useText();
  const { name, type, sheet, summary, problem } = line;
  const unfilled = type ? unfilledFields(type, line.fields).map(({ field }) => fieldName(type, field)) : [];
  const state = progress?.state ?? line.state;
  const isBlocked = state === 'error' || line.state === 'error' || hasBegun;
  const word = state === 'pending' && !hasBegun ? 'ready' : state;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        alignItems: 'center',
        columnGap: 1,
        px: 1,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Checkbox
        checked={line.isSelected}
        disabled={isBlocked || line.state === 'loading'}
        onChange={(_, isSelected) => onSelect(isSelected)}
        slotProps={{ input: { 'aria-label': t('importsEnd.chooseSheet', { name }) } }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary" className="figure">
          {type && t('importsEnd.asType', { type: t(`imports.types.${type}`) })}
          {sheet && ` · ${t('importsEnd.sheetRows', { smart_count: sheet.rows })}`}
          {summary && summary.wrong > 0 && ` · ${t('importsEnd.sheetWrong', { smart_count: summary.wrong })}`}
        </Typography>
        {unfilled.length > 0 && !problem && !hasBegun && (
          <Typography variant="body2" color="warning.dark">
            {t('imports.unfilledShort', { columns: unfilled.join(t('imports.comma')) })}
          </Typography>
        )}
        {problem && (
          <Typography variant="body2" color="error">
            {problem}
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          flexWrap: 'wrap',
          justifyContent: { xs: 'space-between', sm: 'flex-end' },
          gridColumn: { xs: '2 / -1', sm: 'auto' },
        }}
      >
        {sheet && type && !hasBegun && (
          <Button size="small" onClick={onColumns} aria-label={t('importsEnd.columnsOf', { name })}>
            {t('importsEnd.columns')}
          </Button>
        )}
        {state === 'loading' && <CircularProgress size={16} aria-hidden />}
        {(progress || !hasBegun) && (
          <Chip
            size="small"
            variant="outlined"
            color={colours[state]}
            label={t(`importsEnd.states.${word}`)}
          />
        )}
      </Box>
    </Box>
  );
}
