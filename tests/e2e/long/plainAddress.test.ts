import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectConsoleErrors, test, toast } from '../../support/browserTest';
import { newCircle, panel, saveButton, studentButton } from '../../support/halaqaCircle';
import { dispatchOnline } from '../../support/outbox';
import { answerField, confirmButton, newOwnAssignment, submitButton } from '../../support/ownAssignment';
import { plainEntries, plainOrigin, takePlainSession } from '../../support/plainAddress';

test.afterEach(({ context, consoleErrors }) => {
  // The browser logs failed requests, and at a plain address the headers that it ignores.
  expectConsoleErrors(consoleErrors, /ERR_.*\/api\/|Cross-Origin-Opener|origin-keyed/);
  return context.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Blocks calls of these paths until `open`. */
async function closeNetwork(context: BrowserContext, paths: RegExp) {
  const keys: string[] = [];
  let isOpen = false;
  await context.route(paths, (route) => {
    if (!isOpen) return route.abort('internetdisconnected');
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    return route.fallback();
  });
  return { open: () => void (isOpen = true), close: () => void (isOpen = false), deliveredKeys: keys };
}

const onDevice = (page: Page) => page.getByText('على هذا الجهاز', { exact: true });

/** At its start the app asks the server whether a retry is safe. */
const waitForStart = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('rasd-server-has-idempotency'))).toBe('yes');

async function typeRange(page: Page) {
  await panel(page, 'أنس').getByRole('button', { name: 'حدّد المقدار' }).click();
  const dialog = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await dialog.getByLabel('من سورة').fill('النبأ');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('من آية').fill('1');
  await dialog.getByLabel('إلى آية').fill('10');
  await dialog.getByRole('button', { name: 'اعتماد المقطع' }).click();
}

test('a recitation and a further recitation saved offline at a plain address survive a closed page, and two tabs send each once', async ({
  page,
  context,
  address,
}) => {
  const circle = await newCircle(page, { isRevised: false });
  const recordsOfFirst = async () =>
    (await circle.records()).filter(({ studentId }) => studentId === circle.numbers[0]);
  await takePlainSession(context, page, address, 'admin');
  await page.goto(plainOrigin + circle.address);
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  await waitForStart(page);
  const network = await closeNetwork(context, /\/api\/daily-records\/(save|again)$/);

  /** Saves the open recitation offline, closes the page, and sends from two tabs. @returns an open tab */
  const saveCloseAndSend = async (tab: Page, message: RegExp): Promise<Page> => {
    network.close();
    network.deliveredKeys.length = 0;
    await saveButton(panel(tab, 'أنس')).click();
    await expect(toast(tab, message)).toBeVisible();
    const [entry = '', ...others] = await plainEntries(tab);
    expect(others).toEqual([]);
    expect(entry).toContain('أنس');
    await tab.close();

    const later = await context.newPage();
    await later.goto(plainOrigin + circle.address);
    await expect(studentButton(later, 'أنس')).toBeVisible();
    const outbox = await context.newPage();
    await outbox.goto(`${plainOrigin}/outbox`);
    await expect(onDevice(outbox)).toBeVisible();
    await expect(outbox.getByText(/غير مشفَّر، ويستطيع قراءته من بيده هذا الجهاز/)).toBeVisible();
    network.open();
    await Promise.all([later, outbox].map(dispatchOnline));
    await expect(onDevice(outbox)).toHaveCount(0);
    await expect.poll(() => plainEntries(outbox)).toEqual([]);
    await expect(outbox.getByText(/ويستطيع قراءته من بيده هذا الجهاز/)).toHaveCount(0);
    expect(new Set(network.deliveredKeys).size).toBe(1);
    await outbox.close();
    return later;
  };

  await studentButton(page, 'أنس').click();
  const secondPage = await saveCloseAndSend(page, /^حُفظ تسميع «.*» على هذا الجهاز/);
  expect(await recordsOfFirst()).toMatchObject([{ version: 1, count: 1, result: 'accepted' }]);

  await secondPage.goto(plainOrigin + circle.address);
  await studentButton(secondPage, 'أنس').click();
  await panel(secondPage, 'أنس').getByRole('button', { name: 'تسميع آخر' }).click();
  await typeRange(secondPage);
  await panel(secondPage, 'أنس').getByRole('button', { name: 'يُعاد' }).click();
  const thirdPage = await saveCloseAndSend(secondPage, /على هذا الجهاز/);
  expect(await recordsOfFirst()).toMatchObject([
    { count: 2, recitations: [{ result: 'accepted' }, { result: 'repeat' }] },
  ]);
  await thirdPage.close();
});

test('daily records saved offline at a plain address are shown after a reload, and stored once', async ({
  page,
  context,
  address,
}) => {
  const circle = await newCircle(page);
  await takePlainSession(context, page, address, 'admin');
  await page.goto(plainOrigin + circle.address.replace('/halaqa', '/daily-records'));
  await waitForStart(page);
  const network = await closeNetwork(context, /\/api\/daily-records\/save$/);
  const notes = page.getByRole('row').filter({ hasText: 'أنس' }).locator('[data-cell="teacherNotes"]');
  await notes.fill('سورة الملك');
  await page.getByRole('button', { name: 'حفظ السجلات', exact: true }).click();
  await expect(page.getByText('ما حفظته لهذا اليوم باقٍ على هذا الجهاز')).toBeVisible();
  await page.reload();
  await expect(notes).toHaveValue('سورة الملك');
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => plainEntries(page)).toEqual([]);
  const texts = (await circle.records()).map(({ teacherNotes, version }) => [teacherNotes, version]);
  expect(texts).toEqual([['سورة الملك', 1]]);
  expect(network.deliveredKeys).toHaveLength(1);
});

test('typed answers survive a reload at a plain address, where a submission is not queued; the settings say why', async ({
  page,
  context,
  address,
}) => {
  const { id, submissions } = await newOwnAssignment(page);
  await takePlainSession(context, page, address, 'student');
  await page.goto(`${plainOrigin}/assignments/${id}/submit`);
  const network = await closeNetwork(context, /\/api\/assignments\/\d+\/(draft|submit)$/);
  await answerField(page, 3).fill('الهاء');
  await submitButton(page).click();
  await confirmButton(page).click();
  await expect(page.getByText(/تعذّر الاتصال بالخادم/).first()).toBeVisible();
  await expect(page.getByText(/تسليمك محفوظ على هذا الجهاز/)).toHaveCount(0);
  expect(await plainEntries(page)).toEqual([]);
  await page.reload();
  await expect(answerField(page, 3)).toHaveValue('الهاء');
  network.open();
  await submitButton(page).click();
  await confirmButton(page).click();
  await expect.poll(submissions).toBe(1);

  await page.goto(`${plainOrigin}/settings`);
  await expect(page.getByText(/^لا يمكن تثبيت التطبيق من هذا العنوان: .* https/)).toBeVisible();
});
