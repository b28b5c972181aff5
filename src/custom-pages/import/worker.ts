import { ImportWorker } from './ImportWorker';
import type { WorkerResponse, WorkerRequest } from './useImportWorker';

const importWorker = new ImportWorker();

async function handleRequest({ id, method, args }: WorkerRequest): Promise<WorkerResponse> {
  try {
    const run = importWorker[method].bind(importWorker) as (...parameters: unknown[]) => unknown;
    return { id, value: await run(...args) };
  } catch (failure) {
    return { id, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  void handleRequest(data).then((response) => postMessage(response));
});
