import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ruleMessages } from '../../../contract/errors';
import { Problem } from '../../problem';
import { TurnQueue, type QueueLimits } from '../../turnQueue';
import type { PaperData } from './paperData';

/** Only one process runs at a time. It starts on the first request. */
interface TypesetterManager {
  /** @throws NO_TYPESETTER if the process cannot start; the reason is its `cause` */
  requireTypesetter: () => Promise<Typesetter>;
  /**
   * @throws NO_TYPESETTER; INTERNAL if typesetting fails; BUSY if the process ends before it reaches this
   * paper
   */
  typeset: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
}

export function createTypesetterManager(startChild: () => TypesetterChild): TypesetterManager {
  let current: Typesetter | null = null;
  /** Resolves when the last process has ended. Two processes never run at the same time. */
  let lastProcessEnd: Promise<void> = Promise.resolve();
  /** The native module does not exist for this platform, so a second attempt is useless. */
  let isMissing = false;

  function startTypesetter(): Typesetter {
    const typesetter = createTypesetter(startChild(), () => {
      if (current === typesetter) current = null;
    });
    lastProcessEnd = typesetter.ended;
    return typesetter;
  }

  async function waitUntilReady(): Promise<Typesetter> {
    if (isMissing) throw new Problem('NO_TYPESETTER');
    if (!current) await lastProcessEnd;
    current ??= startTypesetter();
    const typesetter = current;
    const startFailure = await typesetter.startFailure;
    if (startFailure) {
      isMissing = startFailure.isPermanent;
      typesetter.end();
      throw new Problem('NO_TYPESETTER', { cause: new Error(startFailure.reason) });
    }
    typesetter.postponeIdleEnd();
    return typesetter;
  }

  return {
    requireTypesetter: waitUntilReady,
    typeset: async (data, logo) => (await waitUntilReady()).typeset(data, logo),
  };
}

export const { requireTypesetter, typeset } = createTypesetterManager(() => startTypesetterProcess());

/** Heap limit of JavaScript in MB. The native typesetter allocates its memory outside of the heap. */
const maxHeapMb = 96;
/** Only the last characters of the process's standard error are stored. */
const maxErrorText = 2_000;

/** One thread and few memory arenas leave the other core and the memory for requests. */
const lowResources = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1' };
const withoutSecrets = { DATABASE_URL: undefined, ADMIN_PASSWORD: undefined };

/** The built program is in the folder of the built server or benchmark. Development uses the source file. */
function findProgram(): { path: string; flags: string[] } {
  const builtPath = ['./typesetterWorker.js', '../server/typesetterWorker.js']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (builtPath) return { path: builtPath, flags: [`--max-old-space-size=${maxHeapMb}`] };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return {
    path: fileURLToPath(new URL('./typesetterWorker', import.meta.url)),
    flags: ['--import', tsx],
  };
}

/** The process ends with the server because its channel closes. It does not keep the server alive. */
export function startTypesetterProcess(flags: readonly string[] = []): TypesetterChild {
  const { path, flags: ownFlags } = findProgram();
  const child: ChildProcess = fork(path, {
    execArgv: [...ownFlags, ...flags],
    env: { ...process.env, ...withoutSecrets, ...lowResources },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-maxErrorText);
  });
  // A busy process does not notice that the channel is closed.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  for (const event of ['exit', 'error']) child.once(event, () => process.off('exit', end));
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return Object.assign(child, { errorOutput: () => errorText.trim() });
}

/** Two papers at the same time: while one paper is typeset, the data of the next paper is loaded. */
export const paperTurns: QueueLimits = {
  maxRunning: 2,
  maxPerUser: 5,
  maxWaiting: 64,
  tooManyMessage: ruleMessages.tooManyPapers,
};

/** A paper is loaded, numbered and typeset in one turn. Each step of a batch has its own turn. */
export const paperQueue = new TurnQueue(paperTurns);

export interface TypesetRequest {
  id: number;
  data: PaperData;
  logo: { kind: 'png' | 'jpg'; bytes: Uint8Array } | null;
}

/** `isPermanent`: the native module does not exist for this platform. */
export interface StartFailure {
  reason: string;
  isPermanent: boolean;
}

export type TypesetterMessage =
  | { kind: 'started'; startFailure: StartFailure | null }
  | { kind: 'done'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };

