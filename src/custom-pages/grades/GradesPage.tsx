import Edit from '@mui/icons-material/EditOutlined';
import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { memo, type ReactNode, type Ref, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { GradeRow } from '../../../contract/grades';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { gradedSubjectTypes } from '../../../contract/vocabulary';
import { ChooseState } from '../../features/teaching-context/ChooseState';
import { ContextBar } from '../../features/teaching-context/ContextBar';
import { type OfferingChoice, useOfferingChoice } from '../../features/teaching-context/useOfferingChoice';
import { useTeachingContext } from '../../features/teaching-context/useTeachingContext';
import { t } from '../../i18n/text';
import { useLeaving } from '../../ui/dialog/AskBeforeLeaving';
import { LeaveQuestion } from '../../ui/dialog/QuestionDialog';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { DraftOffer } from '../../ui/form/FormDraft';
import { UnsavedBar } from '../../ui/form/UnsavedBar';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { EmptyState, ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useNameSearch } from '../../ui/page/useAddress';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { GradeDistribution, GradeFigures, useCountedSheet } from './GradeFigures';
import type { GradeGridHandle } from './GradeGrid';
import { guardChoice, isOtherSheet, LeaveGuard } from './guardedChoice';
import { SentMarksState } from './SentMarksState';
import { type Cell, type CellProblem, type SheetRow, TypingPlace } from './sheetModel';
import { type GradeSheet, useGradeSheet } from './useGradeSheet';

/** The marks of a subject: read, typed in, pasted; with figures and letters. Spec 2 §2. */
export default function GradesPage() {
  const choice = useOfferingChoice(gradedSubjectTypes);
  const [q, setQ] = useNameSearch();
  /** A new key empties the search field. */
  const [searchKey, setSearchKey] = useState(0);
  const [guard] = useState(() => new LeaveGuard());
  const showAll = () => {
    if (q === '') return;
    setQ('');
    setSearchKey(searchKey + 1);
  };
  const { context, filters } = useTeachingContext({
    choice: guardChoice(choice, guard.ask),
    types: gradedSubjectTypes,
  });
  return (
    <SheetView
      choice={choice}
      q={q}
      onShowAll={showAll}
      guard={guard}
      context={<ContextBar context={context} search={{ q, onSearch: setQ, key: searchKey }} />}
      filters={filters}
    />
  );
}

const Figures = memo(GradeFigures);
const Distribution = memo(GradeDistribution);

interface SheetViewProps {
  choice: Pick<OfferingChoice, 'offering' | 'subject' | 'batchId' | 'batch' | 'isLoading'>;
  /** Search text: only students with this name or number are shown. */
  q: string;
  onShowAll: () => void;
  /** What is chosen, and how another is. */
  context: ReactNode;
  filters: ReactNode;
  /** Set here to the question before typed marks are lost; the filters use it. */
  guard: LeaveGuard;
}

/** The part of the page that renders again at each key in a cell; the filters do not. */
function SheetView({ choice, q, onShowAll, context, filters, guard }: SheetViewProps) {
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
    guard.use(ask);
  });
  const rows = useFoundRows(sheet.rows, q);
  const [history, setHistory] = useState<SheetRow | null>(null);
  const { grid, goTo } = useGoTo(onShowAll);
  const [place] = useState(() => new TypingPlace());
  const counted = useCountedSheet(sheet);
  // While typing, a phone has room for one student and the keyboard only.
  const isNarrow = isPhone && sheet.isEditing;
  // What is chosen by the address has its place before its batch and its subject are read.
  const isFilled =
    choice.isLoading || sheet.status === 'loading' || (sheet.status === 'ready' && sheet.rows.length > 0);
  return (
    <Page
      title={t('grades.title')}
      subtitle={!isFilled && sheet.status === 'none' && t('grades.subtitle')}
      context={context}
      isContextHidden={isNarrow && q === ''}
      mainAction={!sheet.isEditing && <EditButton isOff={!sheet.canEdit} onClick={sheet.startEditing} />}
      figures={isFilled && !isNarrow && <Figures sheet={counted} />}
      isFolded={choice.batchId !== null}
      filters={filters}
    >
      {sheet.draft && (
        <DraftOffer draft={sheet.draft} onRestore={sheet.restoreDraft} onDiscard={sheet.discardDraft} />
      )}
      <SentMarksState sheet={sheet} />
      <div>
        <SheetContent
          sheet={sheet}
          isComing={choice.isLoading}
          rows={rows}
          subjectName={subjectName}
          grid={grid}
          place={place}
          onHistory={setHistory}
        />
        {sheet.isEditing && (
          <UnsavedBar
            count={sheet.changeCount}
            isSaving={sheet.isSaving}
            onCancel={sheet.drop}
            onSave={() => void sheet.save()}
            secondSave={<ErrorSteps problems={sheet.problems} onGo={isPhone ? undefined : goTo} />}
          />
        )}
      </div>
      {isFilled && !isNarrow && <Distribution sheet={counted} />}
      {sheet.clashes.length > 0 && <GradeClashes sheet={sheet} />}
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
  return (
    <Button variant="contained" startIcon={<Edit />} disabled={isOff} onClick={onClick}>
      {t('grades.edit')}
    </Button>
  );
}

