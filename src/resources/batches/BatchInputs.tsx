import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { DateInput, required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import { ruleMessages } from '../../../contract/errors';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import { foldDigits } from '../../../contract/rules/arabicText';
import { hijriDate } from '../../../contract/rules/hijri';
import { batchStatuses } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useToday } from '../../dataProvider/useToday';
import { useText } from '../../i18n/useText';
import { BatchLevelInput } from './BatchLevelInput';
import { batchNumbers, isReversed, wholeNumber } from './batchModel';
import { BatchProgramInput } from './BatchProgramInput';

/** The fields of a batch; those that this server does not keep are left out. */
export function BatchInputs() {
  const t = useText();
  const { hasField } = useServerFeatures();
  const today = useToday();
  const stored = useRecordContext<Batch>();
  const [start, end] = useWatch({ name: ['start_date', 'end_date'] }) as (string | null)[];
  const filled = required('validation.required');
  const isName = (value: unknown) =>
    String(value ?? '').includes('/') ? t('validation.noSlash') : undefined;
  const isNumber = (value: unknown) => {
    const number = wholeNumber(value);
    if (number === null) return t('validation.wholeNumber');
    const { least, most } = batchNumbers;
    return number < least || number > most ? t('validation.between', batchNumbers) : undefined;
  };
  const isYear = (value: unknown) => {
    const year = cleanAcademicYear(String(value ?? ''));
    if (year === stored?.academic_year || isAcademicYear(year, today)) return undefined;
    return ruleMessages.notAcademicYear(academicYearRange(today));
  };
  const followsStart = (value: unknown, { start_date }: Record<string, unknown>) =>
    isReversed(start_date, value) ? ruleMessages.datesReversed : undefined;
  const statuses = new Set([...batchStatuses, ...(stored?.status ? [stored.status] : [])]);

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Wide>
        <BatchProgramInput validate={filled} />
      </Wide>
      <Wide>
        <TextInput
          source="batch_name"
          validate={[filled, isName]}
          helperText={t('batches.nameHint')}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      </Wide>
      <TextInput
        source="batch_number"
        parse={foldDigits}
        validate={[filled, isNumber]}
        helperText={false}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
      />
      <TextInput
        source="academic_year"
        parse={foldDigits}
        validate={[filled, isYear]}
        helperText={t('batches.yearHint')}
        slotProps={{ htmlInput: { maxLength: 20 } }}
      />
      {hasField('batches', 'level') && <BatchLevelInput />}
      {hasField('batches', 'status') && (
        <SelectInput
          source="status"
          margin="none"
          choices={[...statuses].map((name) => ({ id: name, name }))}
          translateChoice={false}
          validate={filled}
          helperText={false}
        />
      )}
      {hasField('batches', 'start_date') && <DateInput source="start_date" helperText={hijri(start)} />}
      {hasField('batches', 'end_date') && (
        <DateInput source="end_date" validate={followsStart} helperText={hijri(end)} />
      )}
    </Box>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;

/** A day that is being typed has no Hijri date yet. */
const hijri = (date: string | null | undefined) => (date && hijriDate(date)) || false;
