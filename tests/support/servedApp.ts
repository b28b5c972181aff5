import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { builtProgram } from './programs';

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

const usualEnvironment = {
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: 'sqlite::memory:',
  LOG_LEVEL: 'error',
  CALL_LIMITS: '10000', // tests call faster than people
};

export interface ServedApp {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Stops the server like an operator, and waits for its end. */
  stop(): Promise<void>;
  /** Kills it at once, like the system when it is out of memory. */
  kill(): Promise<void>;
}

/** Starts the built product, like `npm start`, on a free port with a demo institute in memory. */
export async function serveApp(environment: Record<string, string> = {}): Promise<ServedApp> {
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, ...usualEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await address(server);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/** A process that serves one institute after another at the same address. */
export interface ServingProcess {
  /** Serves a copy of a new institute: the demo, or an empty one with `ADMIN_PASSWORD`. @returns the address */
  start(environment: Record<string, string>): Promise<string>;
  /** Stops the server and keeps the process. */
  stop(): Promise<void>;
  /** Ends the process and deletes the institutes. */
  end(): void;
}

/** Starts the program of `servingProcess.ts`. Each kind of institute is created once a day and then copied. */
export function startServingProcess(): ServingProcess {
  const folder = mkdtempSync(join(tmpdir(), 'rasd-institutes-'));
  const child = fork(builtProgram(process.env['TEST_PROGRAMS'] ?? '', 'servingProcess.ts'), {
    env: { ...process.env, ...usualEnvironment },
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

function address(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (url) resolve(url);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it was ready:\n${printed}`)),
    );
  });
}
