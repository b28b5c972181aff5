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
/** A paper that takes longer is given up, and the thread with it; what others before it took does not count. */
export const longestMs = 60_000;
/** Unused for so long, the thread and its memory go. */
export const idleMs = 30_000;

/** What is needed of a worker. */
interface Port {
  on: (event: string, listener: (message: TypesetterMessage) => void) => unknown;
  postMessage: (request: TypesetRequest) => void;
  terminate: () => Promise<unknown>;
}

/** The thread that sets papers one after another, so that calls are answered meanwhile. */
export interface Thread {
  /** Whether this platform has the typesetter. */
  isThere: Promise<boolean>;
  /** A PDF. @throws BUSY where too many wait, and for whatever waits when the thread ends */
  set: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
  /** It is about to be used: not yet idle. */
  wake: () => void;
  end: () => void;
}

const busy = () => new Problem('BUSY', { retryAfterSeconds: 2 });

/** @param onEnd it takes no more papers */
export function threadOver(worker: Port, onEnd: () => void): Thread {
  /** In the order in which they are set. */
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = () => {
    onEnd();
    void worker.terminate();
  };
  /** The paper that is being set has its time from now on; without one the thread is idle. */
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(end, waiting.size === 0 ? idleMs : longestMs).unref();
  };
  const ended = () => {
    onEnd();
    clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(busy());
    waiting.clear();
  };
  const isThere = new Promise<boolean>((resolve) => {
    worker.on('message', (message) => {
      if (message.kind === 'started') return resolve(message.isThere);
      const asked = waiting.get(message.id);
      if (!asked) return;
      waiting.delete(message.id);
      watch();
      if (message.kind === 'done') asked.resolve(message.bytes);
      else asked.reject(new Error(message.reason));
    });
    for (const event of ['error', 'exit'])
      worker.on(event, () => {
        resolve(false);
        ended();
      });
  });
  return {
    isThere,
    end,
    wake: () => {
      if (waiting.size === 0) watch();
    },
    set: (data, logo) => {
      if (waiting.size >= mostWaiting) return Promise.reject(busy());
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (waiting.size === 1) watch();
        worker.postMessage({ id, data, logo });
      });
    },
  };
}
