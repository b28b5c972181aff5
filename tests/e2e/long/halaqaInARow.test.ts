import type { Locator } from '@playwright/test';
import type { Circle } from '../../../contract/circles';
import type { WeekSheet } from '../../../contract/hifz/map';
import { waitForScreen } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { daysAgo } from '../../support/memorisation';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const batchName = 'دفعة القرآن الأولى 1445';
const size = 20;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const numberOf = (index: number) => String(77_000_001 + index);
const names = ['أنس', 'بلال', 'تميم', 'ثابت', 'جابر', 'حمزة', 'خالد', 'راشد', 'زيد', 'سالم'];
const nameOf = (index: number) => names[index % names.length] ?? '';

/** Creates a circle of twenty students; each one has a new lesson, near and far revision today. */
async function fullCircle(call: ApiCaller): Promise<Circle> {
  const one = JSON.stringify({ base_subject_code: 'QRN110', batch_id: 1 });
  const query = new URLSearchParams({ filter: one, range: '[0,0]', sort: '["id","ASC"]' });
  const [subject] = await call<{ subject_code: string }[]>('GET', `/subjects?${query}`);
  const subject_code = subject?.subject_code ?? '';
  const students = Array.from({ length: size }, (_, index) => numberOf(index));
  for (const [index, student_id] of students.entries()) {
    await call('POST', '/students', {
      student_id,
      first_name: nameOf(index),
      second_name: index < names.length ? 'سعد' : 'عمر',
      last_name: 'الجديد',
      national_id: String(1_077_000_000 + index),
      batch_id: 1,
    });
    await call('PUT', `/hifz/${student_id}/prior`, {
      ranges: [{ from: '67:1', to: '114:6', date: daysAgo(40), strength: 4 }],
    });
  }
  const teachers = await call<{ id: number; username: string }[]>(
    'GET',
    `/users?${new URLSearchParams({ filter: JSON.stringify({ role: 'teacher' }), range: '[0,99]' })}`,
  );
  const circle = await call<Circle>('POST', '/circles', {
    subject_code,
    name: 'حلقة العصر',
    days: everyDay,
    teacher_id: teachers.find(({ username }) => username === 'teacher')?.id,
  });
  await call('PUT', `/circles/${circle.id}/members`, { student_ids: students, date: daysAgo(1) });
  await call('PUT', `/circles/${circle.id}/plan`, {
    direction: 'from_baqarah',
    start: '2:1',
    amount: { unit: 'page', value: 1 },
    new_days: everyDay,
    revision_days: everyDay,
    begin: daysAgo(1),
  });
  await call('POST', '/daily-records/save', {
    batchName,
    subjectCode: subject_code,
    recordDate: daysAgo(1),
    records: students.map((studentId) => ({ studentId, kind: 'new', ranges: [{ from: '2:1', to: '2:5' }] })),
  });
  return circle;
}

test('a teacher hears a circle of twenty with one thumb, and the supervisor sees the results the same evening', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const circle = await fullCircle(call);
  const chosen = { batch_id: '1', subject_code: circle.subject_code, circle_id: String(circle.id) };
  await takeSession(page, 'teacher');
  await page.goto(`/halaqa?${new URLSearchParams(chosen)}`);
  await waitForScreen(page);
  const { pathname } = new URL(page.url());

  let taps = 0;
  /** Taps at the position of the target without scrolling. */
  const tap = async (target: Locator) => {
    taps += 1;
    const box = await target.boundingBox();
    if (!box) throw new Error('what is tapped is not on the screen');
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return box;
  };
  const panel = page.getByRole('region', { name: /^تسميع «/ });
  const save = panel.getByRole('button', { name: /^حفظ: / });
  const tab = (kind: RegExp) => panel.getByRole('tab', { name: kind, selected: true });
  await tap(page.getByRole('button', { name: /^ابدأ/ }));
  const studentNames = new Set<string>();
  const indexes: number[] = [];
  for (let index = 0; index < size; index += 1) {
    const name = (await panel.getAttribute('aria-label')) ?? '';
    studentNames.add(name);
    const before = taps;
    for (const kind of [/^حفظ جديد/, /^مراجعة قريبة/, /^مراجعة بعيدة/]) {
      await expect(tab(kind)).toBeVisible();
      if (index === 1 && indexes.length === 3) {
        // The message about the previous student does not cover the name of the current student.
        const message = await toast(page, 'حُفظ تسميع').boundingBox();
        const title = await panel.getByRole('heading', { level: 2 }).boundingBox();
        expect(message?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0));
        await page.evaluate(() => window.scrollTo(0, 0));
      }
      indexes.push((await tap(save)).y);
    }
    // This number includes the tap that opens the first student.
    expect(taps - before + 1, name).toBeLessThanOrEqual(4);
    if (index < size - 1) await expect(page.getByRole('region', { name, exact: true })).toBeHidden();
  }
  expect(studentNames.size).toBe(size);
  // The button keeps its position on the screen.
  expect(new Set(indexes).size, `the button stood at ${indexes.join(', ')}`).toBe(1);
  expect(indexes[0]).toBeLessThan(844 - 44);
  expect(new URL(page.url()).pathname).toBe(pathname);
  await expect(page.getByRole('region', { name: /^تم التسميع/ }).getByRole('listitem')).toHaveCount(size);

  await takeSession(page, 'admin');
  await page.goto('/halaqa/overview');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'تسميع حلقة «حلقة العصر»' }) });
  await expect(card.getByRole('definition')).toHaveText([String(size), '0', '0']);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/reports/week?${new URLSearchParams(chosen)}`);
  const table = page.getByRole('region', { name: 'الورقة الأسبوعية للحلقة' }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(size + 1);
  const sheets = await call<WeekSheet[]>('GET', `/circles/${circle.id}/week?from=${daysAgo(1)}`);
  expect(sheets.map(({ heard: of }) => of.length)).toEqual(Array.from({ length: size }, () => 4));
});
