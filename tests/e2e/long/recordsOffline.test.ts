import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import {
  batchName,
  type NewCircle,
  newCircle,
  panel,
  studentButton,
  saveButton,
  today,
} from '../../support/halaqaCircle';
import { slowDownStore, storedRows, dispatchOnline } from '../../support/outbox';
import { rounds } from '../../support/rounds';

test.afterEach(({ context, consoleErrors }) => {
  // The browser logs failed requests and refused saves.
  expectConsoleErrors(consoleErrors, /(ERR_|40[49]|503).*\/api\//);
  return context.unrouteAll({ behavior: 'ignoreErrors' });
});

interface Network {
  close: () => void;
  open: () => void;
  /** From now on the server gets the saves, but never answers. */
  hold: () => void;
  /** Number of the next answers to lose after the server has stored the save. */
  lose: (answers: number) => void;
  /** Idempotency keys of all sent saves, including those with a lost answer. */
  keys: string[];
}

/** Controls the network for saves of records. */
async function controlNetwork(context: BrowserContext): Promise<Network> {
  const keys: string[] = [];
  let isOpen = true;
  let isHeld = false;
  let remainingLosses = 0;
  await context.route('**/api/daily-records/save', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    if (isHeld) return new Promise(() => {});
    if (!isOpen) return route.abort('internetdisconnected');
    if (remainingLosses === 0) return route.continue();
    remainingLosses -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  return {
    close: () => void ([isOpen, isHeld] = [false, false]),
    open: () => void ([isOpen, isHeld] = [true, false]),
    hold: () => void (isHeld = true),
    lose: (answers) => void (remainingLosses = answers),
    keys,
  };
}

const needsYou = (page: Page) => page.getByText('يحتاج إليك', { exact: true });
const queuedMessage = (page: Page) => toast(page, /^حُفظ تسميع «.*» على هذا الجهاز/);

async function openCircle(page: Page): Promise<NewCircle> {
  const circle = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(circle.address);
  return circle;
}

/** Stored records of the first student in the kind "new". */
const storedOfFirst = async (circle: NewCircle) =>
  (await circle.records()).filter(({ studentId, kind }) => studentId === circle.numbers[0] && kind === 'new');

async function openHearing(page: Page, name: string): Promise<Locator> {
  await studentButton(page, name).click();
  const hearing = panel(page, name);
  await hearing.getByRole('tab', { name: /^حفظ جديد/ }).click();
  return hearing;
}

test('a hearing is stored once, although its response is lost repeatedly', async ({ page, context }) => {
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  const losses = rounds({ short: 10, all: 100 });
  network.lose(losses);
  await saveButton(await openHearing(page, 'أنس')).click();
  await expect(queuedMessage(page)).toBeVisible();
  for (let sent = 1; sent <= losses; sent += 1) {
    await expect.poll(() => network.keys.length, { intervals: [5] }).toBeGreaterThanOrEqual(sent);
    await expect
      .poll(() => dispatchOnline(page).then(() => network.keys.length), { intervals: [5] })
      .toBeGreaterThan(sent);
  }
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(new Set(network.keys).size).toBe(1);
  expect(await storedOfFirst(circle)).toMatchObject([{ version: 1, result: 'accepted' }]);
});

test('a hearing that is changed while its first save is queued, or after a lost response, is stored with the last value without a question', async ({
  page,
  context,
}) => {
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  network.close();
  const hearing = await openHearing(page, 'أنس');
  await saveButton(hearing).click();
  await expect(hearing.getByRole('tab', { name: /^مراجعة بعيدة/ })).toHaveAttribute('aria-selected', 'true');
  const change = async (to: string) => {
    await hearing.getByRole('tab', { name: /^حفظ جديد/ }).click();
    await expect(hearing.getByText('محفوظ على هذا الجهاز')).toBeVisible();
    await hearing.getByRole('button', { name: /^تعديل التسميع/ }).click();
    await hearing.getByRole('button', { name: to, exact: true }).click();
    await saveButton(hearing).click();
  };
  await change('يُعاد');
  await expect.poll(async () => (await storedRows(page)).length).toBe(2);
  await expect(page.getByText('لم يُحفظ', { exact: true })).toHaveCount(0); // the draft of the correction
  await page.reload();
  await change('أُجيز');
  await expect.poll(async () => (await storedRows(page)).length).toBe(2);
  // The server stores the first hearing, its answer is lost, and the user changes it once more.
  network.lose(1);
  network.open();
  await dispatchOnline(page);
  await expect.poll(async () => (await storedOfFirst(circle)).length).toBe(1);
  network.close();
  await change('يُعاد');
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(page.getByText('سُجّل تسميع آخر')).toHaveCount(0);
  expect(await storedOfFirst(circle)).toMatchObject([
    { version: 2, result: 'repeat', ranges: [{ from: '2:1', to: '2:5' }] },
  ]);
  await expect(hearing.getByText('محفوظ على هذا الجهاز')).toHaveCount(0);
});

test('an unsent hearing can be discarded in the outbox, after a question', async ({ page, context }) => {
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  network.close();
  await saveButton(await openHearing(page, 'أنس')).click();
  await expect(queuedMessage(page)).toBeVisible();
  await page.goto('/outbox');
  await page.getByRole('button', { name: /^تجاهل: تسميع «أنس/ }).click();
  await page
    .getByRole('alertdialog', { name: 'تجاهل ما لم يُرسل؟' })
    .getByRole('button', { name: 'تجاهل', exact: true })
    .click();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  network.open();
  await page.goto(circle.address);
  await expect(page.getByRole('region', { name: /^في الانتظار/ }).getByRole('listitem')).toHaveCount(3);
  expect(await circle.records()).toEqual([]);
});

test('the screen reports a discarded hearing only after it is deleted, also on a slow device', async ({
  page,
  context,
}) => {
  await slowDownStore(page);
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  network.close();
  await saveButton(await openHearing(page, 'أنس')).click();
  await expect(queuedMessage(page)).toBeVisible();
  await page.goto('/outbox');
  await page.getByRole('button', { name: /^تجاهل: تسميع «أنس/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تجاهل', exact: true }).click();
  await page.getByText('وصل كل ما حفظته').waitFor();
  await page.reload();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await circle.records()).toEqual([]);
});

const recordsAddress = (circle: NewCircle) => circle.address.replace('/halaqa', '/daily-records');
const saveRecords = (page: Page) => page.getByRole('button', { name: 'حفظ السجلات', exact: true });
const waitingDay = (page: Page) => page.getByText('ما حفظته لهذا اليوم باقٍ على هذا الجهاز');
const pages = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).locator('[data-cell="pagesCount"]');
const notes = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).locator('[data-cell="teacherNotes"]');

async function openRecords(page: Page): Promise<NewCircle> {
  const circle = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(recordsAddress(circle));
  await expect(notes(page, 'أنس')).toBeVisible();
  return circle;
}

/** Stored texts by student name. */
const storedTexts = async (circle: NewCircle) =>
  (await circle.records()).map(({ studentName, teacherNotes, pagesCount }) => [
    studentName.split(' ')[0],
    teacherNotes,
    pagesCount,
  ]);

test('records saved offline are shown after a reload, merge with later changes, and arrive with the last values', async ({
  page,
  context,
}) => {
  const circle = await openRecords(page);
  const network = await controlNetwork(context);
  network.close();
  await notes(page, 'أنس').fill('سورة الملك');
  await notes(page, 'بلال').fill('سورة القلم');
  await saveRecords(page).click();
  await expect(waitingDay(page)).toBeVisible();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  await page.reload();
  await expect(notes(page, 'أنس')).toHaveValue('سورة الملك');
  await notes(page, 'أنس').fill('سورة الحاقة');
  await pages(page, 'أنس').fill('2');
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  await notes(page, 'تميم').fill('سورة المعارج');
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  // The first save was tried and may have arrived; the two later saves were merged into one.
  await expect.poll(() => storedRows(page)).toHaveLength(2);
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(waitingDay(page)).toHaveCount(0);
  await expect(notes(page, 'أنس')).toHaveValue('سورة الحاقة');
  expect(await storedTexts(circle)).toEqual([
    ['أنس', 'سورة الحاقة', 2],
    ['بلال', 'سورة القلم', null],
    ['تميم', 'سورة المعارج', null],
  ]);
});

test('records that are being saved during a reload can be changed without a conflict with the pending save', async ({
  page,
  context,
}) => {
  const circle = await openRecords(page);
  const network = await controlNetwork(context);
  network.hold();
  await notes(page, 'أنس').fill('سورة الملك');
  await saveRecords(page).click();
  await expect.poll(() => network.keys.length).toBe(1);
  await page.reload();
  await expect(notes(page, 'أنس')).toHaveValue('سورة الملك');
  await notes(page, 'أنس').fill('سورة الحاقة');
  network.open();
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  await expect.poll(() => storedTexts(circle)).toEqual([['أنس', 'سورة الحاقة', null]]);
});

test('a hearing saved offline and corrected on the day screen causes no conflict with its own save', async ({
  page,
  context,
}) => {
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  network.close();
  await saveButton(await openHearing(page, 'أنس')).click();
  await expect(queuedMessage(page)).toBeVisible();
  await page.goto(recordsAddress(circle));
  await expect(pages(page, 'أنس')).toHaveValue('1');
  await notes(page, 'أنس').fill('بتجويد');
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedOfFirst(circle)).toMatchObject([
    { version: 2, teacherNotes: 'بتجويد', ranges: [{ from: '2:1', to: '2:5' }] },
  ]);
});

