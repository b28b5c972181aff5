import Edit from '@mui/icons-material/EditOutlined';
import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { memo, type ReactNode, type Ref, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { GradeRow } from '../../../contract/grades';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { gradedSubjectTypes } from '../../../contract/vocabulary';
import { ChooseState } from '../../features/teaching-context/ChooseState';
import { ContextBar, ContextTools, isContextChosen } from '../../features/teaching-context/ContextBar';
import { type OfferingChoice, useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import {
  type Progress,
  type ReportProgress,
  useProgressReport,
  useStudentSearch,
} from '../../features/teaching-context/useStudentSearch';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { BatchSectionProvider, useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { useLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { LeaveQuestion } from '../../ui/dialog/QuestionDialog';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { DraftOffer } from '../../ui/form/DraftOffer';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { countMarked, GradeDistribution, GradeStats, useStatsSheet } from './GradeStats';
import type { GradeGridHandle } from './GradeGrid';
import { guardChoice, isOtherSheet, LeaveGuard } from './guardedChoice';
import { MarksQueueState } from './MarksQueueState';
import { type Cell, type CellProblem, type SheetRow, ActiveCell } from './sheetModel';
import { type GradeSheet, useGradeSheet } from './useGradeSheet';

export default function GradesPage() {
  const choice = useOfferingChoice(gradedSubjectTypes);
  const search = useStudentSearch();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [guard] = useState(() => new LeaveGuard());
  const { context, filters } = useTeachingContext({
    choice: guardChoice(choice, guard.ask),
    types: gradedSubjectTypes,
  });
  return (
    <BatchSectionProvider value={choice.batch?.section}>
      <SheetView
        choice={choice}
        q={search.q}
        onClearSearch={search.clear}
        onProgress={setProgress}
        guard={guard}
        context={<ContextBar context={context} search={search} progress={progress} />}
        tools={isContextChosen(context) && <ContextTools context={context} search={search} />}
        filters={filters}
      />
    </BatchSectionProvider>
  );
}

const Stats = memo(GradeStats);
const Distribution = memo(GradeDistribution);

interface SheetViewProps {
  choice: Pick<OfferingChoice, 'offering' | 'subject' | 'batchId' | 'isLoading'>;
  q: string;
  onClearSearch: () => void;
  onProgress: ReportProgress;
  context: ReactNode;
  tools: ReactNode;
  filters: ReactNode;
  /** `SheetView` sets the dialog about unsaved marks, and the filters open it. */
  guard: LeaveGuard;
}

/** Separate from the filters, because this component renders at each key in a cell. */
function SheetView({ choice, q, onClearSearch, onProgress, context, tools, filters, guard }: SheetViewProps) {
  const isPhone = useIsPhone();
  const subjectName = choice.subject?.name ?? '';
  const sheet = useGradeSheet(choice.offering, subjectName);
  const { ask, question } = useLeaving({
    isDirty: sheet.changeCount > 0,
    onLeave: sheet.drop,
    save: (onEnd) => void sheet.save().then(onEnd),
    isAway: isOtherSheet,
  });
  useEffect(() => {
    guard.setAsk(ask);
  });
  const matchingRows = useMatchingRows(sheet.rows, q);
  const [historyRow, setHistoryRow] = useState<SheetRow | null>(null);
  const { grid, goTo } = useGoToCell(onClearSearch);
  const [activeCell] = useState(() => new ActiveCell());
  const statsSheet = useStatsSheet(sheet);
  const { done, total } = useMemo(() => countMarked(statsSheet), [statsSheet]);
  useProgressReport(onProgress, done, total);
  // In edit mode, a phone has room only for one student and the keyboard.
  const isPhoneEntry = isPhone && sheet.isEditing;
  // The bar of a phone belongs to the number pad.
  const isBarInEntry = isPhone && sheet.status === 'ready' && matchingRows.length > 0;
  const saveBar = sheet.isEditing && (
    <UnsavedBar
      count={sheet.changeCount}
      isSaving={sheet.isSaving}
      onCancel={sheet.drop}
      onSave={() => void sheet.save()}
      secondSave={<ErrorSteps problems={sheet.problems} onSelectCell={isPhone ? undefined : goTo} />}
    />
  );
  // Reserves the space of the stats while the batch and the subject of the address load.
  const hasStats =
    choice.isLoading || sheet.status === 'loading' || (sheet.status === 'ready' && sheet.rows.length > 0);
  return (
    <Page
      title={t('grades.title')}
      subtitle={!hasStats && sheet.status === 'none' && t('grades.subtitle')}
      context={context}
      isContextOptional={isPhoneEntry}
      mainAction={!sheet.isEditing && <EditButton isDisabled={!sheet.canEdit} onClick={sheet.startEditing} />}
      figures={hasStats && !isPhoneEntry && <Stats sheet={statsSheet} />}
      isFolded={choice.batchId !== null}
      tools={!isPhoneEntry && tools}
      filters={filters}
    >
      {sheet.draft && (
        <DraftOffer draft={sheet.draft} onRestore={sheet.restoreDraft} onDiscard={sheet.discardDraft} />
      )}
      <MarksQueueState sheet={sheet} />
      <div>
        <SheetContent
          sheet={sheet}
          isLoading={choice.isLoading}
          rows={matchingRows}
          subjectName={subjectName}
          grid={grid}
          activeCell={activeCell}
          onHistory={setHistoryRow}
          saveBar={isBarInEntry && saveBar}
        />
        {!isBarInEntry && saveBar}
      </div>
      {hasStats && !isPhoneEntry && <Distribution sheet={statsSheet} />}
      {sheet.clashes.length > 0 && <GradeClashes sheet={sheet} />}
      <LeaveQuestion {...question} />
      {historyRow && sheet.offering && (
        <GradeHistory
          offering={sheet.offering}
          student={historyRow}
          settings={sheet.settings}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </Page>
  );
}

function EditButton({ isDisabled, onClick }: { isDisabled: boolean; onClick: () => void }) {
  return (
    <Button variant="contained" startIcon={<Edit />} disabled={isDisabled} onClick={onClick}>
      {t('grades.edit')}
    </Button>
  );
}

function useGoToCell(clearSearch: () => void) {
  const grid = useRef<GradeGridHandle>(null);
  const [targetCell, setTargetCell] = useState<Cell | null>(null);
  useEffect(() => {
    if (targetCell) grid.current?.goTo(targetCell);
  }, [targetCell]);
  const goTo = ({ studentId, column }: Cell) => {
    clearSearch();
    setTargetCell({ studentId, column });
  };
  return { grid, goTo };
}

/** Compares each name once for a search, and not again at each key in a cell. */
class NameSearch {
  readonly #exact = new WeakMap<GradeRow, boolean>();
  readonly #fuzzy = new WeakMap<GradeRow, boolean>();

  constructor(private readonly q: string) {}

  /** Allows a wrong letter only if no name matches exactly, like `filterRows`. */
  find(rows: readonly SheetRow[]): readonly SheetRow[] {
    const exact = rows.filter((row) => this.#matches(row, false));
    return exact.length > 0 ? exact : rows.filter((row) => this.#matches(row, true));
  }

  #matches({ stored, studentName, studentId }: SheetRow, isFuzzy: boolean): boolean {
    const cache = isFuzzy ? this.#fuzzy : this.#exact;
    const isMatch = cache.get(stored) ?? matchesSearch([studentName, studentId], this.q, isFuzzy);
    cache.set(stored, isMatch);
    return isMatch;
  }
}

function useMatchingRows(rows: readonly SheetRow[], q: string): readonly SheetRow[] {
  const search = useMemo(() => new NameSearch(q), [q]);
  return useMemo(() => (q === '' ? rows : search.find(rows)), [rows, q, search]);
}

interface ErrorStepsProps {
  problems: readonly CellProblem[];
  /** Undefined if there is no grid, as on phones. */
  onSelectCell: ((cell: Cell) => void) | undefined;
}

const ErrorSteps = memo(function ErrorSteps({ problems, onSelectCell }: ErrorStepsProps) {
  const lastCell = useRef<Cell | null>(null);
  const goToNext = () => {
    const index = problems.findIndex(
      ({ studentId, column }) =>
        studentId === lastCell.current?.studentId && column === lastCell.current.column,
    );
    const next = problems[(index + 1) % problems.length];
    if (!next) return;
    lastCell.current = next;
    onSelectCell?.(next);
  };
  if (problems.length === 0) return null;
  return (
    <>
      <Typography role="status" color="error" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {t('grades.errors', { smart_count: problems.length })}
      </Typography>
      {onSelectCell && (
        <Button color="error" onClick={goToNext}>
          {t('grades.nextError')}
        </Button>
      )}
    </>
  );
});

const GradeGrid = lazyComponent(() => import('./GradeGrid'));
const GradeEntry = lazyComponent(() => import('./GradeEntry'));
const loadClashes = () => import('./GradeClashes');
const loadHistory = () => import('./GradeHistory');
const GradeClashes = lazyDialog(loadClashes, ({ sheet }) => sheet.postpone());
const GradeHistory = lazyDialog(loadHistory);

/** Loads code early, because the network may fail before the code is needed. */
const preload = () =>
  Promise.all([GradeEntry.preload(), loadClashes(), loadHistory()]).catch(() => undefined);

interface SheetContentProps {
  sheet: GradeSheet;
  isLoading: boolean;
  rows: readonly SheetRow[];
  subjectName: string;
  grid: Ref<GradeGridHandle>;
  activeCell: ActiveCell;
  saveBar: ReactNode;
  onHistory: (row: SheetRow) => void;
}

function SheetContent({
  sheet,
  isLoading,
  rows,
  subjectName,
  grid,
  activeCell,
  saveBar,
  onHistory,
}: SheetContentProps) {
  const isPhone = useIsPhone();
  const text = useStudentText();
  useEffect(() => {
    // Loads the code in parallel with the marks.
    void (isPhone ? GradeEntry : GradeGrid).preload();
  }, [isPhone]);
  const isReady = sheet.status === 'ready';
  useEffect(() => {
    if (isReady) void preload();
  }, [isReady]);
  if (sheet.status === 'none' && !isLoading)
    return (
      <ChooseState title={t('teaching.chooseOffering')} text={t('grades.chooseText')} resource="subjects" />
    );
  if (sheet.status === 'failed')
    return <ErrorState title={t('grades.loadFailed')} error={sheet.error} onRetry={sheet.reload} />;
  if (sheet.status === 'loading' || sheet.status === 'none') return <SheetSkeleton />;
  if (sheet.rows.length === 0)
    return (
      <EmptyState
        title={text('teaching.noStudentsTitle')}
        text={text('grades.emptyText')}
        action={<LinkButton to="/students" label={text('grades.toStudents')} variant="outlined" />}
      />
    );
  if (rows.length === 0)
    return <EmptyState title={text('grades.noMatchTitle')} text={text('grades.noMatchText')} />;
  return (
    <Suspense fallback={<SheetSkeleton />}>
      {isPhone ? (
        <GradeEntry
          sheet={sheet}
          rows={rows}
          activeCell={activeCell}
          saveBar={saveBar}
          onHistory={onHistory}
        />
      ) : (
        <GradeGrid
          ref={grid}
          sheet={sheet}
          rows={rows}
          activeCell={activeCell}
          label={t('grades.gridLabel', { subject: subjectName })}
          onHistory={onHistory}
        />
      )}
    </Suspense>
  );
}

function SheetSkeleton() {
  return (
    <Stack
      spacing={0.5}
      role="status"
      aria-label={t('ui.loading')}
      // Keeps the rest of the page below the screen until the rows are loaded.
      sx={{ minHeight: '100dvh' }}
    >
      <Skeleton variant="rounded" height={48} />
      {[...Array(9).keys()].map((row) => (
        <Skeleton key={row} variant="rounded" height={38} />
      ))}
    </Stack>
  );
}
