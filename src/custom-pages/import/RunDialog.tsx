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
import { useApi } from '../../dataProvider/useApi';
import { WithoutSlipsQuestion } from '../../features/accounts/NewAccounts';
import type { ImportRun } from '../../features/import/ImportRun';
import type { SheetPlan } from '../../features/import/SheetWork';
import {
  canContinue,
  countDone,
  computePace,
  type RunState,
  findStopIndex,
  countTotal,
} from '../../features/import/runState';
import { savedImports } from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { Boundary } from '../../ui/page/Boundary';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { RunSummary, SheetOutcome } from './RunSummary';
import type { RemoteImportWorker } from './useImportWorker';
import { nextRound, type Runs } from './useRuns';
import { WrongRows } from './WrongRows';

const ImportedAccounts = lazyComponent(() => import('./ImportedAccounts'));

interface RunDialogProps {
  title: string;
  runs: Runs;
  ask: () => RemoteImportWorker;
  /** Whether closing loses anything besides rows corrected after the import. */
  isDirty?: boolean;
  /** Whether the import has several sheets: the results then show their names. */
  isMany: boolean;
  /** Shows the state of each sheet; only for several sheets. */
  renderSheets?: (state: RunState) => ReactNode;
  onAnother?: () => void;
  onClose: () => void;
  header?: ReactNode;
  /** The content until the import begins. */
  children: ReactNode;
}

/** The dialog of an import. During the import, closing it cancels the import and shows the summary. */
export function RunDialog(props: RunDialogProps) {
  const { title, runs, isDirty = false, header, children, onAnother, onClose } = props;
  const run = runs.current?.run;
  const [isUnsent, setIsUnsent] = useState(false);
  /** What the person wants to do, although passwords of new accounts are shown that were not taken. */
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);
  const orAsk = (leave: () => void) => () => (runs.newAccounts.areTaken ? leave() : setLeaving({ leave }));
  const close = orAsk(onClose);
  return (
    <FormDialog
      isOpen
      title={title}
      isDirty={isDirty || isUnsent}
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : close())}
      maxWidth="md"
    >
      {header}
      {run ? (
        <RunView
          key={run.saved.round}
          {...props}
          run={run}
          onUnsent={setIsUnsent}
          onClose={close}
          {...(onAnother && { onAnother: orAsk(onAnother) })}
        />
      ) : (
        children
      )}
      {leaving && (
        <WithoutSlipsQuestion
          onStay={() => setLeaving(null)}
          onLeave={() => {
            setLeaving(null);
            leaving.leave();
          }}
        />
      )}
    </FormDialog>
  );
}

interface RunViewProps extends Omit<RunDialogProps, 'title' | 'children'> {
  run: ImportRun;
  /** Tells whether there are corrected rows that are not imported yet. Must keep its identity. */
  onUnsent: (isUnsent: boolean) => void;
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

/** How many rows are done, rows per second and the remaining time. */
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
  const left =
    seconds < 60
      ? t('imports.secondsLeft', { smart_count: seconds })
      : t('imports.minutesLeft', { smart_count: Math.round(seconds / 60) });
  return (
    <SecondaryText className="figure">
      {t('imports.pace', { smart_count: Math.round(pace.rate) })} · {left}
    </SecondaryText>
  );
}

/** Milliseconds between two renders at least, however many answers come. */
const redrawMs = 150;

