import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { defaultGradeSettings } from '../../../contract/rules/gradeSettings';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { chooserChip, closeChooser, openSteps } from '../../support/teachingChooser';
import { saveButton, cell, edit, grid, noSettings, open, save, sheetAddress } from '../../support/gradeSheet';
import { storedRows } from '../../support/outbox';

test.afterEach(({ consoleErrors }) => {
  expectConsoleErrors(consoleErrors, noSettings);
});

const subject = (page: Page) => page.getByRole('combobox', { name: 'المادة' });
const batch = (page: Page) => page.getByRole('combobox', { name: 'الدفعة' });
const nameOf = async (page: Page, row: number) => (await cell(page, row, -2).textContent()) ?? '';
const isRed = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return red > 1.5 * green && red > 1.5 * blue;
};
const coloursOf = (cells: Locator) =>
  cells.evaluateAll((all) =>
    all.map((one) => ({ days: Number(one.textContent), colour: getComputedStyle(one).color })),
  );

/** Waits until the sheet has loaded, so that it does not contain the later changes of the test. */
async function startEditing(page: Page): Promise<void> {
  const responses = [/subject-grade-settings/, /api\/grades\/(?!statistics)/].map((part) =>
    page.waitForResponse(part),
  );
  await edit(page);
  await Promise.all(responses);
}

async function pasteHtml(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);
}
const clipboard = (name: string) =>
  readFileSync(new URL(`../../data/clipboard/${name}`, import.meta.url), 'utf8');

test('programme, batch and subject are chosen in order; a new choice clears the later ones, and the last choice is stored', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/grades');
  await page.getByRole('combobox', { name: 'البرنامج' }).click();
  await page.getByRole('option', { name: 'برنامج حفظ القرآن الكريم' }).click();
  await batch(page).click();
  await page.getByRole('option', { name: 'دفعة القرآن الأولى 1445' }).click();
  await subject(page).click();
  await page.getByRole('option', { name: 'التجويد' }).click();
  await expect(cell(page, 1, 0)).toBeVisible();

  await page.goto('/students');
  await page.getByRole('link', { name: 'الدرجات', exact: true }).click();
  await expect(chooserChip(page)).toHaveAccessibleName(/: التجويد · دفعة القرآن الأولى 1445/);
  await expect(cell(page, 1, 0)).toBeVisible();

  await openSteps(page);
  await expect(subject(page)).toHaveText('التجويد');
  const program = page.getByRole('combobox', { name: 'البرنامج' });
  const before = await program.inputValue();
  await batch(page).click();
  await page.getByRole('option').filter({ hasNotText: 'دفعة القرآن الأولى 1445' }).first().click();
  await expect(subject(page)).toHaveText('اختر المادة');
  await expect(program).toHaveValue(before);
  await closeChooser(page);
  // The screen shows the list boxes until a subject is chosen.
  await expect(subject(page)).toHaveText('اختر المادة');
  await expect(page.getByText('تظهر هنا درجات طلاب الدفعة في المادة المختارة.')).toBeVisible();

  await page.goto(sheetAddress);
  await openSteps(page);
  await expect(subject(page)).toHaveText('التجويد');
  await program.click();
  await page.getByRole('option').filter({ hasNotText: before }).first().click();
  await expect(batch(page)).toHaveValue('');
  await expect(subject(page)).toHaveText('اختر المادة');
  await expect(grid(page)).toBeHidden();
});

test('a name is found in any spelling, many absences are red, and stats are shown', async ({ page }) => {
  await open(page);
  const absences = await coloursOf(grid(page).locator('[role="gridcell"][aria-colindex="11"]'));
  const many = absences.filter(({ days }) => days > 3);
  const few = absences.filter(({ days }) => days <= 3);
  expect([many.length > 0, few.length > 0]).toEqual([true, true]);
  expect(many.every(({ colour }) => isRed(colour))).toBe(true);
  expect(few.some(({ colour }) => isRed(colour))).toBe(false);

  await page.getByRole('button', { name: 'إظهار الأرقام' }).click();
  for (const stat of ['النتائج المكتملة', 'المتوسط', 'نسبة النجاح', 'نسبة التفوق'])
    await expect(page.getByRole('listitem').filter({ hasText: stat })).toContainText(/\d/);
  const distribution = page.getByRole('region', { name: 'توزيع التقديرات' });
  await expect(distribution.getByRole('listitem').filter({ hasText: 'لم يجتز' })).toHaveText(/\d/);

  await page.getByRole('searchbox', { name: 'ابحث باسم الطالب' }).fill('ايمن هشام');
  await expect(cell(page, 2, 0)).toBeHidden();
  await expect(cell(page, 1, -2)).toHaveText('أيمن هشام فهد الوراق');
  await page.getByRole('searchbox', { name: 'ابحث باسم الطالب' }).fill('محمد سعد');
  await expect(cell(page, 1, -2)).toHaveText('مُحَمَّد سَعْد يوسف الراشد');
});

test('Tab moves by rows, Delete clears, and cancel asks and discards all changes', async ({ page }) => {
  await open(page);
  const [first, last, next] = await Promise.all(
    [cell(page, 1, 0), cell(page, 1, 4), cell(page, 2, 0)].map(
      async (one) => (await one.textContent()) ?? '',
    ),
  );
  await edit(page);
  await page.keyboard.press('Delete');
  await expect(cell(page, 1, 0)).toHaveText('');
  for (const mark of [1, 2, 3, 4]) {
    await page.keyboard.press('Tab');
    await expect(cell(page, 1, mark)).toBeFocused();
  }
  await page.keyboard.type('31');
  await page.keyboard.press('Tab');
  await expect(cell(page, 1, 4)).toHaveText('31');
  await expect(cell(page, 2, 0)).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 1, 4)).toBeFocused();

  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(saveButton(page)).toBeHidden();
  await expect(cell(page, 1, 0)).toHaveText(first ?? '');
  await expect(cell(page, 1, 4)).toHaveText(last ?? '');
  await expect(cell(page, 2, 0)).toHaveText(next ?? '');
});

