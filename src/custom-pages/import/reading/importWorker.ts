import { ImportWorkshop } from './ImportWorkshop';
import type { WorkshopAnswer, WorkshopQuestion } from './useImportWorker';

const workshop = new ImportWorkshop();

async function answer({ id, method, args }: WorkshopQuestion): Promise<WorkshopAnswer> {
  try {
    const ask = workshop[method].bind(workshop) as (...given: unknown[]) => unknown;
    return { id, value: await ask(...args) };
  } catch (failure) {
    return { id, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkshopQuestion>) => {
  void answer(data).then((reply) => postMessage(reply));
});