/** The state of a run: every `redrawMs` while it runs, and at once when it ends. */
function useRunState(run: ImportRun): RunState {
  const [state, setState] = useState(run.state);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setState(run.state());
    };
    const onChange = () => {
      if (run.state().phase === 'ended') show();
      else timer ??= setTimeout(show, redrawMs);
    };
    show();
    const leave = run.subscribe(onChange);
    return () => {
      leave();
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
  ask,
  runs: { current, begin, newAccounts },
  run: { saved },
  state,
  isMany,
  onUnsent,
  onAnother,
  onClose,
  children,
}: RunEndProps) {
  const { notifyError } = useNotices();
  const sheets = current?.sheets ?? [];
  const [corrected, setCorrected] = useState<ReadonlyMap<number, number[]>>(new Map());
  const [isUndone, setIsUndone] = useState(false);
  const from = isUndone ? undefined : findStopIndex(state);
  const canResume = canContinue(state);
  const hasCorrected = !isUndone && [...corrected.values()].some((rows) => rows.length > 0);
  useEffect(() => {
    onUnsent(hasCorrected);
    return () => onUnsent(false);
  }, [hasCorrected, onUnsent]);
  const startNextRound = async (modeOf: (sheet: number) => SheetPlan | null) => {
    try {
      begin(await nextRound(ask, saved, sheets, modeOf));
    } catch {
      notifyError(t('imports.problems.failed'));
    }
  };
  const fileName = saved.name.replace(/\.\w+$/, '');
  return (
    <>
      {/* A scrollable area must be reachable by keyboard. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          {isMany && <SheetOutcome parts={state.parts} />}
          {children}
          <RunSummary state={state} isTold={isMany} />
          {newAccounts.accounts.length > 0 && (
            <Boundary renderFallback={(onRetry, problem) => <ErrorState error={problem} onRetry={onRetry} />}>
              <Suspense>
                <ImportedAccounts
                  accounts={newAccounts.accounts}
                  isTaken={newAccounts.areTaken}
                  onTaken={newAccounts.take}
                />
              </Suspense>
            </Boundary>
          )}
          <UndoImport
            importId={saved.id}
            isOfAccounts={sheets.some(({ type }) => type === 'users')}
            onUndone={() => {
              setIsUndone(true);
              newAccounts.forget();
            }}
          />
          {/* Corrected rows are imported in another round, which begins when this one is complete. */}
          {!canResume &&
            !isUndone &&
            sheets.map(({ sheet, type, name }) => (
              <WrongRows
                key={sheet}
                ask={ask}
                type={type}
                sheet={sheet}
                sheetName={isMany ? name : null}
                name={isMany && name ? `${fileName} - ${name}` : fileName}
                revision={saved.round}
                onCorrected={(rows) => setCorrected((all) => new Map(all).set(sheet, rows))}
              />
            ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        {from !== undefined && (
          <>
            <Button onClick={() => void startNextRound(() => ({ kind: 'good', from }))}>
              {t('importsEnd.continueGood')}
            </Button>
            <Button
              variant="outlined"
              disabled={!hasCorrected}
              onClick={() => void startNextRound(() => ({ kind: 'stop', from }))}
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
        {!canResume && from === undefined && hasCorrected && (
          <Button
            variant="outlined"
            onClick={() => void startNextRound((sheet) => rowsOf(corrected.get(sheet)))}
          >
            {t('importsEnd.again')}
          </Button>
        )}
        {onAnother && <Button onClick={onAnother}>{t('importsEnd.another')}</Button>}
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </>
  );
}

const rowsOf = (rows: number[] = []): SheetPlan | null => (rows.length > 0 ? { kind: 'rows', rows } : null);

interface UndoImportProps {
  importId: string;
  /** The server says how many were left, since their owners have signed in. */
  isOfAccounts: boolean;
  onUndone: () => void;
}

/** Undoes the whole import as one operation; nothing if the server cannot. */
function UndoImport({ importId, isOfAccounts, onUndone }: UndoImportProps) {
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
      const undone = await undoOne(id);
      // The stored answers would count the undone rows as imported, so the import cannot continue.
      await savedImports.remove(importId).catch(() => undefined);
      return undone;
    },
    onSuccess: onUndone,
    onError: (problem) => notifyProblem(problem, t('undo.failed')),
  });
  if (undo.isSuccess)
    return (
      <Alert severity="info" role="status">
        {isOfAccounts ? undo.data.message : t('importsEnd.undone')}
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
