import { expectComplaints, signIn, test } from '../support/browserTest';
import { desk } from '../support/journey';
import { masterDataFlow } from '../support/masterDataFlow';

test.use({ viewport: desk });

test('an admin adds, finds, exports, changes and deletes a programme with its batches, subject and student', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: false });
  // A subject without its own settings answers 404 as specified, and the browser logs the 404.
  expectComplaints(complaints, /404.*subject-(grade-settings|curriculum)/);
});
