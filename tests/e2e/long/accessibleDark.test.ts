import type { Page } from '@playwright/test';
import { findViolations, sweep, sweepSignedOut } from '../../support/accessible';
import { expect, test } from '../../support/browserTest';

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });

/** Runs only the rules that depend on colours. */
const contrast = (page: Page) => findViolations(page, ['color-contrast', 'link-in-text-block']);

for (const role of ['admin', 'teacher', 'student'] as const)
  test(`screens of the role ${role} have enough contrast in dark`, async ({ page }) => {
    expect(await sweep(page, role, contrast)).toEqual({});
  });

test('screens without an account have enough contrast in dark', async ({ page }) => {
  expect(await sweepSignedOut(page, contrast)).toEqual({});
});
