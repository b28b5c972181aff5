import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

export interface ServedApp {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Ends the server as an operator would, and waits until it has. */
  stop(): Promise<void>;
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
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await address(server);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve());
        server.kill('SIGTERM');
      }),
  };
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
