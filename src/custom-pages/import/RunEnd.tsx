import Undo from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import type { ImportRun } from '../../ui/import/ImportRun';
import { canGoOn, type RunState, stoppedAt } from '../../ui/import/runState';
import { type ImportPart, savedImports } from '../../ui/import/savedImports';
import type { SheetPlan } from '../../ui/import/SheetWork';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { RunSummary, SheetOutcome } from './RunSummary';
import type { RemoteImportWorker } from './useImportWorker';
import { type Begin, nextRound } from './useRuns';
import { WrongRows } from './WrongRows';

export interface RunEndProps {
  ask: () => RemoteImportWorker;
  run: ImportRun;
  state: RunState;
  /** Of the first round: each may have rows to put right. */
  sheets: readonly ImportPart[];
  /** What became of each sheet is told by its name. */
  isMany: boolean;
  begin: Begin;
  /** Whether rows were put right that are not imported yet: stable. */
  onUnsent: (isUnsent: boolean) => void;
  onAnother?: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** What an import came to, and every way in which it goes on. */
export function RunEnd({
  ask,
  run,
  state,
  sheets,
  isMany,
  begin,
  onUnsent,
  onAnother,
  onClose,
  children,
}: RunEndProps) {
  const t = useText();
  const notify = useNotify();
  const { saved } = run;
  const [right, setRight] = useState<ReadonlyMap<number, number[]>>(new Map());
  const [isUndone, setIsUndone] = useState(false);
  const from = isUndone ? undefined : stoppedAt(state);
  const isLeft = canGoOn(state);
  const hasRight = !isUndone && [...right.values()].some((rows) => rows.length > 0);
  useEffect(() => {
    onUnsent(hasRight);
    return () => onUnsent(false);
  }, [hasRight, onUnsent]);
  const follow = async (modeOf: (sheet: number) => SheetPlan | null) => {
    try {
      begin(await nextRound(ask, saved, sheets, modeOf));
    } catch {
      notify(t('imports.problems.failed'), { type: 'error' });
    }
  };
  const fileName = saved.name.replace(/\.\w+$/, '');
  return (
    <>
      {/* What scrolls must be reached by keyboard. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          {isMany && <SheetOutcome parts={state.parts} />}
          {children}
          <RunSummary state={state} isTold={isMany} />
          <UndoImport importId={saved.id} onUndone={() => setIsUndone(true)} />
          {/* Corrected rows are another round of the import, which begins when this one is through. */}
          {!isLeft &&
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
                onCorrected={(rows) => setRight((all) => new Map(all).set(sheet, rows))}
              />
            ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        {from !== undefined && (
          <>
            <Button onClick={() => void follow(() => ({ kind: 'good', from }))}>
              {t('importsEnd.continueGood')}
            </Button>
            <Button
              variant="outlined"
              disabled={!hasRight}
              onClick={() => void follow(() => ({ kind: 'stop', from }))}
            >
              {t('importsEnd.continueStop')}
            </Button>
          </>
        )}
        {isLeft && !isUndone && (
          <Button variant="outlined" onClick={() => begin(saved, true)}>
            {t('importsEnd.resume')}
          </Button>
        )}
        {!isLeft && from === undefined && hasRight && (
          <Button variant="outlined" onClick={() => void follow((sheet) => rowsOf(right.get(sheet)))}>
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
  onUndone: () => void;
}

/** Takes back the whole import as one operation; nothing where the server cannot. */
function UndoImport({ importId, onUndone }: UndoImportProps) {
  const t = useText();
  const notify = useNotify();
  const { importProgress, undoOne } = useDataProvider<Api>();
  const { data } = useQuery({
    queryKey: ['import', importId],
    queryFn: () => importProgress(importId),
    retry: false,
  });
  const operation = data?.operation_id ?? null;
  const undo = useMutation({
    mutationFn: async (id: number) => {
      await undoOne(id);
      // What was answered before would be taken for rows that are in: nothing is left to go on with.
      await savedImports.drop(importId).catch(() => undefined);
    },
    onSuccess: onUndone,
    onError: (problem) => notify(sentenceOf(problem, t('undo.failed')), { type: 'error' }),
  });
  if (undo.isSuccess)
    return (
      <Alert severity="info" role="status">
        {t('importsEnd.undone')}
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
      {t(undo.isPending ? 'importsEnd.undoing' : 'importsEnd.undo')}
    </Button>
  );
}
