import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TypesetterChild } from './typesetterProcess';

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
    path: fileURLToPath(new URL('./typesetterWorker.ts', import.meta.url)),
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
