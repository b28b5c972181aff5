import { expectConsoleErrors, signIn, test } from '../../support/browserTest';
import { masterDataFlow } from '../../support/masterDataFlow';

test.use({ serverEnvironment: { PLAIN_API: '1' } });

test('an admin does the same work on a server with only the endpoints of the specification', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: true });
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
