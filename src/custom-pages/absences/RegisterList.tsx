import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { markAbsent, setAbsenceType } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { AbsenceNotes, isSameRow, type RegisterRowProps, type RegisterRowsProps } from './registerFields';
import type { RegisterRow } from './registerModel';

/** On a phone: everybody is present; a tap marks who is not. */
export function RegisterList({ rows, onChange, isDisabled }: RegisterRowsProps) {
  const t = useText();
  return (
    <Box>
      <Typography color="text.secondary" variant="body2" sx={{ mb: 1 }}>
        {t('absences.tapHint')}
      </Typography>
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <Student key={row.studentId} row={row} onChange={onChange} isDisabled={isDisabled} />
        ))}
      </Stack>
    </Box>
  );
}

const Student = memo(function Student({ row, onChange, isDisabled }: RegisterRowProps) {
  const t = useText();
  const { studentId, studentName, isAbsent, type } = row;
  return (
    <Card
      component="li"
      sx={
        isAbsent
          ? { borderColor: 'error.main', backgroundColor: (theme) => theme.colours.errorTint }
          : undefined
      }
    >
      <CardActionArea
        role="switch"
        aria-checked={isAbsent}
        aria-label={t('absences.isAbsent', { name: studentName })}
        disabled={isDisabled}
        onClick={() => onChange(studentId, markAbsent(row, !isAbsent))}
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minHeight: 56, px: 2, py: 1 }}
      >
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>{studentName}</Typography>
        <Chip
          size="small"
          color={isAbsent ? 'error' : 'success'}
          variant={isAbsent ? 'filled' : 'outlined'}
          label={t(isAbsent ? 'absences.absent' : 'absences.present')}
        />
      </CardActionArea>
      {isAbsent && (
        <Stack spacing={1} sx={{ px: 2, pb: 2 }}>
          <ToggleButtonGroup
            exclusive
            fullWidth
            value={type}
            disabled={isDisabled}
            aria-label={t('absences.typeOf', { name: studentName })}
            onChange={(_, chosen: RegisterRow['type']) =>
              chosen && onChange(studentId, setAbsenceType(row, chosen))
            }
          >
            {absenceTypes.map((one) => (
              <ToggleButton key={one} value={one} sx={{ minHeight: 44, textTransform: 'none' }}>
                {one}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <AbsenceNotes row={row} onChange={onChange} isDisabled={isDisabled} />
        </Stack>
      )}
    </Card>
  );
}, isSameRow);
