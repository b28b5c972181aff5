import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import { onTestFailed } from 'vitest';
import type { Role } from '../../contract/vocabulary';
import { createApp } from '../../server/app';
import { finishTouches } from '../../server/auth/sessions';
import type { Pressure } from '../../server/availability';
import { type Config, readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import type { OpenOptions } from '../../server/db/openData';
import { openInstitute } from '../../server/domain/openInstitute';
import { fillDemo } from '../../server/demo/index';
import { fillEmpty } from '../../server/bootstrap';
import { breath } from './breath';
import { openSubjects } from './openSubjects';
import { type NewDatabase, newDatabase, openTestData, patience, templateOf } from './database';

export const password = 'rasd-demo';
/** As strong as a test needs, and quick. */
export const quickHash = (text: string) => hash(text, { memoryCost: 256, timeCost: 1, parallelism: 1 });

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
  text: string;
}

interface Sent {
  /** A role of the demo institute, a token, or nobody. */
  as?: Role | 'teacher2' | { token: string } | null;
  body?: unknown;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface TestApp {
  app: FastifyInstance;
  data: Data;
  /** As the application reads it at each call. */
  config: Config;
  /** Calls `/api` + path. Objects and arrays in `query` are written as JSON, as the data provider does. */
  call<T = Record<string, unknown>>(method: string, path: string, sent?: Sent): Promise<Answer<T>>;
  signIn(username: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

type AppOptions = OpenOptions & {
  config?: Partial<Config>;
  pressure?: Pressure;
  today?: string;
  url?: string;
  /** With one admin and nothing else. */
  isEmpty?: boolean;
  /** With the revisions of the last days alone, which are most of all rows: for tests that write, undo or compare them all. */
  hasFewRevisions?: boolean;
  /** Puts something between the application and its data. */
  around?: (data: Data) => Data;
  /** What else is to be there, for tests that would each take long to write it; it is written once and copied. */
  also?: { name: string; write: (data: Data) => Promise<void> };
};

const defaultToday = '2026-11-20';
/** With `hasFewRevisions`. */
const revisedDays = 4;

async function fill(
  data: Data,
  { isEmpty, today = defaultToday, hasFewRevisions, also }: AppOptions,
): Promise<void> {
  const passwordHash = await quickHash(password);
  if (isEmpty) await fillEmpty(data, { passwordHash });
  else await fillDemo(data, { today, passwordHash, ...(hasFewRevisions && { revisionDays: revisedDays }) });
  await openSubjects(data);
  await also?.write(data);
}

/** Returns the URL of a filled database to copy. */
function filledTemplate({ now, today, isEmpty, hasFewRevisions, also }: AppOptions): Promise<string> {
  const contents = JSON.stringify({ at: now?.(), today, isEmpty, hasFewRevisions, also: also?.name });
  return templateOf(contents, async (url) => {
    const data = await openInstitute(url, { now });
    await fill(data, { today, isEmpty, hasFewRevisions, also });
    await data.close();
  });
}

/** Creates a database with the demo institute, for a test that opens it more than once. */
export const newFilledDatabase = async (options: AppOptions = {}): Promise<NewDatabase> =>
  newDatabase(await filledTemplate(options));

async function filledData(options: AppOptions): Promise<Data> {
  if (!options.url) return openTestData(options, await filledTemplate(options));
  const data = await openInstitute(options.url, { maxLockWaitMs: patience, ...options });
  const anybody = await data.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!anybody) await fill(data, options);
  return data;
}

/** What the server logged of an answer that says only that it is busy. */
function tellIfTheTestFails(lines: readonly string[]): void {
  try {
    onTestFailed(() => void process.stderr.write(lines.join('')));
  } catch {
    // The call was made outside of a test, which fails by itself then.
  }
}

/** The real application on a real database with the demo institute. */
export async function startTestApp(options: AppOptions = {}): Promise<TestApp> {
  const { around = (data) => data } = options;
  const data = around(await filledData(options));
  const config = {
    ...readConfig({ LOG_LEVEL: 'error', WEB_ROOT: '/nonexistent', CALL_LIMITS: '10000' }),
    ...options.config,
  };
  const mistakes: string[] = [];
  const logTo = new Writable({
    write(line, _encoding, done) {
      mistakes.push(String(line));
      done();
    },
  });
  // A test that prepares much stands still for long, on a slow machine for longer than a server may.
  const pressure = options.pressure ?? { maxDelay: Infinity };
  const app = await createApp(data, config, { logTo, pressure });
  await app.ready();
  const tokens = new Map<string, string>();

  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    sent: Sent = {},
  ): Promise<Answer<T>> {
    await breath();
    // The clock of a test may jump between two calls by more than a session may be idle.
    await finishTouches();
    const token = await tokenOf(sent.as);
    const query = Object.entries(sent.query ?? {}).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
    });
    if (response.statusCode >= 500 && mistakes.length > 0) tellIfTheTestFails(mistakes.splice(0));
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

  async function tokenOf(as: Sent['as']): Promise<string | null> {
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
