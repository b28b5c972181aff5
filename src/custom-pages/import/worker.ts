import { ImportWorker } from './ImportWorker';
import type { WorkerAnswer, WorkerQuestion } from './useImportWorker';

const importWorker = new ImportWorker();

async function answer({ id, method, args }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const ask = importWorker[method].bind(importWorker) as (...parameters: unknown[]) => unknown;
    return { id, value: await ask(...args) };
  } catch (failure) {
    return { id, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answer(data).then((reply) => postMessage(reply));
});
