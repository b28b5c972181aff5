import { Agent, request } from 'node:http';
import { openInstitute } from '../../server/domain/openInstitute';
import { systemActor } from '../../server/db/log/operationLog';
import { buildAccount } from '../../server/demo/people';
import { fillEmpty } from '../../server/bootstrap';
import { password, quickHash } from './app';
import type { Child } from './childProcess';

export interface Reply {
  /** 0: the connection was refused or closed without an answer. */
  status: number;
  body: string;
  retryAfter: string | undefined;
}

interface Sent {
  token?: string;
  body?: unknown;
}

/** Polls until the condition is true, for as long as the test may take and the server lives. */
export async function until(server: Child, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    const { exitCode, signalCode } = server.process;
    if (exitCode !== null || signalCode) throw new Error(`the server has ended:\n${server.errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Calls a server that may stop answering or end. @param address `http://127.0.0.1:PORT` */
export function callsTo(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const call = (method: string, path: string, { token, body }: Sent = {}): Promise<Reply> =>
    new Promise((resolve) => {
      const end = (status: number, text: string, retryAfter?: string) =>
        resolve({ status, body: text, retryAfter });
      const headers = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const sent = request(`${address}/api${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => end(response.statusCode ?? 0, text, response.headers['retry-after']));
        response.on('error', () => end(0, text));
      });
      sent.on('error', () => end(0, ''));
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const signIn = async (username: string): Promise<string> => {
    const { body } = await call('POST', '/auth/login', { body: { username, password } });
    return (JSON.parse(body) as { token: string }).token;
  };
  return { call, signIn, close: () => agent.destroy() };
}

export type Calls = ReturnType<typeof callsTo>;

export const besiegers = 20;

/** Fills an empty database with an admin for each writer: `admin0` and so on. */
export async function fillForSiege(url: string): Promise<void> {
  const data = await openInstitute(url);
  const passwordHash = await quickHash(password);
  await fillEmpty(data, { passwordHash });
  await data.write(systemActor, async (unit) => {
    unit.describe('create', 'users', 'admins', 'admins');
    const names = Array.from({ length: besiegers }, (_, place) => `admin${place}`);
    await unit.insertMany(
      'users',
      names.map((name) => ({ ...buildAccount(name, name, 'admin', passwordHash), email: null })),
    );
  });
  await data.close();
}

export interface Siege {
  /** The codes of the programmes with an acknowledged creation. */
  acknowledged: Set<string>;
  /** Every answer so far. */
  replies: Reply[];
  /** Resolves when each writer has another answer. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/** Each writer creates programmes one after another, until the siege ends. @param name of the siege */
export function besiege(server: Child, { call }: Calls, tokens: readonly string[], name: string): Siege {
  const acknowledged = new Set<string>();
  const replies: Reply[] = [];
  const answers = tokens.map(() => 0);
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
      answers[writer] = number + 1;
      // About as fast as a user, and within the limit of calls of one user.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const writers = tokens.map(write);
  return {
    acknowledged,
    replies,
    round: async () => {
      const before = [...answers];
      await until(server, () => answers.every((count, writer) => count > (before[writer] ?? 0)));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}
