import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, expectComplaints, takeSession, test, toast } from '../../support/browserTest';
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

test.afterEach(({ context, complaints }) => {
  // What the browser logs of a network that fails, and of saves that are refused.
  expectComplaints(complaints, /(ERR_|40[49]|503).*\/api\//);
  return context.unrouteAll({ behavior: 'ignoreErrors' });
});

interface Network {
  close: () => void;
  open: () => void;
  /** From now on saves get no answer at all. */
  hold: () => void;
  /** The next answers are lost after the server has done what they tell. */
  lose: (answers: number) => void;
  /** The keys of the saves that were sent, also of those that were lost. */
  keys: string[];
}

/** The network between the device and the saves of records. */
async function networkOf(context: BrowserContext): Promise<Network> {
  const keys: string[] = [];
  let isOpen = true;
  let isHeld = false;
  let toLose = 0;
  await context.route('**/api/daily-records/save', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    if (isHeld) return new Promise(() => {});
    if (!isOpen) return route.abort('internetdisconnected');
    if (toLose === 0) return route.continue();
    toLose -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  return {
    close: () => void ([isOpen, isHeld] = [false, false]),
    open: () => void ([isOpen, isHeld] = [true, false]),
    hold: () => void (isHeld = true),
    lose: (answers) => void (toLose = answers),
    keys,
  };
}

const needsYou = (page: Page) => page.getByText('يحتاج إليك', { exact: true });
const waits = (page: Page) => toast(page, /^حُفظ تسميع «.*» على هذا الجهاز/);

async function openCircle(page: Page): Promise<NewCircle> {
  const made = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(made.address);
  return made;
}

/** What is stored of the first student in the kind that is heard first. */
const storedOfFirst = async (made: NewCircle) =>
  (await made.records()).filter(({ studentId, kind }) => studentId === made.numbers[0] && kind === 'new');

async function hear(page: Page, name: string): Promise<Locator> {
  await studentButton(page, name).click();
  const hearing = panel(page, name);
  await hearing.getByRole('tab', { name: /^حفظ جديد/ }).click();
  return hearing;
}

test('a hearing whose reply is lost again and again after the server had it stands there once', async ({
  page,
  context,
}) => {
  const made = await openCircle(page);
  const network = await networkOf(context);
  const losses = rounds({ short: 10, all: 100 });
  network.lose(losses);
  await saveButton(await hear(page, 'أنس')).click();
  await expect(waits(page)).toBeVisible();
  for (let sent = 1; sent <= losses; sent += 1) {
    await expect.poll(() => network.keys.length, { intervals: [5] }).toBeGreaterThanOrEqual(sent);
    await expect
      .poll(() => dispatchOnline(page).then(() => network.keys.length), { intervals: [5] })
      .toBeGreaterThan(sent);
  }
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(new Set(network.keys).size).toBe(1);
  expect(await storedOfFirst(made)).toMatchObject([{ version: 1, result: 'accepted' }]);
});

test('a hearing that is changed while the first save waits, or while its reply was lost, ends with the last value and without a question', async ({
  page,
  context,
}) => {
  const made = await openCircle(page);
  const network = await networkOf(context);
  network.close();
  const hearing = await hear(page, 'أنس');
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
  await page.reload();
  await change('أُجيز');
  await expect.poll(async () => (await storedRows(page)).length).toBe(2);
  // The server has the first, and its reply is lost; then it is changed once more.
  network.lose(1);
  network.open();
  await dispatchOnline(page);
  await expect.poll(async () => (await storedOfFirst(made)).length).toBe(1);
  network.close();
  await change('يُعاد');
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(page.getByText('سُجّل تسميع آخر')).toHaveCount(0);
  expect(await storedOfFirst(made)).toMatchObject([
    { version: 2, result: 'repeat', ranges: [{ from: '2:1', to: '2:5' }] },
  ]);
  await expect(hearing.getByText('محفوظ على هذا الجهاز')).toHaveCount(0);
});

test('what was heard and is not wanted any more is discarded where all waits, after a question', async ({
  page,
  context,
}) => {
  const made = await openCircle(page);
  const network = await networkOf(context);
  network.close();
  await saveButton(await hear(page, 'أنس')).click();
  await expect(waits(page)).toBeVisible();
  await page.goto('/outbox');
  await page.getByRole('button', { name: /^تجاهل: تسميع «أنس/ }).click();
  await page
    .getByRole('alertdialog', { name: 'تجاهل ما لم يُرسل؟' })
    .getByRole('button', { name: 'تجاهل', exact: true })
    .click();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  network.open();
  await page.goto(made.address);
  await expect(page.getByRole('region', { name: /^ينتظرون/ }).getByRole('listitem')).toHaveCount(3);
  expect(await made.records()).toEqual([]);
});

test('what was discarded is gone as soon as the screen says so, also on a slow device', async ({
  page,
  context,
}) => {
  await slowDownStore(page);
  const made = await openCircle(page);
  const network = await networkOf(context);
  network.close();
  await saveButton(await hear(page, 'أنس')).click();
  await expect(waits(page)).toBeVisible();
  await page.goto('/outbox');
  await page.getByRole('button', { name: /^تجاهل: تسميع «أنس/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تجاهل', exact: true }).click();
  await page.getByText('وصل كل ما حفظته').waitFor();
  await page.reload();
  await expect(page.getByText('وصل كل ما حفظته')).toBeVisible();
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await made.records()).toEqual([]);
});

const recordsAddress = (made: NewCircle) => made.address.replace('/halaqa', '/daily-records');
const saveRecords = (page: Page) => page.getByRole('button', { name: 'حفظ السجلات', exact: true });
const waitingDay = (page: Page) => page.getByText('ما حفظته لهذا اليوم باقٍ على هذا الجهاز');
const pages = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).locator('[data-cell="pagesCount"]');
const notes = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).locator('[data-cell="teacherNotes"]');

async function openRecords(page: Page): Promise<NewCircle> {
  const made = await newCircle(page);
  await takeSession(page, 'admin');
  await page.goto(recordsAddress(made));
  await expect(notes(page, 'أنس')).toBeVisible();
  return made;
}

/** What is stored of the students, by name. */
const storedTexts = async (made: NewCircle) =>
  (await made.records()).map(({ studentName, teacherNotes, pagesCount }) => [
    studentName.split(' ')[0],
    teacherNotes,
    pagesCount,
  ]);

test('records of a day that are saved without a network are shown after a reload, go on with what is typed over them, and arrive with the last values', async ({
  page,
  context,
}) => {
  const made = await openRecords(page);
  const network = await networkOf(context);
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
  // The first has been tried, and may have arrived; the two after it have become one.
  await expect.poll(() => storedRows(page)).toHaveLength(2);
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(waitingDay(page)).toHaveCount(0);
  await expect(notes(page, 'أنس')).toHaveValue('سورة الحاقة');
  expect(await storedTexts(made)).toEqual([
    ['أنس', 'سورة الحاقة', 2],
    ['بلال', 'سورة القلم', null],
    ['تميم', 'سورة المعارج', null],
  ]);
});

test('records whose save is on its way when the page is loaded anew are typed over without a question about oneself', async ({
  page,
  context,
}) => {
  const made = await openRecords(page);
  const network = await networkOf(context);
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
  await expect.poll(() => storedTexts(made)).toEqual([['أنس', 'سورة الحاقة', null]]);
});

test('a student who was heard without a network and is corrected on the screen of the day is no clash with oneself', async ({
  page,
  context,
}) => {
  const made = await openCircle(page);
  const network = await networkOf(context);
  network.close();
  await saveButton(await hear(page, 'أنس')).click();
  await expect(waits(page)).toBeVisible();
  await page.goto(recordsAddress(made));
  await expect(pages(page, 'أنس')).toHaveValue('1');
  await notes(page, 'أنس').fill('بتجويد');
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedOfFirst(made)).toMatchObject([
    { version: 2, teacherNotes: 'بتجويد', ranges: [{ from: '2:1', to: '2:5' }] },
  ]);
});

