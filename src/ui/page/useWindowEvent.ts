import { useEffect, useEffectEvent } from 'react';

/** `listen` may change with every render. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  listen: (event: WindowEventMap[K]) => void,
): void {
  const onEvent = useEffectEvent(listen);
  useEffect(() => {
    const call = (event: WindowEventMap[K]) => onEvent(event);
    window.addEventListener(type, call);
    return () => window.removeEventListener(type, call);
  }, [type]);
}
