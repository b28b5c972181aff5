import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillPath } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { type Role, roles } from '../../../contract/vocabulary';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import {
  deletesAll,
  endsSessions,
  formatEndpoint,
  newCaller,
  newCallers,
  restoreAll,
  type SignedInAccount,
} from '../../support/callers';
import { sampleCalls } from '../../support/sampleCalls';

let server: TestApp;
let callers: Record<Role, SignedInAccount>;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true });
  callers = await newCallers(server);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

// Every allowed role makes the call, because the queries depend on the scope of the caller.
const cases = endpoints.flatMap((endpoint) =>
  (endpoint.roles === 'public'
    ? (['admin'] as const)
    : roles.filter((role) => endpoint.roles.includes(role))
  ).map((role) => [formatEndpoint(endpoint), role, endpoint] as const),
);

describe('the responses of all endpoints', () => {
  test.each(cases)('%s, as %s, has the response of the contract', async (name, role, endpoint) => {
    const buildSample = sampleCalls[name];
    if (!buildSample) throw new Error(`tests/support/sampleCalls.ts has no call of ${name}`);
    const caller = endsSessions(endpoint) ? await newCaller(server, role) : callers[role];
    const { id, username, token } = caller;
    const sample = await buildSample(server, { id, username, studentAccount: callers.student.id });
    const answer = await server.call(endpoint.method, fillPath(endpoint.path, sample.params ?? {}), {
      as: endpoint.roles === 'public' ? null : { token },
      headers: sample.headers,
      query: sample.query,
      body: sample.body,
    });
    expect(answer.status, answer.text).toBe(endpoint.status);
    expect(answer.text).not.toBe('');
    const problems = endpoint.isFile ? [] : endpoint.response.safeParse(answer.body).error?.issues;
    expect(problems ?? []).toEqual([]);
    if (deletesAll(endpoint)) await restoreAll(server, callers);
  });
});
