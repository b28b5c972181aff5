import { timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';
import { SecondaryText } from './SecondaryText';

/** A time as it is where the institute is: the day in both calendars, and the hour. */
export const Moment = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <BothDates value={value} />
    <SecondaryText variant="caption">
      <Isolated>{timeInZone(new Date(value), useTimeZone())}</Isolated>
    </SecondaryText>
  </time>
);
