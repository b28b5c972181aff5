import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { cell, edit, open as openSheet } from '../../support/gradeSheet';
import { waitForOutboxKey } from '../../support/outbox';

test.afterEach(({ consoleErrors }) => {
  expectConsoleErrors(
    consoleErrors,
    /404.*subject-grade-settings/,
    /ERR_INTERNET_DISCONNECTED.*\/(api|assets)\//,
    /A part of the program could not be loaded/, // the next screen, without the network
  );
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'ترك التغييرات؟' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Leaves the screen by the menu. */
const leaveFor = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

/** Waits until the question has left the history, so that Back is pressed in the same state as by a user. */
const waitForClosedQuestion = async (page: Page) => {
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => 'rasdOverlay' in (history.state ?? {}))).toBe(false);
};

test('leaving with unsaved marks asks, with the focus on the safe button; "save" saves and continues', async ({
  page,
}) => {
  await openSheet(page);
  await edit(page);
  await page.keyboard.type('3.5');
  await page.keyboard.press('Enter');
  await leaveFor(page, 'الطلاب');
  await expect(button(page, 'البقاء في الصفحة')).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForClosedQuestion(page);
  await expect(cell(page, 1, 0)).toHaveText('3.5');

  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(page).toHaveURL(/\/students$/);
  // Goes back while the list is still loading: no dialog is open that Back would close.
  await page.goBack();
  await expect(page).toHaveURL(/\/grades/);
  await expect(cell(page, 1, 0)).toHaveText('3.5');
  await expect(button(page, 'استعادتها')).toHaveCount(0);
});

test('invalid marks stay with their message, and marks that do not reach the server are stored on the device', async ({
  page,
  context,
}) => {
  await openSheet(page);
  await edit(page);
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(toast(page, 'الرجاء تصحيح الأخطاء قبل الحفظ')).toBeVisible();
  await waitForClosedQuestion(page);
  await expect(page).toHaveURL(/\/grades/);
  await expect(cell(page, 1, 0)).toContainText('12');

  await cell(page, 1, 0).click();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await waitForOutboxKey(page);
  await context.setOffline(true);
  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  // A later navigation asks again; marks stored on the device count as saved.
  await expect(toast(page, 'حُفظت الدرجات على هذا الجهاز')).toBeVisible();
  await expect(page).toHaveURL(/\/students$/);
  await page.goBack();
  await expect(cell(page, 1, 0)).toHaveText('4');
  await expect(page.getByText('حُفظت درجات طالب واحد على هذا الجهاز')).toBeVisible();
  const arrived = page.waitForResponse((answer) => answer.url().endsWith('/grades/save') && answer.ok());
  await context.setOffline(false);
  await arrived;
  await expect(page.getByText('وصلت الدرجات التي كانت تنتظر')).toBeVisible();
});

test('leaving by the browser’s Back asks too, and then continues in the history', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await leaveFor(page, 'البرامج');
  await page.locator('a[href="/programs/3"]').first().click();
  await page.getByLabel('الوصف').fill('حُفظ عند الرجوع');
  await page.goBack();
  await button(page, 'حفظ ثم انتقال').click();
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  await waitForClosedQuestion(page);
  await page.goBack();
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await page.goto('/programs/3');
  await expect(page.getByLabel('الوصف')).toHaveValue('حُفظ عند الرجوع');
});

test('a form saves and continues to the requested page, not to its list; an incomplete form stays open', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/programs/3');
  await expect(page.getByLabel('اسم البرنامج')).toHaveValue(/.+/);
  const name = await page.getByLabel('اسم البرنامج').inputValue();
  await page.getByLabel('اسم البرنامج').fill('');
  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(page.getByLabel('اسم البرنامج')).toBeFocused();
  await expect(page).toHaveURL(/\/programs\/3/);

  await page.getByLabel('اسم البرنامج').fill(`${name} الجديد`);
  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(page).toHaveURL(/\/students$/);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await page.goto('/programs');
  await expect(page.getByText(`${name} الجديد`).first()).toBeVisible();
});

