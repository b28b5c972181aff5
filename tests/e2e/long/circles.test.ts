import type { Locator, Page } from '@playwright/test';
import type { Circle, CircleMember } from '../../../contract/circles';
import { findingsAtBothWidths, findingsInBoth, isShown } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { type CallAs, callsOf } from '../../support/callsOf';

const students = ['أنس', 'بدر', 'تميم', 'ثامر', 'جابر', 'حمد'].map((name) => `${name} الحلقة`);

/** A batch of six students and an offering of it without circles. */
async function prepare(call: CallAs, type = 'حفظ') {
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
  for (const [place, name] of students.entries()) {
    const [first_name, last_name] = name.split(' ');
    await call('POST', '/students', {
      first_name,
      last_name,
      national_id: String(1_990_000_001 + place),
      batch_id: batch.id,
    });
  }
  const circlesOf = () => call<Circle[]>('GET', `/circles?subject_code=${subject.subject_code}`);
  const membersOf = async (name: string) => {
    const circle = (await circlesOf()).find((one) => one.name === name);
    const members = await call<CircleMember[]>('GET', `/circles/${circle?.id}/members`);
    return members.map(({ full_name }) => full_name);
  };
  return { subject, circlesOf, membersOf };
}

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const member = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function addCircle(page: Page, name: string, capacity: string): Promise<void> {
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

async function choose(page: Page, circle: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `إجراءات «${circle}»` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('an admin divides students among circles, moves them by mouse and keyboard, and undoes a move', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const { subject, membersOf } = await prepare(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}`);
  await page.getByRole('tab', { name: 'الحلقات' }).click();
  await expect(page.getByRole('heading', { name: 'لا حلقات في هذه المادة بعد' })).toBeVisible();
  expect(await findingsAtBothWidths(page), 'no circles yet').toEqual([]);
  await addCircle(page, 'حلقة عاصم', '4');
  await addCircle(page, 'حلقة نافع', '');
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(6);

  await page.getByRole('button', { name: 'توزيع بالتساوي' }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(3);
  await expect(column(page, 'حلقة عاصم')).toContainText('3 من 4');
  await expect(column(page, 'بلا حلقة')).toContainText('لكل طالب حلقة.');
  expect(await findingsInBoth(page), 'the board').toEqual([]);

  const [dragged = ''] = await membersOf('حلقة نافع');
  await member(page, dragged).dragTo(column(page, 'حلقة عاصم'));
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(4);
  expect(await membersOf('حلقة عاصم')).toContain(dragged);
  await toast(page, `نُقل «${dragged}» إلى «حلقة عاصم»`).getByRole('button', { name: 'تراجع' }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(3);
  expect(await membersOf('حلقة نافع')).toContain(dragged);

  // With the keyboard only.
  await page.getByRole('button', { name: `نقل ${dragged} إلى حلقة أخرى` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'بلا حلقة' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(1);
  expect(await membersOf('حلقة نافع')).not.toContain(dragged);
});

test('a full circle accepts no more students, and says so; its members are chosen from a list and have a history', async ({
  page,
  complaints,
}) => {
  const call = await callsOf(page, 'admin');
  const { subject, membersOf } = await prepare(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة عاصم', '2');
  await choose(page, 'حلقة عاصم', 'الأعضاء');
  const dialog = page.getByRole('dialog', { name: 'أعضاء «حلقة عاصم»' });
  for (const name of students.slice(0, 3)) await dialog.getByRole('checkbox', { name }).check();
  await expect(dialog).toContainText('3 من 2');
  expect(await findingsInBoth(page), 'the members').toEqual([]);
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'سعة الحلقة' })).toBeVisible();
  complaints.splice(0, 1); // the browser tells of the 422
  expect(await membersOf('حلقة عاصم')).toEqual([]);
  await dialog.getByLabel('ابحث باسم الطالب').fill('تميم');
  await expect(dialog.getByRole('checkbox', { name: students[0] })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: students[2] }).uncheck();
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(dialog).toBeHidden();
  expect(await membersOf('حلقة عاصم')).toEqual(students.slice(0, 2));

  await member(page, students[2] ?? '').dragTo(column(page, 'حلقة عاصم'));
  await expect(toast(page, 'سعة الحلقة')).toBeVisible();
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(4);
  complaints.splice(0, 1);

  await choose(page, 'حلقة عاصم', 'سجل الأعضاء');
  const history = page.getByRole('table', { name: 'سجل أعضاء «حلقة عاصم»' });
  await expect(history.getByRole('row').filter({ hasText: students[0] ?? '' })).toContainText('حتى الآن');
});

test('a circle gets a substitute for some days, is ended and opened again, and one without records is deleted', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const { subject, circlesOf } = await prepare(call);
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة عاصم', '');
  await page.getByRole('button', { name: 'إجراءات «حلقة عاصم»' }).click();
  await expect(page.getByRole('menuitem', { name: 'تعديل' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'خطة الحفظ' }), 'no daily records').toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'حلقة عاصم', 'البدلاء');
  const dialog = page.getByRole('dialog', { name: 'بدلاء «حلقة عاصم»' });
  await dialog.getByRole('combobox', { name: /^المعلم البديل/ }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'إضافة بديل' }).click();
  await expect(dialog.getByRole('button', { name: /^حذف البديل/ })).toBeVisible();
  expect(await findingsInBoth(page), 'the substitutes').toEqual([]);
  await dialog.getByRole('button', { name: 'إغلاق' }).click();

  await choose(page, 'حلقة عاصم', 'إنهاء الحلقة');
  await page.getByRole('dialog').getByRole('button', { name: 'إنهاء الحلقة' }).click();
  const ended = page.getByRole('region', { name: 'حلقات انتهت' });
  await expect(ended).toContainText('حلقة عاصم');
  await ended.getByRole('button', { name: 'إعادة فتح «حلقة عاصم»' }).click();
  await expect(column(page, 'حلقة عاصم')).toBeVisible();
  await choose(page, 'حلقة عاصم', 'حذف');
  await page.getByRole('dialog', { name: 'تأكيد الحذف' }).getByRole('button', { name: 'حذف' }).click();
  await expect(page.getByRole('heading', { name: 'لا حلقات في هذه المادة بعد' })).toBeVisible();
  expect(await circlesOf()).toEqual([]);
});

test('on a phone one circle is shown, another is chosen, and a student is moved by the menu', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const { subject, membersOf } = await prepare(call);
  await call('POST', '/circles', { subject_code: subject.subject_code, name: 'حلقة عاصم' });
  await page.setViewportSize({ width: 390, height: 844 });
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await isShown(page);
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: `نقل ${students[0]} إلى حلقة أخرى` }).click();
  await page.getByRole('menuitem', { name: 'حلقة عاصم' }).click();
  await expect(column(page, 'بلا حلقة').getByRole('listitem')).toHaveCount(5);
  expect(await membersOf('حلقة عاصم')).toEqual([students[0]]);
  await page.getByRole('combobox', { name: 'الحلقة' }).click();
  await page.getByRole('option', { name: /^حلقة عاصم/ }).click();
  await expect(column(page, 'حلقة عاصم').getByRole('listitem')).toHaveCount(1);
});

test('where daily records are kept, a circle gets the plan that its students follow', async ({ page }) => {
  const call = await callsOf(page, 'admin');
  const { subject, circlesOf } = await prepare(call, 'تقييد يومي');
  await takeSession(page, 'admin');
  await page.goto(`/subjects/${subject.id}?tab=circles`);
  await addCircle(page, 'حلقة نافع', '');
  await choose(page, 'حلقة نافع', 'خطة الحفظ');
  const dialog = page.getByRole('dialog', { name: 'خطة حفظ حلقة «حلقة نافع»' });
  await dialog.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(dialog).toBeHidden();
  const [circle] = await circlesOf();
  expect(await call('GET', `/circles/${circle?.id}/plan`)).toMatchObject({ is_template: true });

  // And the subject one, for whoever is in no circle or in one without a plan.
  await page.getByRole('button', { name: 'خطة الحفظ للمادة' }).click();
  const ofAll = page.getByRole('dialog', { name: /^خطة/ });
  await ofAll.getByRole('button', { name: 'حفظ الخطة' }).click();
  await expect(ofAll).toBeHidden();
  expect(await call('GET', `/subjects/${subject.subject_code}/plan`)).toMatchObject({ is_template: true });
});
