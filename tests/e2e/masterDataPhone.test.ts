import type { Page } from '@playwright/test';
import { expect, signIn, test, toast } from '../support/browserTest';
import { card, heading, openFromMenu, phoneViewport, pick, save } from '../support/journey';
import { chooseFromRow } from '../support/lists';

test.use({ viewport: phoneViewport });

async function add(page: Page, link: string, title: string): Promise<void> {
  await page.getByRole('link', { name: link }).click();
  await expect(heading(page, title)).toBeVisible();
}

test('an admin on a phone adds programme, batch, subject and student, deletes the student and restores him', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openFromMenu(page, 'البرامج', 'إدارة البرامج');
  await add(page, 'إضافة برنامج', 'إضافة برنامج جديد');
  await page.getByLabel('رمز البرنامج').fill('TAJ');
  await page.getByLabel('اسم البرنامج').fill('برنامج الإجازة');
  await save(page);
  await expect(card(page, 'برنامج الإجازة')).toContainText('TAJ');

  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await add(page, 'إضافة دفعة', 'إضافة دفعة جديدة');
  await pick(page, 'البرنامج', 'برنامج الإجازة');
  await page.getByLabel('اسم الدفعة').fill('دفعة الإجازة');
  await page.getByLabel('رقم الدفعة').fill('٢');
  await save(page);
  await expect(card(page, 'دفعة الإجازة')).toContainText('برنامج الإجازة');

  await openFromMenu(page, 'المواد', 'إدارة المواد');
  await add(page, 'إضافة مادة', 'إضافة مادة جديدة');
  await page.getByLabel('اسم المادة').fill('متن الجزرية');
  await page.getByRole('checkbox', { name: 'كل دفعات برنامج الإجازة' }).check();
  await save(page);
  await expect(heading(page, 'إدارة المواد')).toBeVisible();
  await page.getByRole('searchbox').fill('الجزريه');
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await expect(card(page, 'متن الجزرية')).toContainText('دفعة الإجازة');

  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  await add(page, 'إضافة طالب', 'إضافة طالب جديد');
  await page.getByLabel('الاسم الأول').fill('أحمد');
  await page.getByLabel('اسم العائلة').fill('المختبر');
  await page.getByLabel('رقم الهوية').fill('١٠٩٩٨٨٧٧٦٦');
  await pick(page, 'الدفعة', 'دفعة الإجازة');
  await save(page);
  await expect(heading(page, 'إدارة الطلاب')).toBeVisible();
  await page.getByRole('searchbox').fill('احمد المختبر');
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await card(page, 'المختبر').getByText('أحمد المختبر').click();
  await expect(heading(page, 'أحمد المختبر')).toBeVisible();
  await expect(page.getByRole('region', { name: 'البيانات' })).toContainText('1099887766');

  await page.getByRole('link', { name: 'دفعة الإجازة' }).first().click();
  await expect(heading(page, 'دفعة الإجازة')).toBeVisible();
  await expect(page.getByRole('list', { name: 'الطلاب' })).toContainText('أحمد المختبر');
  await page.goBack();
  await page.goBack();
  await chooseFromRow(card(page, 'المختبر'), /^حذف أحمد/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(toast(page, 'تم حذف الطالب بنجاح')).toBeVisible();
  await expect(card(page, 'المختبر')).toHaveCount(0);
  await openFromMenu(page, 'الأرشيف');
  await card(page, 'أحمد المختبر')
    .getByRole('button', { name: /^استعادة/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'استعادة', exact: true }).click();
  await expect(toast(page, 'تمت استعادة السجل بنجاح')).toBeVisible();
  await expect(card(page, 'أحمد المختبر')).toContainText('استُعيد');
});
