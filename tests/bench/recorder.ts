import { setTimeout } from 'node:timers/promises';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import type { Recipe, Statement } from './bare';
import type { BenchCase } from './cases';

type Asked = Pick<BenchCase, 'method' | 'path' | 'isTeacher'>;

/** An answered call and its duration, in milliseconds. */
export interface Answered {
  statements: Statement[];
  milliseconds: number;
  /** The part of it in statements, including the wait for the database. */
  inStatements: number;
  /** Processor time of this process meanwhile, which others on the machine hardly change. */
  ofProcessor: number;
}

export interface Recorder {
  data: Data;
  token: string;
  /** The token of a teacher of many batches. */
  teacherToken: string;
  /** Sends a call to our server. @throws if it is refused */
  ask(one: Asked, body?: unknown): Promise<Answered>;
  recipe(one: BenchCase): Promise<Recipe>;
  close(): Promise<void>;
}

/** The session under which the recorder's own writes can be undone. */
export const undoSession = 'bench';
const busy = 503;

/** Our server in this process, with its statements recorded. */
export async function startRecorder(url: string): Promise<Recorder> {
  let statements: Statement[] = [];
  let inStatements = 0;
  const data = await openInstitute(url, {
    onQuery: ({ sql, parameters }, milliseconds) => {
      statements.push({ sql, parameters: [...parameters] });
      inStatements += milliseconds;
    },
  });
  const config = readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent', CALL_LIMITS: '10000' });
  const app = await createApp(data, config);
  const send = ({ method, path }: Asked, body: unknown, token?: string) =>
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
  const ask = async (one: Asked, body?: unknown, tries = 20): Promise<Answered> => {
    [statements, inStatements] = [[], 0];
    const began = performance.now();
    const used = process.cpuUsage();
    const answer = await send(one, body, one.isTeacher ? teacherToken : token);
    const milliseconds = performance.now() - began;
    const { user, system } = process.cpuUsage(used);
    // Preparing the institute has kept this process busy, so the server in it may refuse calls.
    if (answer.statusCode === busy && tries > 1) {
      await setTimeout(250);
      return ask(one, body, tries - 1);
    }
    if (answer.statusCode >= 300)
      throw new Error(`${one.method} ${one.path}: ${answer.statusCode} ${answer.body}`);
    return { statements, milliseconds, inStatements, ofProcessor: (user + system) / 1_000 };
  };
  return {
    data,
    token,
    teacherToken,
    ask,
    recipe: (one) => recipeOf(one, ask, data),
    async close() {
      await app.close();
      await data.close();
    },
  };
}

/** The statements of a case. The first request is dropped, because it may do more than the others. */
async function recipeOf(one: BenchCase, ask: Recorder['ask'], { read }: Data): Promise<Recipe> {
  const { name, method, path, period = 0 } = one;
  const before = Math.max(1, period);
  const [recordings, operations]: [Statement[][], number[]] = [[], []];
  for (let count = 0; count < before + Math.max(1, 2 * period); count += 1) {
    const { statements } = await ask(one, one.body?.(count));
    if (count < before) continue;
    recordings.push(statements);
    const newest = read.selectFrom('operations').select((on) => on.fn.max('id').as('id'));
    if (period > 0) operations.push(Number((await newest.executeTakeFirstOrThrow()).id));
  }
  return { name, method, path, recordings, operations };
}
