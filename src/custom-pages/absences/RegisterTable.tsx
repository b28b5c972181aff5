import Edit from '@mui/icons-material/EditOutlined';
import {
  Box,
  Card,
  CardActionArea,
  Checkbox,
  Chip,
  FormControlLabel,
  MenuItem,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { memo, useState } from 'react';
import { markAbsent, type Presence, setAbsenceType } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import type { RegisterRow } from '../../dataProvider/outbox/registerEdits';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';

export function RegisterTable({ rows, onChange, isDisabled }: RegisterRowsProps) {
  const visibleRows = useFirstRows(rows);
  return (
    <Card sx={{ overflow: 'clip' }}>
      <Table size="small" stickyHeader aria-label={t('absences.title')} sx={tableStyles}>
        <TableHead>
          <TableRow>
            <TableCell>{t('labels.studentName')}</TableCell>
            <TableCell sx={{ width: 104 }}>{t('labels.status')}</TableCell>
            <TableCell sx={{ width: 168 }}>{t('absences.type')}</TableCell>
            <TableCell sx={{ width: '22%' }}>{t('labels.notes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {visibleRows.map((row) => (
            <StudentRow key={row.studentId} row={row} onChange={onChange} isDisabled={isDisabled} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** A row has 40 pixels, and 48 on a touch screen. A long name is cut; its tooltip has the whole name. */
const tableStyles = {
  tableLayout: 'fixed',
  '& th, & td': { py: 0, px: 1 },
  '& thead th': { height: 36, top: sizes.topBar },
  '& tbody > tr': { height: 40, '@media (pointer: coarse)': { height: 48 } },
  '& tbody th': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiCheckbox-root': { p: 0.75 },
  '& .MuiInputBase-root': { height: { sm: 32 } },
  '& .MuiInputBase-input': { py: 0 },
} as const;

const StudentRow = memo(function StudentRow({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, isChanged } = row;
  return (
    <TableRow
      data-student={studentId}
      sx={isChanged ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}
    >
      <TableCell component="th" scope="row" title={studentName}>
        {studentName}
      </TableCell>
      <TableCell>
        <FormControlLabel
          control={
            <Checkbox
              checked={isAbsent}
              disabled={isDisabled}
              color="error"
              slotProps={{ input: { 'aria-label': t('absences.isAbsent', { name: studentName }) } }}
              onChange={(_, isChecked) => onChange(studentId, markAbsent(row, isChecked))}
            />
          }
          label={t(isAbsent ? 'absences.absent' : 'absences.present')}
          sx={{ color: isAbsent ? 'error.main' : 'success.main', '& span': { fontWeight: 600 } }}
        />
      </TableCell>
      <TableCell>
        <AbsenceTypeSelect row={row} onChange={onChange} isDisabled={isDisabled} />
      </TableCell>
      <TableCell>
        <AbsenceNotes row={row} onChange={onChange} isDisabled={isDisabled || !isAbsent} />
      </TableCell>
    </TableRow>
  );
}, isSameRow);

export function RegisterList({ rows, isTaken, onChange, isDisabled }: RegisterRowsProps) {
  const visibleRows = useFirstRows(rows);
  return (
    <Box>
      {!isTaken && (
        <SecondaryText variant="caption" component="p" sx={{ mb: 0.5 }}>
          {t('absences.tapHint')}
        </SecondaryText>
      )}
      <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {visibleRows.map((row) => (
          <StudentCard key={row.studentId} row={row} onChange={onChange} isDisabled={isDisabled} />
        ))}
      </Stack>
    </Box>
  );
}

const StudentCard = memo(function StudentCard({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, isChanged, type, notes } = row;
  const [isEditing, setIsEditing] = useState(false);
  const isOpen = isAbsent && (isChanged || isEditing);
  return (
    <Card
      component="li"
      data-student={studentId}
      sx={
        isAbsent
          ? { borderColor: 'error.main', backgroundColor: (theme) => theme.colours.errorTint }
          : undefined
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <CardActionArea
          role="switch"
          aria-checked={isAbsent}
          aria-label={t('absences.isAbsent', { name: studentName })}
          disabled={isDisabled}
          onClick={() => onChange(studentId, markAbsent(row, !isAbsent))}
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minHeight: 48, px: 1.5, py: 0.25 }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' }}>
              {studentName}
            </Typography>
            {isAbsent && !isOpen && (
              <SecondaryText variant="caption" component="p" noWrap sx={{ lineHeight: 1.4 }}>
                {[type, notes].filter(Boolean).join(' · ')}
              </SecondaryText>
            )}
          </Box>
          <Chip
            size="small"
            color={isAbsent ? 'error' : 'success'}
            variant={isAbsent ? 'filled' : 'outlined'}
            label={t(isAbsent ? 'absences.absent' : 'absences.present')}
          />
        </CardActionArea>
        {isAbsent && !isOpen && (
          <IconAction
            title={t('ui.edit')}
            label={t('absences.typeOf', { name: studentName })}
            disabled={isDisabled}
            onClick={() => setIsEditing(true)}
          >
            <Edit fontSize="small" />
          </IconAction>
        )}
      </Box>
      {isOpen && (
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
            {absenceTypes.map((option) => (
              <ToggleButton key={option} value={option} sx={{ minHeight: 44, textTransform: 'none' }}>
                {option}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <AbsenceNotes row={row} onChange={onChange} isDisabled={isDisabled} />
        </Stack>
      )}
    </Card>
  );
}, isSameRow);

interface RegisterRowsProps {
  rows: readonly RegisterRow[];
  isTaken: boolean;
  onChange: (studentId: string, presence: Presence) => void;
  isDisabled: boolean;
}

type RegisterRowProps = Omit<RegisterRowsProps, 'rows' | 'isTaken'> & { row: RegisterRow };

/** Each change creates new row objects, so the function compares values. */
function isSameRow(before: RegisterRowProps, after: RegisterRowProps): boolean {
  return (
    before.isDisabled === after.isDisabled &&
    before.onChange === after.onChange &&
    JSON.stringify(before.row) === JSON.stringify(after.row)
  );
}

/** The choice of a type also marks the student absent (spec 2 §4). */
function AbsenceTypeSelect({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, type } = row;
  return (
    <TextField
      select
      value={type ?? ''}
      disabled={isDisabled}
      error={isAbsent && type === null}
      onChange={({ target }) => {
        const chosenType = absenceTypes.find((one) => one === target.value) ?? null;
        if (chosenType) onChange(studentId, setAbsenceType(row, chosenType));
      }}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': t('absences.typeOf', { name: studentName }) },
        },
      }}
    >
      <MenuItem value="" disabled>
        {t('ui.nothing')}
      </MenuItem>
      {absenceTypes.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}

function AbsenceNotes({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, type, notes } = row;
  return (
    <TextField
      value={notes}
      disabled={isDisabled}
      placeholder={isAbsent ? t('labels.notes') : ''}
      onChange={({ target }) => onChange(studentId, { isAbsent, type, notes: target.value })}
      slotProps={{
        htmlInput: { maxLength: 1000, 'aria-label': t('absences.notesOf', { name: studentName }) },
      }}
    />
  );
}
