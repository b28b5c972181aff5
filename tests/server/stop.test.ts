import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { openInstitute } from '../../server/domain/openInstitute';
import { startProgram } from '../support/childProcess';
import { newDatabase } from '../support/database';

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

interface Reply {
  /** 0: the connection was refused or closed without an answer. */
  status: number;
  body: string;
}

const post = (url: string, body: unknown, token?: string) =>
  new Promise<Reply>((resolve) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on('error', () => resolve({ status: 0, body: text }));
    });
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(JSON.stringify(body));
  });

/** Polls until the condition is true or the test times out. */
async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}

test('at SIGTERM and a second signal under load all started requests are answered, and the process exits by itself', async () => {
  const { url, discard } = await newDatabase();
  const server = startProgram('server/main.ts', [], {
    DATABASE_URL: url,
    PORT: '0',
    ADMIN_PASSWORD: 'a strong enough one',
    LOG_LEVEL: 'error',
    CALL_LIMITS: '10000',
    DEMO: '',
  });
  const [, address = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  const credentials = { username: 'admin', password: 'a strong enough one' };
  const signedIn = await post(`${address}/api/auth/login`, credentials);
  const { token } = JSON.parse(signedIn.body) as { token: string };

  const data = await openInstitute(url);
  const answered = new Map<string, number>();
  const writer = async (name: number) => {
    for (let round = 0; ; round += 1) {
      const program_id = `W${name}-${round}`;
      const body = { program_id, program_name: program_id };
      const { status } = await post(`${address}/api/programs`, body, token);
      answered.set(program_id, status);
      if (status === 0) return; // the server has ended
    }
  };
  const writers = Array.from({ length: 16 }, (_, name) => writer(name));
  await waitUntil(async () => answered.size > 40);
  // The server hashes the password of this sign-in when the signal arrives; it has already recorded the
  // attempt.
  const slow = post(`${address}/api/auth/login`, credentials);
  let isAnswered = false;
  void slow.then(() => (isAnswered = true));
  const attempts = () => data.read.selectFrom('sign_in_failures').select('id').execute();
  await waitUntil(async () => isAnswered || (await attempts()).length > 0);
  server.process.kill('SIGTERM');
  // The server sends another status than 201 only while it ends.
  await waitUntil(async () => [...answered.values()].some((status) => status !== 201));
  server.process.kill('SIGINT');
  await Promise.all(writers);
  expect((await slow).status).toBe(200);
  // Exit code 1 would mean that the server was still busy at the end of its grace period.
  expect(await server.ended).toEqual({ code: 0, signal: null });
  agent.destroy();
  expect((await post(`${address}/api/programs`, {}, token)).status).toBe(0);

  const stored = await data.read.selectFrom('programs').select('program_id').execute();
  await data.close();
  await discard();
  const created = [...answered].filter(([, status]) => status === 201).map(([code]) => code);
  expect(created.length).toBeGreaterThan(20);
  // Every stored write was answered, and every answered write is stored.
  expect(stored.map((program) => program.program_id).toSorted()).toEqual(created.toSorted());
  expect([...answered.values()].filter((status) => ![201, 503, 0].includes(status))).toEqual([]);
});
