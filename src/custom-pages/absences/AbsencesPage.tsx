import { useText } from '../../i18n/useText';
import { OfferingFilters } from '../../ui/OfferingFilters';
import { Page } from '../../ui/Page';
import { useOfferingChoice } from '../../ui/useOfferingChoice';

export default function AbsencesPage() {
  const t = useText();
  const choice = useOfferingChoice('absences');
  return (
    <Page
      title={t('absences.title')}
      quiet={t('absences.quiet')}
      filters={<OfferingFilters choice={choice} />}
    >
      {null}
    </Page>
  );
}
