import { expect, takeSession, test, toast } from '../../support/browserTest';
import { phoneViewport, save, undoLast } from '../../support/journey';

test('an admin opens the backups from the dashboard on a phone, makes one, switches the daily ones off and undoes it', async ({
  page,
}) => {
  await page.setViewportSize(phoneViewport);
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  await expect(page.getByText('لم تُحفظ نسخة احتياطية بعد.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'التفاصيل' }).click();
  await expect(page).toHaveURL(/\/settings\/backups$/);

  const section = page.getByRole('region', { name: 'النسخ الاحتياطي' });
  await section.getByRole('button', { name: 'خذ نسخة الآن' }).click();
  const row = section.getByRole('listitem');
  await expect(row).toContainText('تمت · بطلب مدير');
  await expect(row).toContainText(/rasd-\w{8}\.daily-\d{8}T\d{6}Z\.db/);
  await expect(section.getByRole('button', { name: 'خذ نسخة الآن' })).toBeEnabled();

  const hour = page.getByRole('combobox', { name: 'ساعة النسخ' });
  await expect(hour).toHaveText('02:00');
  await hour.click();
  await page.getByRole('option', { name: 'لا نسخ يومي' }).click();
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  await expect(section).toContainText('لا نسخ يومي');
  await page.goto('/dashboard');
  await expect(page.getByText('النسخ الاحتياطي اليومي متوقف.')).toBeVisible();
  await undoLast(page);
  await expect(page.getByText(/^آخر نسخة احتياطية:/)).toBeVisible();
});
