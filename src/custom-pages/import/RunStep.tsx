import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { RunProgress } from './RunProgress';
import { RunSummary } from './RunSummary';
import type { ImportRun } from './sending/ImportRun';
import { stoppedAt } from './sending/runState';
import { UndoImport } from './UndoImport';
import type { ImportFlow } from './useImportFlow';
import { useRunState } from './useRunState';
import { WrongRows } from './WrongRows';

interface RunStepProps {
  type: ImportType;
  flow: ImportFlow;
  run: ImportRun;
  onClose: () => void;
}

/** The import on its way, then what it came to and how it goes on. */
export function RunStep({ type, flow, run, onClose }: RunStepProps) {
  const t = useText();
  const state = useRunState(run);
  const [right, setRight] = useState<number[]>([]);
  if (state.phase !== 'ended') return <RunProgress state={state} onCancel={run.cancel} />;
  const { saved } = run;
  const from = stoppedAt(state);
  const isPaused = state.end === 'paused';
  const goOn = (kind: 'stop' | 'good') => from !== undefined && void flow.start({ kind, from }, saved);
  return (
    <>
      <DialogContent>
        <Stack spacing={2.5}>
          <RunSummary state={state} />
          <UndoImport importId={saved.id} />
          {/* Corrected rows are another round of the import, which begins when this one is through. */}
          {!isPaused && (
            <WrongRows
              ask={flow.ask}
              type={type}
              sheet={flow.mapping.at}
              name={flow.source.name.replace(/\.\w+$/, '')}
              revision={saved.round}
              onCorrected={setRight}
            />
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {from !== undefined && (
          <>
            <Button onClick={() => goOn('good')}>{t('importsEnd.continueGood')}</Button>
            <Button variant="outlined" disabled={right.length === 0} onClick={() => goOn('stop')}>
              {t('importsEnd.continueStop')}
            </Button>
          </>
        )}
        {isPaused && (
          <Button variant="outlined" onClick={() => flow.resume(saved)}>
            {t('importsEnd.resume')}
          </Button>
        )}
        {!isPaused && from === undefined && right.length > 0 && (
          <Button variant="outlined" onClick={() => void flow.start({ kind: 'rows', rows: right }, saved)}>
            {t('importsEnd.again')}
          </Button>
        )}
        <Button onClick={flow.restart}>{t('importsEnd.another')}</Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </>
  );
}
