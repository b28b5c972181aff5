import { expectConsoleErrors, signIn, test } from '../support/browserTest';
import { desktopViewport } from '../support/journey';
import { masterDataFlow } from '../support/masterDataFlow';

test.use({ viewport: desktopViewport });

test('an admin adds, finds, exports, changes and deletes a programme with its batches, subject and student', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: false });
  // A subject without its own settings answers 404 as specified, and the browser logs the 404.
  expectConsoleErrors(consoleErrors, /404.*subject-(grade-settings|curriculum)/);
});
