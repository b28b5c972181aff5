import { findPhoneViolations, sweep, sweepSignedOut } from '../../support/accessible';
import { expect, test } from '../../support/browserTest';

test.use({ viewport: { width: 390, height: 844 } });

for (const role of ['admin', 'teacher', 'student'] as const)
  test(`screens of the role ${role} fit a phone, with targets big enough for a finger`, async ({ page }) => {
    expect(await sweep(page, role, findPhoneViolations)).toEqual({});
  });

test('screens without an account fit a phone, with targets big enough for a finger', async ({ page }) => {
  expect(await sweepSignedOut(page, findPhoneViolations)).toEqual({});
});
