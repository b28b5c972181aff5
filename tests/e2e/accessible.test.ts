import { findings, findingsInBoth, findingsOnPhone, isShown } from '../support/accessible';
import { expect, signIn, test } from '../support/browserTest';

const routes = [
  '/dashboard',
  '/programs',
  '/programs/create',
  '/programs/1',
  '/batches',
  '/batches/create',
  '/batches/1',
  '/subjects',
  '/subjects/create',
  '/subjects/1',
  '/students',
  '/students/create',
  '/students/1',
  '/users',
  '/users/create',
  '/teachers',
  '/link-students',
  '/archive',
  '/audit',
  '/settings',
  '/grades?batch_id=1&subject_code=QRN101-1',
  '/daily-records?batch_id=1&subject_code=QRN110-1',
  '/absences?batch_id=1&subject_code=QRN101-1',
  '/reports',
  '/nowhere',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in page is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

test('every screen of an admin is accessible in light, and has enough contrast in dark', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'admin');
  for (const route of routes) {
    await page.goto(route);
    await isShown(page);
    expect(await findingsInBoth(page), route).toEqual([]);
  }
});

test('every screen fits a phone of 360 px, with targets big enough for a finger', async ({ page }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'admin');
  for (const route of routes) {
    await page.goto(route);
    await isShown(page);
    expect(await findingsOnPhone(page), `${route}, phone`).toEqual([]);
  }
});

test('every dialog is accessible, and fits a phone', async ({ page, complaints }) => {
  test.setTimeout(120_000);
  const dialogs: readonly [route: string, open: RegExp][] = [
    ['/programs', /^حذف /],
    ['/batches', /^حذف /],
    ['/subjects?filter={"type":"مادة"}', /^إعدادات درجات/],
    ['/subjects?filter={"type":"تقييد يومي"}', /^إعدادات منهج/],
    ['/subjects', /^إدارة عروض/],
    ['/students', /^حذف /],
  ];
  await signIn(page, 'admin');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [route, open] of dialogs) {
      await page.goto(route);
      await isShown(page);
      await page.getByRole('button', { name: open }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('.MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
      expect(await findings(page), `${route} ${open}, ${width} px`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  }
  // A subject without settings of its own answers 404, as specified, and the browser notes it.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/404.*subject-(grade-settings|curriculum)/.test(line)),
  );
});
