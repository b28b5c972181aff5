import Typography from '@mui/material/Typography';
import { defaultTimeZone, timeInZone } from '../../contract/rules/hijri';
import { BothDates } from './BothDates';
import { Isolated } from './Isolated';

/** A time: the day in both calendars, and the hour. */
export const Moment = ({ value }: { value: string }) => (
  <time dateTime={value}>
    <BothDates value={value} />
    <Typography variant="caption" color="text.secondary">
      <Isolated>{timeInZone(new Date(value), defaultTimeZone)}</Isolated>
    </Typography>
  </time>
);
