import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, toast, watch } from '../../support/browserTest';
import { saveButton, cell, edit, grid, isExpected, open, save } from '../../support/gradeSheet';

test.afterEach(({ complaints }) => {
  const others = complaints.splice(0).filter((line) => !isExpected(line));
  expect(others).toEqual([]);
});

const total = (page: Page, row: number) => cell(page, row, 5);

/** Types like a keyboard with Arabic digits: the key opens the cell, and its character arrives in the field. */
async function typeMark(page: Page, text: string): Promise<void> {
  const [first = ''] = text;
  await page.evaluate((key) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  }, first);
  await expect(grid(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(text);
}

async function putOnClipboard(context: BrowserContext, page: Page, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
}

test('marks are typed from the keyboard, an error blocks saving, and what is saved is there after a reload', async ({
  page,
}) => {
  await open(page);
  await edit(page);
  await typeMark(page, '٩٫٥');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await expect(cell(page, 2, 0)).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 2, 1)).toBeFocused();
  await expect(cell(page, 2, 0)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell(page, 2, 0)).toHaveAccessibleDescription('المشاركة يجب أن لا تتجاوز 10 درجة');

  await saveButton(page).click();
  await expect(toast(page, 'الرجاء تصحيح الأخطاء قبل الحفظ')).toBeVisible();
  await page.getByRole('button', { name: 'الخطأ التالي' }).click();
  await expect(cell(page, 2, 0)).toBeFocused();
  await expect(
    page.getByRole('status').filter({ hasText: 'المشاركة يجب أن لا تتجاوز 10 درجة' }),
  ).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toHaveText('1');

  await save(page);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await expect(cell(page, 2, 0)).toHaveText('1');
});

test('a block of a spreadsheet is pasted, undone, and copied again', async ({ page, context }) => {
  await open(page);
  await edit(page);
  const before = await Promise.all([cell(page, 1, 0), cell(page, 2, 1)].map((one) => one.textContent()));
  await putOnClipboard(context, page, '١٠\t30\r\n٨٫٥\t 29.5\r\n');
  await page.keyboard.press('Control+v');
  await expect(cell(page, 1, 0)).toHaveText('10');
  await expect(cell(page, 2, 1)).toHaveText('29.5');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 0)).toHaveText(before[0] ?? '');
  await expect(cell(page, 2, 1)).toHaveText(before[1] ?? '');
  await page.keyboard.press('Control+y');
  await expect(cell(page, 2, 1)).toHaveText('29.5');

  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('10\t30\r\n8.5\t29.5');
  await page.keyboard.press('Delete');
  await expect(cell(page, 2, 1)).toHaveText('');
  await page.keyboard.press('Control+z');

  await cell(page, 1, 3).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+d');
  const mark = (await cell(page, 1, 3).textContent()) ?? '';
  await expect(cell(page, 5, 3)).toHaveText(mark);
  await page.keyboard.press('Control+z');
  await save(page);
});

test('a pasted list of students is matched by number, and students who are not in the batch are named', async ({
  page,
  context,
}) => {
  await open(page);
  const number = (await cell(page, 3, -1).textContent()) ?? '';
  await edit(page);
  await putOnClipboard(
    context,
    page,
    `الرقم الجامعي\tالاسم\tالاختبار\r\n${number}\tأي اسم\t٤٩\r\n99999999\tغريب\t10\r\n`,
  );
  await page.keyboard.press('Control+v');
  const outcome = page.getByRole('dialog', { name: 'نتيجة اللصق' });
  await expect(outcome).toContainText('لُصقت درجة واحدة');
  await expect(outcome.getByRole('row')).toHaveCount(1);
  await expect(outcome.getByRole('row')).toContainText('غريب');
  await outcome.getByRole('button', { name: 'حسناً' }).click();
  await expect(cell(page, 3, 4)).toHaveText('49');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
});

test('who leaves editing and begins it again in the same cell can type at once', async ({ page }) => {
  await open(page);
  await edit(page);
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await edit(page);
  await page.keyboard.type('7');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
});

