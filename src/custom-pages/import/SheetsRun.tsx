import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useText } from '../../i18n/useText';
import { RunProgress } from './RunProgress';
import { RunSummary } from './RunSummary';
import type { ImportRun } from './sending/ImportRun';
import { SheetList } from './SheetList';
import { SheetOutcome } from './SheetOutcome';
import { UndoImport } from './UndoImport';
import { useRunState } from './useRunState';
import type { SheetsFlow } from './useSheetsFlow';

interface SheetsRunProps {
  flow: SheetsFlow;
  run: ImportRun;
  onClose: () => void;
}

/** The sheets on their way, each with its state; then what became of them. */
export function SheetsRun({ flow, run, onClose }: SheetsRunProps) {
  const t = useText();
  const state = useRunState(run);
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
    <>
      {/* What scrolls must be reached by keyboard. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={2.5}>
          <SheetOutcome parts={state.parts} />
          <SheetList flow={flow} state={state} />
          <RunSummary state={state} isTold />
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
