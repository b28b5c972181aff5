import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { foldDigits } from '../../../contract/rules/arabicText';
import type { Subject } from '../../../contract/subjects';
import { absenceTypes, type AbsenceType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/DayField';
import type { ReportFilter } from './useAbsenceReport';

interface AbsenceReportFiltersProps {
  filter: ReportFilter;
  subjects: readonly Subject[];
  today: string;
  isReversed: boolean;
  onChange: (changed: Partial<ReportFilter>) => void;
}

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

/** Range, subject, type, and the least number of days. */
export function AbsenceReportFilters({
  filter,
  subjects,
  today,
  isReversed,
  onChange,
}: AbsenceReportFiltersProps) {
  const t = useText();
  const [days, setDays] = useState(String(filter.minDays));
  const changeDays = (typed: string) => {
    const digits = foldDigits(typed).replace(/\D/g, '').slice(0, 3);
    setDays(digits);
    onChange({ minDays: Math.max(1, Number(digits)) });
  };
  return (
    <Box
      component="search"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(10rem, 1fr))' }}
    >
      <DayField
        label={t('absences.from')}
        value={filter.startDate}
        max={today}
        onChange={(startDate) => onChange({ startDate })}
      />
      <DayField
        label={t('absences.to')}
        value={filter.endDate}
        max={today}
        problem={isReversed ? t('absences.datesReversed') : ''}
        onChange={(endDate) => onChange({ endDate })}
      />
      <TextField
        select
        label={t('absences.reportSubject')}
        value={filter.subjectCode}
        onChange={({ target }) => onChange({ subjectCode: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t('absences.anySubject')}</MenuItem>
        {subjects.map(({ subject_code, name }) => (
          <MenuItem key={subject_code} value={subject_code}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('absences.type')}
        value={filter.type}
        onChange={({ target }) => onChange({ type: target.value as AbsenceType | '' })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t('absences.anyType')}</MenuItem>
        {absenceTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {type}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('absences.minDays')}
        value={days}
        onChange={({ target }) => changeDays(target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </Box>
  );
}
