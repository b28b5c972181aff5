import type { BrowserContext, Page } from '@playwright/test';
import type { GradeChange, GradeRow } from '../../../contract/grades';
import { expect, expectConsoleErrors, takeSession, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { install, deviceNotice, cacheScreen, test } from '../../support/device';
import { cell, edit, grid, noSettings, open, save, saveButton, sheetAddress } from '../../support/gradeSheet';
import { storedRows, dispatchOnline } from '../../support/outbox';
import { plainOrigin, takePlainSession } from '../../support/plainAddress';

// Tests of marks that are saved offline or without an answer. The column of the tests is the first one.

const queuedMessage = (page: Page) => page.getByText(/حُفظت درجات .* على هذا الجهاز/);
const arrivedMessage = (page: Page) => page.getByText('وصلت الدرجات التي كانت تنتظر');
const onDevice = (page: Page) => page.getByText('على هذا الجهاز', { exact: true });
const needsYou = (page: Page) => page.getByText('يحتاج إليك', { exact: true });
const clash = (page: Page) => page.getByRole('dialog', { name: /شخص آخر/ });
const sheetOfTeacher = '/grades?batch_id=1&subject_code=QRN101-1';

test.afterEach(async ({ context, consoleErrors }) => {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // The browser logs lost and refused calls, and ignored headers at an insecure address.
  const expectedErrors = /(ERR_|409|503).*\/api\/|untrustworthy|origin-keyed/;
  expectConsoleErrors(consoleErrors, noSettings, expectedErrors);
});

/** Loads the stored sheet and the history of each mark. */
async function loadServerSheet(page: Page, code: string, user = 'admin') {
  const call = await newApiCaller(page, user);
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const sheet = `${encodeURIComponent(batch_name)}/${code}`;
  return {
    rows: () => call<GradeRow[]>('GET', `/grades/${sheet}`),
    changes: ({ studentId }: GradeRow) => call<GradeChange[]>('GET', `/grades/history/${sheet}/${studentId}`),
    /** Saves marks as another user, over the stored version. */
    set: ({ studentId, version }: GradeRow, marks: Partial<GradeRow>) =>
      call('POST', '/grades/save', {
        batchName: batch_name,
        subjectCode: code,
        grades: [{ studentId, version, ...marks }],
      }),
  };
}

/** Blocks saves of marks. @param isCommitted whether the server stores the save before its answer is lost */
async function closeNetwork(context: BrowserContext, isCommitted = false) {
  const keys: string[] = [];
  let isOpen = false;
  await context.route('**/api/grades/save', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    if (isOpen) return route.fallback();
    if (isCommitted) await route.fetch(); // the server stores the marks; the answer is lost
    return route.abort('internetdisconnected');
  });
  return { open: () => void (isOpen = true), keys };
}

/** Types marks into the first column, from the top, and saves. */
async function type(page: Page, marks: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  await cell(page, 1, 0).click();
  for (const mark of marks) {
    await page.keyboard.type(String(mark));
    await page.keyboard.press('Enter');
  }
  await saveButton(page).click();
}

test('a column of marks typed offline in the reopened app survives another restart, and arrives once', async ({
  device,
  appServer,
}) => {
  const firstPage = await device.open();
  await install(firstPage, 'teacher');
  await cacheScreen(firstPage, sheetOfTeacher, cell(firstPage, 1, 0));
  const server = await loadServerSheet(firstPage, 'QRN101-1', 'teacher');
  const read = await server.rows();
  const changesBefore = await Promise.all(read.map(async (row) => (await server.changes(row)).length));
  await appServer.stop();
  await device.close();

  let page = await device.open();
  await page.goto(sheetOfTeacher);
  await expect(deviceNotice(page)).toBeVisible();
  // Each new mark differs from the stored one.
  const marks = read.map(({ participationGrade }) => (participationGrade === 4 ? 6 : 4));
  await type(page, marks);
  await expect(queuedMessage(page)).toBeVisible();
  await expect(cell(page, marks.length, 0)).toHaveText(String(marks.at(-1)));
  await page.reload();
  await expect(queuedMessage(page)).toBeVisible();
  await expect(cell(page, 1, 0)).toHaveText(String(marks[0]));
  await expect(page.getByText('غير محفوظ')).toHaveCount(0);
  await device.close();

  page = await device.open();
  await page.goto('/outbox');
  await expect(page.getByText(/^درجات «.+»$/)).toBeVisible();
  await expect(page.getByText(new RegExp(`QRN101-1 · ${read.length} طالب`))).toBeVisible();
  await page.getByRole('link', { name: /^فتح: درجات / }).click();
  await expect(queuedMessage(page)).toBeVisible();
  for (const [index, mark] of marks.slice(0, 8).entries())
    await expect(cell(page, index + 1, 0)).toHaveText(String(mark));

  await appServer.start();
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(arrivedMessage(page)).toBeVisible();
  await expect(queuedMessage(page)).toHaveCount(0);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText(String(marks[0]));
  await expect(deviceNotice(page)).toHaveCount(0);
  await expect.poll(() => storedRows(page)).toEqual([]);

  const after = await loadServerSheet(page, 'QRN101-1', 'teacher');
  const stored = await after.rows();
  expect(stored.map(({ participationGrade }) => participationGrade)).toEqual(marks);
  expect(stored.map(({ version }) => version)).toEqual(read.map(({ version }) => version + 1));
  const changes = await Promise.all(stored.map(async (row) => (await after.changes(row)).length));
  expect(changes).toEqual(changesBefore.map((count) => count + 1));
});

