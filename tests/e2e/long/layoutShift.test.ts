import type { Page } from '@playwright/test';
import { isShown } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { isExpected } from '../../support/gradeSheet';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node: Element | null }[];
}

/** The layout shift of the page since it was opened, as Lighthouse counts it, and the elements that moved. */
const movedOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; what: string[] }>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
          resolve({
            sum: shifts.reduce((sum, { value }) => sum + value, 0),
            what: shifts.map(
              ({ value, sources = [] }) =>
                `${value.toFixed(3)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(' | ')}`,
            ),
          });
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called if nothing moved.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum: 0, what: [] })));
      }),
  );

const maxShift = 0.02;

for (const [name, user, address] of [
  ['sign-in', null, '/login'],
  ['grades', 'admin', '/grades?batch_id=1&subject_code=QRN102-1'],
  ['register', 'admin', '/absences?batch_id=1&subject_code=QRN101-1'],
  ['report of a student', 'student', '/reports'],
  ['day of a teacher', 'teacher', '/dashboard'],
  ['dashboard', 'admin', '/dashboard'],
  ['assignments', 'admin', '/assignments?batch_id=1&subject_code=SHR101-1'],
] as const)
  test(`nothing jumps while the ${name} screen opens`, async ({ page, complaints }) => {
    if (user) await takeSession(page, user);
    const moved = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(address);
      await isShown(page);
      moved.push({ ...size, ...(await movedOn(page)) });
    }
    expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
    expect(moved.filter(({ sum }) => sum > maxShift)).toEqual([]);
  });

/** They are folded where something is chosen; on a phone with other actions their button stands behind «⋯». */
async function showFigures(page: Page) {
  const figures = page.getByRole('list', { name: 'الأرقام' });
  if (await figures.isVisible()) return;
  const unfold = page.getByRole('button', { name: 'إظهار الأرقام' });
  if (!(await unfold.isVisible())) await page.getByRole('button', { name: 'المزيد', exact: true }).click();
  await unfold.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Screens with figures, and what stands between them and their rows. */
for (const [name, address, rows] of [
  [
    'marks',
    '/grades?batch_id=1&subject_code=QRN102-1',
    '[role="grid"] [role="rowheader"], ul[aria-label="درجات الطلاب"] > li',
  ],
  ['the register', '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09', 'main [data-student]'],
  ['students', '/students', 'main tbody tr, main li[data-record]'],
] as const)
  test(`figures and filters of ${name} go out of the way of who scrolls, the focus stays, and nothing jumps`, async ({
    page,
    complaints,
  }) => {
    await takeSession(page, 'admin');
    for (const size of [
      { width: 1366, height: 640 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(address);
      const row = page.locator(rows).nth(4);
      await expect(row).toBeVisible();
      await isShown(page);
      await showFigures(page);
      const figures = page.getByRole('list', { name: 'الأرقام' });
      await expect(figures).toBeInViewport({ ratio: 1 });
      const focused = figures;
      await focused.focus();
      await row.hover();
      await page.mouse.wheel(0, 400);
      // They are behind the bar at the top, which is 64 pixels high.
      await expect
        .poll(() => figures.evaluate((strip) => strip.getBoundingClientRect().bottom))
        .toBeLessThanOrEqual(64);
      await expect(focused).toBeFocused();
      const { sum, what } = await movedOn(page);
      expect(sum, `${size.width} px: ${what.join('; ')}`).toBeLessThanOrEqual(maxShift);
    }
    expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
  });
