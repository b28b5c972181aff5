import { setTimeout } from 'node:timers/promises';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import type { Recipe, Statement } from './bare';
import type { BenchCase } from './cases';

type RecordedCall = Pick<BenchCase, 'method' | 'path' | 'isTeacher'>;

export interface Recording {
  statements: Statement[];
  milliseconds: number;
  /** Time in statements, with the wait for the database. */
  statementMs: number;
  /** CPU time of this process, which other processes hardly affect. */
  cpuMs: number;
}

export interface Recorder {
  data: Data;
  token: string;
  teacherToken: string;
  /** Throws if the server refuses the call. */
  sendCall(call: RecordedCall, body?: unknown): Promise<Recording>;
  recordCase(benchCase: BenchCase): Promise<Recipe>;
  close(): Promise<void>;
}

/** Undo session of the recorder's own writes. */
export const undoSession = 'bench';
const busyStatus = 503;

export async function startRecorder(url: string): Promise<Recorder> {
  let statements: Statement[] = [];
  let statementMs = 0;
  const data = await openInstitute(url, {
    onQuery: ({ sql, parameters }, milliseconds) => {
      statements.push({ sql, parameters: [...parameters] });
      statementMs += milliseconds;
    },
  });
  const config = readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent', CALL_LIMITS: '10000' });
  const app = await createApp(data, config);
  const send = ({ method, path }: RecordedCall, body: unknown, token?: string) =>
    app.inject({
      method,
      url: path,
      headers: token ? { authorization: `Bearer ${token}`, 'x-session-id': undoSession } : {},
      ...(body !== undefined && { payload: body as object }),
    });
  const signIn = async (username: string) => {
    const login = { method: 'POST', path: '/api/auth/login' } as const;
    return (await send(login, { username, password: 'rasd-demo' })).json<{ token: string }>().token;
  };
  const token = await signIn('admin');
  const teacherToken = await signIn('teacher');
  const sendCall = async (call: RecordedCall, body?: unknown, tries = 20): Promise<Recording> => {
    [statements, statementMs] = [[], 0];
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    const answer = await send(call, body, call.isTeacher ? teacherToken : token);
    const milliseconds = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    // Preparing the institute blocked the event loop, so the server may refuse calls.
    if (answer.statusCode === busyStatus && tries > 1) {
      await setTimeout(250);
      return sendCall(call, body, tries - 1);
    }
    if (answer.statusCode >= 300)
      throw new Error(`${call.method} ${call.path}: ${answer.statusCode} ${answer.body}`);
    return { statements, milliseconds, statementMs, cpuMs: (user + system) / 1_000 };
  };
  return {
    data,
    token,
    teacherToken,
    sendCall,
    recordCase: (benchCase) => recordRecipe(benchCase, sendCall, data),
    async close() {
      await app.close();
      await data.close();
    },
  };
}

/** Drops the first `period` calls, at least one: they may run more statements. */
async function recordRecipe(
  benchCase: BenchCase,
  sendCall: Recorder['sendCall'],
  { read }: Data,
): Promise<Recipe> {
  const { name, method, path, period = 0 } = benchCase;
  const skippedCount = Math.max(1, period);
  const [recordings, operations]: [Statement[][], number[]] = [[], []];
  for (let count = 0; count < skippedCount + Math.max(1, 2 * period); count += 1) {
    const { statements } = await sendCall(benchCase, benchCase.body?.(count));
    if (count < skippedCount) continue;
    recordings.push(statements);
    const newest = read.selectFrom('operations').select((builder) => builder.fn.max('id').as('id'));
    if (period > 0) operations.push(Number((await newest.executeTakeFirstOrThrow()).id));
  }
  return { name, method, path, recordings, operations };
}