test('of records that somebody else has changed meanwhile only the fields that both changed are asked about', async ({
  page,
  context,
}) => {
  const made = await openRecords(page);
  const network = await networkOf(context);
  network.close();
  await notes(page, 'أنس').fill('سورة الملك');
  await notes(page, 'بلال').fill('سورة القلم');
  await saveRecords(page).click();
  await expect(waitingDay(page)).toBeVisible();
  const byOther = (row: object) =>
    made.call('POST', '/daily-records/save', {
      batchName,
      subjectCode: made.subjectCode,
      recordDate: today(),
      records: [{ kind: 'new', version: 0, ...row }],
    });
  await byOther({ studentId: made.numbers[0], teacherNotes: 'سورة نوح' });
  await byOther({ studentId: made.numbers[1], pagesCount: 3 });
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
    .poll(() => storedTexts(made))
    .toEqual([
      ['أنس', 'سورة الملك', null],
      ['بلال', 'سورة القلم', 3],
    ]);
  await expect.poll(() => storedRows(page)).toEqual([]);
});

test('of two saves of a day that are both stale the later text is stored, with what somebody else has changed', async ({
  page,
  context,
}) => {
  const made = await openRecords(page);
  const network = await networkOf(context);
  network.close();
  for (const [at, text] of ['سورة الملك', 'سورة القلم'].entries()) {
    await notes(page, 'أنس').fill(text);
    await saveRecords(page).click();
    await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
    await expect.poll(async () => (await storedRows(page)).length).toBe(at + 1);
  }
  await made.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: made.subjectCode,
    recordDate: today(),
    records: [{ studentId: made.numbers[0], kind: 'new', pagesCount: 3, version: 0 }],
  });
  network.open();
  await dispatchOnline(page);
  await expect.poll(() => storedRows(page)).toEqual([]);
  expect(await storedTexts(made)).toEqual([['أنس', 'سورة القلم', 3]]);
  await expect(notes(page, 'أنس')).toHaveValue('سورة القلم');
});

test('a note on the screen of a day goes over what somebody else has recorded, and carries nothing of a refused hearing along', async ({
  page,
  context,
}) => {
  const made = await openCircle(page);
  const network = await networkOf(context);
  network.close();
  const hearing = await hear(page, 'أنس');
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await saveButton(hearing).click();
  await expect(waits(page)).toBeVisible();
  await made.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: made.subjectCode,
    recordDate: today(),
    records: [{ studentId: made.numbers[0], kind: 'new', ranges: [{ from: '2:1', to: '2:3' }], version: 0 }],
  });
  await page.goto('/outbox');
  network.open();
  await dispatchOnline(page);
  await expect(needsYou(page)).toBeVisible();
  await page.goto(recordsAddress(made));
  await notes(page, 'أنس').fill('بتجويد');
  const sent = network.keys.length;
  await saveRecords(page).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  await expect.poll(async () => (await storedOfFirst(made))[0]?.version).toBe(2);
  expect(await storedOfFirst(made)).toMatchObject([
    { teacherNotes: 'بتجويد', result: 'accepted', ranges: [{ from: '2:1', to: '2:3' }] },
  ]);
  expect(network.keys.length).toBe(sent + 1);
  // The hearing is decided where it was heard.
  await expect.poll(() => storedRows(page)).toHaveLength(1);
});
