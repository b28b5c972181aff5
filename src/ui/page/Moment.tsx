import { Tooltip } from '@mui/material';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';
import { SecondaryText } from './SecondaryText';

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
  const hijri = hijriDate(value, { timeZone });
  const gregorian = t('ui.gregorian', { date: gregorianDate(value, { timeZone }) });
  const time = hasTime ? ` · ${timeInZone(new Date(value), timeZone)}` : '';
  return (
    <time dateTime={value} data-tip={`${hijri} · ${gregorian}${time}`}>
      <bdi>{`${hijri}${time}`}</bdi>
    </time>
  );
}
