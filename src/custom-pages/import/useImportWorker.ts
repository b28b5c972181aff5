import { useCallback, useEffect, useRef } from 'react';
import type { ImportWorker } from './ImportWorker';

/** The worker that reads and checks: started when it is first needed, ended with the dialog. */
export function useImportWorker(): () => RemoteImportWorker {
  const startedWorker = useRef<RemoteImportWorker | null>(null);
  // A later request gets an error, and no second worker is started.
  useEffect(() => () => startedWorker.current?.close(), []);
  return useCallback(() => (startedWorker.current ??= startWorker()), []);
}

type Method = keyof ImportWorker;

export interface WorkerQuestion {
  id: number;
  method: Method;
  args: unknown[];
}

export type WorkerAnswer = { id: number; value: unknown } | { id: number; failure: string };

/** The worker as the page sees it: the same methods, with promises. */
export type RemoteImportWorker = {
  [M in Method]: (...args: Parameters<ImportWorker[M]>) => Promise<Awaited<ReturnType<ImportWorker[M]>>>;
} & { close: () => void };

/** Starts a worker that reads and checks beside the page. Ended with `close`. */
function startWorker(): RemoteImportWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (failure: Error) => void }>();
  let last = 0;
  let isOver = false;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) asker?.reject(new Error(data.failure));
    else asker?.resolve(data.value);
  });
  const end = () => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(hasEnded());
    waiting.clear();
  };
  worker.addEventListener('error', end);
  const close = () => {
    worker.terminate();
    end();
  };
  const ask = (method: Method, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      // A worker that has ended would never answer.
      if (isOver) throw hasEnded();
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, method, args } satisfies WorkerQuestion);
    });
  const methods = {
    get: (_: object, method: string) =>
      method === 'close' ? close : (...args: unknown[]) => ask(method as Method, args),
  };
  return new Proxy({}, methods) as RemoteImportWorker;
}

const hasEnded = () => new Error('the reader of files has ended');
