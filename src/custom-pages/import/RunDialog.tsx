import Undo from '@mui/icons-material/Undo';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MissingFromFile } from '../../../contract/imports';
import { useApi } from '../../dataProvider/useApi';
import type { ImportRun } from '../../features/import/ImportRun';
import type { SendMode } from '../../features/import/SheetWork';
import {
  canContinue,
  countDone,
  computePace,
  type RunState,
  findStopIndex,
  countTotal,
} from '../../features/import/runState';
import { savedImports } from '../../features/import/savedImports';
import { accounts } from '../../i18n/ar/accounts';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { WithoutSlipsQuestion } from '../../ui/dialog/SlipsDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { Boundary } from '../../ui/page/Boundary';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useTour } from '../../ui/page/tour';
import { RunSummary, SheetOutcome } from './RunSummary';
import type { RemoteImportWorker } from './useImportWorker';
import { prepareNextRound, type Runs } from './useRuns';
import { WrongRows } from './WrongRows';

const ImportedAccounts = lazyComponent(() => import('./ImportedAccounts'));

interface RunDialogProps {
  title: string;
  runs: Runs;
  getWorker: () => RemoteImportWorker;
  /** True if the user loses input when the dialog closes. Corrections after the import do not count here. */
  isDirty?: boolean;
  hasManySheets: boolean;
  /** Students of the file's batches who are not in the file. */
  missing?: readonly MissingFromFile[];
  renderSheets?: (state: RunState) => ReactNode;
  onRestart?: () => void;
  onClose: () => void;
  header?: ReactNode;
  children: ReactNode;
}

/** During the import, closing the dialog cancels the import and shows the summary. */
export function RunDialog(props: RunDialogProps) {
  const { title, runs, isDirty = false, header, children, onRestart, onClose } = props;
  const run = runs.current?.run;
  // A part that could not be loaded after the import would cost the new passwords.
  useEffect(() => void ImportedAccounts.preload(), []);
  const [hasUnsentRows, setHasUnsentRows] = useState(false);
  /** The action that waits for a confirmation, because it would lose passwords that were not downloaded. */
  const [pendingLeave, setPendingLeave] = useState<{ leave: () => void } | null>(null);
  const confirmThen = (leave: () => void) => () =>
    runs.newAccounts.isDownloaded ? leave() : setPendingLeave({ leave });
  const [undoneId, setUndoneId] = useState<string | null>(null);
  const isUndone = run !== undefined && run.saved.id === undoneId;
  const close = confirmThen(useCloseAndContinue(onClose, isUndone ? null : runs.current));
  return (
    <FormDialog
      isOpen
      title={title}
      isDirty={isDirty || hasUnsentRows}
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : close())}
      maxWidth="md"
    >
      {header}
      {run ? (
        <RunView
          key={run.saved.round}
          {...props}
          run={run}
          isUndone={isUndone}
          onUndone={() => setUndoneId(run.saved.id)}
          onUnsentChange={setHasUnsentRows}
          onClose={close}
          {...(onRestart && { onRestart: confirmThen(onRestart) })}
        />
      ) : (
        children
      )}
      {pendingLeave && (
        <WithoutSlipsQuestion
          text={accounts.leaveText}
          onStay={() => setPendingLeave(null)}
          onLeave={() => {
            setPendingLeave(null);
            pendingLeave.leave();
          }}
        />
      )}
    </FormDialog>
  );
}

/** In a tour, an import leads to the next page as a save does, except to the form of an imported type. */
function useCloseAndContinue(onClose: () => void, current: Runs['current']) {
  const navigate = useNavigate();
  const { following } = useTour();
  return () => {
    onClose();
    const isImported = (url: string) => current?.sheets.some(({ type }) => url === `/${type}/create`);
    const next = following.find(({ url }) => !isImported(url));
    if (next && current?.run.state().end === 'done') void navigate(next.url);
  };
}

interface RunViewProps extends Omit<RunDialogProps, 'title' | 'children'> {
  run: ImportRun;
  isUndone: boolean;
  onUndone: () => void;
  /** Must be stable (`useCallback` or a setter). */
  onUnsentChange: (hasUnsentRows: boolean) => void;
}

