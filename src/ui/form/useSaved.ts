import { useCallback, useContext, useEffect, useRef } from 'react';
import { SaveContext } from 'react-admin';

type Next = (...parameters: unknown[]) => Promise<unknown>;

/** Calls back once the form around has been saved, before anything else follows from it. */
export function useSaved(onSaved: () => void) {
  const saveContext = useContext(SaveContext) as Partial<React.ContextType<typeof SaveContext>> | undefined;
  const register = saveContext?.registerMutationMiddleware;
  const unregister = saveContext?.unregisterMutationMiddleware;
  const latest = useRef(onSaved);
  useEffect(() => {
    latest.current = onSaved;
  });
  const middleware = useCallback(async (...parameters: unknown[]) => {
    const next = parameters.pop() as Next;
    const result = await next(...parameters);
    latest.current();
    return result;
  }, []);
  useEffect(() => {
    if (!register || !unregister) return undefined;
    register(middleware);
    return () => unregister(middleware);
  }, [middleware, register, unregister]);
}
