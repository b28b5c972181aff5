import { useState } from 'react';
import { gradedSubjectTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { OfferingFilters } from '../../ui/list/OfferingFilters';
import { SearchField } from '../../ui/list/SearchField';
import { useOfferingChoice } from '../../ui/list/useOfferingChoice';
import { SheetView } from './SheetView';
import { Asking, askingChoice } from './useLeaving';

/** The marks of a subject: read, typed in, pasted; with figures and letters. Spec 2 §2. */
export default function GradesPage() {
  const t = useText();
  const choice = useOfferingChoice('grades', gradedSubjectTypes);
  const [q, setQ] = useState('');
  /** Another visit has another, empty search box. */
  const [visit, setVisit] = useState(0);
  const [asking] = useState(() => new Asking());
  const showAll = () => {
    if (q === '') return;
    setQ('');
    setVisit(visit + 1);
  };
  return (
    <SheetView
      choice={choice}
      q={q}
      onShowAll={showAll}
      asking={asking}
      filters={
        <OfferingFilters choice={askingChoice(choice, asking.ask)}>
          <SearchField key={visit} label={t('teaching.searchStudent')} q={q} onSearch={setQ} />
        </OfferingFilters>
      }
    />
  );
}
