import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import { duplicatesQueue } from '../../server/students/merge/duplicates';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

type As = NonNullable<Parameters<TestApp['call']>[2]>['as'];
const list = (as: As = 'admin') => server.call('GET', '/students/duplicates?range=[0,9]', { as });

/** Occupies the only turn of the queue until `release`. */
function holdTurn() {
  let release = () => {};
  const turn = duplicatesQueue.run(
    { id: 0, role: 'admin' },
    () => new Promise<void>((end) => (release = end)),
  );
  return () => {
    release();
    return turn;
  };
}

test('pages of suspected doubles wait for their turn, and other calls do not wait', async () => {
  const release = holdTurn();
  const ended: number[] = [];
  const pages = [0, 1, 2].map((index) => list().finally(() => ended.push(index)));
  for (let calls = 0; calls < 3; calls += 1)
    expect((await server.call('GET', '/students', { as: 'admin' })).status).toBe(200);
  expect(ended).toEqual([]);
  await release();
  for (const { status, text } of await Promise.all(pages)) expect(status, text).toBe(200);
  expect(ended).toHaveLength(pages.length);
});

test('a user with many waiting pages is refused, and another admin waits for a turn', async () => {
  const other = await (await addAccount(server, 'admin')).signIn();
  const release = holdTurn();
  const pages = Array.from({ length: 6 }, () => list());
  const otherPage = list(other);
  // While the turn is held, only a refused call ends.
  expect(await Promise.race([...pages, otherPage])).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    body: { code: 'TOO_MANY', error: ruleMessages.tooManyComputations },
  });
  await release();
  const statuses = (await Promise.all(pages)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await otherPage).status).toBe(200);
});
