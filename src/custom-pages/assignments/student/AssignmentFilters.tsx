import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useText } from '../../../i18n/useText';
import { type Narrowed, statusChoices } from './studentModel';
import type { SubjectChoice } from './useSubjectChoices';

interface AssignmentFiltersProps {
  narrowed: Narrowed;
  subjects: readonly SubjectChoice[];
  onNarrow: (name: 'subject_code' | 'status', value: string) => void;
}

/** The list by subject and by status; spec 2 §2. */
export function AssignmentFilters({ narrowed, subjects, onNarrow }: AssignmentFiltersProps) {
  const t = useText();
  const { subjectCode, status } = narrowed;
  const isKnown = subjects.some(({ subject_code }) => subject_code === subjectCode);
  const select = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
  return (
    <Stack component="search" direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5 }}>
      <TextField
        select
        label={t('ownAssignments.subject')}
        value={isKnown ? subjectCode : ''}
        onChange={({ target }) => onNarrow('subject_code', target.value)}
        sx={{ width: { xs: '100%', sm: 320 } }}
        slotProps={select}
      >
        <MenuItem value="">{t('ownAssignments.anySubject')}</MenuItem>
        {subjects.map(({ subject_code, name, level }) => (
          <MenuItem key={subject_code} value={subject_code}>
            <bdi>{level === null ? name : t('ownAssignments.subjectChoice', { name, level })}</bdi>
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('ownAssignments.status')}
        value={status ?? ''}
        onChange={({ target }) => onNarrow('status', target.value)}
        sx={{ width: { xs: '100%', sm: 200 } }}
        slotProps={select}
      >
        <MenuItem value="">{t('ownAssignments.anyStatus')}</MenuItem>
        {statusChoices.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`ownAssignments.statuses.${one}`)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}
