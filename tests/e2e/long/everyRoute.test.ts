import type { Page } from '@playwright/test';
import { sweep, sweptPaths, waitForScreen } from '../../support/accessible';
import { newApiCaller } from '../../support/apiCaller';
import { expect, takeSession, test } from '../../support/browserTest';
import {
  findCutFiguresInWindows,
  findOpeningFaults,
  findUnnamedTables,
  isCovered,
  readAppRoutes,
  scrollFarDown,
  windows,
  withManyRows,
} from '../../support/everyRoute';

const roles = ['admin', 'teacher', 'student'] as const;
const [desk, , phone] = windows;

test.use({ viewport: desk });

test('every route of the app is swept', () => {
  const routes = readAppRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => !isCovered(route, sweptPaths()))).toEqual([]);
});

for (const role of roles)
  test(`lists and tables of the role ${role} cut no figure in four windows`, async ({ page }) => {
    const call = await newApiCaller(page, 'admin');
    // The archive and the audit trail contain a batch with a long name.
    const [batch] = await call<{ id: number }[]>('GET', '/batches?sort=["id","DESC"]');
    await call('DELETE', `/batches/${batch?.id}`);
    expect(await sweep(page, role, findCutFiguresInWindows, withManyRows)).toEqual({});
  });

/** A shortcut opens its dialog, which Escape closes. */
async function expectShortcut(page: Page, key: string, dialogName: string) {
  const dialog = page.getByRole('dialog', { name: dialogName });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // The shortcuts load after the screen.
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }, `${key} at ${page.url()}`).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

for (const role of roles)
  for (const size of [desk, phone])
    test(`screens of the role ${role} begin at their top at ${size.width} px, without a modal, with shortcuts and names of tables`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      const faults = await sweep(page, role, async () => {
        const screenFaults = [...(await findOpeningFaults(page)), ...(await findUnnamedTables(page))];
        if (role !== 'student') await expectShortcut(page, 'Control+k', 'البحث في كل الشاشات');
        await expectShortcut(page, '?', 'اختصارات لوحة المفاتيح');
        await scrollFarDown(page);
        return screenFaults;
      });
      expect(faults).toEqual({});
    });

/** `waitForScreen` then waits for the next screen. */
const markScreen = (page: Page) =>
  page.locator('h1').evaluate((heading) => heading.setAttribute('data-left', ''));

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

for (const size of [desk, phone])
  test(`a menu entry opens its screen at the top at ${size.width} px, and Back restores the position`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await takeSession(page, 'admin');
    await page.goto('/students?perPage=100');
    await waitForScreen(page);
    const openMenu = () =>
      size === phone ? page.getByRole('button', { name: 'فتح قائمة التنقل' }).click() : Promise.resolve();
    await openMenu();
    const links = page.getByRole('navigation', { name: 'التنقل الرئيس' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThan(15);
    if (size === phone) await page.keyboard.press('Escape');
    await page.evaluate(() => scrollTo(0, 1500));
    for (const address of addresses.filter((one) => one !== '/students')) {
      await openMenu();
      await markScreen(page);
      await page.locator(`nav a[href="${address}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${address}($|[/?])`));
      await waitForScreen(page);
      expect(await scrollY(page), address).toBe(0);
      await markScreen(page);
      await page.goBack();
      await expect(page).toHaveURL(/students/);
      await waitForScreen(page);
      await expect.poll(() => scrollY(page), `Back from ${address}`).toBe(1500);
    }
    await page.reload();
    await waitForScreen(page);
    await expect.poll(() => scrollY(page), 'reload').toBe(1500);
  });
