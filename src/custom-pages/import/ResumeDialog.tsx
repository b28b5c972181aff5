import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { Problem } from './Problem';
import type { Workshop } from './reading/workshop';
import { RunEnd } from './RunEnd';
import { RunProgress } from './RunProgress';
import type { ImportRun } from './sending/ImportRun';
import { type ImportPart, type SavedImport, savedImports } from './sending/savedImports';
import { type Begin, useRuns } from './useRuns';
import { useRunState } from './useRunState';
import { useWorkshop } from './useWorkshop';

/** Goes on with an import: the same requests under the same keys, so that nothing is stored twice. */
export function ResumeDialog({ saved, onClose }: { saved: SavedImport; onClose: () => void }) {
  const t = useText();
  const ask = useWorkshop();
  const { run, begin } = useRuns(ask);
  // Its methods are new at every look; it is not.
  const provider = useDataProvider<Api>();
  const [problem, setProblem] = useState<string[]>([]);
  const [isUnsent, setIsUnsent] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const prepare = async () => {
      const opened = await ask().open(saved.source);
      if ('problem' in opened) throw new Error(opened.problem.kind);
      for (const part of saved.parts) await ask().check(part);
      const isFromTheStart = await isTakenBack(saved.id, provider);
      begin(isFromTheStart ? { ...saved, round: saved.round + 1 } : saved, !isFromTheStart);
    };
    prepare().catch((failure) => setProblem([sentenceOf(failure, t('imports.problems.unreadable'))]));
  }, [ask, begin, provider, saved, t]);
  return (
    <FormDialog
      isOpen
      title={saved.name}
      isDirty={isUnsent}
      onClose={() => (run && run.state().phase !== 'ended' ? run.cancel() : onClose())}
      maxWidth="md"
    >
      {run ? (
        <Resumed
          key={run.saved.round}
          ask={ask}
          run={run}
          sheets={saved.parts}
          begin={begin}
          onUnsent={setIsUnsent}
          onClose={onClose}
        />
      ) : (
        <DialogContent>
          <Problem sentences={problem} />
          {problem.length === 0 && <LinearProgress aria-label={t('imports.reading')} />}
        </DialogContent>
      )}
    </FormDialog>
  );
}

interface ResumedProps {
  ask: () => Workshop;
  run: ImportRun;
  sheets: readonly ImportPart[];
  begin: Begin;
  onUnsent: (isUnsent: boolean) => void;
  onClose: () => void;
}

function Resumed({ ask, run, sheets, begin, onUnsent, onClose }: ResumedProps) {
  const state = useRunState(run);
  if (state.phase !== 'ended') return <RunProgress state={state} onCancel={run.cancel} />;
  return (
    <RunEnd
      ask={ask}
      run={run}
      state={state}
      sheets={sheets}
      isMany={sheets.length > 1}
      begin={begin}
      onUnsent={onUnsent}
      onClose={onClose}
    />
  );
}

/** Whether somebody has undone what was in of it: then what was answered says nothing any more. */
async function isTakenBack(id: string, { importProgress }: Pick<Api, 'importProgress'>): Promise<boolean> {
  const answers = await savedImports.answers(id);
  if (answers.every(({ imported, updated, unchanged }) => imported + updated === unchanged)) return false;
  const progress = await importProgress(id);
  return progress !== null && progress.operation_id === null;
}
