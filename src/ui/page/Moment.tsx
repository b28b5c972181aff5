import Typography from '@mui/material/Typography';
import { timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';

/** A time as it is where the institute is: the day in both calendars, and the hour. */
export const Moment = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <BothDates value={value} />
    <Typography variant="caption" color="text.secondary">
      <Isolated>{timeInZone(new Date(value), useTimeZone())}</Isolated>
    </Typography>
  </time>
);