/** Goes to a cell, also to one that the search hides. */
function useGoTo(showAll: () => void) {
  const grid = useRef<GradeGridHandle>(null);
  const [targetCell, setTargetCell] = useState<Cell | null>(null);
  useEffect(() => {
    if (targetCell) grid.current?.goTo(targetCell);
  }, [targetCell]);
  const goTo = ({ studentId, column }: Cell) => {
    showAll();
    setTargetCell({ studentId, column });
  };
  return { grid, goTo };
}

/** One search, which compares each name once, not again at each key in a cell. */
class NameSearch {
  readonly #exact = new WeakMap<GradeRow, boolean>();
  readonly #forgiven = new WeakMap<GradeRow, boolean>();

  constructor(private readonly q: string) {}

  /** The rows that match; a wrong letter is forgiven only if none matches without, as in `findRows`. */
  find(rows: readonly SheetRow[]): readonly SheetRow[] {
    const exact = rows.filter((row) => this.#finds(row, false));
    return exact.length > 0 ? exact : rows.filter((row) => this.#finds(row, true));
  }

  #finds({ stored, studentName, studentId }: SheetRow, forgives: boolean): boolean {
    const known = forgives ? this.#forgiven : this.#exact;
    const found = known.get(stored) ?? matchesSearch([studentName, studentId], this.q, forgives);
    known.set(stored, found);
    return found;
  }
}

function useFoundRows(rows: readonly SheetRow[], q: string): readonly SheetRow[] {
  const search = useMemo(() => new NameSearch(q), [q]);
  return useMemo(() => (q === '' ? rows : search.find(rows)), [rows, q, search]);
}

interface ErrorStepsProps {
  problems: readonly CellProblem[];
  /** Undefined if there is no grid, as on a phone. */
  onGo: ((cell: Cell) => void) | undefined;
}

const ErrorSteps = memo(function ErrorSteps({ problems, onGo }: ErrorStepsProps) {
  const last = useRef<Cell | null>(null);
  const go = () => {
    const at = problems.findIndex(
      ({ studentId, column }) => studentId === last.current?.studentId && column === last.current.column,
    );
    const next = problems[(at + 1) % problems.length];
    if (!next) return;
    last.current = next;
    onGo?.(next);
  };
  if (problems.length === 0) return null;
  return (
    <>
      <Typography role="status" color="error" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {t('grades.errors', { smart_count: problems.length })}
      </Typography>
      {onGo && (
        <Button color="error" onClick={go}>
          {t('grades.nextError')}
        </Button>
      )}
    </>
  );
});

const loadGrid = () => import('./GradeGrid');
const GradeGrid = lazyComponent(loadGrid);
const loadEntry = () => import('./GradeEntry');
const GradeEntry = lazyComponent(loadEntry);
const loadClashes = () => import('./GradeClashes');
const loadHistory = () => import('./GradeHistory');
const GradeClashes = lazyDialog(loadClashes, ({ sheet }) => sheet.postpone());
const GradeHistory = lazyDialog(loadHistory);

/** What is needed later, perhaps when there is no network. */
const loadLater = () => Promise.all([loadEntry(), loadClashes(), loadHistory()]).catch(() => undefined);

interface SheetContentProps {
  sheet: GradeSheet;
  /** The address has chosen a subject that is still being read. */
  isComing: boolean;
  rows: readonly SheetRow[];
  subjectName: string;
  grid: Ref<GradeGridHandle>;
  /** Where the person types, which stays while a phone is turned. */
  place: TypingPlace;
  onHistory: (row: SheetRow) => void;
}

/** The marks, as a grid or on phones as cards; or why there are none. */
function SheetContent({ sheet, isComing, rows, subjectName, grid, place, onHistory }: SheetContentProps) {
  const isPhone = useIsPhone();
  useEffect(() => {
    // Loads the code while the marks load, not after them.
    void (isPhone ? loadEntry() : loadGrid());
  }, [isPhone]);
  const isReady = sheet.status === 'ready';
  useEffect(() => {
    if (isReady) void loadLater();
  }, [isReady]);
  if (sheet.status === 'none' && !isComing)
    return (
      <ChooseState title={t('teaching.chooseOffering')} text={t('grades.chooseText')} resource="subjects" />
    );
  if (sheet.status === 'failed')
    return <ErrorState title={t('grades.loadFailed')} error={sheet.error} onRetry={sheet.reload} />;
  if (sheet.status === 'loading' || sheet.status === 'none') return <SheetSkeleton />;
  if (sheet.rows.length === 0)
    return (
      <EmptyState
        title={t('teaching.noStudentsTitle')}
        text={t('grades.emptyText')}
        action={<LinkButton to="/students" label={t('grades.toStudents')} variant="outlined" />}
      />
    );
  if (rows.length === 0)
    return <EmptyState title={t('grades.noMatchTitle')} text={t('grades.noMatchText')} />;
  return (
    <Suspense fallback={<SheetSkeleton />}>
      {isPhone ? (
        <GradeEntry sheet={sheet} rows={rows} place={place} onHistory={onHistory} />
      ) : (
        <GradeGrid
          ref={grid}
          sheet={sheet}
          rows={rows}
          place={place}
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
      // The rest of the page stays below the screen until the rows are there.
      sx={{ minHeight: '100dvh' }}
    >
      <Skeleton variant="rounded" height={48} />
      {[...Array(9).keys()].map((row) => (
        <Skeleton key={row} variant="rounded" height={38} />
      ))}
    </Stack>
  );
}
