import { useQueryClient } from '@tanstack/react-query';
import { createContext, useEffect } from 'react';

/** False until the first screen has its data. Other parts of the frame load after it. */
export const ScreenLoaded = createContext(true);

/** Pause without a request, after which the data of a screen is complete. */
const quietMs = 100;
/** On a slow network the queued writes do not wait longer. */
const maxWaitMs = 3_000;

/** Render it inside of the boundary that waits for the code of the screen. */
export function LoadingEnd({ onLoaded }: { onLoaded: () => void }) {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = setTimeout(onLoaded, maxWaitMs);
    const wait = () => {
      clearTimeout(timer);
      if (client.isFetching() === 0) timer = setTimeout(onLoaded, quietMs);
    };
    wait();
    const stop = client.getQueryCache().subscribe(wait);
    return () => {
      clearTimeout(timer);
      clearTimeout(limit);
      stop();
    };
  }, [client, onLoaded]);
  return null;
}
