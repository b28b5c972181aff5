import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { TurnQueue, type QueueLimits } from '../../turnQueue';
import type { PaperData } from './paperData';

/** Sets papers with one process at a time, which is started when it is needed. */
interface Typesetting {
  /** @throws NO_TYPESETTER if it cannot be started; the reason is its `cause` */
  requireTypesetter: () => Promise<Typesetter>;
  /** A PDF of papers. @throws NO_TYPESETTER, INTERNAL if it cannot be set, BUSY if the process ends before its turn */
  typeset: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
}

/** @param begin starts a process */
export function typesettingBy(begin: () => TypesetterChild): Typesetting {
  let current: Typesetter | null = null;
  /** The last process, until it is gone: there are never two. */
  let leaving: Promise<void> = Promise.resolve();
  /** The platform lacks the native module, so that another attempt is useless. */
  let isMissing = false;

  function start(): Typesetter {
    const typesetter = typesetterOver(begin(), () => {
      if (current === typesetter) current = null;
    });
    leaving = typesetter.gone;
    return typesetter;
  }

  async function waitUntilReady(): Promise<Typesetter> {
    if (isMissing) throw new Problem('NO_TYPESETTER');
    if (!current) await leaving;
    current ??= start();
    const typesetter = current;
    const notThere = await typesetter.notThere;
    if (notThere) {
      isMissing = notThere.isForGood;
      typesetter.end();
      throw new Problem('NO_TYPESETTER', { cause: new Error(notThere.reason) });
    }
    typesetter.wake();
    return typesetter;
  }

  return {
    requireTypesetter: waitUntilReady,
    typeset: async (data, logo) => (await waitUntilReady()).set(data, logo),
  };
}

/** The typesetter of this server. */
export const { requireTypesetter, typeset } = typesettingBy(() => typesetterChild());

/** Heap limit of JavaScript; the memory of the native typesetter is not part of it. */
const maxHeapMb = 96;
/** Characters kept from the end of what the process writes to its standard error. */
const maxErrorText = 2_000;

/** One thread and few memory arenas, so that the other core and the memory stay free for requests. */
const lowResources = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1' };
/** Variables that the process does not need. */
const hiddenVariables = { DATABASE_URL: undefined, ADMIN_PASSWORD: undefined };

/** The built program, beside the server or beside the bench; in development its source. */
function program(): { path: string; flags: string[] } {
  const built = ['./typesetterWorker.js', '../server/typesetterWorker.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (built) return { path: built, flags: [`--max-old-space-size=${maxHeapMb}`] };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return {
    path: fileURLToPath(new URL('./typesetterWorker', import.meta.url)),
    flags: ['--import', tsx],
  };
}

/**
 * Starts a process that sets papers. It ends when the server ends in any way, because their channel closes, and it
 * does not keep the server alive.
 */
export function typesetterChild(flags: readonly string[] = []): TypesetterChild {
  const { path, flags: own } = program();
  const child: ChildProcess = fork(path, {
    execArgv: [...own, ...flags],
    env: { ...process.env, ...hiddenVariables, ...lowResources },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorText);
  });
  // While it sets a paper, it does not notice that the channel has closed.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  for (const event of ['exit', 'error']) child.once(event, () => process.off('exit', end));
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return Object.assign(child, { lastWords: () => errorText.trim() });
}

/** Two at once, so that one is read while another is set. */
export const paperTurns: QueueLimits = {
  maxRunning: 2,
  maxOfPerson: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyPapers,
};

/** A paper is read, numbered and set in one turn; each step of a batch has a turn of its own. */
export const paperQueue = new TurnQueue(paperTurns);

export interface TypesetRequest {
  id: number;
  data: PaperData;
  logo: { kind: 'png' | 'jpg'; bytes: Uint8Array } | null;
}

/** Why it cannot set papers: `isForGood` if the platform lacks the native module. */
export interface NotThere {
  reason: string;
  isForGood: boolean;
}

export type TypesetterMessage =
  | { kind: 'started'; notThere: NotThere | null }
  | { kind: 'done'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };

/** A paper that takes longer is cancelled together with the process; waiting time does not count. */
export const longestMs = 60_000;
/** An unused process ends after this time, to free its memory. */
export const idleMs = 30_000;

/** The part of a child process that is needed. */
export interface TypesetterChild {
  pid?: number | undefined;
  on(event: 'message', listener: (message: TypesetterMessage) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** It has ended, and all of its output has arrived. */
  on(event: 'close', listener: (code: number | null, signal: string | null) => void): unknown;
  send(request: TypesetRequest): unknown;
  kill(signal: 'SIGKILL'): unknown;
  /** The end of what it wrote to its standard error. */
  lastWords(): string;
}

/**
 * A process that sets papers one by one, so that the server can answer calls meanwhile. `paperQueue` limits how many
 * are sent.
 */
export interface Typesetter {
  pid: number | undefined;
  /** Null: it can set papers. */
  notThere: Promise<NotThere | null>;
  /** Resolves when the process is gone. */
  gone: Promise<void>;
  /** A PDF. @throws INTERNAL if it cannot be set, BUSY if the process ends before its turn */
  set: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
  /** Starts the idle time again, because it is about to be used. */
  wake: () => void;
  end: () => void;
}

const busy = () => new Problem('BUSY', { retryAfterSeconds: 2 });
/** The reason is for the log, the sentence for the user. */
const paperFailure = (reason: string) =>
  new Problem('INTERNAL', { message: ruleMessages.paperFailed, cause: new Error(reason) });

/** @param onEnd called when it takes no more papers */
export function typesetterOver(child: TypesetterChild, onEnd: () => void): Typesetter {
  /** Papers without an answer, in the order in which they are set. */
  const sent = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Why it was ended, if the exit code does not tell. */
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
  /** Starts the time limit of the paper that is being set, or the idle time if there is none. */
  const watch = () => {
    if (sent.size === 0) endAfter(idleMs);
    else endAfter(longestMs, `a paper was given up after ${longestMs} ms`);
  };
  endAfter(longestMs, `it did not begin within ${longestMs} ms`);
  /** The first paper may have caused the end of the process; the others fail as BUSY. */
  const ended = (how: string) => {
    onEnd();
    clearTimeout(timer);
    const reason = whyEnded ?? how;
    for (const [place, { reject }] of [...sent.values()].entries())
      reject(place === 0 ? paperFailure(`the typesetter: ${reason}`) : busy());
    sent.clear();
    return reason;
  };
  child.on('message', (message) => {
    if (message.kind === 'started') return;
    const asked = sent.get(message.id);
    if (!asked) return;
    sent.delete(message.id);
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
      if (sent.size === 0) watch();
    },
    set: (data, logo) => {
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        sent.set(id, { resolve, reject });
        if (sent.size === 1) watch();
        child.send({ id, data, logo });
      });
    },
  };
}

/** A process that could not be started has no pid and never exits. */
const isStarted = (child: TypesetterChild) => child.pid !== undefined;

const goneOf = (child: TypesetterChild) =>
  new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => {
      if (!isStarted(child)) resolve();
    });
  });

/**
 * Resolves with null when the process can set papers, else with the reason.
 * @param ended is called with how the process ended, and returns the reason
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