function RunView({ renderSheets, ...view }: RunViewProps) {
  const state = useRunState(view.run);
  const sheets = renderSheets?.(state);
  if (state.phase === 'ended')
    return (
      <RunEnd {...view} state={state}>
        {sheets}
      </RunEnd>
    );
  return (
    <>
      {sheets && <Box sx={{ px: 3, overflowY: 'auto' }}>{sheets}</Box>}
      <RunProgress state={state} onCancel={view.run.cancel} />
    </>
  );
}

export function RunProgress({ state, onCancel }: { state: RunState; onCancel: () => void }) {
  const [done, total] = [countDone(state), countTotal(state)];
  const label = t('imports.importing', { done, total });
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <div>
            <Typography sx={{ mb: 1, fontWeight: 600 }} className="figure">
              {label}
            </Typography>
            <LinearProgress
              variant="determinate"
              aria-label={label}
              value={total === 0 ? 100 : (done / total) * 100}
            />
            <Pace state={state} />
          </div>
          {state.phase === 'waiting' && (
            <Alert severity="warning" role="status">
              {t('imports.waiting')}
            </Alert>
          )}
          <SecondaryText>{t(state.isStored ? 'imports.safeToClose' : 'imports.notKept')}</SecondaryText>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={state.isCancelling}>
          {t(state.isCancelling ? 'imports.cancelling' : 'imports.cancel')}
        </Button>
      </DialogActions>
    </>
  );
}

function Pace({ state }: { state: RunState }) {
  const pace = state.phase === 'running' ? computePace(state) : null;
  if (!pace) return <Typography variant="body2">&nbsp;</Typography>;
  const seconds = Math.ceil(pace.remainingSeconds);
  const remainingText =
    seconds < 60
      ? t('imports.secondsLeft', { smart_count: seconds })
      : t('imports.minutesLeft', { smart_count: Math.round(seconds / 60) });
  return (
    <SecondaryText className="figure">
      {t('imports.pace', { smart_count: Math.round(pace.rate) })} · {remainingText}
    </SecondaryText>
  );
}

/** Minimum milliseconds between two renders, even if many responses arrive. */
const redrawMs = 150;

/** Updates every `redrawMs` during the import, and at once at its end. */
function useRunState(run: ImportRun): RunState {
  const [state, setState] = useState(run.state);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateState = () => {
      timer = undefined;
      setState(run.state());
    };
    const onChange = () => {
      if (run.state().phase === 'ended') updateState();
      else timer ??= setTimeout(updateState, redrawMs);
    };
    updateState();
    const unsubscribe = run.subscribe(onChange);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [run]);
  return state;
}

interface RunEndProps extends Omit<RunViewProps, 'renderSheets'> {
  state: RunState;
  children: ReactNode;
}

