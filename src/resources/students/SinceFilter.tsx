import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { gregorianDate } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { useFilterChange } from '../../ui/list/useFilterChange';
import { daysBefore } from './studentModel';

const other = 'other';
const width = { xs: '100%', sm: 170 };

/** Added on a day or later: the usual spans, or any day. */
export function SinceFilter() {
  const t = useText();
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const timeZone = useTimeZone();
  const since = String(filterValues['created_since'] ?? '');
  const [isAsking, setIsAsking] = useState(false);
  const [now] = useState(() => new Date());
  const spans = [
    { day: daysBefore(now, 7, timeZone), name: t('students.lastWeek') },
    { day: daysBefore(now, 30, timeZone), name: t('students.lastMonth') },
    { day: daysBefore(now, 90, timeZone), name: t('students.lastQuarter') },
  ];
  const isOther = since !== '' && !spans.some(({ day }) => day === since);

  const filterSince = (day: string) =>
    changeFilters(({ created_since: _, ...others }) =>
      day === '' ? others : { ...others, created_since: day },
    );
  const choose = (chosen: string) => {
    setIsAsking(chosen === other);
    if (chosen !== other) filterSince(chosen);
  };
  return (
    <>
      <TextField
        select
        label={t('students.addedSince')}
        value={isAsking ? other : since}
        onChange={(event) => choose(event.target.value)}
        sx={{ width }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('students.anyTime')}</MenuItem>
        {spans.map(({ day, name }) => (
          <MenuItem key={day} value={day}>
            {name}
          </MenuItem>
        ))}
        {isOther && (
          <MenuItem value={since}>{t('students.sinceDay', { date: gregorianDate(since) })}</MenuItem>
        )}
        <MenuItem value={other}>{t('students.otherDay')}</MenuItem>
      </TextField>
      {isAsking && (
        <TextField
          type="date"
          label={t('students.sinceDate')}
          defaultValue={since}
          onChange={(event) => isFullDay(event.target.value) && filterSince(event.target.value)}
          sx={{ width }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: daysBefore(now, 0, timeZone) } }}
        />
      )}
    </>
  );
}

/** Years are typed digit by digit: 0002, 0020, 0202 come before 2026. */
const isFullDay = (value: string) => value >= '1900-01-01';
