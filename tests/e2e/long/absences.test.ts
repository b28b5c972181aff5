import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { closeChooser, openChooser } from '../../support/teachingChooser';

const day = '2024-01-09';
const sheet = `/absences?batch_id=1&subject_code=QRN101-1&date=${day}`;
const api = '/absences/';

const absentBox = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name });
const save = (page: Page, name = 'حفظ الغياب') => page.getByRole('button', { name, exact: true });

async function names(page: Page): Promise<string[]> {
  const rows = page.getByRole('row').getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  return rows.allTextContents();
}

/** Opens a day without a register. */
async function openDay(page: Page, address = sheet): Promise<string[]> {
  await page.goto(address);
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  return names(page);
}

test('a day without absences is saved as complete, and a future day cannot be chosen', async ({ page }) => {
  await takeSession(page, 'teacher');
  await openDay(page);
  await save(page, 'حفظ: لا غياب').click();
  await expect(page.getByText('حُضِّر، لا غياب')).toBeVisible();
  await (await openChooser(page)).getByLabel('التاريخ', { exact: true }).fill('2099-01-01');
  await expect(page.getByText('لا يمكن اختيار تاريخ بعد اليوم')).toBeVisible();
  await closeChooser(page);
  await expect(page.getByText('حُضِّر، لا غياب')).toBeVisible();
});

test('a lost network loses nothing of a register, and the register arrives once', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = '', second = ''] = await openDay(page);
  await absentBox(page, `${first} غائب`).check();
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.method() === 'GET' && request.url().includes(day)) failed.push(request.url());
  });
  await context.setOffline(true);
  await absentBox(page, `${second} غائب`).check();
  await save(page).click();
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toBeVisible();
  await expect(absentBox(page, `${second} غائب`)).toBeChecked();
  // Loading the day fails twice, and the saved register stays on the screen.
  await expect.poll(() => failed.length).toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('row')).toHaveCount(29);
  await expect(page.getByText('تعذّر تحميل', { exact: false })).toHaveCount(0);
  await expect(page.getByText('محفوظ على هذا الجهاز، ولم يُرسل بعد')).toBeVisible();

  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes(api)) sent.push(request.url());
  });
  await context.setOffline(false);
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toHaveCount(0);
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(page.getByText('حُضِّر، غائبان')).toBeVisible();
    await expect(absentBox(page, `${first} غائب`)).toBeChecked();
    await expect(page.getByRole('row')).toHaveCount(29);
  }
  expect(sent).toHaveLength(1);
  expectConsoleErrors(consoleErrors, /ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET).*\/(api|assets)\//);
});

test('a register whose answer was lost is sent again, and is stored once', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openDay(page);
  let lost = 0;
  await page.route('**/api/absences/**', async (route) => {
    if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch(); // The server stores the register; the answer never arrives.
    return route.abort('connectionreset');
  });
  await absentBox(page, `${first} غائب`).check();
  await save(page).click();
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toBeVisible();
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  expect(lost).toBe(1);
  expectConsoleErrors(consoleErrors, /ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET).*\/(api|assets)\//);
});

test('a register saved without an answer is shown after a reload, although the day cannot be loaded', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openDay(page);
  await page.route(`**/api/absences/**/${day}`, (route) => route.abort('internetdisconnected'));
  await absentBox(page, `${first} غائب`).check();
  await save(page).click();
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(29);
  await expect(absentBox(page, `${first} غائب`)).toBeChecked();
  await expect(page.getByText('محفوظ على هذا الجهاز، ولم يُرسل بعد')).toBeVisible();
  await page.unroute(`**/api/absences/**/${day}`);
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await expect(absentBox(page, `${first} غائب`)).toBeChecked();
  expectConsoleErrors(consoleErrors, /ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET).*\/(api|assets)\//);
});

test('a register whose page was closed during a save is shown as saved on this device, not as typed', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openDay(page);
  await page.route(`**/api/absences/**/${day}`, (route) => route.abort('internetdisconnected'));
  await absentBox(page, `${first} غائب`).check();
  const drafts = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.includes('.draft.')),
  );
  expect(drafts).toHaveLength(1);
  await save(page).click();
  await expect(page.getByText(/حُفظ تحضير .* على هذا الجهاز/)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.draft.'))))
    .toEqual([]);
  await page.evaluate(
    (entries) => entries.forEach(([key, draft]) => localStorage.setItem(key, draft)),
    drafts,
  );
  await page.reload();
  await expect(absentBox(page, `${first} غائب`)).toBeChecked();
  await expect(page.getByText('محفوظ على هذا الجهاز، ولم يُرسل بعد')).toBeVisible();
  expectConsoleErrors(consoleErrors, /ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET).*\/(api|assets)\//);
});

test('two teachers who save one register see conflicting students with their current type, and choose', async ({
  page,
  browser,
  address,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = '', second = '', third = ''] = await openDay(page);
  const otherContext = await browser.newContext({ baseURL: address });
  const otherPage = await otherContext.newPage();
  await takeSession(otherPage, 'admin');
  await openDay(otherPage);

  await otherPage.getByRole('combobox', { name: `نوع غياب ${first}` }).click();
  await otherPage.getByRole('option', { name: 'غياب بعذر' }).click();
  await absentBox(otherPage, `${third} غائب`).check();
  await save(otherPage).click();
  await expect(otherPage.getByText('حُضِّر، غائبان')).toBeVisible();

  await absentBox(page, `${first} غائب`).check();
  await absentBox(page, `${second} غائب`).check();
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'غياب مسجل من قبل' });
  await expect(dialog.getByText(first)).toBeVisible();
  await expect(dialog.getByText('المسجل الآن: غياب بعذر')).toBeVisible();
  await expect(dialog.getByText(third)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'إبقاء المسجل وحفظ الباقي' }).click();
  await expect(page.getByText('حُضِّر، 3 غائبين')).toBeVisible();
  await expect(page.getByRole('combobox', { name: `نوع غياب ${first}` })).toHaveText('غياب بعذر');
  await otherContext.close();
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
});

test('an invalid range shows the reason at its field, and hides the earlier result', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto(sheet);
  await page.getByRole('button', { name: 'تقرير الغياب' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'الطالب',
    'أيام الغياب',
    'حصص الغياب بعذر',
    'حصص الغياب بدون عذر',
  ]);
  const expectMessage = async (sentence: string) => {
    await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(dialog.getByText('صحّح الحقل المشار إليه ليظهر التقرير.')).toBeVisible();
    await expect(dialog.getByRole('row')).toHaveCount(0);
    await expect(dialog.getByText('لا غياب يطابق التصفية.')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'تصدير Excel' })).toBeDisabled();
  };
  await dialog.getByLabel('إلى تاريخ').fill('2999-01-01');
  await expectMessage('التاريخ بعد اليوم، اختر اليوم أو يوماً قبله');
  await dialog.getByLabel('إلى تاريخ').fill('2020-01-01');
  await dialog.getByLabel('من تاريخ').fill('2020-01-02');
  await expectMessage('تاريخ النهاية يسبق تاريخ البداية');
  await dialog.getByLabel('إلى تاريخ').fill('');
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await dialog.getByLabel('الحد الأدنى لأيام الغياب').fill('كثير');
  await expectMessage('يجب أن يكون بين 1 و1000');
});
