import { Button } from '@mui/material';
import { t } from '../../i18n/text';
import type { DayChoice } from './useDay';

export const TodayButton = ({ day: { date, today, setDate } }: { day: DayChoice }) =>
  date < today && (
    <Button size="small" onClick={() => setDate(today)} sx={{ minWidth: 0, px: 1, flexShrink: 0 }}>
      {t('days.today')}
    </Button>
  );
