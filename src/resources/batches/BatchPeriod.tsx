import Typography from '@mui/material/Typography';
import type { Batch } from '../../../contract/batches';
import { useText } from '../../i18n/useText';
import { periodIn } from './batchModel';

/** From the first day to the last, in both calendars, short enough for a row. */
export function BatchPeriod({ batch: { start_date, end_date } }: { batch: Batch }) {
  const t = useText();
  if (!start_date && !end_date) return t('ui.nothing');
  return (
    <>
      <Typography component="span" variant="body2" className="figure" sx={line}>
        <bdi>{t('batches.hijriPeriod', periodIn('islamic-umalqura', start_date, end_date))}</bdi>
      </Typography>
      <Typography component="span" variant="caption" className="figure" color="text.secondary" sx={line}>
        <bdi>{t('batches.gregorianPeriod', periodIn('gregory', start_date, end_date))}</bdi>
      </Typography>
    </>
  );
}

const line = { display: 'block', whiteSpace: 'nowrap' } as const;
