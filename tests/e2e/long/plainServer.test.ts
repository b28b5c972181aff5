import { expect, signIn, test } from '../../support/browserTest';
import { masterDataFlow } from '../../support/masterDataFlow';

test.use({ serverEnvironment: { PLAIN_API: '1' } });

test('on a server that has only the calls of the specification an admin does the same work', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: true });
  // The browser logs each call that such a server answers with 404.
  const others = complaints.splice(0).filter((line) => !line.includes('404'));
  expect(others).toEqual([]);
});
