import { timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';
import { SecondaryText } from './SecondaryText';

/** A time in the time zone of the institute: the day in both calendars, and the time of day. */
export const Moment = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <BothDates value={value} />
    <SecondaryText variant="caption">
      <Isolated>{timeInZone(new Date(value), useTimeZone())}</Isolated>
    </SecondaryText>
  </time>
);