test('«إلغاء» offers to save, stay or discard: in rows, in a form and in a single field', async ({
  page,
}) => {
  await openSheet(page);
  await edit(page);
  await page.keyboard.type('3.5');
  await page.keyboard.press('Enter');
  await button(page, 'إلغاء').click();
  await expect(button(page, 'البقاء في الصفحة')).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForClosedQuestion(page);
  await expect(cell(page, 1, 0)).toHaveText('3.5');
  await button(page, 'إلغاء').click();
  await question(page).getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ الدرجات بنجاح')).toBeVisible();
  await expect(button(page, 'تعديل الدرجات')).toBeEnabled();

  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  const first = page.getByRole('checkbox', { name: / غائب$/ }).first();
  await first.check();
  await button(page, 'إلغاء').click();
  await question(page).getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(first).not.toBeChecked();
  await first.check();
  await button(page, 'إلغاء').click();
  await question(page).getByRole('button', { name: 'حفظ الغياب' }).click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();

  await page.goto('/settings/institute');
  await page.getByLabel('اسم المعهد').fill('معهد الاختبار');
  await button(page, 'إلغاء').click();
  await question(page).getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.goto('/assignments/1');
  await button(page, 'تعديل العنوان').click();
  await page.getByLabel('عنوان الواجب').fill('عنوان الاختبار');
  await button(page, 'إلغاء').click();
  await question(page).getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(heading(page, 'عنوان الاختبار')).toBeVisible();
});

test('the settings allow leaving after a save', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/settings/institute');
  await page.getByLabel('اسم المعهد').fill('معهد الاختبار');
  await leaveFor(page, 'لوحة التحكم');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page.getByLabel('اسم المعهد')).toHaveValue('معهد الاختبار');
});

test('a register without a network is stored on the device and counts as saved', async ({
  page,
  context,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  const first = page.getByRole('checkbox', { name: / غائب$/ }).first();
  await expect(first).toBeVisible();
  await leaveFor(page, 'الطلاب');
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await page.goBack();
  await first.check();
  await context.setOffline(true);
  await leaveFor(page, 'الطلاب');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('لم يُرسل بعد').first()).toBeVisible();
  const arrived = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await context.setOffline(false);
  await arrived;
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
});

test('invalid records keep the user with the focus on the field, and can be left once they are corrected', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.goto('/daily-records?program_id=QRN&batch_id=1&subject_code=QRN110-1');
  const row = page.locator('[data-row]').first();
  await row.locator('[data-cell="recordContent"]').fill('ربع ثالث حزب ثاني جزء رابع');
  await page.keyboard.press('Enter');
  const pages = row.getByLabel('عدد الصفحات،', { exact: false });
  await pages.fill('');
  await leaveFor(page, 'لوحة التحكم');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(toast(page, 'الرجاء تصحيح الأخطاء قبل الحفظ')).toBeVisible();
  await expect(pages).toBeFocused();
  await pages.fill('2');
  await leaveFor(page, 'لوحة التحكم');
  await button(page, 'حفظ ثم انتقال').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
});

test('changing the day with unsaved rows asks too, and other screens start with the new day', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  const first = page.getByRole('checkbox', { name: / غائب$/ }).first();
  await first.check();
  await button(page, 'اليوم السابق').click();
  await button(page, 'البقاء في الصفحة').click();
  await expect(page).toHaveURL(/date=2024-01-09/);
  await expect(first).toBeChecked();
  await button(page, 'اليوم السابق').click();
  await button(page, 'حفظ ثم انتقال').click();
  await expect(page).toHaveURL(/date=2024-01-08/);
  await expect(first).not.toBeChecked();
  await button(page, 'اليوم التالي').click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
});

test('a dialog with typed text offers its own button before it closes', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/settings');
  await button(page, 'تغيير كلمة المرور').click();
  const dialog = page.getByRole('dialog', { name: 'تغيير كلمة المرور' });
  await dialog.getByRole('textbox').first().fill('ليست كلمتي');
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toBeVisible();
});

test('«إلغاء» of a dialog with typed text asks like every other way to close it', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/assignments/1');
  const dialog = page.getByRole('dialog', { name: 'نسخ الواجب' });
  const copy = page.getByRole('button', { name: /^نسخ / });
  await copy.click();
  await dialog.getByRole('button', { name: 'إلغاء' }).click();
  await expect(dialog).toHaveCount(0);
  await copy.click();
  await dialog.getByLabel('عنوان النسخة').fill('نسخة الاختبار');
  await dialog.getByRole('button', { name: 'إلغاء' }).click();
  await button(page, 'البقاء في الصفحة').click();
  await expect(dialog.getByLabel('عنوان النسخة')).toHaveValue('نسخة الاختبار');
});
