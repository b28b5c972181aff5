import { gradedSubjectTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { OfferingFilters } from '../../ui/OfferingFilters';
import { Page } from '../../ui/Page';
import { useOfferingChoice } from '../../ui/useOfferingChoice';

export default function GradesPage() {
  const t = useText();
  const choice = useOfferingChoice('grades', gradedSubjectTypes);
  return (
    <Page title={t('grades.title')} quiet={t('grades.quiet')} filters={<OfferingFilters choice={choice} />}>
      {null}
    </Page>
  );
}
