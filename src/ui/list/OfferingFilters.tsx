import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { useText } from '../../i18n/useText';
import { RecordPicker } from '../form/RecordPicker';
import type { OfferingChoice } from './useOfferingChoice';

interface OfferingFiltersProps {
  choice: OfferingChoice;
  /** Said where the batch has no subject for this screen. */
  noSubjects?: string;
  /** Further filters: a date, a search box. */
  children?: ReactNode;
}

/** Programme, then batch, then subject, as the teaching screens have them. */
export function OfferingFilters({ choice, noSubjects, children }: OfferingFiltersProps) {
  const t = useText();
  const { programId, batchId, batch, subjects, subject, isReadingSubjects } = choice;
  const isEmpty = batchId !== null && !isReadingSubjects && subjects.length === 0;
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 1 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(auto-fill, minmax(14rem, 1fr))',
        },
        alignItems: 'start',
        // Long names: a line of their own on a phone.
        '& > :nth-of-type(-n + 2)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <RecordPicker<Program>
        resource="programs"
        by="program_id"
        label={t('teaching.program')}
        placeholder={t('teaching.chooseProgram')}
        optionText={({ program_name }) => program_name}
        value={programId}
        knownText={batch?.program_id === programId ? batch?.program_name : null}
        onChange={(program) => choice.chooseProgram(program?.program_id ?? null)}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('teaching.batch')}
        placeholder={t('teaching.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        value={batchId}
        knownText={batch?.batch_name ?? null}
        onChange={choice.chooseBatch}
        {...(programId === null ? {} : { filter: { program_id: programId } })}
      />
      <TextField
        select
        size="small"
        label={t('teaching.subject')}
        value={subject?.subject_code ?? ''}
        onChange={(event) => choice.chooseSubject(event.target.value || null)}
        disabled={batchId === null || isEmpty}
        helperText={isEmpty ? (noSubjects ?? t('teaching.noSubjects')) : undefined}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('teaching.chooseSubject')}</MenuItem>
        {subjects.map(({ subject_code, name }) => (
          <MenuItem key={subject_code} value={subject_code}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {children}
    </Box>
  );
}
