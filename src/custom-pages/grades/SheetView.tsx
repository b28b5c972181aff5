import Edit from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/useText';
import { LeaveQuestion } from '../../ui/form/LeaveQuestion';
import { Page } from '../../ui/page/Page';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { OfferingChoice } from '../../ui/list/useOfferingChoice';
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
import { useCountedSheet } from './useCountedSheet';
import { useFoundRows } from './useFoundRows';
import { useGradeSheet } from './useGradeSheet';
import { type Asking, useLeaving } from './useLeaving';

const Figures = memo(GradeFigures);
const Distribution = memo(GradeDistribution);

interface SheetViewProps {
  choice: Pick<OfferingChoice, 'batch' | 'subject'>;
  /** Students are shown whom it names. */
  q: string;
  onShowAll: () => void;
  filters: ReactNode;
  /** Takes how to ask before typed marks go, for the filters, which are drawn outside of this. */
  asking: Asking;
}

/** Whatever changes with a key in a cell; the filters around it do not. */
export function SheetView({ choice, q, onShowAll, filters, asking }: SheetViewProps) {
  const t = useText();
  const isPhone = useIsPhone();
  const sheet = useGradeSheet(choice.batch?.batch_name, choice.subject?.subject_code);
  const { ask, question } = useLeaving(sheet.changeCount > 0, sheet.drop);
  useEffect(() => {
    asking.use(ask);
  });
  const rows = useFoundRows(sheet.rows, q);
  const [history, setHistory] = useState<SheetRow | null>(null);
  const { grid, goTo } = useGoTo(onShowAll);
  const counted = useCountedSheet(sheet);
  // A phone has room for one student and the keys.
  const isNarrow = isPhone && sheet.isEditing;
  const isFilled = sheet.status === 'loading' || (sheet.status === 'ready' && sheet.rows.length > 0);
  return (
    <Page
      title={t('grades.title')}
      subtitle={t('grades.subtitle')}
      action={!sheet.isEditing && <EditButton isOff={!sheet.canEdit} onClick={sheet.startEditing} />}
      cards={isFilled && !isNarrow && <Figures sheet={counted} />}
      filters={(!isNarrow || q !== '') && filters}
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
            onCancel={() => (sheet.changeCount > 0 ? ask(() => undefined) : sheet.drop())}
            onSave={sheet.save}
            secondSave={<ErrorSteps problems={sheet.problems} onGo={isPhone ? undefined : goTo} />}
          />
        )}
      </div>
      {isFilled && !isNarrow && <Distribution sheet={counted} />}
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
