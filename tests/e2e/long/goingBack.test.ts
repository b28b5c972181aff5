import type { Page } from '@playwright/test';
import { expect, takeSession, test } from '../../support/browserTest';
import { chooseFromRow } from '../../support/lists';

test.use({ viewport: { width: 390, height: 844 } });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Presses Back after the history entry of the last step, which the browser adds asynchronously. */
async function goBack(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () => 'rasdOverlay' in (history.state ?? {}) === !!document.querySelector('.MuiModal-root'),
      ),
    )
    .toBe(true);
  await page.goBack();
}

const hasEntry = (page: Page) => page.evaluate(() => 'rasdOverlay' in (history.state ?? {}));

const openDeletion = (page: Page) => chooseFromRow(page.locator('[data-record]').first(), /^حذف /);

/** Goes from the dashboard to the students by the phone menu, which Back also closes. */
async function toStudents(page: Page): Promise<void> {
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  await button(page, 'فتح قائمة التنقل').click();
  await page.locator('nav a[href="/students"]').click();
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await expect(dialogs(page)).toHaveCount(0);
}

test('Back closes a dialog and stays on the page, and a second Back returns to the previous page', async ({
  page,
}) => {
  await toStudents(page);
  for (const open of [null, /^التصفية/, /^بحث/, 'فتح قائمة التنقل']) {
    if (open === null) await openDeletion(page);
    else await button(page, open).first().click();
    await expect(page.locator('.MuiModal-root').first()).toBeVisible();
    await goBack(page);
    await expect(page.locator('.MuiModal-root')).toHaveCount(0);
    await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
    await expect(page).toHaveURL(/\/students$/);
  }
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goForward();
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
});

test('a dialog closed by its button, or left for another page, leaves no history entry', async ({ page }) => {
  await toStudents(page);
  for (let time = 0; time < 3; time += 1) {
    await openDeletion(page);
    await dialogs(page).getByRole('button', { name: 'إلغاء' }).click();
    await expect(dialogs(page)).toHaveCount(0);
  }
  // A search result is a link inside of the search dialog.
  await button(page, /^بحث/).first().click();
  await page.getByRole('combobox').fill('البرامج');
  await page
    .getByRole('option', { name: /البرامج/ })
    .first()
    .click();
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  await goBack(page);
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await expect(dialogs(page)).toHaveCount(0);
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Back closes a dialog on the first page of a visit', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  await openDeletion(page);
  await expect(dialogs(page)).toBeVisible();
  await goBack(page);
  await expect(dialogs(page)).toHaveCount(0);
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
});

test('Back closes a dialog that is still loading, and stays on the page', async ({ page }) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(/RecordDeletion/, async (request) => {
    await gate;
    await request.continue();
  });
  await toStudents(page);
  const loading = page.getByRole('status').filter({ hasText: 'جارٍ التحميل…' });
  for (let time = 0; time < 2; time += 1) {
    await openDeletion(page);
    await expect(loading).toBeVisible();
    await expect.poll(() => hasEntry(page)).toBe(true);
    await page.goBack();
    await expect(loading).toHaveCount(0);
    await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
    await expect.poll(() => hasEntry(page)).toBe(false);
  }
  release();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Back asks before a dialog loses typed text, and closes the question', async ({ page }) => {
  await toStudents(page);
  await button(page, /^حساب/).click();
  await page.getByRole('menuitem', { name: 'تغيير كلمة المرور' }).click();
  const field = page.getByLabel('كلمة المرور الحالية', { exact: true });
  await field.fill('rasd-demo');
  const question = page.getByRole('dialog', { name: 'ترك التغييرات؟' });
  for (let time = 0; time < 2; time += 1) {
    await goBack(page);
    await expect(question).toBeVisible();
    await goBack(page);
    await expect(question).toHaveCount(0);
    await expect(field).toHaveValue('rasd-demo');
  }
  await goBack(page);
  await question.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Back asks before a form loses typed text, and closes the question', async ({ page }) => {
  await toStudents(page);
  await chooseFromRow(page.locator('[data-record]').first(), /^تعديل/);
  const name = page.getByRole('textbox', { name: /^الاسم الأول/ });
  await name.fill('اسم آخر');
  const question = page.getByRole('dialog', { name: 'ترك التغييرات؟' });
  await goBack(page);
  await expect(question).toBeVisible();
  await goBack(page);
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('اسم آخر');
  await goBack(page);
  await question.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Back does not close a one-time password, and closes a dialog that has its own address', async ({
  page,
}) => {
  await toStudents(page);
  await page.goto('/users/create');
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill('سالم المقرئ');
  await page.getByRole('textbox', { name: /^اسم المستخدم/ }).fill('salem');
  await page.getByRole('textbox', { name: /^البريد الإلكتروني/ }).fill('salem@example.org');
  await button(page, /^حفظ$/).click();
  const oneTimeDialog = page.getByRole('dialog', { name: 'كلمة المرور المؤقتة' });
  const code = (await oneTimeDialog.locator('code').textContent()) ?? '';
  for (let time = 0; time < 2; time += 1) {
    await goBack(page);
    await expect(oneTimeDialog.locator('code')).toHaveText(code);
  }
  await oneTimeDialog.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();
  await expect(heading(page, 'إدارة المستخدمين')).toBeVisible();

  await page.goto('/audit');
  await page.locator('a[href^="/audit/"]').first().click();
  await expect(dialogs(page)).toBeVisible();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/audit$/);
});

test('a page that is opened before a typed search runs stays open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await takeSession(page, 'admin');
  await page.goto('/students');
  await expect(page.getByRole('cell').first()).toBeVisible();
  // Both steps run in one task, so that the search starts while the next screen renders.
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'محمد');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    const due = performance.now() + 400;
    while (performance.now() < due);
    document.querySelector<HTMLElement>('nav a[href="/batches"]')?.click();
  });
  await expect(heading(page, 'إدارة الدفعات')).toBeVisible();
});
