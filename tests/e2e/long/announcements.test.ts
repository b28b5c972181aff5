import type { Announcement } from '../../../contract/families/announcements';
import type { Student } from '../../../contract/students/students';
import { newApiCaller } from '../../support/apiCaller';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { desktopViewport, heading, openFromMenu, phoneViewport } from '../../support/journey';

test('a teacher publishes to his batch on a phone, student and guardian read it, and its deletion is undone', async ({
  page,
}) => {
  await page.setViewportSize(phoneViewport);
  const call = await newApiCaller(page, 'admin');
  const [batch] = await call<{ batch_name: string }[]>(
    'GET',
    `/batches?filter=${encodeURIComponent(JSON.stringify({ id: [1] }))}`,
  );
  const filter = encodeURIComponent(JSON.stringify({ batch_id: 1 }));
  const [student] = await call<Student[]>('GET', `/students?range=[0,0]&filter=${filter}`);
  const guardian = await call<{ id: number }>('POST', `/students/${student?.id}/guardians`, {
    name: 'صالح الراشد',
    relation: 'father',
    phone: '0551234567',
    consent_on: '2026-01-01',
  });
  const link = await call<{ link_code: string; link_pin: string }>('POST', `/guardians/${guardian.id}/link`);

  await takeSession(page, 'teacher');
  await page.goto('/dashboard');
  await openFromMenu(page, 'الإعلانات');
  await expect(heading(page, 'الإعلانات')).toBeVisible();
  await page.getByRole('button', { name: 'إعلان جديد' }).click();
  const form = page.getByRole('dialog', { name: 'إعلان جديد' });
  await form.getByLabel('العنوان').fill('رحلة إلى المكتبة');
  await form.getByLabel('النص (اختياري)').fill('يوم السبت\nhttps://example.org');
  await form.getByRole('combobox', { name: 'الدفعة' }).click();
  await page.getByRole('option', { name: batch?.batch_name ?? '' }).click();
  await expect(form.getByText(/^يصل إلى المعلمين، وإلى \d+ طالباً/)).toBeVisible();
  await form.getByLabel('تثبيته في أعلى الإعلانات').check();
  await form.getByRole('button', { name: 'نشر الإعلان' }).click();
  await expect(toast(page, 'نُشر الإعلان')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toBeVisible();

  await openFromMenu(page, 'لوحة التحكم');
  const onDashboard = page.getByRole('region', { name: 'الإعلانات' });
  await expect(onDashboard.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toBeVisible();

  await takeSession(page, 'student');
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toBeVisible();
  await expect(page.getByRole('link', { name: /example/ })).toHaveCount(0);

  await page.goto(`/g/${link.link_code}`);
  await page.getByLabel('الرقم السري').fill(link.link_pin);
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(page.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toBeVisible();

  await takeSession(page, 'admin');
  await page.setViewportSize(desktopViewport);
  await page.goto('/announcements');
  await page.getByRole('button', { name: 'حذف «رحلة إلى المكتبة»' }).click();
  const removed = toast(page, 'حُذف الإعلان');
  await expect(removed).toBeVisible();
  await expect(page.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toHaveCount(0);
  await page.getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'رحلة إلى المكتبة' })).toBeVisible();
  const rows = await call<Announcement[]>('GET', '/announcements');
  expect(rows.map(({ title }) => title)).toContain('رحلة إلى المكتبة');
});
