import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';

/** The academic year with the sign of the Hijri calendar. */
export function HijriYear({ year }: { year: string }) {
  const t = useText();
  return <Isolated>{t('batches.hijriYear', { year })}</Isolated>;
}