test('marks stored before their answer was lost are sent with the same key, together with later marks, and stored once', async ({
  page,
  context,
}) => {
  await open(page);
  const server = await loadServerSheet(page, 'QRN102-1');
  const [first, second] = (await server.rows()) as [GradeRow, GradeRow];
  const network = await closeNetwork(context, true);
  await type(page, [3]);
  await expect(queuedMessage(page)).toBeVisible();
  network.open();
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(arrivedMessage(page)).toBeVisible();
  expect(new Set(network.keys).size).toBe(1);
  expect((await server.rows())[0]).toMatchObject({ participationGrade: 3, version: first.version + 1 });
  await context.unrouteAll();

  // The test saves the marks again, then other marks in the same cell and below, without any answer, and
  // closes the page.
  await closeNetwork(context, true);
  await type(page, [5]);
  await expect(queuedMessage(page)).toBeVisible();
  await context.unrouteAll();
  const later = await closeNetwork(context);
  await type(page, [6, 7]);
  await expect(page.getByText(/حُفظت درجات طالبين على هذا الجهاز/)).toBeVisible();
  await expect(cell(page, 1, 0)).toHaveText('6');
  await page.goto('/api/ready');
  await page.evaluate(() => sessionStorage.clear()); // the closed app loses its sessionStorage
  later.open();
  await page.goto(sheetAddress);
  await expect(cell(page, 1, 0)).toHaveText('6');
  await expect(cell(page, 2, 0)).toHaveText('7');
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(clash(page)).toHaveCount(0);
  const stored = await server.rows();
  expect(stored[0]).toMatchObject({ participationGrade: 6, version: first.version + 3 });
  expect(stored[1]).toMatchObject({ participationGrade: 7, version: second.version + 1 });
  const history = (await server.changes(first)).slice(0, 3).map(({ to }) => to);
  expect(history).toEqual([6, 5, 3]);
});

test('each mark that another user has changed asks for a choice; another mark of the same student is no conflict', async ({
  page,
  context,
}) => {
  await open(page);
  const server = await loadServerSheet(page, 'QRN102-1');
  const [first, second, third] = (await server.rows()) as [GradeRow, GradeRow, GradeRow];
  const network = await closeNetwork(context);
  await type(page, [1, 2, 3]);
  await expect(queuedMessage(page)).toBeVisible();
  await page.goto('/outbox');
  await expect(onDevice(page)).toBeVisible();
  await server.set(first, { participationGrade: 8.5 });
  await server.set(second, { participationGrade: 9.5 });
  await server.set(third, { attendanceGrade: 7 });
  network.open();
  await dispatchOnline(page);
  await expect(needsYou(page)).toBeVisible();
  expect((await server.rows())[2]).toMatchObject({ attendanceGrade: 7, version: third.version + 1 });

  await page.getByRole('link', { name: /^فتح: درجات / }).click();
  await expect(clash(page)).toBeVisible();
  await expect(clash(page).getByRole('radiogroup')).toHaveCount(2);
  // If the question is closed, the next save asks again. The typed marks stay on the screen, also after a
  // reload.
  await clash(page).getByRole('button', { name: 'إلغاء' }).click();
  await expect(cell(page, 1, 0)).toHaveText('1');
  await expect(page.getByText(/لم تُقبل درجات حُفظت/)).toBeVisible();
  await page.reload();
  await clash(page)
    .getByRole('radio', { name: /المحفوظة: 8.5/ })
    .check();
  await clash(page).getByRole('button', { name: 'اعتماد المختار' }).click();
  await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
  await expect.poll(() => storedRows(page)).toEqual([]);
  const stored = await server.rows();
  expect(stored.slice(0, 3)).toMatchObject([
    { participationGrade: 8.5, version: first.version + 1 },
    { participationGrade: 2, version: second.version + 2 },
    { participationGrade: 3, attendanceGrade: 7, version: third.version + 2 },
  ]);
});

