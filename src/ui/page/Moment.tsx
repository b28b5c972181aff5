import { Tooltip } from '@mui/material';
import { hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
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
