import type { Excuse } from '../../../contract/families/excuses';
import { hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';

/** The year is known, because an excuse is near to the day on which it was sent. */
export const ExcuseDays = ({ excuse: { from, to } }: { excuse: Pick<Excuse, 'from' | 'to'> }) => (
  <bdi>
    {from === to
      ? t('excuses.oneDay', { day: hijriDateWithoutYear(from) })
      : t('excuses.days', { from: hijriDateWithoutYear(from), to: hijriDateWithoutYear(to) })}
  </bdi>
);

export const excuseStateColors = { open: 'default', accepted: 'success', refused: 'error' } as const;