test('refused marks leave the device once they are replaced by the stored marks or discarded', async ({
  page,
  context,
}) => {
  await open(page);
  const server = await loadServerSheet(page, 'QRN102-1');
  const refuse = async (mark: number, other: number) => {
    const network = await closeNetwork(context);
    await type(page, [mark]);
    await expect(queuedMessage(page)).toBeVisible();
    const [now] = (await server.rows()) as [GradeRow];
    await server.set(now, { participationGrade: other });
    network.open();
    await page.goto('/outbox');
    await expect(needsYou(page)).toBeVisible();
  };
  await refuse(1, 8.5);
  await page.getByRole('link', { name: /^فتح: درجات / }).click();
  await clash(page)
    .getByRole('radio', { name: /المحفوظة: 8.5/ })
    .check();
  await clash(page).getByRole('button', { name: 'اعتماد المختار' }).click();
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(cell(page, 1, 0)).toHaveText('8.5');

  await refuse(2, 9.5);
  await page.getByRole('button', { name: /^تجاهل: درجات / }).click();
  const question = page.getByRole('alertdialog', { name: 'تجاهل ما لم يُرسل؟' });
  await expect(question).toContainText('درجات «');
  await question.getByRole('button', { name: 'تجاهل', exact: true }).click();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  await page.goto(sheetAddress);
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect((await server.rows())[0]).toMatchObject({ participationGrade: 9.5 });
});

test('queued marks are visible in a second tab, survive a sign-out and a change of the password, and arrive once', async ({
  page,
  context,
}) => {
  await open(page);
  const server = await loadServerSheet(page, 'QRN102-1');
  const [first] = (await server.rows()) as [GradeRow];
  const network = await closeNetwork(context);
  await type(page, [3]);
  await expect(queuedMessage(page)).toBeVisible();
  const otherPage = await context.newPage();
  await otherPage.goto(sheetAddress);
  await expect(queuedMessage(otherPage)).toBeVisible();
  await expect(cell(otherPage, 1, 0)).toHaveText('3');
  await otherPage.close();

  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  const question = page.getByRole('dialog', { name: 'على هذا الجهاز ما لم يُرسل' });
  await question.getByRole('button', { name: 'إبقاء وخروج' }).click();
  await expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  const [sealed] = await storedRows(page);
  expect(sealed?.text).not.toContain('QRN102');

  await takeSession(page, 'admin');
  await page.goto(sheetAddress);
  await expect(queuedMessage(page)).toBeVisible();
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تغيير كلمة المرور' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('كلمة المرور الحالية').fill('rasd-demo');
  await dialog.getByLabel('كلمة المرور الجديدة', { exact: true }).fill('another-demo');
  await dialog.getByLabel('تأكيد كلمة المرور الجديدة').fill('another-demo');
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await expect.poll(async () => (await storedRows(page))[0]?.text).not.toBe(sealed?.text);

  const secondPage = await context.newPage();
  await secondPage.goto(sheetAddress);
  await expect(queuedMessage(secondPage)).toBeVisible();
  network.open();
  for (const tab of [page, secondPage]) await dispatchOnline(tab);
  for (const tab of [page, secondPage]) await expect(queuedMessage(tab)).toHaveCount(0);
  await expect(cell(secondPage, 1, 0)).toHaveText('3');
  expect(new Set(network.keys).size).toBe(1);
  await secondPage.close();
  const [stored] = await (await loadServerSheet(page, 'QRN102-1', 'teacher')).rows();
  expect(stored).toMatchObject({ participationGrade: 3, version: first.version + 1 });
});

test('an address without encryption queues no marks and shows a message, and typed marks stay until they are saved', async ({
  page,
  context,
  address,
}) => {
  await takePlainSession(context, page, address, 'admin');
  await page.goto(plainOrigin + sheetAddress);
  await expect(cell(page, 1, 0)).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const network = await closeNetwork(context);
  await edit(page);
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await saveButton(page).click();
  await expect(toast(page, 'ما كتبته باقٍ على هذا الجهاز')).toBeVisible();
  await expect(queuedMessage(page)).toHaveCount(0);
  await expect(cell(page, 1, 0)).toHaveText('3');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await expect(cell(page, 1, 0)).toHaveText('3');
  await page.goto(`${plainOrigin}/outbox`);
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible(); // the outbox is empty
  network.open();
  await page.goto(plainOrigin + sheetAddress);
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await save(page);
  await expect(grid(page)).toBeVisible();
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('3');
  await page.waitForLoadState('networkidle'); // the plain address ends with the test
});
