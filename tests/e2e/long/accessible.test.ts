import { findings, findingsAtBothWidths, goWithin, isShown } from '../../support/accessible';
import { expect, signIn, takeSession, test } from '../../support/browserTest';
import { openMore } from '../../support/lists';

/** Never the same screen twice in a row, because a new screen is recognised by its new heading. */
const routesOf = {
  'master data': [
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
  ],
  people: [
    '/students',
    '/students/create',
    '/students/1',
    '/users',
    '/users/create',
    '/users/2',
    '/teachers',
    '/link-students',
    '/teachers?teacher=2',
  ],
  'teaching and oversight': [
    '/archive',
    '/audit',
    '/settings',
    '/grades?batch_id=1&subject_code=QRN101-1',
    '/daily-records?batch_id=1&subject_code=QRN110-1',
    '/absences?batch_id=1&subject_code=QRN101-1',
    '/reports',
  ],
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in page is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

for (const [part, routes] of Object.entries(routesOf))
  test(`every screen of ${part} is accessible in light and dark, and fits a phone`, async ({ page }) => {
    await takeSession(page, 'admin');
    await page.goto('/nowhere');
    await isShown(page);
    for (const route of routes) {
      await goWithin(page, route);
      expect(await findingsAtBothWidths(page), route).toEqual([]);
    }
  });

/** Of a subject, what its row has behind «⋯». */
const isBehindMore = (open: RegExp) => /إعدادات|إدارة/.test(open.source);

test('every dialog is accessible, and fits a phone', async ({ page, complaints }) => {
  const dialogs: readonly [route: string, open: RegExp][] = [
    // Never the same screen twice in a row.
    ['/programs', /^حذف /],
    ['/subjects?filter={"type":"مادة"}', /^إعدادات درجات/],
    ['/batches', /^حذف /],
    ['/subjects?filter={"type":"تقييد يومي"}', /^إعدادات منهج/],
    ['/students', /^حذف /],
    ['/subjects', /^إدارة عروض/],
  ];
  await signIn(page, 'admin');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [route, open] of dialogs) {
      await goWithin(page, route);
      if (isBehindMore(open)) {
        await openMore(page);
        await page.getByRole('menuitem', { name: open }).click();
      } else await page.getByRole('button', { name: open }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('.MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
      expect(await findings(page), `${route} ${open}, ${width} px`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  }
  // A subject without its own settings answers 404, as specified, and the browser logs it.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/404.*subject-(grade-settings|curriculum)/.test(line)),
  );
});
