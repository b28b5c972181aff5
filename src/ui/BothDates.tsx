import Typography from '@mui/material/Typography';
import { gregorianDate, hijriDate } from '../../contract/rules/hijri';
import { useText } from '../i18n/useText';

/** A day in both calendars; a dash where there is none. */
export function BothDates({ value }: { value: string | null | undefined }) {
  const t = useText();
  if (!value) return t('ui.nothing');
  return (
    <>
      <bdi>{hijriDate(value)}</bdi>
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        <bdi>{t('ui.gregorian', { date: gregorianDate(value) })}</bdi>
      </Typography>
    </>
  );
}
