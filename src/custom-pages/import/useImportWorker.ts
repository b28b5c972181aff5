import { useCallback, useEffect, useRef } from 'react';
import { findNewVersion } from '../../dataProvider/appVersion';
import type { ImportWorker } from './ImportWorker';

/** Starts the worker at the first call. When the dialog unmounts, the worker ends. */
export function useImportWorker(): () => RemoteImportWorker {
  const workerRef = useRef<RemoteImportWorker | null>(null);
  // The ref stays set, so that a later call fails and does not start a second worker.
  useEffect(() => () => workerRef.current?.close(), []);
  return useCallback(() => (workerRef.current ??= startWorker()), []);
}

type Method = keyof ImportWorker;

export interface WorkerRequest {
  id: number;
  method: Method;
  args: unknown[];
}

export type WorkerResponse = { id: number; value: unknown } | { id: number; failure: string };

export type RemoteImportWorker = {
  [M in Method]: (...args: Parameters<ImportWorker[M]>) => Promise<Awaited<ReturnType<ImportWorker[M]>>>;
} & { close: () => void };

/** The owner ends the worker with `close`. */
function startWorker(): RemoteImportWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const pendingCalls = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (failure: Error) => void }
  >();
  let lastId = 0;
  let isEnded = false;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
    const call = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if ('failure' in data) call?.reject(new Error(data.failure));
    else call?.resolve(data.value);
  });
  const endWorker = () => {
    isEnded = true;
    for (const { reject } of pendingCalls.values()) reject(endedError());
    pendingCalls.clear();
  };
  worker.addEventListener('error', () => {
    void findNewVersion();
    endWorker();
  });
  const close = () => {
    worker.terminate();
    endWorker();
  };
  const callWorker = (method: Method, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (isEnded) throw endedError();
      lastId += 1;
      pendingCalls.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, method, args } satisfies WorkerRequest);
    });
  const methods = {
    get: (_: object, method: string) =>
      method === 'close' ? close : (...args: unknown[]) => callWorker(method as Method, args),
  };
  return new Proxy({}, methods) as RemoteImportWorker;
}

const endedError = () => new Error('the import worker has ended');
