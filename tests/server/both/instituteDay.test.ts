import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, fillPath } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/index';
import { type Role, roles } from '../../../contract/vocabulary';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { formatEndpoint, newCallers, type SignedInAccount } from '../../support/callers';
import { clockAt } from '../../support/clock';
import { newCircle, sampleCalls } from '../../support/sampleCalls';

/** The two times are on one day in the institute's time zone, and on two days in UTC. */
const evening = '2026-11-23T21:30:00.000Z';
const morning = '2026-11-24T00:30:00.000Z';

const clock = clockAt(evening);
let server: TestApp;
let callers: Record<Role, SignedInAccount>;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now, today: '2026-11-24', hasFewRevisions: true });
  callers = await newCallers(server);
  // The end of a circle depends on the day too.
  const { id } = await newCircle(server);
  const body = { ended_on: '2026-11-24' };
  const ended = await server.call('PUT', `/circles/${id}`, { as: 'admin', body });
  if (ended.status !== 200) throw new Error(ended.text);
});
afterAll(() => server.close());

/** These answers change within the three hours: last use of a session, end of a step-up, age of a job. */
const timeDependentCalls = new Set([
  'GET /auth/sessions',
  'GET /cleanup/summary',
  'GET /papers/batches/{id}',
]);

const isRead = (endpoint: Endpoint) =>
  endpoint.method === 'GET' &&
  !endpoint.isFile &&
  endpoint.roles !== 'public' &&
  !timeDependentCalls.has(formatEndpoint(endpoint));
const reads = endpoints
  .filter(isRead)
  .flatMap((endpoint) =>
    roles
      .filter((role) => endpoint.roles.includes(role))
      .map((role) => [formatEndpoint(endpoint), role, endpoint] as const),
  );

test.each(reads)(
  '%s, as %s, has the same response from midnight of the institute to midnight in UTC',
  async (name, role, endpoint) => {
    await yieldToEventLoop();
    const { id, username, token } = callers[role];
    const sample = await sampleCalls[name]?.(server, { id, username, studentAccount: callers.student.id });
    const answerAt = async (time: string) => {
      clock.set(time);
      const { status, text } = await server.call('GET', fillPath(endpoint.path, sample?.params ?? {}), {
        as: { token },
        query: sample?.query,
      });
      return { status, text };
    };
    const before = await answerAt(evening);
    const after = await answerAt(morning);
    clock.set(evening);
    expect(after).toEqual(before);
  },
);
