import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const day = '2024-01-09';
const sheet = `/absences?batch_id=1&subject_code=QRN101-1&date=${day}`;
const queuedMessage = /حُفظ تحضير .* على هذا الجهاز/;

async function openDay(page: Page): Promise<string[]> {
  await page.goto(sheet);
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  const rows = page.getByRole('row').getByRole('rowheader');
  await expect(rows.first()).toBeVisible();
  return rows.allTextContents();
}

test('a name is found in any spelling, stats are above the list, and the student with most absences is red', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await openDay(page);
  await page.getByRole('button', { name: 'إظهار الأرقام' }).click();
  for (const stat of ['إجمالي الغياب', 'غياب بعذر', 'غياب بدون عذر', 'غياب اليوم'])
    await expect(page.getByRole('listitem').filter({ hasText: stat })).toContainText(/\d/);
  const badges = page.getByRole('region', { name: 'الأكثر غياباً' }).locator('.MuiChip-root');
  await expect(badges.first()).toHaveText(/\d+ يوماً|([6-9]|10) أيام/);
  const colours = await badges.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  const [red = 0, green = 0, blue = 0] = colours[0]?.match(/\d+/g)?.map(Number) ?? [];
  expect([red > 1.5 * green, red > 1.5 * blue]).toEqual([true, true]);
  expect(colours.at(-1)).not.toBe(colours[0]);

  await page.getByRole('searchbox', { name: 'ابحث باسم الطالب' }).fill('ايمن هشام');
  await expect(page.getByRole('rowheader')).toHaveText(['أيمن هشام فهد الوراق']);
});

test('a queued register stays after its tab is closed, and is sent once', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const [first = ''] = await openDay(page);
  await page.getByRole('checkbox', { name: `${first} غائب` }).check();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(page.getByText(queuedMessage)).toBeVisible();
  await page.close();
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED.*\/(api|assets)\//);

  await context.setOffline(false);
  const laterPage = await context.newPage();
  const sent: string[] = [];
  laterPage.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/absences/')) sent.push(request.url());
  });
  await laterPage.goto(sheet);
  await expect(laterPage.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await expect(laterPage.getByRole('checkbox', { name: `${first} غائب` })).toBeChecked();
  await expect(laterPage.getByText(queuedMessage)).toHaveCount(0);
  await laterPage.reload();
  await expect(laterPage.getByText('حُضِّر، غائب واحد')).toBeVisible();
  expect(sent).toHaveLength(1);
  const call = await newApiCaller(laterPage, 'admin');
  const { batch_name } = await call<{ batch_name: string }>('GET', '/batches/1');
  const path = `/absences/${encodeURIComponent(batch_name)}/QRN101-1/${day}`;
  expect(await call('GET', path)).toMatchObject({ version: 1 });
});
