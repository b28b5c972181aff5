import type { Page } from '@playwright/test';
import { waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import {
  batchName,
  type NewCircle,
  newCircle,
  panel,
  studentButton,
  saveButton as save,
  today,
} from '../../support/halaqaCircle';

test.use({ viewport: { width: 360, height: 740 } });

async function openCircle(page: Page, { address }: NewCircle): Promise<void> {
  await takeSession(page, 'admin');
  await page.goto(address);
  await waitForScreen(page);
}

test('a fault is put on its ayah and undone, the result follows, and the draft survives a reload', async ({
  page,
}) => {
  const fixture = await newCircle(page);
  await openCircle(page, fixture);
  await studentButton(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  await hearing.getByRole('button', { name: /^فتح، العدد 0/ }).click();
  await hearing.getByRole('button', { name: 'تحديد آية آخر خطأ: فتح' }).click();
  await page
    .getByRole('dialog', { name: 'آية الخطأ: فتح' })
    .getByRole('button', { name: 'البقرة 3', exact: true })
    .click();
  await expect(hearing.getByRole('status')).toHaveText('آخر خطأ: فتح، البقرة 3');
  await hearing.getByRole('button', { name: /^لحن جلي، العدد 0/ }).click();
  await expect(save(hearing)).toHaveText(/جيد$/);
  await hearing.getByRole('button', { name: 'التراجع عن آخر خطأ: لحن جلي' }).click();
  await expect(save(hearing)).toHaveText('حفظ: أُجيز، جيد جداً');
  await hearing.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' }).click();
  await page
    .getByRole('dialog', { name: /^مقدار/ })
    .getByRole('button', { name: 'البقرة 4', exact: true })
    .click();
  await expect(hearing.getByRole('button', { name: 'تغيير المقدار: البقرة 1-4' })).toBeVisible();

  await page.reload();
  await expect(hearing.getByRole('status')).toHaveText('آخر خطأ: فتح، البقرة 3');
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await expect(save(hearing)).toHaveText(/^حفظ: يُعاد/);
  await save(hearing).click();
  await expect(toast(page, 'حُفظ تسميع «أنس سعد الجديد»: حفظ جديد')).toBeVisible();
  const [stored] = await fixture.records();
  expect(stored).toMatchObject({
    kind: 'new',
    result: 'repeat',
    ranges: [{ from: '2:1', to: '2:4' }],
    faults: [{ kind: 'prompt', ayah: '2:3', count: 1 }],
  });
});

test('a range of far revision is postponed and replaced by others, and the postponement is undone', async ({
  page,
}) => {
  const fixture = await newCircle(page);
  await openCircle(page, fixture);
  await studentButton(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  await hearing.getByRole('tab', { name: /^مراجعة بعيدة/ }).click();
  const ranges = hearing.getByRole('group', { name: 'المقدار' }).getByRole('button');
  await expect(ranges.first()).toContainText('الملك');
  const before = await ranges.allInnerTexts();
  await ranges.first().click();
  const dialog = page.getByRole('dialog', { name: /^مقدار/ });
  await dialog.getByRole('button', { name: 'تأجيله إلى يوم آخر' }).click();
  await expect(toast(page, 'أُجّلت اليوم مراجعة «أنس سعد الجديد»')).toBeVisible();
  await expect(ranges.filter({ hasText: before[0] ?? '' })).toHaveCount(0);
  await expect(ranges).not.toHaveCount(0);
  // The range returns on another day. Ranges of a lesson cannot be postponed.
  await toast(page, 'أُجّلت').getByRole('button', { name: 'تراجع' }).click();
  await expect(ranges).toHaveText(before);
  await hearing.getByRole('tab', { name: /^حفظ جديد/ }).click();
  await hearing.getByRole('button', { name: 'تغيير المقدار: البقرة 1-5' }).click();
  await expect(dialog.getByRole('button', { name: 'مقدار آخر' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'تأجيله إلى يوم آخر' })).toHaveCount(0);
});

test('a long press records an absence in the register of the circle, and the toast undoes it', async ({
  page,
}) => {
  const fixture = await newCircle(page);
  await openCircle(page, fixture);
  const absentItems = page.getByRole('region', { name: /^الغياب/ }).getByRole('listitem');
  const box = await studentButton(page, 'بلال').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(toast(page, 'سُجّل غياب «بلال سعد الجديد»')).toBeVisible();
  await page.mouse.up();
  await expect(absentItems).toHaveText(/بلال/);
  await expect(panel(page, 'بلال')).toBeHidden();
  await toast(page, 'سُجّل غياب').getByRole('button', { name: 'تراجع' }).click();
  await expect(absentItems).toHaveCount(0);

  await page.getByRole('button', { name: 'إجراءات «تميم سعد الجديد»' }).click();
  await page.getByRole('menuitem', { name: 'غائب بعذر' }).click();
  await expect(toast(page, 'سُجّل غياب «تميم سعد الجديد»')).toBeVisible();
  await expect(absentItems).toHaveText(/تميم/);
  const path = [batchName, fixture.subjectCode, today()].map(encodeURIComponent).join('/');
  const { absences } = await fixture.call<{ absences: { studentId: string; type: string }[] }>(
    'GET',
    `/absences/${path}?circle_id=${fixture.circle.id}`,
  );
  expect(absences.map(({ studentId, type }) => [studentId, type])).toEqual([['77000003', 'غياب بعذر']]);
});

test('a hearing with a lost answer and a full outbox stays on the screen, survives a reload, and is stored once', async ({
  page,
  consoleErrors,
}) => {
  const fixture = await newCircle(page);
  await page.route('**/api/auth/outbox-key', (route) => route.fulfill({ status: 404, json: {} }));
  await takeSession(page, 'admin');
  await page.evaluate(() => localStorage.removeItem('rasd.outboxKey'));
  await page.goto(fixture.address);
  await studentButton(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/daily-records/save', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server stores the hearing; the answer is lost.
    if (keys.length === 1) await route.fetch().then(() => route.abort());
    else await route.continue();
  });
  await save(hearing).click();
  await expect(hearing.getByText(/محفوظ على هذا الجهاز/)).toBeVisible();
  await page.reload();
  await hearing.getByRole('button', { name: 'إرسال مرة أخرى' }).click();
  await expect(toast(page, 'حُفظ تسميع «أنس سعد الجديد»: حفظ جديد')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  const stored = await fixture.records();
  expect(stored.map(({ kind, version }) => [kind, version])).toEqual([['new', 1]]);
  expectConsoleErrors(consoleErrors, /(ERR_FAILED|404).*\/api\//);
});

test('a second recitation of a day is listed after the first, and is corrected and deleted separately', async ({
  page,
}) => {
  const fixture = await newCircle(page, { isRevised: false });
  await openCircle(page, fixture);
  const recordsOfFirst = async () =>
    (await fixture.records()).find(({ studentId }) => studentId === fixture.numbers[0]);
  await studentButton(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  await save(hearing).click();
  await expect(panel(page, 'بلال')).toBeVisible();
  await page.goBack();
  await studentButton(page, 'أنس').click();
  await expect(hearing.getByRole('region', { name: 'سُمّع اليوم' })).toContainText('البقرة 1-5');
  await hearing.getByRole('button', { name: 'تسميع آخر' }).click();
  await expect(save(hearing)).toBeDisabled();
  await hearing.getByRole('button', { name: 'حدّد المقدار' }).click();
  const dialog = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await dialog.getByLabel('من سورة').fill('النبأ');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('من آية').fill('1');
  await dialog.getByLabel('إلى آية').fill('10');
  await dialog.getByRole('button', { name: 'اعتماد المقطع' }).click();
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await save(hearing).click();
  await expect(toast(page, 'حُفظ تسميع آخر لـ«أنس سعد الجديد»')).toBeVisible();
  expect(await recordsOfFirst()).toMatchObject({
    count: 2,
    result: 'repeat',
    recitations: [{ ranges: [{ from: '2:1', to: '2:5' }], result: 'accepted' }, { result: 'repeat' }],
  });

  await page.goBack();
  await studentButton(page, 'أنس').click();
  await hearing.getByRole('button', { name: 'تعديل التسميع: البقرة 1-5' }).click();
  await hearing.getByRole('button', { name: /^فتح، العدد 0/ }).click();
  await save(hearing).click();
  await expect(toast(page, 'حُفظ تعديل تسميع «أنس سعد الجديد»')).toBeVisible();
  expect((await recordsOfFirst())?.recitations).toMatchObject([
    { mistakesCount: 1 },
    { mistakesCount: null },
  ]);
  await page.goBack();
  await studentButton(page, 'أنس').click();
  await hearing.getByRole('button', { name: 'حذف التسميع: البقرة 1-5' }).click();
  await expect(toast(page, 'حُذف تسميع «أنس سعد الجديد»')).toBeVisible();
  expect(await recordsOfFirst()).toMatchObject({ count: 1, result: 'repeat' });
});
