import type { Locator } from '@playwright/test';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { newCircle, panel, studentButton, saveButton } from '../support/halaqaCircle';
import { heading, phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

test('a teacher hears a circle with one thumb, counts a fault, marks an absence, and opens the circles of the day', async ({
  page,
}) => {
  const circle = await newCircle(page, { teacher: 'teacher' });
  await takeSession(page, 'teacher');
  await page.goto(circle.address);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  // Saving all kinds of a student without faults takes at most four taps. Then the next student opens.
  await tap(studentButton(page, 'أنس'));
  const first = panel(page, 'أنس');
  await expect(first.getByRole('tab', { name: /^حفظ جديد/ })).toHaveAttribute('aria-selected', 'true');
  await expect(first.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' })).toBeVisible();
  await expect(saveButton(first)).toHaveText('حفظ: أُجيز، ممتاز');
  await tap(saveButton(first));
  await expect(first.getByRole('tab', { name: /^مراجعة بعيدة/ })).toHaveAttribute('aria-selected', 'true');
  await tap(saveButton(first));
  const second = panel(page, 'بلال');
  await expect(second).toBeVisible();
  expect(taps).toBeLessThanOrEqual(4);

  await second.getByRole('button', { name: /^فتح، العدد 0/ }).click();
  await second.getByRole('button', { name: 'تحديد آية آخر خطأ: فتح' }).click();
  await page
    .getByRole('dialog', { name: 'آية الخطأ: فتح' })
    .getByRole('button', { name: 'البقرة 3', exact: true })
    .click();
  await expect(second.getByRole('status')).toHaveText('آخر خطأ: فتح، البقرة 3');
  await second.getByRole('button', { name: /^لحن جلي، العدد 0/ }).click();
  await expect(saveButton(second)).toHaveText(/جيد$/);
  await second.getByRole('button', { name: 'التراجع عن آخر خطأ: لحن جلي' }).click();
  await expect(saveButton(second)).toHaveText('حفظ: أُجيز، جيد جداً');
  await second.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' }).click();
  await page
    .getByRole('dialog', { name: /^مقدار/ })
    .getByRole('button', { name: 'البقرة 4', exact: true })
    .click();
  await second.getByRole('button', { name: 'يُعاد' }).click();
  await expect(saveButton(second)).toHaveText(/^حفظ: يُعاد/);
  await saveButton(second).click();
  await expect(toast(page, 'حُفظ تسميع «بلال سعد الجديد»: حفظ جديد')).toBeVisible();
  const stored = await circle.records();
  expect(stored.map(({ studentId, kind, result }) => [studentId, kind, result])).toEqual([
    [circle.numbers[0], 'new', 'accepted'],
    [circle.numbers[0], 'far', 'accepted'],
    [circle.numbers[1], 'new', 'repeat'],
  ]);
  expect(stored[2]).toMatchObject({
    ranges: [{ from: '2:1', to: '2:4' }],
    faults: [{ kind: 'prompt', ayah: '2:3', count: 1 }],
  });

  await page.goBack();
  await page.getByRole('button', { name: 'إجراءات «تميم سعد الجديد»' }).click();
  await page.getByRole('menuitem', { name: 'غائب بعذر' }).click();
  await expect(toast(page, 'سُجّل غياب «تميم سعد الجديد»')).toBeVisible();
  await expect(page.getByRole('region', { name: /^الغياب/ }).getByRole('listitem')).toHaveText(/تميم/);
  await page.getByRole('button', { name: 'المزيد' }).click();
  await page.getByRole('link', { name: 'حلقات اليوم' }).click();
  await expect(heading(page, 'حلقات اليوم')).toBeVisible();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'تسميع حلقة «حلقة المغرب»' }) });
  await expect(card.getByRole('definition').last()).toHaveText('1');
});
