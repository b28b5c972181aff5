import type { Page } from '@playwright/test';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { saveButton, cell, open as openSheet, save as saveSheet } from '../support/gradeSheet';

test.setTimeout(120_000);
// A reply that never comes and a subject without settings of its own are noted by the browser itself.
test.afterEach(({ complaints }) => {
  const others = complaints.splice(0).filter((line) => !/ERR_|404|409/.test(line));
  expect(others).toEqual([]);
});

/** The next write to such an address is carried out, and its answer never arrives. */
async function loseReply(page: Page, address: RegExp): Promise<void> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

const somebodyElse = (page: Page) => page.getByText(/شخص آخر/);
const description = (page: Page) => page.getByLabel('الوصف');
const saveForm = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

/** The description of a programme is saved, and nobody hears of it. */
async function loseForm(page: Page, text: string): Promise<void> {
  await takeSession(page, 'admin');
  await page.goto('/programs/2');
  await expect(page.getByLabel('اسم البرنامج')).toHaveValue(/.+/);
  await loseReply(page, /\/api\/programs\/2$/);
  await description(page).fill(text);
  await saveForm(page);
  await expect(toast(page, 'تعذّر الاتصال بالخادم')).toBeVisible();
  await expect(description(page)).toHaveValue(text);
}

test('a form whose save arrived without an answer is saved by saving it again, as it is or with more', async ({
  page,
}) => {
  await loseForm(page, 'وصف ضاع جوابه');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();

  await loseForm(page, 'وصف ثانٍ ضاع جوابه');
  await description(page).fill('وصف بعد الضائع');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(somebodyElse(page)).toHaveCount(0);
  await page.goto('/programs/2');
  await expect(description(page)).toHaveValue('وصف بعد الضائع');
});

test('a form whose save arrived without an answer is not asked about after a reload', async ({ page }) => {
  await loseForm(page, 'وصف حُفظ بلا جواب');
  await page.reload();
  await expect(description(page)).toHaveValue('وصف حُفظ بلا جواب');
  await expect(page.getByRole('button', { name: 'استعادتها' })).toHaveCount(0);
  await description(page).fill('وصف بعد إعادة التحميل');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(somebodyElse(page)).toHaveCount(0);
});

test('marks whose save arrived without an answer are nobody else’s: saved again, with more, after a reload', async ({
  page,
}) => {
  await openSheet(page);
  const lose = async (mark: string) => {
    await loseReply(page, /\/grades\/save$/);
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    await cell(page, 1, 0).click();
    await page.keyboard.type(mark);
    await page.keyboard.press('Enter');
    await saveButton(page).click();
    await expect(toast(page, 'ما كتبته باقٍ على هذا الجهاز')).toBeVisible();
    await expect(cell(page, 1, 0)).toHaveText(mark);
  };
  await lose('3');
  await saveSheet(page);

  await lose('5');
  await cell(page, 1, 0).click();
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await saveSheet(page);
  await expect(somebodyElse(page)).toHaveCount(0);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('6');
  await expect(cell(page, 2, 0)).toHaveText('7');

  await lose('8');
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('8');
  await expect(page.getByRole('button', { name: 'استعادتها' })).toHaveCount(0);
});
