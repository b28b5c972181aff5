import { RunEnd } from './RunEnd';
import { RunProgress } from './RunProgress';
import type { ImportRun } from './sending/ImportRun';
import type { ImportFlow } from './useImportFlow';
import { useRunState } from './useRunState';

interface RunStepProps {
  flow: ImportFlow;
  run: ImportRun;
  onUnsent: (isUnsent: boolean) => void;
  onClose: () => void;
}

/** The import on its way, then what it came to and how it goes on. */
export function RunStep({ flow, run, onUnsent, onClose }: RunStepProps) {
  const state = useRunState(run);
  if (state.phase !== 'ended') return <RunProgress state={state} onCancel={run.cancel} />;
  return (
    <RunEnd
      ask={flow.ask}
      run={run}
      state={state}
      sheets={run.saved.parts}
      isMany={false}
      begin={flow.begin}
      onUnsent={onUnsent}
      onAnother={flow.restart}
      onClose={onClose}
    />
  );
}