/** Milliseconds, without the time in the queue. A slower paper is cancelled, and its process is killed. */
export const maxPaperMs = 60_000;
/** Milliseconds. An unused process ends, to free its memory. */
export const idleMs = 30_000;

export interface TypesetterChild {
  pid?: number | undefined;
  on(event: 'message', listener: (message: TypesetterMessage) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: (code: number | null, signal: string | null) => void): unknown;
  send(request: TypesetRequest): unknown;
  kill(signal: 'SIGKILL'): unknown;
  errorOutput(): string;
}

/** The server can answer calls while the process typesets. `paperQueue` limits the number of papers. */
export interface Typesetter {
  pid: number | undefined;
  /** Null if the process is ready. */
  startFailure: Promise<StartFailure | null>;
  ended: Promise<void>;
  /** @throws INTERNAL if typesetting fails; BUSY if the process ends before it reaches this paper */
  typeset: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
  postponeIdleEnd: () => void;
  end: () => void;
}

const busyProblem = () => new Problem('BUSY', { retryAfterSeconds: 2 });
/** The reason goes to the log; the user sees only a general message. */
const failureProblem = (reason: string) =>
  new Problem('INTERNAL', { message: ruleMessages.paperFailed, cause: new Error(reason) });

export function createTypesetter(child: TypesetterChild, onEnd: () => void): Typesetter {
  /** In the order of typesetting. */
  const pending = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Null: the exit code is the reason. */
  let endReason: string | null = null;
  const end = (reason: string | null = null) => {
    endReason = reason;
    onEnd();
    child.kill('SIGKILL');
  };
  const endAfter = (ms: number, reason?: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => end(reason), ms).unref();
  };
  /** Starts the time limit of the current paper. Without papers, starts the idle time. */
  const startTimer = () => {
    if (pending.size === 0) endAfter(idleMs);
    else endAfter(maxPaperMs, `a paper was given up after ${maxPaperMs} ms`);
  };
  endAfter(maxPaperMs, `the process did not start within ${maxPaperMs} ms`);
  /** The first paper may have crashed the process. The other papers fail as BUSY. */
  const failPending = (exitDescription: string) => {
    onEnd();
    clearTimeout(timer);
    const reason = endReason ?? exitDescription;
    for (const [index, { reject }] of [...pending.values()].entries())
      reject(index === 0 ? failureProblem(`the typesetter: ${reason}`) : busyProblem());
    pending.clear();
    return reason;
  };
  child.on('message', (message) => {
    if (message.kind === 'started') return;
    const request = pending.get(message.id);
    if (!request) return;
    pending.delete(message.id);
    startTimer();
    if (message.kind === 'done') request.resolve(message.bytes);
    else request.reject(failureProblem(message.reason));
  });
  return {
    pid: child.pid,
    startFailure: waitForStart(child, failPending, end),
    ended: waitForEnd(child),
    end: () => end(),
    postponeIdleEnd: () => {
      if (pending.size === 0) startTimer();
    },
    typeset: (data, logo) => {
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        if (pending.size === 1) startTimer();
        child.send({ id, data, logo });
      });
    },
  };
}

/** A process that failed to start has no pid and never exits. */
const isStarted = (child: TypesetterChild) => child.pid !== undefined;

const waitForEnd = (child: TypesetterChild) =>
  new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => {
      if (!isStarted(child)) resolve();
    });
  });

/**
 * Resolves with null when the process is ready.
 * @param failPending returns the reason why the process ended
 */
const waitForStart = (
  child: TypesetterChild,
  failPending: (exitDescription: string) => string,
  end: () => void,
) =>
  new Promise<StartFailure | null>((resolve) => {
    let sendFailure = '';
    const reportFailure = (reason: string) => resolve({ reason: failPending(reason), isPermanent: false });
    child.on('message', (message) => {
      if (message.kind === 'started') resolve(message.startFailure);
    });
    child.on('error', (error) => {
      if (!isStarted(child)) return reportFailure(error.message);
      sendFailure = error.message;
      end();
    });
    child.on('close', (code, signal) => {
      const reasons = [`ended with ${signal ?? code}`, sendFailure, child.errorOutput()];
      reportFailure(reasons.filter(Boolean).join('; '));
    });
  });
