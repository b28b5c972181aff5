import { useCallback, useEffect, useRef } from 'react';
import { openWorkshop, type Workshop } from './reading/workshop';

/** The worker that reads and checks: started when it is first needed, ended with the dialog. */
export function useWorkshop(): () => Workshop {
  const opened = useRef<Workshop | null>(null);
  useEffect(
    () => () => {
      opened.current?.close();
      opened.current = null;
    },
    [],
  );
  return useCallback(() => (opened.current ??= openWorkshop()), []);
}
