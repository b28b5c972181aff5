import Redo from '@mui/icons-material/PlaylistAdd';
import Chip from '@mui/material/Chip';
import { useText } from '../../i18n/useText';
import { sizes } from '../../theme/tokens';
import type { Proposal } from './carryOn';
import { focusCell } from './cellKeys';

interface CarryOnChipProps {
  proposal: Proposal;
  studentName: string;
  isPhone: boolean;
  onTake: () => void;
}

/** Fills in what comes after the last time, and goes on to the level. In the table its key is Alt+Enter. */
export function CarryOnChip({ proposal, studentName, isPhone, onTake }: CarryOnChipProps) {
  const t = useText();
  const label = t('dailyRecords.carryOn', { portion: proposal.recordContent });
  return (
    <Chip
      component="button"
      clickable
      data-action="carryOn"
      color="primary"
      variant="outlined"
      icon={<Redo aria-hidden />}
      label={label}
      aria-label={t('dailyRecords.cellOf', { column: label, student: studentName })}
      tabIndex={isPhone ? 0 : -1}
      onClick={({ currentTarget }) => {
        // The chip goes once the row is filled, and with it the focus.
        focusCell(currentTarget, 'performanceLevel');
        onTake();
      }}
      size={isPhone ? 'medium' : 'small'}
      sx={{
        minHeight: { xs: sizes.phoneTarget, sm: 28 },
        borderRadius: 5,
        maxWidth: '100%',
        '& .MuiChip-label': { whiteSpace: 'normal', textAlign: 'start' },
      }}
    />
  );
}
