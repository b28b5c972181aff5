import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { password } from './app';
import { type Child, startProgram } from './childProcess';
import { type Calls, callsTo } from './siege';
import { temporaryFolder } from './temporaryFolder';

const folder = temporaryFolder();

/** A server in its own process, and raw connections to it. */
interface Started {
  server: Child;
  calls: Calls;
  port: number;
  /** Opens a connection and sends only the given text. */
  open(sent: string): Promise<Connection>;
  /** Sends a request and reads nothing; `taken` counts the bytes that are read later. */
  openUnread(sent: string): Promise<{ socket: Socket; taken: number }>;
}

export interface Connection {
  socket: Socket;
  received: string;
  isClosed: boolean;
}

/** More than the buffers of the system hold of an answer that nobody reads. */
export const pageBytes = 16_000_000;
export const assetBytes = 600_000;

let root: string | null = null;
/** A web folder with one page and one file, both large. */
function webRoot(): string {
  if (root) return root;
  root = join(folder, 'web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), 'x'.repeat(pageBytes));
  writeFileSync(join(root, 'assets', 'large.js'), 'x'.repeat(assetBytes));
  return root;
}

/**
 * A new institute, served by a process of its own, which is ended after the test: tests that begin together wait
 * together.
 * @param handles the most files and connections that the process may have open
 * @param times factor for the times after which it closes a connection without progress
 */
export async function start(
  onTestFinished: (end: () => Promise<void>) => void,
  { handles, times = 1 }: { handles?: number; times?: number } = {},
): Promise<Started> {
  const env = {
    DATABASE_URL: 'sqlite::memory:',
    PORT: '0',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: password,
    WEB_ROOT: webRoot(),
    CONNECTION_TIMES: String(times),
  };
  const server = startProgram('server/main.ts', [], env, handles);
  const sockets: Socket[] = [];
  let calls: Calls | null = null;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    calls?.close();
    server.process.kill('SIGTERM');
    await server.ended;
  });
  const [, address = ''] = await server.printed(/Rasd is ready: (\S+)/);
  calls = callsTo(address);
  const port = Number(new URL(address).port);
  const connected = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined); // these tests expect closed connections
    sockets.push(socket);
    return socket;
  };
  return {
    server,
    calls,
    port,
    open: (sent) => open(connected(), sent),
    openUnread: (sent) => openUnread(connected(), sent),
  };
}

function open(socket: Socket, sent: string): Promise<Connection> {
  const connection: Connection = { socket, received: '', isClosed: false };
  socket.setEncoding('utf8').on('data', (text: string) => (connection.received += text));
  socket.once('close', () => (connection.isClosed = true));
  return new Promise((resolve) => {
    socket.once('connect', () => socket.write(sent, () => resolve(connection)));
    socket.once('close', () => resolve(connection));
  });
}

function openUnread(socket: Socket, sent: string) {
  const unread = { socket, taken: 0 };
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
