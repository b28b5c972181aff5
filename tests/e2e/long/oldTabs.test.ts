import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession } from '../../support/browserTest';
import { heading, install, test } from '../../support/device';
import { clearHttpCache, nextVersion, serveVersions, watchLoads } from '../../support/nextVersion';

// Tabs that were opened before the server was updated. The scripts of their version are gone.

// The server does not answer while it is updated.
test.afterEach(({ consoleErrors }) =>
  expectConsoleErrors(consoleErrors, /404.*\/assets\//, /(REFUSED|503).*\/api\//, /part of the program/),
);

const link = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first();
const register = '/absences?batch_id=1&subject_code=QRN101-1';
const offer = (page: Page) => page.getByText('إصدار جديد متاح').first();
const takeNew = (page: Page) => page.getByRole('button', { name: 'التحديث الآن' });

async function openStudents(page: Page) {
  await takeSession(page, 'admin');
  await page.goto('/students');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await waitForFrame(page);
}

/** The frame loads its parts after the screen. */
const waitForFrame = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toMatch(/(?=.*AppNotices)(?=.*KeysDialog)(?=.*AccountMenuList)/);

test('a screen that an old tab opens after an update appears after one load', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await openStudents(page);
  await update();
  const loads = watchLoads(page);
  await link(page, '/teachers').click();
  await expect(heading(page, 'إدارة المعلمين')).toBeVisible();
  await expect(nextVersion(page)).toHaveCount(1);
  expect(loads).toEqual(['/teachers']);
  await link(page, '/batches').click();
  await expect(heading(page, 'إدارة الدفعات')).toBeVisible();
  expect(loads).toEqual(['/teachers']);
});

test('the app that opens after a sign-in in an old tab appears after one load', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await update();
  const loads = watchLoads(page);
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(link(page, '/students')).toBeVisible();
  expect(loads).toHaveLength(1);
});

test('a dialog of an old tab says that a new version is there, and loads it on request; unsaved work stays', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await takeSession(page, 'teacher');
  await page.goto(register);
  const box = page.getByRole('checkbox', { name: /غائب$/ }).first();
  await box.check();
  await waitForFrame(page);
  await update();
  const loads = watchLoads(page);
  const report = page.getByRole('button', { name: 'تقرير الغياب' });
  await report.click();
  const message = page.getByRole('dialog', { name: 'إصدار جديد متاح' });
  await message.getByRole('button', { name: 'إغلاق' }).click();
  await expect(message).toHaveCount(0);
  await expect(box).toBeChecked();
  expect(loads).toEqual([]);
  await report.click();
  await message.getByRole('button', { name: 'التحديث الآن' }).click();
  await expect(nextVersion(page)).toHaveCount(1);
  await expect(box).toBeChecked();
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
  await report.click();
  await expect(page.getByRole('dialog', { name: /تقرير/ })).toBeVisible();
  expect(loads).toEqual(['/absences']);
});

test('text typed in an old tab stays when a part of the form loads the new version', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await takeSession(page, 'admin');
  await page.goto('/batches/create');
  const name = page.getByLabel(/^اسم الدفعة/);
  await name.fill('دفعة من قبل التحديث');
  await waitForFrame(page);
  await update();
  const loads = watchLoads(page);
  await page.getByRole('button', { name: 'فتح التقويم' }).first().click();
  const part = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'إصدار جديد متاح' });
  await expect(part).toBeVisible();
  await expect(name).toHaveValue('دفعة من قبل التحديث');
  expect(loads).toEqual([]);
  await part.getByRole('button', { name: 'التحديث الآن' }).click();
  await expect(nextVersion(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await expect(name).toHaveValue('دفعة من قبل التحديث');
  await page.getByRole('button', { name: 'فتح التقويم' }).first().click();
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
  expect(loads).toEqual(['/batches/create']);
});

test('an export in an old tab fails, and the screen offers the new version', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await takeSession(page, 'teacher');
  await page.goto(`${register}&date=2024-01-09`);
  await page.getByRole('button', { name: 'تقرير الغياب' }).click();
  const excel = page.getByRole('dialog').getByRole('button', { name: /Excel/ });
  await expect(excel).toBeEnabled();
  await waitForFrame(page);
  await update();
  await excel.click();
  await expect(offer(page)).toBeVisible();
});