test('an expired session loses no mark: the mark stays in the outbox and arrives after the sign-in', async ({
  page,
  consoleErrors,
}) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('6.5');
  await page.keyboard.press('Enter');
  const token = await page.evaluate(
    () =>
      /"token":"([^"]+)"/.exec(JSON.stringify([localStorage, sessionStorage]).replaceAll('\\', ''))?.[1] ??
      '',
  );
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.post('/api/auth/logout', { headers })).ok()).toBe(true);
  await saveButton(page).click();
  await expect(page).toHaveURL(/\/login/);
  expectConsoleErrors(consoleErrors, noSettings, /401.*\/api\//);

  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page).toHaveURL(/\/grades/);
  await expect(cell(page, 1, 0)).toHaveText('6.5');
  await expect.poll(() => storedRows(page)).toEqual([]);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('6.5');
  await expect(page.getByRole('button', { name: 'استعادتها' })).toHaveCount(0);
});

test('pasted spreadsheet cells keep exact numbers; rows with names go to the named students', async ({
  page,
}) => {
  await open(page);
  const [first, second] = [await nameOf(page, 3), await nameOf(page, 5)];
  await edit(page);
  await cell(page, 1, 1).click();
  await pasteHtml(page, clipboard('libreoffice.html'));
  await expect(cell(page, 1, 1)).toHaveText('17.5');
  await expect(cell(page, 1, 2)).toHaveText('5');
  await expect(cell(page, 2, 2)).toHaveText('4');

  const clipboardWithNames = clipboard('excel.html')
    .replace(/احمد بن علي\s+الزهراني/, first)
    .replace('عبد الله سعيد القرني', second);
  await pasteHtml(page, clipboardWithNames);
  const outcome = page.getByRole('dialog', { name: 'نتيجة اللصق' });
  await expect(outcome).toContainText('أعمدة لم تُلصق: المجموع');
  await outcome.getByRole('button', { name: 'حسناً' }).click();
  await expect(cell(page, 3, 0)).toHaveText('9.5');
  await expect(cell(page, 3, 4)).toHaveText('45');
  await expect(cell(page, 5, 0)).toHaveText('8');
  await expect(cell(page, 5, 4)).toHaveAttribute('aria-invalid', 'true');
});

const settingsPath = '/subject-grade-settings/QRN102-1';
const expectOneRefusal = (consoleErrors: string[]) => {
  expect(consoleErrors.filter((line) => /422.*\/api\/grades\/save/.test(line))).toHaveLength(1);
  expectConsoleErrors(consoleErrors, noSettings, /422.*\/api\/grades\/save/);
};

test('an error about a lowered maximum names student and column, and no mark is lost', async ({
  page,
  consoleErrors,
}) => {
  await open(page, 'teacher');
  const call = await newApiCaller(page, 'admin');
  await startEditing(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await call('POST', settingsPath, { ...defaultGradeSettings, attendanceMax: 29 });
  await saveButton(page).click();
  await expect(toast(page, `${await nameOf(page, 1)}: الحضور يجب أن لا تتجاوز 29 درجة`)).toBeVisible();
  await expect(cell(page, 1, 1)).toHaveAccessibleDescription('الحضور يجب أن لا تتجاوز 29 درجة');
  await expect(cell(page, 1, 1)).toHaveText(/30/);
  await expect(cell(page, 1, 0)).toHaveText('9');
  await cell(page, 1, 1).click();
  await page.keyboard.type('29');
  await page.keyboard.press('Enter');
  await save(page);
  expectOneRefusal(consoleErrors);
});

test('an error about a disabled column names the student, and the other marks are saved', async ({
  page,
  consoleErrors,
}) => {
  await open(page, 'teacher');
  const call = await newApiCaller(page, 'admin');
  const name = await nameOf(page, 1);
  await startEditing(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await cell(page, 1, 3).click();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await call('POST', settingsPath, { ...defaultGradeSettings, readingEnabled: false });
  await saveButton(page).click();
  await expect(toast(page, `${name}: عمود القراءة غير مفعّل في إعدادات هذه المادة`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /القراءة/ })).toBeHidden();
  await expect(cell(page, 1, 0)).toHaveText('9');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
  await save(page);
  expectOneRefusal(consoleErrors);
});

test('a message names a student who was moved during editing, and the other marks are saved', async ({
  page,
  consoleErrors,
}) => {
  await open(page);
  const call = await newApiCaller(page, 'admin');
  const [movedName, number] = [await nameOf(page, 1), (await cell(page, 1, -1).textContent()) ?? ''];
  const other = await nameOf(page, 2);
  await startEditing(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await page.keyboard.type('9.5');
  await page.keyboard.press('Enter');
  const filter = encodeURIComponent(JSON.stringify({ q: number }));
  const students = await call<{ id: number; student_id: string }[]>('GET', `/students?filter=${filter}`);
  const id = students.find(({ student_id }) => student_id === number)?.id;
  const [target] = (await call<{ id: number; program_id: string }[]>('GET', '/batches')).filter(
    (one) => one.id !== 1 && one.program_id === 'QRN',
  );
  await call('PUT', `/students/${id}`, { batch_id: target?.id });
  await saveButton(page).click();
  await expect(toast(page, `لم يعد في الدفعة، فلم تبق درجاته المكتوبة: ${movedName}`)).toBeVisible();
  await expect(cell(page, 1, -2)).toHaveText(other);
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await save(page);
  expectOneRefusal(consoleErrors);
});
