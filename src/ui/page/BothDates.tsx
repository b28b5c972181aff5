import { type DateDisplay, gregorianDate, hijriDate } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { SecondaryText } from './SecondaryText';

const plainDay = /^\d{4}-\d{2}-\d{2}$/;

/** Shows a day in both calendars, or "–". A timestamp is a day in the institute's time zone. */
export function BothDates({ value }: { value: string | null | undefined }) {
  if (!value) return t('ui.nothing');
  return plainDay.test(value) ? <DayInBothCalendars value={value} /> : <DayOfTimestamp value={value} />;
}

export const bothDatesText = (day: string): string => `${hijriDate(day)} (${gregorianDate(day)})`;

const DayOfTimestamp = ({ value }: { value: string }) => (
  <DayInBothCalendars value={value} display={{ timeZone: useTimeZone() }} />
);

function DayInBothCalendars({ value, display }: { value: string; display?: DateDisplay }) {
  return (
    <>
      <bdi>{hijriDate(value, display)}</bdi>
      <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
        <bdi>{t('ui.gregorian', { date: gregorianDate(value, display) })}</bdi>
      </SecondaryText>
    </>
  );
}
