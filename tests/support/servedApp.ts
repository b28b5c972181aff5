import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { builtProgram } from './programs';

const serverProgram = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

const defaultEnvironment = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: 'sqlite::memory:',
  LOG_LEVEL: 'error',
  CALL_LIMITS: '10000', // tests call faster than users
};

export interface ServedApp {
  url: string;
  /** Resolves to the first group when the output matches. The order of log and output differs. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the built app on a free port, with a demo institute in memory. */
export async function serveApp(environment: Record<string, string> = {}): Promise<ServedApp> {
  const server = spawn(process.execPath, [serverProgram], {
    env: { ...process.env, ...defaultEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const waitForOutput = watchOutput(server);
  const url = await waitForOutput(/Rasd is ready: (\S+)\n/);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  return { url, waitForOutput, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** Serves several institutes in sequence at the same address. */
export interface ServingProcess {
  /** Serves a copy of the demo institute, or of an empty one with `ADMIN_PASSWORD`. @returns the address */
  start(environment: Record<string, string>): Promise<string>;
  /** Stops the server, but not the process. */
  stop(): Promise<void>;
  end(): void;
}

/** Runs `servingProcess.ts`. It creates templates once a day and copies them. */
export function startServingProcess(): ServingProcess {
  const folder = mkdtempSync(join(tmpdir(), 'rasd-institutes-'));
  const child = fork(builtProgram(process.env['TEST_PROGRAMS'] ?? '', 'servingProcess.ts'), {
    env: { ...process.env, ...defaultEnvironment },
  });
  const ended = once(child, 'exit').then(() => [{ error: 'the serving process has ended' }]);

  async function send(message: Record<string, string> | 'stop'): Promise<string> {
    const answer = once(child, 'message');
    child.send(message);
    const [{ url = '', error }] = (await Promise.race([answer, ended])) as [{ url?: string; error?: string }];
    if (error) throw new Error(error);
    return url;
  }

  async function start(environment: Record<string, string>): Promise<string> {
    if (environment['DATABASE_URL']) return send(environment);
    const kind = environment['ADMIN_PASSWORD'] ? 'empty' : 'demo';
    const template = join(folder, `${kind}-${dateInZone(new Date(), defaultTimeZone)}.db`);
    if (!existsSync(template)) {
      await send({ ...environment, DATABASE_URL: `sqlite:${template}` });
      await send('stop');
    }
    const file = join(mkdtempSync(join(folder, 'institute-')), 'rasd.db');
    copyFileSync(template, file);
    return send({ ...environment, DATABASE_URL: `sqlite:${file}` });
  }

  return {
    start,
    stop: async () => void (await send('stop')),
    end: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function watchOutput(server: ChildProcess): ServedApp['waitForOutput'] {
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return (pattern) =>
    new Promise((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(output);
        if (match) resolve(match[1] ?? '');
      };
      // These listeners run after the ones above.
      for (const stream of [server.stdout, server.stderr]) stream?.on('data', check);
      server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
      check();
    });
}
