import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export interface ServedApp {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Ends the server as an operator would, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as the system does that has no memory left: at once, in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Starts the built product, as `npm start` does, on a free port and a throw-away demo institute. */
export async function serveApp(environment: Record<string, string> = {}): Promise<ServedApp> {
  const server = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'error',
      CALL_LIMITS: '10000', // tests are quicker than people
      ...environment,
    },
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

/** As `serveApp`, on a copy of the demo institute, which is made once in `folder` on each day. */
export async function serveDemo(
  folder: string,
  environment: Record<string, string> = {},
): Promise<ServedApp> {
  const template = join(folder, `${dateInZone(new Date(), defaultTimeZone)}.db`);
  if (!existsSync(template)) {
    const first = await serveApp({ DATABASE_URL: `sqlite:${template}` });
    await first.stop();
  }
  const place = mkdtempSync(join(folder, 'institute-'));
  const file = join(place, 'rasd.db');
  copyFileSync(template, file);
  const app = await serveApp({ DATABASE_URL: `sqlite:${file}`, ...environment });
  const endThen = (end: () => Promise<void>) => async () => {
    await end();
    rmSync(place, { recursive: true, force: true });
  };
  return { url: app.url, stop: endThen(app.stop), kill: endThen(app.kill) };
}

function address(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (found) resolve(found);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it was ready:\n${printed}`)),
    );
  });
}
