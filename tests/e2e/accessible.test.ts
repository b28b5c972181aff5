import { findViolations, sweep, sweepSignedOut } from '../support/accessible';
import { expect, test } from '../support/browserTest';

test.use({ viewport: { width: 1280, height: 800 } });

for (const role of ['admin', 'teacher', 'student'] as const)
  test(`screens of the role ${role} are accessible and have a heading`, async ({ page }) => {
    expect(await sweep(page, role, findViolations)).toEqual({});
  });

test('screens without an account are accessible and have a heading', async ({ page }) => {
  expect(await sweepSignedOut(page, findViolations)).toEqual({});
});
