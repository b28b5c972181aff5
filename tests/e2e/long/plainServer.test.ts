import { expectComplaints, signIn, test } from '../../support/browserTest';
import { masterDataFlow } from '../../support/masterDataFlow';

test.use({ serverEnvironment: { PLAIN_API: '1' } });

test('on a server that has only the calls of the specification an admin does the same work', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: true });
  // The browser logs each call that such a server answers with 404.
  expectComplaints(complaints, /404.*\/api\//);
});
