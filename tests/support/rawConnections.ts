import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Child, startProgram } from './childProcess';
import { type Calls, callsTo } from './siege';
import { temporaryFolder } from './temporaryFolder';

/** A server in its own process, and raw connections to it. Ended after each test. */
const folder = temporaryFolder();

let server: Child | null = null;
let calls: Calls | null = null;
const sockets: Connection[] = [];

afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.destroy();
  calls?.close();
  server?.process.kill('SIGTERM');
  await server?.ended;
  server = null;
});

interface Started {
  server: Child;
  calls: Calls;
  port: number;
}

/** More than the buffers of the system hold of an answer that nobody reads. */
export const pageBytes = 16_000_000;
export const assetBytes = 600_000;

/** A web folder with one page and one file, both large. */
function webRoot(): string {
  const root = join(folder, 'web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), 'x'.repeat(pageBytes));
  writeFileSync(join(root, 'assets', 'large.js'), 'x'.repeat(assetBytes));
  return root;
}

/** The demo institute, served by a process with a limit of open files. */
export async function start(handles?: number): Promise<Started> {
  const env = {
    DATABASE_URL: 'sqlite::memory:',
    PORT: '0',
    LOG_LEVEL: 'error',
    DEMO: '1',
    ADMIN_PASSWORD: '',
    WEB_ROOT: webRoot(),
  };
  server = startProgram('server/main.ts', [], env, handles);
  const [, address = ''] = await server.printed(/Rasd is ready: (\S+)/);
  calls = callsTo(address);
  return { server, calls, port: Number(new URL(address).port) };
}

export interface Connection {
  socket: Socket;
  received: string;
  /** The time when it was closed, by `performance.now()`. */
  closedAt: number | null;
}

/** Opens a connection and sends only the given text. */
export function open(port: number, sent: string): Promise<Connection> {
  const connection: Connection = { socket: connect(port, '127.0.0.1'), received: '', closedAt: null };
  sockets.push(connection);
  const { socket } = connection;
  socket.setEncoding('utf8').on('data', (text: string) => (connection.received += text));
  socket.on('error', () => undefined); // these tests expect closed connections
  socket.once('close', () => (connection.closedAt = performance.now()));
  return new Promise((resolve) => {
    socket.once('connect', () => socket.write(sent, () => resolve(connection)));
    socket.once('close', () => resolve(connection));
  });
}

/** Sends a request and reads nothing; `taken` counts the bytes that are read later. */
export function openUnread(port: number, sent: string) {
  const socket = connect(port, '127.0.0.1');
  const unread = { socket, taken: 0 };
  sockets.push({ socket, received: '', closedAt: null });
  socket.on('error', () => undefined); // as above
  return new Promise<typeof unread>((resolve) => {
    socket.once('connect', () => socket.write(sent, () => resolve(unread)));
  });
}

/** In MB. */
export function highestMemory({ process: { pid } }: Child): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Open files and connections. */
export const handlesOf = ({ process: { pid } }: Child) => readdirSync(`/proc/${pid}/fd`).length;

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
export const line = (path: string) => `POST /api${path} HTTP/1.1\r\nHost: localhost\r\n`;
export const withBody = (path: string, length: number, token?: string) =>
  `${line(path)}Content-Type: application/json\r\nContent-Length: ${length}\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`;
