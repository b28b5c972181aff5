import { Agent, request } from 'node:http';
import { openInstitute } from '../../server/domain/openInstitute';
import { systemActor } from '../../server/db/log/operationLog';
import { buildAccount } from '../../server/demo/people';
import { fillEmpty } from '../../server/bootstrap';
import { password, quickHash } from './app';
import type { Child } from './childProcess';

export interface Reply {
  /** 0: the connection was refused, or closed without an answer. */
  status: number;
  body: string;
  retryAfter: string | undefined;
}

interface CallInput {
  token?: string;
  body?: unknown;
}

/** Polls while the server runs, and throws if it ends. */
export async function waitUntil(server: Child, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const { exitCode, signalCode } = server.process;
    if (exitCode !== null || signalCode) throw new Error(`the server has ended:\n${server.errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** HTTP client for a server that may stop. @param address `http://127.0.0.1:PORT` */
export function newClient(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const call = (method: string, path: string, { token, body }: CallInput = {}): Promise<Reply> =>
    new Promise((resolve) => {
      const end = (status: number, text: string, retryAfter?: string) =>
        resolve({ status, body: text, retryAfter });
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const clientRequest = request(`${address}/api${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => end(response.statusCode ?? 0, text, response.headers['retry-after']));
        response.on('error', () => end(0, text));
      });
      clientRequest.on('error', () => end(0, ''));
      clientRequest.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const signIn = async (username: string): Promise<string> => {
    const { body } = await call('POST', '/auth/login', { body: { username, password } });
    return (JSON.parse(body) as { token: string }).token;
  };
  return { call, signIn, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof newClient>;

export const writerCount = 20;

/** Creates an admin for each writer: `admin0`, `admin1`, … */
export async function addLoadAdmins(url: string): Promise<void> {
  const data = await openInstitute(url);
  const passwordHash = await quickHash(password);
  await fillEmpty(data, { passwordHash });
  await data.write(systemActor, async (unit) => {
    unit.describe('create', 'users', 'admins', 'admins');
    const names = Array.from({ length: writerCount }, (_, index) => `admin${index}`);
    await unit.insertMany(
      'users',
      names.map((name) => ({ ...buildAccount(name, name, 'admin', passwordHash), email: null })),
    );
  });
  await data.close();
}

export interface WriteLoad {
  /** Codes of acknowledged programmes. */
  acknowledged: Set<string>;
  replies: Reply[];
  /** Resolves when each writer has one more answer. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/** Each writer creates programmes until `stop` is called. */
export function startWriteLoad(
  server: Child,
  { call }: Client,
  tokens: readonly string[],
  name: string,
): WriteLoad {
  const acknowledged = new Set<string>();
  const replies: Reply[] = [];
  const answerCounts = tokens.map(() => 0);
  const stopping = new AbortController();
  const write = async (token: string, writer: number) => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const code = `${name}-${writer}-${number}`;
      const reply = await call('POST', '/programs', {
        token,
        body: { program_id: code, program_name: code },
      });
      if (reply.status === 201) acknowledged.add(code);
      replies.push(reply);
      answerCounts[writer] = number + 1;
      // About as fast as a user, and within the rate limit.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const writers = tokens.map(write);
  return {
    acknowledged,
    replies,
    round: async () => {
      const countsBefore = [...answerCounts];
      await waitUntil(server, () =>
        answerCounts.every((count, writer) => count > (countsBefore[writer] ?? 0)),
      );
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}