function RunEnd({
  getWorker,
  runs: { current, begin, newAccounts },
  run: { saved },
  state,
  hasManySheets,
  missing = [],
  isUndone,
  onUndone,
  onUnsentChange,
  onRestart,
  onClose,
  children,
}: RunEndProps) {
  const { notifyError } = useNotices();
  const sheets = current?.sheets ?? [];
  const [correctedRows, setCorrectedRows] = useState<ReadonlyMap<number, number[]>>(new Map());
  const stopIndex = isUndone ? undefined : findStopIndex(state);
  const canResume = canContinue(state);
  const hasCorrected = !isUndone && [...correctedRows.values()].some((rows) => rows.length > 0);
  useEffect(() => {
    onUnsentChange(hasCorrected);
    return () => onUnsentChange(false);
  }, [hasCorrected, onUnsentChange]);
  const startNextRound = async (planFor: (sheet: number) => SendMode | null) => {
    try {
      begin(await prepareNextRound(getWorker, saved, sheets, planFor));
    } catch {
      notifyError(t('imports.problems.failed'));
    }
  };
  const fileName = saved.name.replace(/\.\w+$/, '');
  return (
    <>
      {/* The keyboard must reach a scrollable area. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          {hasManySheets && <SheetOutcome parts={state.parts} />}
          {children}
          <RunSummary state={state} isOutcomeVisible={hasManySheets} missing={missing} />
          {newAccounts.accounts.length > 0 && (
            <Boundary renderFallback={(onRetry, problem) => <ErrorState error={problem} onRetry={onRetry} />}>
              <Suspense>
                <ImportedAccounts
                  accounts={newAccounts.accounts}
                  isDownloaded={newAccounts.isDownloaded}
                  onDownloaded={newAccounts.markDownloaded}
                />
              </Suspense>
            </Boundary>
          )}
          <UndoImport
            importId={saved.id}
            hasAccounts={sheets.some(({ type }) => type === 'users')}
            onUndone={() => {
              onUndone();
              newAccounts.forget();
            }}
          />
          {/* Corrected rows need a new round, which can start only after this round. */}
          {!canResume &&
            !isUndone &&
            sheets.map(({ sheet, type, name }) => (
              <WrongRows
                key={sheet}
                getWorker={getWorker}
                type={type}
                sheet={sheet}
                sheetName={hasManySheets ? name : null}
                name={hasManySheets && name ? `${fileName} - ${name}` : fileName}
                revision={saved.round}
                onCorrected={(rows) =>
                  setCorrectedRows((rowsBySheet) => new Map(rowsBySheet).set(sheet, rows))
                }
              />
            ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        {stopIndex !== undefined && (
          <>
            <Button onClick={() => void startNextRound(() => ({ kind: 'validRows', from: stopIndex }))}>
              {t('importsEnd.continueGood')}
            </Button>
            <Button
              variant="outlined"
              disabled={!hasCorrected}
              onClick={() => void startNextRound(() => ({ kind: 'untilError', from: stopIndex }))}
            >
              {t('importsEnd.continueStop')}
            </Button>
          </>
        )}
        {canResume && !isUndone && (
          <Button variant="outlined" onClick={() => begin(saved, true)}>
            {t('importsEnd.resume')}
          </Button>
        )}
        {!canResume && stopIndex === undefined && hasCorrected && (
          <Button
            variant="outlined"
            onClick={() => void startNextRound((sheet) => rowsPlan(correctedRows.get(sheet)))}
          >
            {t('importsEnd.again')}
          </Button>
        )}
        {onRestart && <Button onClick={onRestart}>{t('importsEnd.another')}</Button>}
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </>
  );
}

const rowsPlan = (rows: number[] = []): SendMode | null =>
  rows.length > 0 ? { kind: 'chosenRows', rows } : null;

interface UndoImportProps {
  importId: string;
  /** An undo keeps created accounts that have signed in, and the server's message counts them. */
  hasAccounts: boolean;
  onUndone: () => void;
}

/** Undoes the whole import in one operation. Renders nothing if the server has no undo. */
function UndoImport({ importId, hasAccounts, onUndone }: UndoImportProps) {
  const { notifyProblem } = useNotices();
  const { importProgress, undoOne } = useApi();
  const { data } = useQuery({
    queryKey: ['import', importId],
    queryFn: () => importProgress(importId),
    retry: false,
  });
  const operation = data?.operation_id ?? null;
  const undo = useMutation({
    mutationFn: async (id: number) => {
      const result = await undoOne(id);
      // The stored responses count undone rows as imported, so the import cannot continue.
      await savedImports.remove(importId).catch(() => undefined);
      return result;
    },
    onSuccess: onUndone,
    onError: (problem) => notifyProblem(problem, t('undo.failed')),
  });
  if (undo.isSuccess)
    return (
      <Alert severity="info" role="status">
        {hasAccounts ? undo.data.message : t('importsEnd.undone')}
      </Alert>
    );
  if (operation === null) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<Undo />}
      disabled={undo.isPending}
      onClick={() => undo.mutate(operation)}
      sx={{ justifySelf: 'start', alignSelf: 'flex-start' }}
    >
      {t(undo.isPending ? 'undo.undoing' : 'importsEnd.undo')}
    </Button>
  );
}
