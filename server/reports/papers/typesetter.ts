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

/** Papers by one process at a time, which is started when it is needed. */
interface Typesetting {
  /** @throws NO_TYPESETTER where none can be had; the reason is its `cause` */
  required: () => Promise<Typesetter>;
  /** A PDF of papers. @throws NO_TYPESETTER, BUSY where too many wait, INTERNAL where it cannot be set */
  typeset: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
}

/** @param begin starts a process */
export function typesettingBy(begin: () => TypesetterChild): Typesetting {
  let current: Typesetter | null = null;
  /** The last process, until it is gone: there are never two. */
  let leaving: Promise<void> = Promise.resolve();
  /** The platform lacks the native module: nobody need try again. */
  let isMissing = false;

  function started(): Typesetter {
    const own = typesetterOver(begin(), () => {
      if (current === own) current = null;
    });
    leaving = own.gone;
    return own;
  }

  async function required(): Promise<Typesetter> {
    if (isMissing) throw new Problem('NO_TYPESETTER');
    if (!current) await leaving;
    current ??= started();
    const own = current;
    const notThere = await own.notThere;
    if (notThere) {
      isMissing = notThere.isForGood;
      own.end();
      throw new Problem('NO_TYPESETTER', { cause: new Error(notThere.reason) });
    }
    own.wake();
    return own;
  }

  return { required, typeset: async (data, logo) => (await required()).set(data, logo) };
}

/** Of this server. */
export const { required: requireTypesetter, typeset } = typesettingBy(() => typesetterChild());

/** Of its scripts alone; the typesetter has its own. */
const maxHeapMb = 96;
/** Kept of what the process says before it ends. */
const maxWords = 2_000;

/** One thread and few stores: the other core and the memory are for who is waiting for an answer. */
const modest = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1' };
/** What the process has no use for. */
const withoutSecrets = { DATABASE_URL: undefined, ADMIN_PASSWORD: undefined };

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
 * Starts a process that sets papers. It ends with the server, however that ends, since their channel closes then; it
 * does not keep the server alive.
 */
export function typesetterChild(flags: readonly string[] = []): TypesetterChild {
  const { path, flags: own } = program();
  const child: ChildProcess = fork(path, {
    execArgv: [...own, ...flags],
    env: { ...process.env, ...withoutSecrets, ...modest },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxWords);
  });
  // In the midst of a paper it does not see that the server has gone.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  for (const event of ['exit', 'error']) child.once(event, () => process.off('exit', end));
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return Object.assign(child, { lastWords: () => words.trim() });
}
