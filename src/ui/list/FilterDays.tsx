import { Box } from '@mui/material';
import { useListContext } from 'react-admin';
import { t } from '../../i18n/text';
import { DayField } from '../form/DayField';
import { useFilter } from './FilterSelect';

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (value: unknown) => (typeof value === 'string' && day.test(value) ? value : '');

/** Filters for the first and the last day of the list. */
export function FilterDays({ first, last }: { first: string; last: string }) {
  const { filterValues } = useListContext();
  const [setFirst, setLast] = [useFilter(first), useFilter(last)];
  const [from, to] = [dayIn(filterValues[first]), dayIn(filterValues[last])];
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

const dayWidth = { width: { xs: '100%', sm: 180 } };
