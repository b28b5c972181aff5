import type { Locator, Page } from '@playwright/test';
import type { Circle, CircleMember } from '../../contract/circles';
import { expect } from './browserTest';
import type { ApiCaller } from './apiCaller';

export const boardStudents = ['أنس', 'بدر', 'تميم', 'ثامر', 'جابر', 'حمد'].map((name) => `${name} الحلقة`);

/** A batch of six students with an offering, without circles. */
export async function newBoard(call: ApiCaller, type = 'حفظ') {
  const batch = await call<{ id: number }>('POST', '/batches', {
    batch_name: 'دفعة الحلقات 1448',
    program_id: 'QRN',
  });
  const subject = await call<{ id: number; subject_code: string }>('POST', '/subjects', {
    subject_code: 'HLQ101',
    name: 'حفظ الحلقات',
    type,
    batch_id: batch.id,
  });
  for (const [index, name] of boardStudents.entries()) {
    const [first_name, last_name] = name.split(' ');
    await call('POST', '/students', {
      first_name,
      last_name,
      national_id: String(1_990_000_001 + index),
      batch_id: batch.id,
    });
  }
  const loadCircles = () => call<Circle[]>('GET', `/circles?subject_code=${subject.subject_code}`);
  const loadMembers = async (name: string) => {
    const circle = (await loadCircles()).find((row) => row.name === name);
    const members = await call<CircleMember[]>('GET', `/circles/${circle?.id}/members`);
    return members.map(({ full_name }) => full_name);
  };
  return { subject, circlesOf: loadCircles, membersOf: loadMembers };
}

export const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const member = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });

/** Fills in the form, first with an invalid time. */
export async function addCircle(page: Page, name: string, capacity: string): Promise<void> {
  await page.getByRole('button', { name: 'حلقة جديدة' }).click();
  const dialog = page.getByRole('dialog', { name: 'حلقة جديدة' });
  await dialog.getByLabel('اسم الحلقة').fill(name);
  await dialog.getByLabel('السعة').fill(capacity);
  await dialog.getByRole('button', { name: 'الأحد' }).click();
  await dialog.getByLabel('الوقت').fill('٢٥:٠٠');
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog).toContainText('الوقت غير صحيح');
  await dialog.getByLabel('الوقت').fill('٤:٣٠');
  await dialog.getByLabel('المكان').fill('المصلى');
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog).toBeHidden();
  await expect(column(page, name)).toContainText('الأحد · 04:30 · المصلى');
}

export async function chooseAction(page: Page, circle: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `إجراءات «${circle}»` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
