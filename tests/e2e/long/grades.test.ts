import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectConsoleErrors, test, toast } from '../../support/browserTest';
import { saveButton, cell, edit, grid, noSettings, open, save } from '../../support/gradeSheet';
import { waitForOutboxKey } from '../../support/outbox';

test.afterEach(({ consoleErrors }) => {
  expectConsoleErrors(consoleErrors, noSettings);
});

const total = (page: Page, row: number) => cell(page, row, 5);

async function putOnClipboard(context: BrowserContext, page: Page, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
}

test('a spreadsheet block is pasted, undone, and copied again', async ({ page, context }) => {
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

test('a pasted list of students is matched by number, and unknown students are listed', async ({
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

test('edit mode that was cancelled and opened again accepts typing at once', async ({ page }) => {
  await open(page);
  await edit(page);
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await edit(page);
  await page.keyboard.type('7');
  await expect(page.getByText('تغيير واحد غير محفوظ')).toBeVisible();
});

test('a save without a network waits on the device, and arrives once when the network is back', async ({
  page,
  context,
  consoleErrors,
}) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await waitForOutboxKey(page);
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
  expectConsoleErrors(consoleErrors, noSettings, /ERR_INTERNET_DISCONNECTED.*\/(api|assets)\//);
});

test('typed marks are offered again after a reload, and leaving with unsaved marks asks first', async ({
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
  await page.getByRole('button', { name: 'التراجع عن آخر تعديل في الكشف' }).click();
  await expect(cell(page, 3, 1)).toHaveText(third);
});
