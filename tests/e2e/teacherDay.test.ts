import type { Locator, Page } from '@playwright/test';
import type { DailyRecord } from '../../contract/dailyRecords';
import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { openFromMenu, phoneViewport } from '../support/journey';
import { daysAgo } from '../support/memorisation';

test.use({ viewport: phoneViewport });

const batchName = 'دفعة القرآن الأولى 1445';
const subjectCode = 'QRN110-1';

/** Leaves today without records. The portion of yesterday makes the form suggest the next one of the list. */
async function prepareRecords(page: Page) {
  const call = await newApiCaller(page, 'admin');
  const { curriculum_items: items } = await call<{ curriculum_items: string[] }>(
    'GET',
    `/subject-curriculum/${subjectCode}`,
  );
  for (const [recordDate, content] of [
    [daysAgo(0), { recordContent: '' }],
    [daysAgo(1), { recordContent: items[0], pagesCount: 1 }],
  ] as const) {
    const path = `/daily-records/${encodeURIComponent(batchName)}/${subjectCode}/${recordDate}`;
    const { records } = await call<{ records: DailyRecord[] }>('GET', path);
    const changed = records.map(({ studentId, version }) => ({ studentId, version, ...content }));
    await call('POST', '/daily-records/save', { batchName, subjectCode, recordDate, records: changed });
  }
}

test('a teacher saves the register of the day in five taps, and records students with at most three taps each', async ({
  page,
}) => {
  await prepareRecords(page);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await signIn(page, 'teacher');
  const work = page.getByRole('region', { name: 'اليوم' });
  const overdue = work
    .getByRole('article')
    .getByRole('link', { name: /^تحضير / })
    .first();
  const address = await overdue.getAttribute('href');
  await tap(overdue);
  await expect(page).toHaveURL(/\/absences\?.*date=\d{4}-\d{2}-\d{2}/);
  const students = page.getByRole('main').locator('[data-student]');
  const measureTops = () =>
    students.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  await expect(students.nth(5)).toBeVisible();
  const tops = await measureTops();
  const second = students.nth(1).getByRole('button').first();
  await tap(second);
  await tap(students.nth(4).getByRole('button').first());
  await expect(page.getByText('الغائبون: 2')).toBeVisible();
  await expect(second).toHaveAccessibleName(/: غياب بدون عذر$/);
  await tap(second);
  await expect(second).toHaveAccessibleName(/: غياب بعذر$/);
  // An absence moves no other student away from the thumb.
  expect(await measureTops()).toEqual(tops);
  await tap(page.getByRole('button', { name: 'حفظ الغياب' }));
  await expect(page.getByText('حُضِّر، غائبان')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);

  await openFromMenu(page, 'لوحة التحكم');
  taps = 0;
  const recordsLink = work
    .getByRole('link', { name: /^السجلات اليومية/ })
    .and(page.locator(`[href*="${subjectCode}"]`))
    .first();
  await expect(recordsLink).toBeVisible();
  await expect(work.locator(`a[href="${address}"]`), 'the day of the register is done').toHaveCount(0);
  await tap(recordsLink);
  await expect(page).toHaveURL(/\/daily-records\?program_id=.*&subject_code=/);
  const rows = page.getByRole('main').locator('[data-row]');
  await tap(rows.first().getByRole('button', { expanded: false }));
  const size = 4;
  for (let index = 0; index < size; index += 1) {
    const row = rows.nth(index);
    await expect(row.getByRole('button', { expanded: true }).first()).toBeVisible();
    await tap(row.locator('[data-action="carryOn"]'));
    const level = row.getByRole('button', { name: 'مقبول', exact: true });
    await tap(level);
    await expect(level).toHaveAttribute('aria-pressed', 'true');
    await tap(row.getByRole('button', { name: 'الطالب التالي' }));
  }
  await tap(page.getByRole('button', { name: 'حفظ السجلات' }));
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(3 + size * 3);
});
