import type { Page } from '@playwright/test';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { pickFound } from '../../support/journey';
import { openFilters } from '../../support/lists';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

test('batches and staff are assigned to new sections, and a user with one section sees only his section', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  const batchFields = { program_id: 'QRN', academic_year: '1448' };
  await call('POST', '/batches', { ...batchFields, batch_name: 'دفعة أولاد 1448' });

  await page.goto('/batches/create');
  await expect(page.getByLabel('اسم الدفعة')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'القسم' })).toHaveCount(0);

  await page.goto('/settings/access');
  await page.getByRole('radio', { name: /^بنين وبنات/ }).check();
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.getByRole('link', { name: 'الدفعات' }).click();
  await page
    .getByRole('link', { name: /دفعة أولاد 1448/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await save(page);
  await expect(heading(page, 'إدارة الدفعات')).toBeVisible();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await page.getByRole('button', { name: 'عرض النتائج' }).click();
  await expect(page.getByRole('row', { name: /دفعة أولاد 1448/ })).toContainText('بنين');
  await expect(page.getByRole('row')).toHaveCount(2);
  // The toast after the save covers a button of a phone for a moment.
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);

  const { id } = await call<{ id: number }>('POST', '/users', {
    username: 'boys-teacher',
    name: 'معلم البنين',
    email: 'boys@example.org',
    role: 'teacher',
    password: 'نخلة-وسبع-سنابل',
  });
  await page.goto(`/users/${id}`);
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await save(page);
  await expect(heading(page, 'إدارة المستخدمين')).toBeVisible();
  await expect(page.getByRole('row', { name: /معلم البنين/ })).toContainText('بنين');
});

test('an admin of one section has no programmes, no cleanup, and no field for the section', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  await call('PUT', '/settings', { sections_enabled: true });
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  await call('POST', '/users', {
    username: 'girls-admin',
    name: 'مديرة البنات',
    role: 'admin',
    section: 'girls',
    password: 'نخلة-وسبع-سنابل',
  });
  await takeSession(page, 'girls-admin', 'نخلة-وسبع-سنابل');
  await page.goto('/batches');
  await expect(heading(page, 'الدفعات')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'الطلاب', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'البرامج' })).toHaveCount(0);

  await page.goto('/batches/create');
  await page.getByLabel('اسم الدفعة').fill('دفعة البنات 1448');
  await pickFound(page, page.getByRole('combobox', { name: 'البرنامج' }), 'حفظ');
  await expect(page.getByRole('combobox', { name: 'القسم' })).toHaveCount(0);
  await save(page);
  await expect(page.getByRole('row', { name: /دفعة البنات 1448/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /للبنات/ })).toHaveCount(2); // of the demo
  await expect(page.getByRole('row')).toHaveCount(4);

  await page.goto('/settings');
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'ربط الطلاب بالحسابات' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'تنظيف البيانات' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'أقسام الإعدادات' })).toHaveCount(0);
  await page.goto('/settings/access');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/programs');
  await expect(page).toHaveURL(/\/dashboard$/);
});
