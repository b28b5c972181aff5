import type { Locator, Page } from '@playwright/test';
import { navigate, waitForScreen } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const laptop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const lists = ['/students', '/subjects', '/users', '/batches', '/programs', '/archive', '/audit'] as const;
const listsOfWholeCells: readonly string[] = ['/students', '/subjects', '/users'];
const listsWithFigures: readonly string[] = ['/students', '/batches', '/archive'];

/** Cells that are too high, overlap their neighbours, or exceed their row. */
const findCrowdedCells = (rows: Locator) =>
  rows.evaluateAll((elements) =>
    elements.slice(0, 12).flatMap((row) => {
      const visible = [...row.children].filter(({ clientWidth }) => clientWidth > 0);
      const cells = visible.map((cell) => cell.getBoundingClientRect());
      const actions = visible.at(-1);
      const over =
        cells.some(({ left: leftEdge }, index) => leftEdge < (cells[index + 1]?.right ?? 0) - 1) ||
        (actions !== undefined && actions.scrollWidth > actions.clientWidth);
      const { height, left: leftEdge } = row.getBoundingClientRect();
      return height > 48 || over || leftEdge < -1 ? [`${Math.round(height)} px: ${row.textContent}`] : [];
    }),
  );

async function removeBatch(page: Page) {
  const call = await newApiCaller(page, 'admin');
  const [batch] = await call<{ id: number }[]>('GET', '/batches?sort=["id","DESC"]');
  await call('DELETE', `/batches/${batch?.id}`);
}

/** The stats of a list stand in one strip without gaps. */
async function expectOneStrip(page: Page, address: string) {
  const strip = page.getByRole('list', { name: 'الأرقام' });
  expect((await strip.boundingBox())?.height, address).toBeLessThanOrEqual(48);
  const stats = await strip.getByRole('listitem').evaluateAll((items) =>
    items.map((item) => {
      const { left: leftEdge, right, top } = item.getBoundingClientRect();
      return { left: leftEdge, right, top, text: item.textContent };
    }),
  );
  expect(stats.length, address).toBeGreaterThan(1);
  for (const [index, { right, top, text }] of stats.entries()) {
    expect(top, address).toBe(stats[0]?.top);
    expect(text, address).toMatch(/\d|—|[\u0621-\u064a]$/);
    if (index > 0) expect(Math.abs((stats[index - 1]?.left ?? 0) - right), address).toBeLessThan(3);
  }
}

async function expectArabicNames(page: Page, address: string) {
  const names = await page
    .locator('[aria-label], [title]')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('title') ?? ''),
    );
  expect(names.length, address).toBeGreaterThan(5);
  expect(
    names.filter((name) => /[a-z]{3}/i.test(name) && !/[\u0621-\u064a]/.test(name)),
    address,
  ).toEqual([]);
}

/** Batch, programme and days are not cut, and all rows have the same height. */
async function expectWholeCells(page: Page, address: string) {
  const whole = 'td:is(.column-batch_name, .column-program_name, .column-created_at, .column-last_login)';
  const cells = page.locator(whole);
  await expect(cells.first()).toBeVisible();
  const cut = await cells.evaluateAll((all) =>
    all
      .filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          scrollHeight > clientHeight + 8 || scrollWidth > clientWidth,
      )
      .map(({ textContent }) => textContent),
  );
  expect(cut, address).toEqual([]);
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(new Set(heights).size, address).toBe(1);
}

