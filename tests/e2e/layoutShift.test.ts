import type { Page } from '@playwright/test';
import { isShown } from '../support/accessible';
import { expect, takeSession, test } from '../support/browserTest';
import { isExpected } from '../support/gradeSheet';

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
