import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../i18n/useText';
import type { ImportRun } from '../../ui/import/ImportRun';
import { doneOf, paceOf, type RunState, totalOf } from '../../ui/import/runState';
import { RunEnd, type RunEndProps } from './RunEnd';

interface RunViewProps extends Omit<RunEndProps, 'state' | 'children'> {
  /** Of several sheets: what has become of each so far. */
  renderSheets?: (state: RunState) => ReactNode;
}

/** An import on its way, then what it came to and how it goes on. */
export function RunView({ renderSheets, ...end }: RunViewProps) {
  const state = useRunState(end.run);
  if (state.phase === 'ended')
    return (
      <RunEnd {...end} state={state}>
        {renderSheets?.(state)}
      </RunEnd>
    );
  return (
    <>
      {renderSheets && <Box sx={{ px: 3, overflowY: 'auto' }}>{renderSheets(state)}</Box>}
      <RunProgress state={state} onCancel={end.run.cancel} />
    </>
  );
}

/** How far an import is, how fast it goes and how long it still takes. */
export function RunProgress({ state, onCancel }: { state: RunState; onCancel: () => void }) {
  const t = useText();
  const [done, total] = [doneOf(state), totalOf(state)];
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
          <Typography variant="body2" color="text.secondary">
            {t(state.isKept ? 'imports.safeToClose' : 'imports.notKept')}
          </Typography>
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
  const t = useText();
  const pace = state.phase === 'running' ? paceOf(state) : null;
  if (!pace) return <Typography variant="body2">&nbsp;</Typography>;
  const seconds = Math.ceil(pace.left);
  const left =
    seconds < 60
      ? t('imports.secondsLeft', { smart_count: seconds })
      : t('imports.minutesLeft', { smart_count: Math.round(seconds / 60) });
  return (
    <Typography variant="body2" color="text.secondary" className="figure">
      {t('imports.pace', { smart_count: Math.round(pace.rate) })} · {left}
    </Typography>
  );
}

/** At most so often, however many answers come. */
const redrawMs = 150;

/** The state of a run, now and then while it goes, and at once when it ends. */
function useRunState(run: ImportRun): RunState {
  const [state, setState] = useState(run.state);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setState(run.state());
    };
    const told = () => {
      if (run.state().phase === 'ended') show();
      else timer ??= setTimeout(show, redrawMs);
    };
    show();
    const leave = run.subscribe(told);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run]);
  return state;
}
