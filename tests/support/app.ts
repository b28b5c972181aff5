import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import { onTestFailed } from 'vitest';
import type { Role } from '../../contract/vocabulary';
import { createApp } from '../../server/app';
import { flushSessionTouches } from '../../server/auth/sessions';
import type { Pressure } from '../../server/availability';
import { type Config, readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import type { OpenOptions } from '../../server/db/openData';
import { openInstitute } from '../../server/domain/openInstitute';
import { fillDemo } from '../../server/demo/index';
import { fillEmpty } from '../../server/bootstrap';
import { yieldToEventLoop } from './eventLoop';
import { openSubjects } from './openSubjects';
import {
  type NewDatabase,
  newDatabase,
  openTestData,
  maxLockWaitMs,
  findOrCreateTemplate,
  isPostgres,
} from './database';

export const password = 'rasd-demo';
/** A weak but fast hash. */
export const quickHash = (text: string) => hash(text, { memoryCost: 256, timeCost: 1, parallelism: 1 });

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
  text: string;
}

interface CallOptions {
  /** Account of the demo institute, or session token; null: no session. */
  as?: Role | 'teacher2' | { token: string } | null;
  body?: unknown;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface TestApp {
  app: FastifyInstance;
  data: Data;
  /** The server reads these values at each call, so tests can change them. */
  config: Config;
  /** Calls `/api` + path. Objects in `query` become JSON. */
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  signIn(username: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

type AppOptions = OpenOptions & {
  config?: Partial<Config>;
  pressure?: Pressure;
  today?: string;
  url?: string;
  /** A database with a single admin and no other rows. */
  isEmpty?: boolean;
  /** Omits most revisions, which are most rows of the demo. For tests that compare all rows. */
  hasFewRevisions?: boolean;
  wrapData?: (data: Data) => Data;
  /** Rows that take long to write: written once, then copied for each test. */
  extraContents?: { name: string; write: (data: Data) => Promise<void> };
};

const defaultToday = '2026-11-20';
const revisedDays = 4;

async function fill(
  data: Data,
  { isEmpty, today = defaultToday, hasFewRevisions, extraContents }: AppOptions,
): Promise<void> {
  const passwordHash = await quickHash(password);
  if (isEmpty) await fillEmpty(data, { passwordHash });
  else await fillDemo(data, { today, passwordHash, ...(hasFewRevisions && { revisionDays: revisedDays }) });
  await openSubjects(data);
  await extraContents?.write(data);
}

function findOrFillTemplate({
  now,
  today,
  isEmpty,
  hasFewRevisions,
  extraContents,
}: AppOptions): Promise<string> {
  const contents = JSON.stringify({
    at: now?.(),
    today,
    isEmpty,
    hasFewRevisions,
    extra: extraContents?.name,
  });
  return findOrCreateTemplate(contents, async (url) => {
    const data = await openInstitute(url, { now });
    await fill(data, { today, isEmpty, hasFewRevisions, extraContents });
    await data.close();
  });
}

/** For tests that open a database more than once. */
export const newFilledDatabase = async (options: AppOptions = {}): Promise<NewDatabase> =>
  newDatabase(await findOrFillTemplate(options));

async function openFilledData(options: AppOptions): Promise<Data> {
  if (!options.url) return openTestData(options, await findOrFillTemplate(options));
  const data = await openInstitute(options.url, { maxLockWaitMs, ...options });
  const firstUser = await data.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!firstUser) await fill(data, options);
  return data;
}

/** Prints the server log if the test fails, because the response says only BUSY. */
function printIfTestFails(lines: readonly string[]): void {
  try {
    onTestFailed(() => void process.stderr.write(lines.join('')));
  } catch {
    // Outside of a test, the error is reported anyway.
  }
}

/** Starts the real application on a real database with the demo institute. */
export async function startTestApp(options: AppOptions = {}): Promise<TestApp> {
  const { wrapData = (data: Data) => data } = options;
  const data = wrapData(await openFilledData(options));
  const config = {
    ...readConfig({
      LOG_LEVEL: 'error',
      WEB_ROOT: '/nonexistent',
      CALL_LIMITS: '10000',
      // Copies of SQLite are beside the file.
      ...(isPostgres && { BACKUP_FOLDER: process.env['BACKUP_FOLDER'] }),
    }),
    ...options.config,
  };
  const logLines: string[] = [];
  const logTo = new Writable({
    write(line, _encoding, done) {
      logLines.push(String(line));
      done();
    },
  });
  // Long preparations block the event loop for longer than a server may.
  const pressure = options.pressure ?? { maxDelay: Infinity };
  const app = await createApp(data, config, { logTo, pressure });
  await app.ready();
  const tokens = new Map<string, string>();

  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    callOptions: CallOptions = {},
  ): Promise<Answer<T>> {
    await yieldToEventLoop();
    // A test may set its clock forward beyond the idle timeout of a session.
    await flushSessionTouches();
    const token = await findToken(callOptions.as);
    const query = Object.entries(callOptions.query ?? {}).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(callOptions.body !== undefined && { 'content-type': 'application/json' }),
        ...callOptions.headers,
      },
      ...(callOptions.body !== undefined && { payload: JSON.stringify(callOptions.body) }),
    });
    if (response.statusCode >= 500 && logLines.length > 0) printIfTestFails(logLines.splice(0));
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : {}) as T,
      headers: response.headers,
      text: response.body,
    };
  }

  async function signIn(username: string, withPassword = password): Promise<string> {
    const { body } = await call<{ token: string }>('POST', '/auth/login', {
      body: { username, password: withPassword },
    });
    return body.token;
  }

  async function findToken(as: CallOptions['as']): Promise<string | null> {
    if (!as) return null;
    if (typeof as === 'object') return as.token;
    const token = tokens.get(as) ?? (await signIn(as));
    tokens.set(as, token);
    return token;
  }

  return {
    app,
    data,
    config,
    call,
    signIn,
    close: async () => {
      await app.close();
      await data.close();
    },
  };
}
