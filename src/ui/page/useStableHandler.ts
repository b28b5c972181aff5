import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that keeps its identity and calls the latest `handler`. Only events may call it. */
export function useStableHandler<Parameters extends unknown[], Result>(
  handler: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...parameters: Parameters) => latest.current(...parameters), []);
}
