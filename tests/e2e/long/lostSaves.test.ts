import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { saveButton, cell, open as openSheet, save as saveSheet } from '../../support/gradeSheet';

// The browser logs lost answers, refused saves and the 404 of a subject without settings.
test.afterEach(({ consoleErrors }) => {
  expectConsoleErrors(consoleErrors, /(ERR_|40[49]).*\/api\//);
});

/**
 * Lets the server execute the next write to the address, and drops its answer. Blocks later writes until the
 * connection is restored, because an automatic retry would hide the waiting state. @returns restores the
 * connection
 */
async function loseResponse(page: Page, address: RegExp): Promise<() => void> {
  let isExecuted = false;
  let isRestored = false;
  await page.route(address, async (route) => {
    if (isRestored || route.request().method() === 'GET') return route.fallback();
    if (!isExecuted) {
      isExecuted = true;
      await route.fetch();
    }
    return route.abort('connectionreset');
  });
  return () => {
    isRestored = true;
  };
}

const staleDialog = (page: Page) => page.getByText(/شخص آخر/);
const description = (page: Page) => page.getByLabel('الوصف');
const saveForm = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

/** Saves the description of a programme, and loses the answer. */
async function saveAndLoseResponse(page: Page, text: string): Promise<void> {
  await takeSession(page, 'admin');
  await page.goto('/programs/2');
  await expect(page.getByLabel('اسم البرنامج')).toHaveValue(/.+/);
  const restore = await loseResponse(page, /\/api\/programs\/2$/);
  await description(page).fill(text);
  await saveForm(page);
  await expect(toast(page, 'تعذّر الاتصال بالخادم')).toBeVisible();
  restore();
  await expect(description(page)).toHaveValue(text);
}

test('a form with a lost response can be saved again, unchanged or with further changes', async ({
  page,
}) => {
  await saveAndLoseResponse(page, 'وصف ضاع جوابه');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(toast(page, 'تعذّر الاتصال بالخادم')).toHaveCount(0);

  await saveAndLoseResponse(page, 'وصف ثانٍ ضاع جوابه');
  await description(page).fill('وصف بعد الضائع');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(staleDialog(page)).toHaveCount(0);
  await page.goto('/programs/2');
  await expect(description(page)).toHaveValue('وصف بعد الضائع');
});

test('a form with a lost response was saved, so that a reload offers no draft', async ({ page }) => {
  await saveAndLoseResponse(page, 'وصف حُفظ بلا جواب');
  await page.reload();
  await expect(description(page)).toHaveValue('وصف حُفظ بلا جواب');
  await expect(page.getByRole('button', { name: 'استعادتها' })).toHaveCount(0);
  await description(page).fill('وصف بعد إعادة التحميل');
  await saveForm(page);
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  await expect(staleDialog(page)).toHaveCount(0);
});

test('marks with a lost response stay in the outbox without a conflict, and are sent with the next save', async ({
  page,
}) => {
  await openSheet(page);
  const queuedMessage = page.getByText(/حُفظت درجات .* على هذا الجهاز/);
  const type = async (...marks: string[]) => {
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    await cell(page, 1, 0).click();
    for (const mark of marks) {
      await page.keyboard.type(mark);
      await page.keyboard.press('Enter');
    }
  };
  const typeAndLoseResponse = async (mark: string) => {
    const restore = await loseResponse(page, /\/grades\/save$/);
    await type(mark);
    await saveButton(page).click();
    await expect(queuedMessage).toBeVisible();
    await expect(cell(page, 1, 0)).toHaveText(mark);
    return restore;
  };
  const restoreFirst = await typeAndLoseResponse('3');
  restoreFirst();
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect(queuedMessage).toHaveCount(0);

  const restoreSecond = await typeAndLoseResponse('5');
  await type('6', '7');
  restoreSecond();
  await saveSheet(page);
  await expect(staleDialog(page)).toHaveCount(0);
  await expect(queuedMessage).toHaveCount(0);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('6');
  await expect(cell(page, 2, 0)).toHaveText('7');

  const restoreThird = await typeAndLoseResponse('8');
  restoreThird();
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('8');
  await expect(queuedMessage).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'استعادتها' })).toHaveCount(0);
});
