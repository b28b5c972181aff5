import { setTimeout } from 'node:timers/promises';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import type { Recipe, Statement } from './bare';
import type { BenchCase } from './cases';

type RecordedCall = Pick<BenchCase, 'method' | 'path' | 'isTeacher'> & {
  headers?: Readonly<Record<string, string>>;
};

export interface Recording {
  statements: Statement[];
  status: number;
  /** The parsed body. Null for a page. */
  answer: unknown;
  milliseconds: number;
  /** Time in statements, with the wait for the database. */
  statementMs: number;
  /** CPU time of this process, which other processes hardly affect. */
  cpuMs: number;
}

/** Sessions of the callers. */
export interface Tokens {
  token: string;
  teacherToken: string;
}

export interface Recorder extends Tokens {
  data: Data;
  /** Throws if the server refuses the call. */
  sendCall(call: RecordedCall, body?: unknown): Promise<Recording>;
  recordCase(benchCase: BenchCase): Promise<Recipe>;
  close(): Promise<void>;
}

/** Undo session of the recorder's own writes. */
export const undoSession = 'bench';
const busyStatus = 503;

/** @param tokens existing sessions; default: signs in, which writes */
export async function startRecorder(url: string, tokens?: Tokens): Promise<Recorder> {
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
  const send = ({ method, path, headers = {} }: RecordedCall, body: unknown, token?: string) =>
    app.inject({
      method,
      url: path,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}`, 'x-session-id': undoSession }),
      },
      ...(body !== undefined && { payload: body as object }),
    });
  const signIn = async (username: string) => {
    const login = { method: 'POST', path: '/api/auth/login' } as const;
    return (await send(login, { username, password: 'rasd-demo' })).json<{ token: string }>().token;
  };
  const { token, teacherToken } = tokens ?? {
    token: await signIn('admin'),
    teacherToken: await signIn('teacher'),
  };
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
    const { statusCode: status, body: answerText } = answer;
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    const parsedAnswer: unknown = answerText === '' || isPage ? null : JSON.parse(answerText);
    return {
      statements,
      status,
      answer: parsedAnswer,
      milliseconds,
      statementMs,
      cpuMs: (user + system) / 1_000,
    };
  };
  return {
    data,
    token,
    teacherToken,
    sendCall,
    recordCase: (benchCase) => recordRecipe(benchCase, sendCall),
    async close() {
      await app.close();
      await data.close();
    },
  };
}

/** The baseline has its own transactions. */
const isTransactionControl = ({ sql }: Statement) =>
  /^\s*(begin|start transaction|commit|savepoint|release)\b/i.test(sql);

/** Drops the first call of a read, which may run more statements. Writes are recorded for three periods. */
async function recordRecipe(benchCase: BenchCase, sendCall: Recorder['sendCall']): Promise<Recipe> {
  const { name, period = 0 } = benchCase;
  const recordings: Statement[][] = [];
  let [status, answer]: [number, unknown] = [0, null];
  for (let count = 0; count < Math.max(2, 3 * period); count += 1) {
    const recording = await sendCall(benchCase, benchCase.body?.(count));
    ({ status, answer } = recording);
    recordings.push(recording.statements.filter((statement) => !isTransactionControl(statement)));
  }
  return { name, period, status, answer, recordings: period > 0 ? recordings : recordings.slice(1) };
}
