import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../problem';
import type { PaperData } from './paperData';
import { type Thread, threadOver, type TypesetRequest, type TypesetterMessage } from './thread';

/** Of its scripts alone; the typesetter has its own. */
const mostHeapMb = 96;

let thread: Thread | null = null;
/** The platform lacks the native module: nobody need try again. */
let isMissing = false;

/** The built worker, beside the server or beside the bench; in development its source. */
function begun(): Worker {
  const built = ['./typesetterWorker.js', '../server/typesetterWorker.js']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (built) return new Worker(built, { resourceLimits: { maxOldGenerationSizeMb: mostHeapMb } });
  const source = new URL('./typesetterWorker.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true });
}

function started(): Thread {
  const worker = begun();
  worker.unref();
  const own = threadOver(worker, () => {
    if (thread === own) thread = null;
  });
  worker.on('message', (message: TypesetterMessage) => {
    if (message.kind === 'started') isMissing = !message.isThere;
  });
  return own;
}

/** @throws NO_TYPESETTER where the native module is not there for this platform */
export async function requireTypesetter(): Promise<Thread> {
  if (isMissing) throw new Problem('NO_TYPESETTER');
  thread ??= started();
  const own = thread;
  if (!(await own.isThere)) {
    own.end();
    throw new Problem('NO_TYPESETTER');
  }
  own.wake();
  return own;
}

/** A PDF of papers. @throws NO_TYPESETTER, or BUSY where too many wait */
export async function typeset(data: PaperData, logo: TypesetRequest['logo']): Promise<Uint8Array> {
  return (await requireTypesetter()).set(data, logo);
}