test('lists show one line for each record without overlaps, sortable columns, stats in one strip and no English labels', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/dashboard');
  for (const address of lists) {
    if (address === '/archive') await removeBatch(page);
    await navigate(page, address);
    const rows = page.getByRole('main').locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    expect(await findCrowdedCells(rows), address).toEqual([]);
    const heads = page.locator('thead th:not(.column-choice, .column-index, .column-actions)');
    const unsorted = heads
      .filter({ visible: true })
      .filter({ hasNot: page.locator('.MuiTableSortLabel-root') });
    expect(await unsorted.allInnerTexts(), address).toEqual(address === '/audit' ? ['الوصف'] : []);
    expect(await heads.filter({ visible: true }).count(), address).toBeGreaterThan(3);
    if (listsOfWholeCells.includes(address)) await expectWholeCells(page, address);
    for (const size of [laptop, phone]) {
      await page.setViewportSize(size);
      await waitForScreen(page);
      await expectArabicNames(page, address);
      if (listsWithFigures.includes(address)) await expectOneStrip(page, address);
    }
    if (address === '/archive') await expectFoldedFilters(page);
    await page.setViewportSize(laptop);
  }
});

/** The filters of the archive are behind one button on a phone. */
async function expectFoldedFilters(page: Page) {
  const search = page.getByRole('search');
  await expect(search.getByRole('button')).toHaveCount(1);
  await expect(search.getByRole('combobox')).toHaveCount(0);
  await search.getByRole('button', { name: /التصفية/ }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'نوع السجل' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a tap on a column header sorts a list, the archive and the audit trail', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  for (const name of ['أ', 'ب']) {
    const { id } = await call<{ id: number }>('POST', '/programs', {
      program_id: `SORT-${name}`,
      program_name: `برنامج ${name}`,
    });
    await call('DELETE', `/programs/${id}`);
  }
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  for (const [address, column] of [
    ['/archive', 'الوصف'],
    ['/audit', 'المستخدم'],
  ] as const) {
    await navigate(page, address);
    const first = page.getByRole('main').locator('tbody tr').first();
    await expect(first).toContainText('حذف البرنامج «برنامج ب»');
    const head = page.getByRole('columnheader', { name: column }).getByRole('button');
    await head.click();
    await expect(first).not.toContainText('برنامج ب');
    await expect(head).toHaveAccessibleName(/تنازليًا|تنازلياً/); // the label announces the next order
    await head.click();
    await expect(head).toHaveAccessibleName(/تصاعديًا|تصاعدياً/);
  }
});

test('a name that a filter truncates is complete on hover, on focus and in the list of options', async ({
  page,
}) => {
  const name = 'برنامج الإجازة في القراءات العشر الصغرى والكبرى';
  await (
    await newApiCaller(page, 'admin')
  )('POST', '/programs', { program_id: 'LONG', program_name: name });
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/batches');
  const filter = page.getByRole('combobox', { name: 'البرنامج' });
  await filter.click();
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  expect(await option.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await option.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  const tooltip = page.getByRole('tooltip', { name });
  // The filter moves away from the pointer when the list loads, so the test hovers again.
  await expect(async () => {
    await page.mouse.move(640, 700);
    await filter.hover();
    await expect(tooltip).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.mouse.move(640, 700);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.getByRole('searchbox', { name: /اسم الدفعة/ }).focus();
  await page.keyboard.press('Tab');
  await expect(filter).toBeFocused();
  await expect(page.getByRole('tooltip', { name })).toBeVisible();
});

test('the list scrolls to its top after a record is added; user name and e-mail of a form are aligned', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/programs/create');
  await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'));
  await page.getByRole('textbox', { name: /رمز البرنامج/ }).fill('TOP1');
  await page.getByRole('textbox', { name: /اسم البرنامج/ }).fill('برنامج الأوائل');
  await page.evaluate(() => scrollTo(0, 400));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('cell', { name: 'برنامج الأوائل', exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await navigate(page, '/users/create');
  const sides = [];
  for (const name of [/اسم المستخدم/, /البريد/])
    sides.push(
      await page.getByRole('textbox', { name }).evaluate((input) => {
        const { direction, textAlign } = getComputedStyle(input);
        return { direction, textAlign };
      }),
    );
  expect(sides).toEqual([
    { direction: 'ltr', textAlign: 'end' },
    { direction: 'ltr', textAlign: 'end' },
  ]);
});