test('a save over records of another user asks only about the fields that both users changed', async ({
  page,
  context,
}) => {
  const circle = await openRecords(page);
  const network = await controlNetwork(context);
  network.close();
  await notes(page, 'أنس').fill('سورة الملك');
  await notes(page, 'بلال').fill('سورة القلم');
  await saveRecords(page).click();
  await expect(waitingDay(page)).toBeVisible();
  const saveAsOther = (row: object) =>
    circle.call('POST', '/daily-records/save', {
      batchName,
      subjectCode: circle.subjectCode,
      recordDate: today(),
      records: [{ kind: 'new', version: 0, ...row }],
    });
  await saveAsOther({ studentId: circle.numbers[0], teacherNotes: 'سورة نوح' });
  await saveAsOther({ studentId: circle.numbers[1], pagesCount: 3 });
  await page.goto('/outbox');
  await expect(page.getByText(/^سجلات /)).toBeVisible();
  network.open();
  await dispatchOnline(page);
  await expect(needsYou(page)).toBeVisible();
  await page.getByRole('link', { name: /^فتح: سجلات / }).click();
  const question = page.getByRole('dialog', { name: /شخص آخر/ });
  await expect(question.getByRole('radiogroup')).toHaveCount(1);
  await expect(question.getByRole('radiogroup')).toHaveAccessibleName(/أنس/);
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect
    .poll(() => storedTexts(circle))
    .toEqual([
      ['أنس', 'سورة الملك', null],
      ['بلال', 'سورة القلم', 3],
    ]);
  await expect.poll(() => storedRows(page)).toEqual([]);
});