test('two people on one sheet: different cells both stay, the same cell is asked about', async ({
  page,
  browser,
  address,
}) => {
  const elsewhere = await browser.newContext({ baseURL: address });
  const other = await elsewhere.newPage();
  const complaints: string[] = [];
  watch(other, complaints);
  await open(page);
  await open(other);
  await edit(page);
  await edit(other);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await save(page);

  await typeMark(other, '٦');
  await other.keyboard.press('Tab');
  await other.keyboard.type('11');
  await other.keyboard.press('Enter');
  await saveButton(other).click();
  const dialog = other.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'قيمتي: 6' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'القيمة المحفوظة: 7' }).check();
  await dialog.getByRole('button', { name: 'اعتماد المختار' }).click();
  await expect(toast(other, 'تم حفظ الدرجات')).toBeVisible();
  await expect(cell(other, 1, 0)).toHaveText('7');
  await expect(cell(other, 1, 1)).toHaveText('11');
  await expect(cell(other, 2, 0)).toHaveText('5');

  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('7');
  await expect(cell(page, 1, 1)).toHaveText('11');
  expect(complaints.filter((line) => !isExpected(line) && !/409/.test(line))).toEqual([]);
  await elsewhere.close();
});

test('a save without a network waits on the device, and arrives once when it is back', async ({
  page,
  context,
  complaints,
}) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await context.setOffline(true);
  await saveButton(page).click();
  await expect(toast(page, 'حُفظت الدرجات على هذا الجهاز')).toBeVisible();
  await expect(page.getByText('حُفظت درجات طالب واحد على هذا الجهاز')).toBeVisible();
  await expect(cell(page, 1, 0)).toHaveText('4');
  await expect(page.getByRole('button', { name: 'تعديل الدرجات' })).toBeEnabled();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/grades/save')) sent.push(request.postData() ?? '');
  });
  await context.setOffline(false);
  await expect(page.getByText('وصلت الدرجات التي كانت تنتظر')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ grades: [{ participationGrade: 4 }] });
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('4');
  const lost = complaints.splice(0).filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line));
  expect(lost.filter((line) => !isExpected(line))).toEqual([]);
});

test('after a reload during editing, typed marks are offered again, and leaving with unsaved marks asks first', async ({
  page,
}) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('3.5');
  await page.reload();
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await expect(cell(page, 1, 0)).toHaveText('3.5');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();

  await page.getByRole('link', { name: 'الطلاب', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'ترك التغييرات؟' });
  await question.getByRole('button', { name: 'البقاء في الصفحة' }).click();
  await expect(cell(page, 1, 0)).toHaveText('3.5');
  await page.getByRole('button', { name: 'إلغاء' }).click();
  await question.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(cell(page, 1, 0)).not.toHaveText('3.5');
  await expect(total(page, 1)).not.toHaveText('');
  await page.reload();
  await expect(cell(page, 1, 0)).toBeVisible();
  await expect(page.getByRole('button', { name: 'استعادتها' })).toBeHidden();
});

test('blocks are selected, filled and undone by mouse', async ({ page }) => {
  await open(page);
  await edit(page);
  const centre = async (row: number, mark: number) => {
    const box = await cell(page, row, mark).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [from, to] = [await centre(1, 1), await centre(3, 2)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(6);

  const first = (await cell(page, 1, 1).textContent()) ?? '';
  const third = (await cell(page, 3, 1).textContent()) ?? '';
  await page.getByRole('button', { name: 'تعبئة الدرجة إلى الأسفل' }).click();
  await expect(cell(page, 3, 1)).toHaveText(first);
  await page.getByRole('button', { name: 'تراجع عن آخر تعديل في الكشف' }).click();
  await expect(cell(page, 3, 1)).toHaveText(third);
});

test.describe('a server with the calls of the specification only', () => {
  test.use({ serverEnvironment: { PLAIN_API: '1' } });

  test('marks are saved without a version', async ({ page, complaints }) => {
    await open(page);
    await edit(page);
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    const request = page.waitForRequest((sent) => sent.url().endsWith('/grades/save'));
    await save(page);
    const { grades } = (await request).postDataJSON() as { grades: object[] };
    expect(grades).toEqual([{ studentId: expect.any(String), participationGrade: 4 }]);
    await page.reload();
    await expect(cell(page, 1, 0)).toHaveText('4');
    // Additions of ours that it lacks are requested only once.
    const others = complaints.splice(0).filter((line) => !/404/.test(line));
    expect(others).toEqual([]);
  });
});
