import Edit from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { gradedSubjectTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from '../../ui/LeaveQuestion';
import { OfferingFilters } from '../../ui/OfferingFilters';
import { Page } from '../../ui/Page';
import { SearchField } from '../../ui/SearchField';
import { UnsavedBar } from '../../ui/UnsavedBar';
import { useIsPhone } from '../../ui/useIsPhone';
import { useOfferingChoice } from '../../ui/useOfferingChoice';
import { DraftOffer } from './DraftOffer';
import { ErrorSteps } from './ErrorSteps';
import { GradeDistribution } from './GradeDistribution';
import { GradeFigures } from './GradeFigures';
import type { GradeGridHandle } from './GradeGrid';
import { GradeHistory } from './GradeHistory';
import { SheetConflict } from './SheetConflict';
import { SheetContent } from './SheetContent';
import type { Cell } from './sheetModel';
import type { SheetRow } from './sheetRow';
import { useFoundRows } from './useFoundRows';
import { useGradeSheet } from './useGradeSheet';
import { askingChoice, useLeaving } from './useLeaving';

// They follow what is typed a moment later, and never hold up a key.
const Figures = memo(GradeFigures);
const Distribution = memo(GradeDistribution);

/** The marks of a subject: read, typed in, pasted; with figures and letters. Spec 2 §2. */
export default function GradesPage() {
  const t = useText();
  const isPhone = useIsPhone();
  const choice = useOfferingChoice('grades', gradedSubjectTypes);
  const sheet = useGradeSheet(choice.batch?.batch_name, choice.subject?.subject_code);
  const { ask, question } = useLeaving(sheet.changeCount > 0, sheet.drop);
  const search = useSearch();
  const rows = useFoundRows(sheet.rows, search.q);
  const [history, setHistory] = useState<SheetRow | null>(null);
  const { grid, goTo } = useGoTo(search.clear);
  const counted = useDeferredValue(sheet);
  // A phone has room for one student and the keys.
  const isNarrow = isPhone && sheet.isEditing;
  const isShown =
    !isNarrow && (sheet.status === 'loading' || (sheet.status === 'ready' && sheet.rows.length > 0));
  return (
    <Page
      title={t('grades.title')}
      quiet={t('grades.quiet')}
      action={!sheet.isEditing && <EditButton isOff={!sheet.canEdit} onClick={sheet.startEditing} />}
      cards={isShown && <Figures sheet={counted} />}
      filters={
        (!isNarrow || search.q !== '') && (
          <OfferingFilters choice={askingChoice(choice, ask)}>
            <SearchField key={search.visit} label={t('teaching.searchStudent')} onSearch={search.find} />
          </OfferingFilters>
        )
      }
    >
      <DraftOffer sheet={sheet} />
      <div>
        <SheetContent
          sheet={sheet}
          rows={rows}
          subjectName={choice.subject?.name ?? ''}
          grid={grid}
          onHistory={setHistory}
        />
        {sheet.isEditing && (
          <UnsavedBar
            count={sheet.changeCount}
            isSaving={sheet.isSaving}
            isSaveAlwaysOn={sheet.clashes.length > 0}
            onCancel={() => (sheet.changeCount > 0 ? ask(() => undefined) : sheet.drop())}
            onSave={sheet.save}
            secondSave={<ErrorSteps problems={sheet.problems} onGo={isPhone ? undefined : goTo} />}
          />
        )}
      </div>
      {isShown && <Distribution sheet={counted} />}
      <SheetConflict sheet={sheet} />
      <LeaveQuestion {...question} />
      {history && sheet.offering && (
        <GradeHistory
          offering={sheet.offering}
          student={history}
          settings={sheet.settings}
          onClose={() => setHistory(null)}
        />
      )}
    </Page>
  );
}

function EditButton({ isOff, onClick }: { isOff: boolean; onClick: () => void }) {
  const t = useText();
  return (
    <Button variant="contained" startIcon={<Edit />} disabled={isOff} onClick={onClick}>
      {t('grades.edit')}
    </Button>
  );
}

function useSearch() {
  const [q, setQ] = useState('');
  const [visit, setVisit] = useState(0);
  return {
    q,
    /** Another one is another, empty box. */
    visit,
    find: setQ,
    clear: () => {
      if (q === '') return;
      setQ('');
      setVisit(visit + 1);
    },
  };
}

/** The way to a cell, also to one that the search hides. */
function useGoTo(showAll: () => void) {
  const grid = useRef<GradeGridHandle>(null);
  const [wanted, setWanted] = useState<Cell | null>(null);
  useEffect(() => {
    if (wanted) grid.current?.goTo(wanted);
  }, [wanted]);
  const goTo = ({ studentId, column }: Cell) => {
    showAll();
    setWanted({ studentId, column });
  };
  return { grid, goTo };
}
