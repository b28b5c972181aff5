// Provides PostgreSQL for the server tests: TEST_DATABASE_URL, or a temporary cluster for the run.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackage } from './debian.mjs';
import { memoryFolder } from './memoryFolder.mjs';
import { onExit, execute } from './steps.mjs';

/** Returns the URL of a database that tests may fill and empty. Throws a readable error if there is none. */
export async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  // Detached, so that Ctrl-C does not end the cluster before the tests.
  const cluster = await createCluster({ isDetached: true });
  onExit(() => cluster.remove());
  await cluster.start();
  return cluster.url;
}

/** `stop` sends SIGINT (closes connections) or SIGQUIT (like a crash: `isDurable` keeps committed data). */
export async function createCluster({ isDetached = false, isDurable = false } = {}) {
  const folder = await requireBinaries();
  const owner = findClusterOwner();
  const data = mkdtempSync(join(isDurable ? tmpdir() : memoryFolder(), 'rasd-postgres-'));
  const removeFolder = () => rmSync(data, { recursive: true, force: true });
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid);
  try {
    await initialize(folder, data, owner);
  } catch (error) {
    removeFolder();
    throw error;
  }
  const port = await freePort();
  let server = null;
  const stop = async (signal = 'SIGINT') => {
    server?.process.kill(signal);
    await server?.ended;
    server = null;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: async () => {
      server = startServer(folder, data, { port, isDurable }, { ...owner, detached: isDetached });
      await server.ready;
    },
    stop,
    remove: async () => {
      await stop('SIGQUIT');
      removeFolder();
    },
  };
}

export async function preparePostgres() {
  if (!process.env.TEST_DATABASE_URL) await requireBinaries();
}

async function requireBinaries() {
  let folder = findBinaries();
  if (!folder && canInstallPackages()) {
    await installPackage('postgresql');
    folder = findBinaries();
  }
  if (!folder)
    throw new Error('No PostgreSQL found. Install it, or name a database for tests in TEST_DATABASE_URL.');
  return folder;
}

/** The folder of `postgres` and `pg_dump`. Undefined if PostgreSQL is missing. */
export function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

// PostgreSQL refuses to run as root.
function findClusterOwner() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout || NaN));
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
}

async function initialize(folder, data, owner) {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { code, output } = await execute(join(folder, 'initdb'), args, { ...owner, cwd: data, minutes: 3 });
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** `ready` resolves when the server accepts connections. Only this run needs the data, so fsync is off. */
function startServer(folder, data, { port, isDurable }, options) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...args], {
    ...options,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  const ready = new Promise((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    void ended.then(() => reject(new Error(`PostgreSQL ended:\n${log}`)));
  });
  return { process: server, ended, ready };
}
