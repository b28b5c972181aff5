import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { password } from './app';
import { type Child, startProgram } from './childProcess';
import { type Client, newClient } from './writeLoad';
import { temporaryFolder } from './temporaryFolder';

const folder = temporaryFolder();

interface StartedServer {
  server: Child;
  calls: Client;
  port: number;
  open(text: string): Promise<Connection>;
  /** Reads nothing until the test reads; then `bytesRead` counts the bytes. */
  openUnread(text: string): Promise<{ socket: Socket; bytesRead: number }>;
}

export interface Connection {
  socket: Socket;
  received: string;
  isClosed: boolean;
}

/** More than the socket buffers of the system hold. */
export const pageBytes = 16_000_000;
export const assetBytes = 600_000;

let root: string | null = null;
/** A web folder with a large page and a large file. */
function webRoot(): string {
  if (root) return root;
  root = join(folder, 'web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), 'x'.repeat(pageBytes));
  writeFileSync(join(root, 'assets', 'large.js'), 'x'.repeat(assetBytes));
  return root;
}

/**
 * Serves a new institute in its own process. `onTestFinished` ends the process, so that concurrent tests
 * share the wait. @param handles limit of open files and connections @param timeoutFactor factor for the connection
 * timeouts
 */
export async function startServer(
  onTestFinished: (end: () => Promise<void>) => void,
  { handles, timeoutFactor = 1 }: { handles?: number; timeoutFactor?: number } = {},
): Promise<StartedServer> {
  const env = {
    DATABASE_URL: 'sqlite::memory:',
    PORT: '0',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: password,
    WEB_ROOT: webRoot(),
    CONNECTION_TIMES: String(timeoutFactor),
  };
  const server = startProgram('server/main.ts', [], env, handles);
  const sockets: Socket[] = [];
  let calls: Client | null = null;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    calls?.close();
    server.process.kill('SIGTERM');
    await server.ended;
  });
  const [, address = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  calls = newClient(address);
  const port = Number(new URL(address).port);
  const openSocket = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined); // tests expect closed connections
    sockets.push(socket);
    return socket;
  };
  return {
    server,
    calls,
    port,
    open: (sent) => open(openSocket(), sent),
    openUnread: (sent) => openUnread(openSocket(), sent),
  };
}

function open(socket: Socket, request: string): Promise<Connection> {
  const connection: Connection = { socket, received: '', isClosed: false };
  socket.setEncoding('utf8').on('data', (text: string) => (connection.received += text));
  socket.once('close', () => (connection.isClosed = true));
  return new Promise((resolve) => {
    socket.once('connect', () => socket.write(request, () => resolve(connection)));
    socket.once('close', () => resolve(connection));
  });
}

function openUnread(socket: Socket, request: string) {
  const unread = { socket, bytesRead: 0 };
  return new Promise<typeof unread>((resolve) => {
    socket.once('connect', () => socket.write(request, () => resolve(unread)));
  });
}

/** Peak memory in MB. */
export function readPeakMemory({ process: { pid } }: Child): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

/** Counts open files and connections. */
export const countHandles = ({ process: { pid } }: Child) => readdirSync(`/proc/${pid}/fd`).length;

export const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
export const postHead = (path: string) => `POST /api${path} HTTP/1.1\r\nHost: localhost\r\n`;
export const postHeadWithLength = (path: string, length: number, token?: string) =>
  `${postHead(path)}Content-Type: application/json\r\nContent-Length: ${length}\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`;
