import { useEffect, useState } from 'react';
import type { ImportRun } from './sending/ImportRun';
import type { RunState } from './sending/runState';

/** At most so often, however many answers come. */
const redrawMs = 150;

/** The state of a run, now and then while it goes, and at once when it ends. */
export function useRunState(run: ImportRun): RunState {
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
