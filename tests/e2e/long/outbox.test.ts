import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import {
  absent,
  closeNetwork,
  saveOffline,
  openRegister,
  registerAddress,
  registerDay,
  saveAbsent,
  storedRows,
  dispatchOnline,
  unsentAlert,
  waitForOutboxKey,
} from '../../support/outbox';
import { plainEntries, plainOrigin, takePlainSession } from '../../support/plainAddress';

const outboxBadge = (page: Page) => page.getByRole('link', { name: /عمل واحد .* من هذا الجهاز/ });
const takenMessage = (page: Page) => page.getByText('حُضِّر، غائب واحد');

/** The register as stored on the server. */
async function storedRegister(page: Page) {
  const call = await newApiCaller(page, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const path = `/absences/${encodeURIComponent(batch_name)}/QRN101-1/${registerDay}`;
  return call<{ version: number; absences: object[] }>('GET', path);
}

test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

/** Console messages of failed requests and refused calls. */
const failedCalls = /(ERR_|40[19]|503).*\/api\//;

test('a register is sent again with the same key if its page was closed before the response', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openRegister(page);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['idempotency-key'] ?? 'none');
  });
  let resolveCommit = () => {};
  const commit = new Promise<void>((resolve) => (resolveCommit = resolve));
  await page.route('**/api/absences/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch(); // the server stores the register; the answer never arrives
    resolveCommit();
  });
  await saveAbsent(page, first);
  await commit;
  expect((await storedRegister(page)).version).toBe(1);
  await page.close();

  const laterPage = await context.newPage();
  await laterPage.goto(registerAddress);
  await expect(takenMessage(laterPage)).toBeVisible();
  await expect.poll(() => storedRows(laterPage)).toEqual([]);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(await storedRegister(laterPage)).toMatchObject({ version: 1, absences: [{}] });
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('one of two open tabs sends the queued writes, and both show that they have arrived', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const network = await saveOffline(context, page);
  const otherPage = await context.newPage();
  await otherPage.goto('/outbox');
  await expect(otherPage.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  network.open();
  for (const tab of [page, otherPage]) await dispatchOnline(tab);
  await expect(takenMessage(page)).toBeVisible();
  await expect(unsentAlert(page)).toHaveCount(0);
  await expect(otherPage.getByText('على هذا الجهاز', { exact: true })).toHaveCount(0);
  await expect(outboxBadge(otherPage)).toHaveCount(0);
  expect(network.deliveredKeys).toHaveLength(1);
  expect(await storedRegister(page)).toMatchObject({ version: 1 });
  await otherPage.close();
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('queued writes are unreadable on the device, survive the end of the session, and are hidden from other users', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const network = await saveOffline(context, page);
  const [row] = await storedRows(page);
  expect(row?.text.length).toBeGreaterThan(100);
  expect(row?.text).not.toContain('QRN101');
  const local = await page.evaluate(() => JSON.stringify(localStorage));
  expect(local).not.toMatch(/rasd\.(outbox|queued)\./);

  // The session ends: the server no longer knows its token.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rasd.session') ?? '{}') as object;
    localStorage.setItem('rasd.session', JSON.stringify({ ...session, token: 'ended' }));
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('rasd.outboxKey'))).toBeNull();
  await expect.poll(() => storedRows(page)).toHaveLength(1);

  await takeSession(page, 'teacher');
  await page.goto('/outbox');
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  await expect(outboxBadge(page)).toHaveCount(0);
  await expect.poll(() => storedRows(page)).toHaveLength(1);

  await page.goto('/api/ready');
  await page.evaluate(() => localStorage.removeItem('rasd.outboxKey')); // each sign-in removes this key
  await takeSession(page, 'admin');
  await page.goto('/outbox');
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  network.open();
  await dispatchOnline(page);
  await expect(page.getByText('وصل', { exact: true })).toBeVisible();
  expect(await storedRegister(page)).toMatchObject({ version: 1 });
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('queued writes are encrypted again with the new key after a change of the password', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const network = await saveOffline(context, page);
  const [before] = await storedRows(page);
  const key = () => page.evaluate(() => localStorage.getItem('rasd.outboxKey'));
  const earlier = await key();
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تغيير كلمة المرور' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('كلمة المرور الحالية').fill('rasd-demo');
  await dialog.getByLabel('كلمة المرور الجديدة', { exact: true }).fill('another-demo');
  await dialog.getByLabel('تأكيد كلمة المرور الجديدة').fill('another-demo');
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await expect.poll(key).not.toBe(earlier);
  const [after] = await storedRows(page);
  expect(after?.id).toBe(before?.id);
  expect(after?.text).not.toBe(before?.text);

  await page.goto('/outbox');
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  await expect(page.getByText(/حُفظ قبل تغيير كلمة المرور/)).toHaveCount(0);
  network.open();
  await dispatchOnline(page);
  await expect(page.getByText('وصل', { exact: true })).toBeVisible();
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('a device without storage space shows a message at once, and the typed register stays on the screen', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openRegister(page);
  await waitForOutboxKey(page);
  const network = await closeNetwork(context);
  // A stub makes the device full, because the browser checks its limit only at intervals.
  await page.evaluate(() => {
    Object.assign(globalThis, { originalPut: IDBObjectStore.prototype.put });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await saveAbsent(page, first);
  await expect(page.getByText(/لا متسع في هذا الجهاز/)).toBeVisible();
  await expect(unsentAlert(page)).toHaveCount(0);
  await expect(absent(page, first)).toBeChecked();
  await expect(page.getByText(/غير محفوظ/).first()).toBeVisible();

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = (
      globalThis as unknown as { originalPut: IDBObjectStore['put'] }
    ).originalPut;
  });
  network.open();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(takenMessage(page)).toBeVisible();
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('sign-out with queued writes offers to keep them, discard them, or send them first', async ({
  page,
  context,
  consoleErrors,
}) => {
  const signOut = async () => {
    await page.getByRole('button', { name: /^حساب / }).click();
    await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
    return page.getByRole('dialog', { name: 'على هذا الجهاز ما لم يُرسل' });
  };
  const expectSignedOut = () => expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  await takeSession(page, 'admin');
  await saveOffline(context, page);
  let question = await signOut();
  await expect(question).toContainText('عمل واحد ينتظر الإرسال من هذا الجهاز');
  // Sending fails without a network: the user stays signed in and sees a message.
  await question.getByRole('button', { name: 'إرسال ثم خروج' }).click();
  await expect(question).toContainText('لم يصل كل شيء بعد');
  await question.getByRole('button', { name: 'إبقاء وخروج' }).click();
  await expectSignedOut();
  await expect.poll(() => storedRows(page)).toHaveLength(1);

  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  await expect(outboxBadge(page)).toBeVisible();
  question = await signOut();
  await question.getByRole('button', { name: 'تجاهل وخروج' }).click();
  await expectSignedOut();
  await expect.poll(() => storedRows(page)).toEqual([]);

  await takeSession(page, 'admin');
  await saveOffline(context, page);
  question = await signOut();
  await expect(question).toBeVisible();
  await context.unrouteAll();
  await question.getByRole('button', { name: 'إرسال ثم خروج' }).click();
  await expectSignedOut();
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedRegister(page)).toMatchObject({ version: 1, absences: [{}] });
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('the outbox screen shows each queued write with its state, and a message without queued writes', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/outbox');
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();

  const network = await saveOffline(context, page);
  await outboxBadge(page).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();

  // Another user has marked the same student differently, so the queued write waits for a decision and is not
  // sent again.
  const call = await newApiCaller(page, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const path = `/absences/${encodeURIComponent(batch_name)}/QRN101-1/${registerDay}`;
  const { students } = await call<{ students: { studentId: string }[] }>('GET', path);
  const [first] = students.map(({ studentId }) => studentId);
  await call('PUT', path, { absentStudents: [{ studentId: first, type: 'غياب بعذر' }], version: 0 });
  network.open();
  await dispatchOnline(page);
  await expect(page.getByText('يحتاج إليك', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'أرسل الآن' })).toHaveCount(0);
  await page.getByRole('button', { name: /^تجاهل: تحضير / }).click();
  const question = page.getByRole('alertdialog', { name: 'تجاهل ما لم يُرسل؟' });
  await question.getByRole('button', { name: 'إلغاء' }).click();
  await expect(page.getByText('يحتاج إليك', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^تجاهل: تحضير / }).click();
  await question.getByRole('button', { name: 'تجاهل', exact: true }).click();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedRegister(page)).toMatchObject({ version: 1, absences: [{ type: 'غياب بعذر' }] });
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('queued writes of an earlier version of the app are encrypted, and sent once', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const call = await newApiCaller(page, 'admin');
  const { batch_name: batchName } = await call<{ batch_name: string }>('GET', '/batches/1');
  const { id: person } = await call<{ id: number }>('GET', '/auth/me');
  const network = await closeNetwork(context);
  await page.evaluate(
    ([storageKey, old]) => localStorage.setItem(storageKey ?? '', old ?? ''),
    [
      `rasd.registers.${person}`,
      JSON.stringify([
        {
          batchName,
          subjectCode: 'QRN101-1',
          date: registerDay,
          absentStudents: [],
          version: 0,
          edits: {},
          at: '2026-11-20T08:00:00.000Z',
          state: 'sending',
        },
      ]),
    ],
  );
  await page.goto('/outbox');
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  await expect.poll(async () => (await storedRows(page)).length).toBe(1);
  const storageKeys = await page.evaluate(() => Object.keys(localStorage));
  expect(storageKeys.filter((storageKey) => /registers|rasd\.(outbox|queued)\./.test(storageKey))).toEqual(
    [],
  );
  network.open();
  await dispatchOnline(page);
  await expect(page.getByText('وصل', { exact: true })).toBeVisible();
  await page.goto(registerAddress);
  await expect(page.getByText('حُضِّر، لا غياب')).toBeVisible();
  expect(network.deliveredKeys).toHaveLength(1);
  expect(network.deliveredKeys[0]).toBe('register-2026-11-20T08:00:00.000Z-0');
  expectConsoleErrors(consoleErrors, failedCalls);
});

test('a register is also queued at an address without encryption, and two tabs send it once', async ({
  page,
  context,
  consoleErrors,
  address,
}) => {
  await takePlainSession(context, page, address, 'admin');
  const [first = ''] = await openRegister(page, plainOrigin + registerAddress);
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  const network = await closeNetwork(context);
  await saveAbsent(page, first);
  await expect(unsentAlert(page)).toBeVisible();
  const otherPage = await context.newPage();
  await otherPage.goto(`${plainOrigin}/outbox`);
  await expect(otherPage.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  network.open();
  for (const tab of [page, otherPage]) await dispatchOnline(tab);
  await expect(takenMessage(page)).toBeVisible();
  await expect(otherPage.getByText('على هذا الجهاز', { exact: true })).toHaveCount(0);
  expect(await plainEntries(page)).toEqual([]);
  expect(new Set(network.deliveredKeys).size).toBe(1);
  expect(await storedRegister(page)).toMatchObject({ version: 1 });
  await otherPage.close();
  // At an http address the browser ignores some headers, and logs this for each page.
  expectConsoleErrors(consoleErrors, failedCalls, /Cross-Origin-Opener|origin-keyed/);
});
