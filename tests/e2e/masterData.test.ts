import { expect, signIn, test } from '../support/browserTest';
import { masterDataFlow } from '../support/masterDataFlow';

test('an admin adds, finds, exports, changes and deletes programme, batches, subject and student', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: false });
  // A subject without settings of its own answers 404, as specified, and the browser notes it.
  const others = complaints
    .splice(0)
    .filter((line) => !/404.*subject-(grade-settings|curriculum)/.test(line));
  expect(others).toEqual([]);
});
