import { useCallback, useEffect, useRef } from 'react';
import type { ImportWorkshop } from './ImportWorkshop';

/** The worker that reads and checks: started when it is first needed, ended with the dialog. */
export function useWorkshop(): () => Workshop {
  const opened = useRef<Workshop | null>(null);
  // Who still asks when the dialog is gone hears that it has ended, and no second worker is left behind.
  useEffect(() => () => opened.current?.close(), []);
  return useCallback(() => (opened.current ??= openWorkshop()), []);
}

type Method = keyof ImportWorkshop;

export interface WorkshopQuestion {
  id: number;
  method: Method;
  args: unknown[];
}

export type WorkshopAnswer = { id: number; value: unknown } | { id: number; failure: string };

/** The workshop as the page has it: the same questions, answered later. */
export type Workshop = {
  [M in Method]: (...args: Parameters<ImportWorkshop[M]>) => Promise<Awaited<ReturnType<ImportWorkshop[M]>>>;
} & { close: () => void };

/** Starts a worker that reads and checks beside the page. Ended with `close`. */
function openWorkshop(): Workshop {
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (failure: Error) => void }>();
  let last = 0;
  let isOver = false;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkshopAnswer>) => {
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
      // A worker that has ended never answers.
      if (isOver) throw hasEnded();
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, method, args } satisfies WorkshopQuestion);
    });
  const asked = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => ask(method, args)]),
  );
  return { ...asked, close } as unknown as Workshop;
}

const hasEnded = () => new Error('the reader of files has ended');

const methods: readonly Method[] = [
  'open',
  'check',
  'summary',
  'wrongRows',
  'correct',
  'corrections',
  'refuse',
  'accept',
  'plan',
  'fitting',
  'rowsToSend',
  'wrongFile',
];
