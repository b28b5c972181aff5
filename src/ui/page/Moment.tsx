import { Tooltip } from '@mui/material';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';
import { SecondaryText } from './SecondaryText';
import { formatAgo, useNow } from './useAgo';

export const Moment = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <BothDates value={value} />
    <SecondaryText variant="caption">
      <Isolated>{timeInZone(new Date(value), useTimeZone())}</Isolated>
    </SecondaryText>
  </time>
);

/** The text shows the Hijri day and the time. The tooltip shows both calendars. */
export function InlineMoment({ value }: { value: string }) {
  const timeZone = useTimeZone();
  return (
    <Tooltip title={<Moment value={value} />} placement="top-start" describeChild>
      <time dateTime={value}>
        <bdi>{hijriDate(value, { timeZone })}</bdi>
        {' · '}
        <Isolated>{timeInZone(new Date(value), timeZone)}</Isolated>
      </time>
    </Tooltip>
  );
}

interface ShortDateProps {
  value: string | null | undefined;
  hasTime?: boolean;
}

/** The Hijri day, or "–". The tooltip of the table shows `data-tip`, which has both calendars. */
export function ShortDate({ value, hasTime = false }: ShortDateProps) {
  const timeZone = useTimeZone();
  if (!value) return t('ui.nothing');
  const time = hasTime ? ` · ${timeInZone(new Date(value), timeZone)}` : '';
  return (
    <time dateTime={value} data-tip={`${inBothCalendars(value, timeZone)}${time}`}>
      <bdi>{`${hijriDate(value, { timeZone })}${time}`}</bdi>
    </time>
  );
}

/** How long ago it was. The tooltip of the table shows the day in both calendars. */
export const Ago = ({ value }: { value: string }) => (
  <time dateTime={value} data-tip={inBothCalendars(value, useTimeZone())}>
    {formatAgo(value, useNow())}
  </time>
);

const inBothCalendars = (value: string, timeZone: string) =>
  `${hijriDate(value, { timeZone })} · ${t('ui.gregorian', { date: gregorianDate(value, { timeZone }) })}`;
