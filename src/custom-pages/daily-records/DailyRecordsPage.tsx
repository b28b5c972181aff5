import { dailyRecordType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { OfferingFilters } from '../../ui/OfferingFilters';
import { Page } from '../../ui/Page';
import { useOfferingChoice } from '../../ui/useOfferingChoice';

export default function DailyRecordsPage() {
  const t = useText();
  const choice = useOfferingChoice('daily-records', [dailyRecordType]);
  return (
    <Page
      title={t('dailyRecords.title')}
      quiet={t('dailyRecords.quiet')}
      filters={<OfferingFilters choice={choice} />}
    >
      {null}
    </Page>
  );
}