test('a screen that fails again after the load shows a message with a button, and loads nothing more', async ({
  page,
}) => {
  await openStudents(page);
  const own = await page.evaluate(() => document.querySelector('script[type="module"]')?.getAttribute('src'));
  await page.route('**/assets/TeachersPage-*', (route) => route.fulfill({ status: 404 }));
  // A stub: another server behind the same address has another version for ever.
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) =>
      route.request().isNavigationRequest()
        ? route.fallback()
        : route.fulfill({ body: `<script type="module" src="${own}-next"></script>` }),
  );
  const loads = watchLoads(page);
  await link(page, '/teachers').click();
  await expect.poll(() => loads).toEqual(['/teachers']);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('إصدار جديد متاح');
  await expect(takeNew(page).last()).toBeVisible();
  await link(page, '/students').click();
  await link(page, '/teachers').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('إصدار جديد متاح');
  expect(loads).toEqual(['/teachers']);
});

test('a tab that stays open and visible learns of a new version within about an hour, and a hidden tab asks nothing', async ({
  page,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  await page.clock.install();
  await takeSession(page, 'admin');
  await page.goto('/students');
  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/') requests += 1;
  });
  // The first hours pass while the frame still loads.
  await expect(async () => {
    await page.clock.fastForward('01:05:00');
    expect(requests).toBeGreaterThan(0);
  }).toPass();
  const before = requests;
  await page.clock.fastForward('00:30:00');
  await show('hidden');
  await page.clock.fastForward('03:00:00');
  await show('hidden');
  expect(requests).toBe(before);
  await update();
  await show('visible');
  await expect(offer(page)).toBeVisible();
  expect(requests).toBe(before + 1);
});

test('an installed app: after one tab accepts the new version, a screen of another tab appears after one load', async ({
  device,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  const page = await device.open();
  await install(page, 'teacher');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/settings');
  await expect(heading(otherTab, 'الإعدادات')).toBeVisible();
  await waitForFrame(otherTab);
  await update();
  await page.reload();
  await expect(nextVersion(page)).toHaveCount(0);
  await takeNew(page).click();
  await expect(nextVersion(page)).toHaveCount(1);

  await clearHttpCache(otherTab);
  const loads = watchLoads(otherTab);
  await link(otherTab, '/absences').click();
  await expect(heading(otherTab, 'الغياب')).toBeVisible();
  await expect(nextVersion(otherTab)).toHaveCount(1);
  expect(loads).toEqual(['/absences']);
});

test('an installed app with a file missing in its cache gets the screen of the new version, and works offline again', async ({
  device,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  const page = await device.open();
  await install(page, 'teacher');
  await waitForFrame(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (request.url.includes('AbsencesPage')) await cache.delete(request);
    }
  });
  await update();
  await clearHttpCache(page);
  const loads = watchLoads(page);
  await link(page, '/absences').click();
  await expect(nextVersion(page)).toHaveCount(1);
  await expect(heading(page, 'الغياب')).toBeVisible();
  expect(loads).toEqual(['/absences']);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await serving.stop();
  await page.reload();
  await expect(heading(page, 'الغياب')).toBeVisible();
  await expect(nextVersion(page)).toHaveCount(1);
});

test('an old page with a newer API shows the new version above its errors', async ({
  device,
  serving,
  folder,
}) => {
  const { update } = await serveVersions(serving, folder);
  const page = await device.open();
  await install(page, 'teacher');
  await update();
  // A stub: the new version has no such call.
  await page.route('**/api/absences/**', (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'غير موجود' } }),
  );
  await page.goto(register);
  await expect(nextVersion(page)).toHaveCount(0);
  await expect(page.getByText('تعذّر تحميل البيانات')).toBeVisible();
  await expect(offer(page)).toBeVisible();
  await page.unrouteAll();
  await takeNew(page).click();
  await expect(nextVersion(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: /غائب$/ }).first()).toBeVisible();
});
