import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Problem } from '../../problem';
import type { PaperData } from './paperData';
import {
  type Typesetter,
  type TypesetterChild,
  typesetterOver,
  type TypesetRequest,
} from './typesetterProcess';

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
