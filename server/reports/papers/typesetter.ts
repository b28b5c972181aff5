import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../problem';
import type { PaperData } from './paperData';

export interface TypesetRequest {
  id: number;
  data: PaperData;
  logo: { kind: 'png' | 'jpg'; bytes: Uint8Array } | null;
}

export type TypesetterMessage =
  | { kind: 'started'; isThere: boolean }
  | { kind: 'done'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };

/** More than these at once are sent away. */
const mostWaiting = 32;
/** A paper that takes longer is given up, and the thread with it. */
const longestMs = 60_000;
/** Unused for so long, the thread and its memory go. */
const idleMs = 30_000;

/** Of its scripts alone; the typesetter has its own. */
const mostHeapMb = 96;

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** The thread that sets papers, so that calls are answered meanwhile. */
interface Thread {
  worker: Worker;
  /** Whether this platform has the typesetter. */
  isThere: Promise<boolean>;
  waiting: Map<number, Waiting>;
}

let thread: Thread | null = null;
let lastId = 0;
/** The platform lacks the native module: nobody need try again. */
let isMissing = false;
let idle: NodeJS.Timeout | undefined;

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
  const waiting: Thread['waiting'] = new Map();
  const isThere = new Promise<boolean>((resolve) => {
    worker.on('message', (message: TypesetterMessage) => {
      if (message.kind === 'started') {
        isMissing = !message.isThere;
        return resolve(message.isThere);
      }
      const asked = waiting.get(message.id);
      if (!asked) return;
      waiting.delete(message.id);
      clearTimeout(asked.timer);
      if (message.kind === 'done') asked.resolve(message.bytes);
      else asked.reject(new Error(message.reason));
    });
    worker.on('error', () => resolve(false));
    worker.on('exit', () => resolve(false));
  });
  const own: Thread = { worker, isThere, waiting };
  const ended = () => {
    if (thread === own) thread = null;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new Problem('BUSY', { retryAfterSeconds: 2 }));
    }
    waiting.clear();
  };
  worker.on('error', ended);
  worker.on('exit', ended);
  return own;
}

/** @throws NO_TYPESETTER where the native module is not there for this platform */
export async function requireTypesetter(): Promise<Thread> {
  if (isMissing) throw new Problem('NO_TYPESETTER');
  thread ??= started();
  const own = thread;
  if (!(await own.isThere)) throw new Problem('NO_TYPESETTER');
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (own.waiting.size === 0) void own.worker.terminate();
  }, idleMs).unref();
  return own;
}

/** A PDF of papers. @throws NO_TYPESETTER, or BUSY where too many wait */
export async function typeset(data: PaperData, logo: TypesetRequest['logo']): Promise<Uint8Array> {
  const own = await requireTypesetter();
  if (own.waiting.size >= mostWaiting) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  const id = (lastId += 1);
  return new Promise<Uint8Array>((resolve, reject) => {
    const timer = setTimeout(() => void own.worker.terminate(), longestMs).unref();
    own.waiting.set(id, { resolve, reject, timer });
    own.worker.postMessage({ id, data, logo } satisfies TypesetRequest);
  });
}
