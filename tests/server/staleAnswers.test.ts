import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, fillPath } from '../../contract/endpoint';
import { endpoints } from '../../contract/index';
import { startTestApp, type TestApp } from '../support/app';
import { formatEndpoint, newCallers, type SignedInAccount } from '../support/callers';
import { sampleCalls } from '../support/sampleCalls';

let server: TestApp;
let caller: SignedInAccount;
let studentAccount: number;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  const callers = await newCallers(server);
  caller = callers.admin;
  studentAccount = callers.student.id;
});
afterAll(() => server.close());

/** No record has this version. */
const version = 987_654;

type Body = Record<string, unknown>;
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** Returns the body with an old version, in itself or in its rows; null if the call accepts none. */
function withOldVersion({ body: schema }: Endpoint, body: unknown): Body | null {
  if (!isBody(body)) return null;
  const withVersions = (rows: unknown[]) => rows.map((row) => (isBody(row) ? { ...row, version } : row));
  const withRows = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? withVersions(value) : value]),
  );
  return [{ ...body, version }, withRows].find((changed) => acceptsVersion(schema, changed)) ?? null;
}

/** Returns whether a schema accepts the version. Other schemas refuse or ignore it. */
const acceptsVersion = (schema: z.ZodType, body: Body): boolean =>
  JSON.stringify(schema.safeParse(body).data ?? null).includes(`"version":${version}`);

/** Returns the names of the fields that a schema describes. */
function namesIn(value: unknown): string[] {
  if (!isBody(value)) return [];
  const { properties, propertyNames } = value;
  const own = [
    ...(isBody(properties) ? Object.keys(properties) : []),
    ...(isBody(propertyNames) ? (propertyNames['enum'] as string[]) : []),
  ];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

function keysIn(value: unknown): string[] {
  if (!isBody(value)) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(keysIn)];
}

test("a refusal of an old version has only fields of the call's answer in the contract", async () => {
  const refused: string[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.method === 'GET' || !endpoint.roles.includes('admin')) continue;
    const name = formatEndpoint(endpoint);
    const { id, username, token } = caller;
    const sample = await sampleCalls[name]?.(server, { id, username, studentAccount });
    const body = withOldVersion(endpoint, sample?.body);
    if (!body) continue;
    const path = fillPath(endpoint.path, sample?.params ?? {});
    const answer = await server.call(endpoint.method, path, { as: { token }, query: sample?.query, body });
    if (answer.body['code'] !== 'STALE') continue;
    const names = new Set(namesIn(z.toJSONSchema(endpoint.response, { unrepresentable: 'any' })));
    const fields = keysIn(answer.body['current']);
    expect(fields.length, name).toBeGreaterThan(0);
    expect(
      fields.filter((field) => !names.has(field)),
      name,
    ).toEqual([]);
    refused.push(name);
  }
  expect(refused.toSorted()).toEqual([
    'POST /assignments/answers/{answerId}/feedback',
    'POST /daily-records/save',
    'POST /excuses/{id}/accept',
    'POST /excuses/{id}/refuse',
    'POST /grades/save',
    'POST /students/{id}/merge',
    'POST /subject-curriculum/{subject_code}',
    'POST /subject-grade-settings/{subject_code}',
    'PUT /absences/{x}/{y}/{date}',
    'PUT /announcements/{id}',
    'PUT /assignments/questions/{questionId}',
    'PUT /assignments/{id}',
    'PUT /batches/{id}',
    'PUT /behaviour-notes/{id}',
    'PUT /circles/{id}',
    'PUT /daily-records/{id}',
    'PUT /holidays/{id}',
    'PUT /programs/{id}',
    'PUT /sard/{id}',
    'PUT /settings',
    'PUT /students/{id}',
    'PUT /students/{id}/guardians/{guardianId}',
    'PUT /subjects/{id}',
    'PUT /users/{id}',
  ]);
});
