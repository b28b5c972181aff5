import Box from '@mui/material/Box';
import { useState } from 'react';
import { RunEnd } from './RunEnd';
import { RunProgress } from './RunProgress';
import type { ImportRun } from './sending/ImportRun';
import { SheetList } from './SheetList';
import { useRunState } from './useRunState';
import type { SheetsFlow } from './useSheetsFlow';

interface SheetsRunProps {
  flow: SheetsFlow;
  run: ImportRun;
  onUnsent: (isUnsent: boolean) => void;
  onClose: () => void;
}

/** The sheets on their way, each with its state; then what became of them. */
export function SheetsRun({ flow, run, onUnsent, onClose }: SheetsRunProps) {
  const state = useRunState(run);
  const [sheets] = useState(run.saved.parts);
  if (state.phase !== 'ended')
    return (
      <>
        <Box sx={{ px: 3, overflowY: 'auto' }}>
          <SheetList flow={flow} state={state} />
        </Box>
        <RunProgress state={state} onCancel={run.cancel} />
      </>
    );
  return (
    <RunEnd
      key={run.saved.round}
      ask={flow.ask}
      run={run}
      state={state}
      sheets={sheets}
      isMany
      begin={flow.begin}
      onUnsent={onUnsent}
      onClose={onClose}
    >
      <SheetList flow={flow} state={state} />
    </RunEnd>
  );
}
