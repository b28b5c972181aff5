import { Box } from '@mui/material';
import { useContext } from 'react';
import { useListContext } from 'react-admin';
import { hijriDate } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { DayField } from '../form/DayField';
import { FilterChip, FiltersAsChips, useFilter } from './FilterSelect';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const readDay = (value: unknown) => (typeof value === 'string' && dayPattern.test(value) ? value : '');

export function FilterDays({ first, last }: { first: string; last: string }) {
  const { filterValues } = useListContext();
  const [setFirst, setLast] = [useFilter(first), useFilter(last)];
  const [from, to] = [readDay(filterValues[first]), readDay(filterValues[last])];
  if (useContext(FiltersAsChips))
    return (
      <>
        <FilterChip label={t('ui.firstDay')} value={from && hijriDate(from)} onRemove={() => setFirst('')} />
        <FilterChip label={t('ui.lastDay')} value={to && hijriDate(to)} onRemove={() => setLast('')} />
      </>
    );
  return (
    <>
      <Box sx={dayWidth}>
        <DayField label={t('ui.firstDay')} value={from} onChange={setFirst} />
      </Box>
      <Box sx={dayWidth}>
        <DayField
          label={t('ui.lastDay')}
          value={to}
          problem={from !== '' && to !== '' && to < from ? t('ui.datesReversed') : ''}
          onChange={setLast}
        />
      </Box>
    </>
  );
}

/** The longest Hijri date fits. */
const dayWidth = { width: { xs: '100%', sm: 224 } };
