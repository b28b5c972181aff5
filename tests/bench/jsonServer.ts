import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Data } from '../../server/db/data';

// json-server is no dependency of the repository: the benchmark installs it beside the other caches.

const folder = resolve('node_modules/.cache/rasd/json-server');
const version = '0.17.4';

interface JsonServer {
  create(): { use(handler: unknown): void; listen(port: number, host: string, done: () => void): Server };
  defaults(options: { logger: boolean }): unknown;
  router(file: string): unknown;
}

export function installJsonServer(): void {
  if (existsSync(join(folder, 'node_modules/json-server'))) return;
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', folder, `json-server@${version}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error(`npm could not install json-server@${version}.`);
}

/** Writes the students of the institute as a file of json-server. */
export async function writeJsonFile({ read }: Data, file: string): Promise<void> {
  const students = await read.selectFrom('students').selectAll().execute();
  writeFileSync(file, JSON.stringify({ students }));
}

export function serveJson(file: string): void {
  const jsonServer = createRequire(join(folder, 'index.js'))('json-server') as JsonServer;
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router(file));
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}
