import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import {
  absent,
  closeNetwork,
  openRegister,
  registerDay,
  storedRows,
  dispatchOnline,
  unsentAlert,
  waitForOutboxKey,
} from '../../support/outbox';

test.afterEach(({ context, consoleErrors }) => {
  expectConsoleErrors(consoleErrors, /(ERR_|40[49]|503).*\/api\//);
  return context.unrouteAll({ behavior: 'ignoreErrors' });
});

interface Phone {
  page: Page;
  comesBack: () => Promise<void>;
}

/** An offline phone with today's register open. */
async function phone(
  page: Page,
  context: BrowserContext,
  username: string,
): Promise<Phone & { names: string[] }> {
  await takeSession(page, username);
  const names = await openRegister(page);
  await waitForOutboxKey(page);
  const network = await closeNetwork(context);
  return {
    page,
    names,
    comesBack: async () => {
      network.open();
      await dispatchOnline(page);
    },
  };
}

async function take(
  page: Page,
  absentees: readonly string[],
  excused: readonly string[] = [],
): Promise<void> {
  for (const name of absentees) await absent(page, name).check();
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

test('a register saved offline on two phones has the absentees of both, without a question', async ({
  page,
  context,
  browser,
  contextOptions,
  address,
}) => {
  const otherContext = await browser.newContext({ ...contextOptions, baseURL: address });
  try {
    const first = await phone(page, context, 'teacher');
    const secondPage = await phone(await otherContext.newPage(), otherContext, 'admin');
    const [one = '', two = '', three = ''] = first.names;
    await take(first.page, [one, two]);
    await take(secondPage.page, [three]);
    await first.comesBack();
    await expect.poll(() => storedRows(first.page)).toEqual([]);
    await secondPage.comesBack();
    await expect.poll(() => storedRows(secondPage.page)).toEqual([]);
    expect(Object.keys(await loadStored(page)).toSorted()).toEqual([one, two, three].toSorted());
    await expect(absent(secondPage.page, one)).toBeChecked();
    await expect(secondPage.page.getByRole('dialog')).toHaveCount(0);
  } finally {
    await otherContext.close();
  }
});
