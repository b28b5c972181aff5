import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultKind } from '../../contract/dailyRecords';
import { startTestApp, type TestApp } from '../support/app';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'fault-kinds-operation' };

test('saving the kinds of fault returns the operation for an undo, or none without a change', async () => {
  const put = (body: readonly FaultKind[]) =>
    server.call<FaultKind[]>('PUT', '/fault-kinds', { as: 'admin', body, headers });
  const { body: before } = await server.call<FaultKind[]>('GET', '/fault-kinds', { as: 'admin' });
  const saved = await put(before.map((kind) => ({ ...kind, weight: 3 })));
  expect(saved.status, saved.text).toBe(200);
  const operation = Number(saved.headers['x-operation-id']);
  expect(operation).toBeGreaterThan(0);
  const same = await put(saved.body);
  expect(same.body).toEqual(saved.body);
  expect(same.headers['x-operation-id']).toBeUndefined();
  expect(await server.call('POST', `/undo/${operation}`, { as: 'admin', headers })).toMatchObject({
    status: 200,
  });
  const { body: after } = await server.call<FaultKind[]>('GET', '/fault-kinds', { as: 'admin' });
  expect(after.map(({ weight }) => weight)).toEqual(before.map(({ weight }) => weight));
});
