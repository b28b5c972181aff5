import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, watch } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport } from '../support/journey';
import {
  absent,
  closeNetwork,
  openRegister,
  registerDay,
  storedRows,
  dispatchOnline,
  unsentAlert,
  waitForOutboxKey,
} from '../support/outbox';

test.use({ viewport: desktopViewport });
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

/** A device without a network on which today's register is open. */
async function device(page: Page, context: BrowserContext, username: string) {
  await takeSession(page, username);
  const names = await openRegister(page);
  await waitForOutboxKey(page);
  const network = await closeNetwork(context);
  const comeBack = async () => {
    network.open();
    await dispatchOnline(page);
  };
  return { names, comeBack };
}

async function take(page: Page, names: readonly string[], excused: readonly string[] = []): Promise<void> {
  for (const name of names) await absent(page, name).check();
  for (const name of excused) {
    await page.getByRole('combobox', { name: `نوع غياب ${name}` }).click();
    await page.getByRole('option', { name: 'غياب بعذر' }).click();
  }
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(unsentAlert(page)).toBeVisible();
}

/** Stored absences: type by student name. */
async function loadStored(page: Page): Promise<Record<string, string>> {
  const call = await newApiCaller(page, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const path = `/absences/${encodeURIComponent(batch_name)}/QRN101-1/${registerDay}`;
  const { absences } = await call<{ absences: { studentName: string; type: string }[] }>('GET', path);
  return Object.fromEntries(absences.map(({ studentName, type }) => [studentName, type]));
}

test('the second of two offline registers asks about the student with two marks, and keeps all marks of the first', async ({
  page,
  context,
  browser,
  contextOptions,
  address,
  consoleErrors,
}) => {
  const otherContext = await browser.newContext({ ...contextOptions, baseURL: address });
  try {
    const otherPage = await otherContext.newPage();
    watch(otherPage, consoleErrors);
    const first = await device(page, context, 'teacher');
    const second = await device(otherPage, otherContext, 'admin');
    const [one = '', two = '', three = ''] = first.names;
    await take(page, [one, three]);
    await take(otherPage, [two, three], [three]);
    await first.comeBack();
    await expect.poll(() => storedRows(page)).toEqual([]);

    await otherPage.getByRole('link', { name: /عمل واحد .* من هذا الجهاز/ }).click();
    await expect(otherPage).toHaveURL(/\/outbox$/);
    await second.comeBack();
    await expect(otherPage.getByText('يحتاج إليك', { exact: true })).toBeVisible();
    await otherPage.getByRole('link', { name: /^فتح: تحضير / }).click();
    await expect(otherPage).toHaveURL(new RegExp(`date=${registerDay}`));
    const question = otherPage.getByRole('dialog');
    await expect(question.getByRole('listitem')).toHaveText([new RegExp(three)]);
    await question.getByRole('button', { name: /تحديث/ }).click();
    await expect
      .poll(() => loadStored(page))
      .toEqual({ [one]: 'غياب بدون عذر', [two]: 'غياب بدون عذر', [three]: 'غياب بعذر' });
    await expect.poll(() => storedRows(otherPage)).toEqual([]);
    await expect(absent(otherPage, one)).toBeChecked();
  } finally {
    await otherContext.close();
  }
  expectConsoleErrors(
    consoleErrors,
    /ERR_INTERNET_DISCONNECTED.*\/api\/absences\//,
    /409.*\/api\/absences\//,
  );
});
