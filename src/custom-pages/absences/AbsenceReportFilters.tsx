import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { cleanText, foldDigits } from '../../../contract/rules/arabicText';
import type { Subject } from '../../../contract/subjects';
import { absenceTypes, type AbsenceType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { DayField } from '../../ui/form/DayField';
import type { RangeProblems, ReportFilter } from './useAbsenceReport';

interface AbsenceReportFiltersProps {
  filter: ReportFilter;
  subjects: readonly Subject[];
  problems: RangeProblems;
  onChange: (changed: Partial<ReportFilter>) => void;
}

/** That the server takes. */
const maxDays = 1_000;

/** A number of days as typed, in any digits: 1 where nothing is, null for what is no such number. */
function leastDays(typed: string): number | null {
  const digits = foldDigits(cleanText(typed));
  if (digits === '') return 1;
  const days = /^\d+$/.test(digits) ? Number(digits) : 0;
  return days >= 1 && days <= maxDays ? days : null;
}

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

/** Range, subject, type, and the least number of days. */
export function AbsenceReportFilters({ filter, subjects, problems, onChange }: AbsenceReportFiltersProps) {
  const t = useText();
  const [days, setDays] = useState(String(filter.minDays));
  const isWrong = filter.minDays === null;
  const changeDays = (typed: string) => {
    setDays(typed);
    onChange({ minDays: leastDays(typed) });
  };
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        columnGap: 1.5,
        rowGap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(10rem, 1fr))',
      }}
    >
      <DayField
        label={t('absences.from')}
        value={filter.startDate}
        problem={problems.startDate ? t(problems.startDate) : ''}
        onChange={(startDate) => onChange({ startDate })}
      />
      <DayField
        label={t('absences.to')}
        value={filter.endDate}
        problem={problems.endDate ? t(problems.endDate) : ''}
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
        error={isWrong}
        helperText={isWrong ? t('validation.between', { least: 1, most: maxDays }) : undefined}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
      />
    </Box>
  );
}