test('the later of two stale saves of a day is stored, together with changes of another user', async ({
  page,
  context,
}) => {
  const circle = await openRecords(page);
  const network = await controlNetwork(context);
  network.close();
  for (const [at, text] of ['سورة الملك', 'سورة القلم'].entries()) {
    await notes(page, 'أنس').fill(text);
    await saveRecords(page).click();
    await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
    await expect.poll(async () => (await storedRows(page)).length).toBe(at + 1);
  }
  await circle.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: circle.subjectCode,
    recordDate: today(),
    records: [{ studentId: circle.numbers[0], kind: 'new', pagesCount: 3, version: 0 }],
  });
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedTexts(circle)).toEqual([['أنس', 'سورة القلم', 3]]);
  await expect(notes(page, 'أنس')).toHaveValue('سورة القلم');
});

test('a note on the day screen is saved over a record of another user, without a refused hearing', async ({
  page,
  context,
}) => {
  const circle = await openCircle(page);
  const network = await controlNetwork(context);
  network.close();
  const hearing = await openHearing(page, 'أنس');
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await saveButton(hearing).click();
  await expect(queuedMessage(page)).toBeVisible();
  await circle.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: circle.subjectCode,
    recordDate: today(),
    records: [
      { studentId: circle.numbers[0], kind: 'new', ranges: [{ from: '2:1', to: '2:3' }], version: 0 },
    ],
  });
  await page.goto('/outbox');
  network.open();
  await dispatchOnline(page);
  await expect(needsYou(page)).toBeVisible();
  await page.goto(recordsAddress(circle));
  await notes(page, 'أنس').fill('بتجويد');
  const sent = network.keys.length;
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  await expect.poll(async () => (await storedOfFirst(circle))[0]?.version).toBe(2);
  expect(await storedOfFirst(circle)).toMatchObject([
    { teacherNotes: 'بتجويد', result: 'accepted', ranges: [{ from: '2:1', to: '2:3' }] },
  ]);
  expect(network.keys.length).toBe(sent + 1);
  // The conflict of the hearing is resolved on the hearing screen.
  await expect.poll(() => storedRows(page)).toHaveLength(1);
});
