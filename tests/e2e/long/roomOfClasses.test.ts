import type { Page } from '@playwright/test';
import { waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';

const sizes = {
  laptop: { width: 1280, height: 800 },
  low: { width: 1366, height: 640 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 740 },
};

const chunk = 50;

/** Creates a batch with two subjects. @param isLong names of 80 letters */
async function makeClass(
  call: ApiCaller,
  count: number,
  isLong: boolean,
): Promise<{ batch: number; code: string; daily: string }> {
  const batch_name = `دفعة ${count} من الطلاب`;
  const { id } = await call<{ id: number }>('POST', '/batches', { batch_name, program_id: 'QRN' });
  const subject = (subject_code: string, type: string) =>
    call<{ subject_code: string }>('POST', '/subjects', { subject_code, type, name: type, batch_id: id });
  const code = (await subject(`ROOM${count}`, 'مادة')).subject_code;
  const daily = (await subject(`DAILY${count}`, 'تقييد يومي')).subject_code;
  const rows = Array.from({ length: count }, (_, index) => ({
    first_name: `عبدالرحمن ${index + 1}`,
    second_name: isLong ? 'بن عبدالعزيز بن عبدالمحسن' : 'سعد',
    third_name: isLong ? 'آل عبداللطيف القحطاني' : 'علي',
    last_name: isLong ? 'المعروف بأبي عبدالرحمن الحجازي' : 'القحطاني',
    national_id: `1${String(count * 10_000 + index).padStart(9, '0')}`,
    batch_name,
  }));
  for (let from = 0; from < count; from += chunk) {
    const data = rows.slice(from, from + chunk);
    const { failed } = await call<{ failed: number }>('POST', '/students/import', { data });
    expect(failed).toBe(0);
  }
  return { batch: id, code, daily };
}

/** Counts the fully visible rows, and measures the horizontal overflow of the page in pixels. */
const measureRows = (page: Page, selector: string) =>
  page.evaluate((rows) => {
    const isFullyVisible = (row: Element) => {
      const { top, bottom, left: leftEdge, width } = row.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight + 1) return false;
      const middle = document.elementFromPoint(leftEdge + width / 2, bottom - 6);
      return middle !== null && row.contains(middle);
    };
    const all = [...document.querySelectorAll(rows)];
    return {
      rows: all.filter(isFullyVisible).length,
      first: Math.round(((all[0]?.getBoundingClientRect().top ?? Infinity) / innerHeight) * 100) / 100,
      over: document.documentElement.scrollWidth - innerWidth,
    };
  }, selector);

const screens = [
  {
    name: 'marks',
    address: (offering: { batch: number; code: string }) =>
      `/grades?batch_id=${offering.batch}&subject_code=${offering.code}`,
    rows: '[role="grid"] [role="row"][aria-rowindex]:not([aria-rowindex="1"]), main ul[aria-label] > li',
  },
  {
    name: 'register',
    address: (offering: { batch: number; code: string }) =>
      `/absences?batch_id=${offering.batch}&subject_code=${offering.code}&date=2026-11-16`,
    rows: 'main [data-student]',
  },
  {
    name: 'daily records',
    address: (offering: { batch: number; daily: string }) =>
      `/daily-records?batch_id=${offering.batch}&subject_code=${offering.daily}`,
    rows: 'main [data-row]',
  },
] as const;

/** Minimum number of visible rows for a class of a thousand, by screen and window. */
const aims: Record<(typeof screens)[number]['name'] | 'students', Record<keyof typeof sizes, number>> = {
  marks: { laptop: 12, low: 8, phone: 1, small: 1 },
  register: { laptop: 12, low: 8, phone: 8, small: 6 },
  'daily records': { laptop: 10, low: 6, phone: 7, small: 5 },
  students: { laptop: 10, low: 7, phone: 1, small: 1 },
};
const firstAtTheLatest = 0.4;

test('a batch of a thousand students shows as many rows as a small batch, in every window', async ({
  page,
  consoleErrors,
}) => {
  const createdClass = await makeClass(await newApiCaller(page, 'admin'), 1_000, false);
  await takeSession(page, 'admin');
  const students = {
    name: 'students',
    address: ({ batch }: { batch: number }) => `/students?filter={"batch_id":${batch}}`,
    rows: 'main tbody tr, main li[data-record]',
  } as const;
  const missedAims = [];
  for (const { name, address, rows } of [...screens, students]) {
    await page.setViewportSize(sizes.laptop);
    await page.goto(address(createdClass));
    for (const [size, window] of Object.entries(sizes) as [keyof typeof sizes, typeof sizes.low][]) {
      await page.setViewportSize(window);
      await expect(page.locator(rows).first()).toBeVisible();
      await waitForScreen(page);
      const result = await measureRows(page, rows);
      if (
        result.rows < aims[name][size] ||
        (result.first > firstAtTheLatest && size !== 'low') ||
        result.over > 0
      )
        missedAims.push({ name, size, ...result });
    }
  }
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
  expect(missedAims).toEqual([]);
});

test('a batch of one student with a long name fits every window, also in dark mode and with Arabic digits', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const createdClass = await makeClass(call, 1, true);
  await takeSession(page, 'admin');
  await page.evaluate(() => localStorage.setItem('rasd.digits', 'arabic'));
  await page.emulateMedia({ colorScheme: 'dark' });
  const missedAims = [];
  for (const { name, address, rows } of screens) {
    await page.setViewportSize(sizes.laptop);
    await page.goto(address(createdClass));
    for (const [size, window] of Object.entries(sizes)) {
      await page.setViewportSize(window);
      await expect(page.locator(rows).first()).toBeVisible();
      await waitForScreen(page);
      const result = await measureRows(page, rows);
      if (result.rows < 1 || result.over > 0) missedAims.push({ name, size, ...result });
    }
  }
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
  expect(missedAims).toEqual([]);
});
