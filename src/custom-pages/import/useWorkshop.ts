import { useCallback, useEffect, useRef } from 'react';
import { openWorkshop, type Workshop } from './reading/workshop';

/** The worker that reads and checks: started when it is first needed, ended with the dialog. */
export function useWorkshop(): () => Workshop {
  const opened = useRef<Workshop | null>(null);
  // Who still asks when the dialog is gone hears that it has ended, and no second worker is left behind.
  useEffect(() => () => opened.current?.close(), []);
  return useCallback(() => (opened.current ??= openWorkshop()), []);
}
