import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/FormDialog';
import { Problem } from './Problem';
import { RunProgress } from './RunProgress';
import { RunSummary } from './RunSummary';
import type { ImportRun } from './sending/ImportRun';
import type { SavedImport } from './sending/savedImports';
import { SheetOutcome } from './SheetOutcome';
import { UndoImport } from './UndoImport';
import { useRuns } from './useRuns';
import { useRunState } from './useRunState';
import { useWorkshop } from './useWorkshop';

/** Goes on with an import: the same requests under the same keys, so that nothing is stored twice. */
export function ResumeDialog({ saved, onClose }: { saved: SavedImport; onClose: () => void }) {
  const t = useText();
  const ask = useWorkshop();
  const { run, begin } = useRuns(ask);
  const [problem, setProblem] = useState<string[]>([]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const prepare = async () => {
      const opened = await ask().open(saved.source);
      if ('problem' in opened) throw new Error(opened.problem.kind);
      for (const part of saved.parts) await ask().check(part);
      begin(saved, true);
    };
    prepare().catch(() => setProblem([t('imports.problems.unreadable')]));
  }, [ask, begin, saved, t]);
  return (
    <FormDialog
      isOpen
      title={saved.name}
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : onClose())}
      maxWidth="md"
    >
      {run ? (
        <Resumed run={run} onClose={onClose} />
      ) : (
        <DialogContent>
          <Problem sentences={problem} />
          {problem.length === 0 && <LinearProgress aria-label={t('imports.reading')} />}
        </DialogContent>
      )}
    </FormDialog>
  );
}

function Resumed({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const t = useText();
  const state = useRunState(run);
  if (state.phase !== 'ended') return <RunProgress state={state} onCancel={run.cancel} />;
  return (
    <>
      {/* What scrolls must be reached by keyboard. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          {state.parts.length > 1 && <SheetOutcome parts={state.parts} />}
          <RunSummary state={state} isTold={state.parts.length > 1} />
          <UndoImport importId={run.saved.id} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </>
  );
}
