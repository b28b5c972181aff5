import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import type { PaperData } from './paperData';

export interface TypesetRequest {
  id: number;
  data: PaperData;
  logo: { kind: 'png' | 'jpg'; bytes: Uint8Array } | null;
}

/** Why it sets nothing: `isForGood` where the platform lacks the native module. */
export interface NotThere {
  reason: string;
  isForGood: boolean;
}

export type TypesetterMessage =
  | { kind: 'started'; notThere: NotThere | null }
  | { kind: 'done'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };

/** More than these at once are sent away. */
const maxWaiting = 32;
/** A paper that takes longer is given up, and the process with it; what others before it took does not count. */
export const longestMs = 60_000;
/** Unused for so long, the process and its memory go. */
export const idleMs = 30_000;

/** What is needed of a process. */
export interface TypesetterChild {
  pid?: number | undefined;
  on(event: 'message', listener: (message: TypesetterMessage) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** It has ended, and all that it has written is there. */
  on(event: 'close', listener: (code: number | null, signal: string | null) => void): unknown;
  send(request: TypesetRequest): unknown;
  kill(signal: 'SIGKILL'): unknown;
  /** What it has written to its standard error, at least the end. */
  lastWords(): string;
}

/** The process that sets papers one after another, so that calls are answered meanwhile. */
export interface Typesetter {
  pid: number | undefined;
  /** Null: it sets papers. */
  notThere: Promise<NotThere | null>;
  /** Resolves when the process is gone. */
  gone: Promise<void>;
  /** A PDF. @throws INTERNAL where it cannot be set, BUSY where too many wait, or when the process ends meanwhile */
  set: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
  /** It is about to be used: not yet idle. */
  wake: () => void;
  end: () => void;
}

const busy = () => new Problem('BUSY', { retryAfterSeconds: 2 });
/** The reason is for the log, the sentence for whoever asked. */
const paperFailure = (reason: string) =>
  new Problem('INTERNAL', { message: ruleMessages.paperFailed, cause: new Error(reason) });

/** @param onEnd it takes no more papers */
export function typesetterOver(child: TypesetterChild, onEnd: () => void): Typesetter {
  /** In the order in which they are set. */
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Why it was ended, where that is not told by how it ended. */
  let whyEnded: string | null = null;
  const end = (why: string | null = null) => {
    whyEnded = why;
    onEnd();
    child.kill('SIGKILL');
  };
  const endAfter = (ms: number, why?: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => end(why), ms).unref();
  };
  /** The paper that is being set has its time from now on; without one the process is idle. */
  const watch = () => {
    if (waiting.size === 0) endAfter(idleMs);
    else endAfter(longestMs, `a paper was given up after ${longestMs} ms`);
  };
  endAfter(longestMs, `it did not begin within ${longestMs} ms`);
  /** The paper in hand may be what ended it; those behind it had no part in that. */
  const ended = (how: string) => {
    onEnd();
    clearTimeout(timer);
    const reason = whyEnded ?? how;
    for (const [place, { reject }] of [...waiting.values()].entries())
      reject(place === 0 ? paperFailure(`the typesetter: ${reason}`) : busy());
    waiting.clear();
    return reason;
  };
  child.on('message', (message) => {
    if (message.kind === 'started') return;
    const asked = waiting.get(message.id);
    if (!asked) return;
    waiting.delete(message.id);
    watch();
    if (message.kind === 'done') asked.resolve(message.bytes);
    else asked.reject(paperFailure(message.reason));
  });
  return {
    pid: child.pid,
    notThere: startOf(child, ended, end),
    gone: goneOf(child),
    end: () => end(),
    wake: () => {
      if (waiting.size === 0) watch();
    },
    set: (data, logo) => {
      if (waiting.size >= maxWaiting) return Promise.reject(busy());
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (waiting.size === 1) watch();
        child.send({ id, data, logo });
      });
    },
  };
}

/** One that could not be started has no number, and never exits. */
const isStarted = (child: TypesetterChild) => child.pid !== undefined;

const goneOf = (child: TypesetterChild) =>
  new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => {
      if (!isStarted(child)) resolve();
    });
  });

/**
 * Whether the process begins to set papers; null when it does.
 * @param ended is told how the process ended, and answers why
 * @param end ends the process
 */
const startOf = (child: TypesetterChild, ended: (how: string) => string, end: () => void) =>
  new Promise<NotThere | null>((resolve) => {
    let sendFailure = '';
    const giveUp = (reason: string) => resolve({ reason: ended(reason), isForGood: false });
    child.on('message', (message) => {
      if (message.kind === 'started') resolve(message.notThere);
    });
    child.on('error', (error) => {
      if (!isStarted(child)) return giveUp(error.message);
      sendFailure = error.message;
      end();
    });
    child.on('close', (code, signal) => {
      const reasons = [`ended with ${signal ?? code}`, sendFailure, child.lastWords()];
      giveUp(reasons.filter(Boolean).join('; '));
    });
  });
