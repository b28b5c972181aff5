import type { HifzMap } from '../../../contract/hifz/map';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { buildPriorRanges, newMemoriser } from '../../support/memorisation';
import { readPdfLines } from '../../support/pdfText';

test('the map is one tab stop, arrow keys move from page to page, and the map has a table view', async ({
  page,
}) => {
  const student = await newMemoriser(await newApiCaller(page, 'admin'));
  await takeSession(page, 'admin');
  await page.goto(`/students/${student.id}/show`);
  const panel = page.getByRole('region', { name: 'خريطة الحفظ' });
  const grid = panel.getByRole('grid');
  const activeCellId = () => grid.getAttribute('aria-activedescendant');
  await panel.getByRole('button', { name: 'طباعة الخريطة' }).focus();
  await page.keyboard.press('Tab');
  await expect(grid).toBeFocused();
  expect(await activeCellId()).toBe('hifz-page-2');
  for (const [key, next] of [
    ['ArrowLeft', 3],
    ['ArrowDown', 24],
    ['End', 41],
    ['ArrowRight', 40],
    ['Home', 22],
    ['ArrowUp', 1],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key);
    expect(await activeCellId(), key).toBe(`hifz-page-${next}`);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'تسميع الصفحة 1' })).toContainText('لا تسميع مسجل');
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await panel.getByRole('button', { name: 'جدول' }).click();
  const row = panel.getByRole('table', { name: 'المحفوظ من كل جزء' }).getByRole('row', { name: /^30/ });
  await expect(row.getByRole('cell')).toHaveText(['23', '0', '0']);
});

test('the map is printed on one page', async ({ page }) => {
  const student = await newMemoriser(await newApiCaller(page, 'admin'));
  await takeSession(page, 'admin');
  await page.goto(`/students/${student.id}/show`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '');
  });
  await page.getByRole('button', { name: 'طباعة الخريطة' }).click();
  await expect(page.locator('[data-asked-to-print]')).toHaveCount(1);
  const { pages, lines } = await readPdfLines(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  expect(pages).toBe(1);
  expect(lines.length).toBeGreaterThanOrEqual(30);
  // The printed copy is removed, and the screen is visible again.
  await expect(page.locator('[data-map-paper]')).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeVisible();
});

test('earlier memorisation is declared by juz, and the map shows it at once', async ({ page }) => {
  const student = await newMemoriser(await newApiCaller(page, 'admin'));
  await takeSession(page, 'admin');
  await page.goto(`/students/${student.id}/show`);
  const panel = page.getByRole('region', { name: 'خريطة الحفظ' });
  await expect(panel.locator('[data-page="1"]')).toHaveAccessibleName(/غير محفوظة$/);
  await panel.getByRole('button', { name: 'الحفظ السابق' }).click();
  const dialog = page.getByRole('dialog', { name: 'الحفظ السابق' });
  await expect(dialog.getByRole('list', { name: 'المحفوظ المسجل' }).getByRole('listitem')).toHaveCount(5);
  await dialog.getByRole('button', { name: /^حذف «البقرة 1-3»/ }).click();
  await dialog.getByRole('button', { name: 'الجزء 1', exact: true }).click();
  await dialog.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(panel.locator('[data-page="1"]')).toHaveAccessibleName(/حديثة$/);
  await expect(panel).toContainText('المحفوظ: 104 صفحات');
});

test('a student sees the map of his memorisation in his report, without links to sheets', async ({
  page,
}) => {
  const studentCall = await newApiCaller(page, 'student');
  const { id } = await studentCall<{ id: number }>('GET', '/auth/me');
  const { student_id } = await studentCall<{ student_id: string }>('GET', `/students/by-user/${id}`);
  await (
    await newApiCaller(page, 'admin')
  )('PUT', `/hifz/${student_id}/prior`, { ranges: buildPriorRanges() });
  const map = await studentCall<HifzMap>('GET', `/hifz/${student_id}/map`);
  await takeSession(page, 'student');
  await page.goto('/reports?part=hifz');
  const panel = page.getByRole('region', { name: 'خريطة الحفظ' });
  await expect(panel.getByRole('gridcell')).toHaveCount(604);
  const legendItem = panel.getByRole('listitem').filter({ hasText: 'غير محفوظة' });
  const count = map.pages.filter(({ state, share }) => state === 0 && share === 0).length;
  await expect(legendItem).toContainText(String(count));
  await panel.locator('[data-page="604"]').click();
  await panel.getByRole('button', { name: 'مرات التسميع' }).click();
  const dialog = page.getByRole('dialog', { name: 'تسميع الصفحة 604' });
  await expect(dialog.locator('li, p').first()).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveCount(0);
});

test.describe('on a server without memorisation', () => {
  test.use({ serverEnvironment: { PLAIN_API: '1' } });
  test('pages of students and batches do not request a map', async ({ page, consoleErrors }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await takeSession(page, 'admin');
    await page.goto('/students/1/show');
    await expect(page.getByRole('region', { name: 'البيانات' })).toContainText('14450001');
    await page.goto('/batches/1/show');
    await expect(page.getByRole('region', { name: 'البيانات' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'خريطة الحفظ' })).toHaveCount(0);
    expect(urls.filter((url) => url.includes('/api/hifz/'))).toEqual([]);
    expect(urls.filter((url) => url.includes('/api/')).length).toBeGreaterThan(2);
    expectConsoleErrors(consoleErrors, /404.*\/api\//);
  });
});
