import type { Locator, Page } from '@playwright/test';
import { isShown } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';
import { type CallAs, callsOf } from '../../support/callsOf';
import { cell, isExpected } from '../../support/gradeSheet';
import { openChooser } from '../../support/teachingChooser';

/** What a screen has to show at once of a class of 28, and where its first record may begin at the latest. */
interface Aim {
  width: number;
  height: number;
  /** Rows that are wholly to be seen. */
  rows: number;
  /** Of the height of the window, where the first row begins. */
  first?: number;
}

const laptop = { width: 1280, height: 800 };
const low = { width: 1366, height: 640 };
const phone = { width: 390, height: 844 };
const small = { width: 360, height: 740 };

/** Which of the rows are wholly on the screen, with nothing over their middle; and where the first one begins. */
const seen = (rows: Locator) =>
  rows.evaluateAll((elements) => {
    const isSeen = (row: Element) => {
      const { top, bottom, left, width } = row.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight + 1) return false;
      const middle = document.elementFromPoint(left + width / 2, bottom - 6);
      return middle !== null && row.contains(middle);
    };
    return {
      rows: elements.filter(isSeen).length,
      first: Math.round(((elements[0]?.getBoundingClientRect().top ?? Infinity) / innerHeight) * 100) / 100,
    };
  });

/** What of the aims is not reached. */
async function missed(page: Page, rows: Locator, aims: readonly Aim[]) {
  const all = [];
  for (const { width, height, ...aim } of aims) {
    await page.setViewportSize({ width, height });
    await expect(rows.first()).toBeVisible();
    await isShown(page);
    const shown = await seen(rows);
    if (shown.rows < aim.rows || shown.first > (aim.first ?? 1)) all.push({ width, height, ...shown, aim });
  }
  return all;
}

const listRows = (page: Page) =>
  page.getByRole('main').locator('tbody tr').or(page.getByRole('main').locator('li[data-record]'));

const aimsOfLists = [
  { ...laptop, rows: 10, first: 0.4 },
  { ...low, rows: 7 },
  { ...phone, rows: 1, first: 0.4 },
  { ...small, rows: 1, first: 0.4 },
];

/** So many of something that a list of it is full. */
const times = async (make: (place: number) => Promise<unknown>) => {
  for (let place = 0; place < 12; place += 1) await make(place);
};
const newPrograms = (call: CallAs) =>
  times((place) =>
    call('POST', '/programs', { program_id: `ROOM${place}`, program_name: `برنامج القراءات ${place}` }),
  );

for (const [name, address, fill] of [
  ['students', '/students', null],
  ['students of a batch', '/students?filter={"batch_id":1}', null],
  ['subjects', '/subjects', null],
  [
    'accounts',
    '/users',
    (call: CallAs) =>
      times((place) =>
        call('POST', '/users', {
          username: `room-${place}`,
          name: `عبدالرحمن بن سليمان ${place}`,
          password: 'نخلة-وسبع-سنابل',
          role: 'teacher',
        }),
      ),
  ],
  ['programmes', '/programs', newPrograms],
  [
    'batches',
    '/batches',
    (call: CallAs) =>
      times((place) =>
        call('POST', '/batches', {
          batch_name: `دفعة المسائية ${place}`,
          program_id: 'QRN',
          batch_number: 20 + place,
          academic_year: '1447',
        }),
      ),
  ],
  ['deletions', '/archive', removePrograms],
  ['operations', '/audit', removePrograms],
  [
    'reports that were made',
    '/reports/made',
    (call: CallAs) =>
      times(() =>
        call('POST', '/reports/log', {
          type: 'student_subject',
          action: 'generated',
          batchName: 'دفعة القرآن الأولى 1445',
          studentId: '14450001',
          subjectCode: 'QRN101-1',
        }),
      ),
  ],
  [
    'transcripts that were issued',
    '/reports/issued',
    (call: CallAs) =>
      times(() =>
        call('POST', '/papers/issue', { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' }),
      ),
  ],
] as const)
  test(`the list of ${name} shows ten records at once, and on a phone the first one high up`, async ({
    page,
  }) => {
    await fill?.(await callsOf(page, 'admin'));
    await takeSession(page, 'admin');
    await page.setViewportSize(laptop);
    await page.goto(address);
    expect(await missed(page, listRows(page), aimsOfLists)).toEqual([]);
  });

async function removePrograms(call: CallAs) {
  await newPrograms(call);
  const made = await call<{ id: number }[]>('GET', '/programs?filter={"q":"القراءات"}');
  for (const { id } of made) await call('DELETE', `/programs/${id}`);
}

const sizesOfReports = [laptop, low, phone, small].map((size) => ({ ...size, rows: 1, first: 0.4 }));

test('the reports begin with their types, and that of a student with his figures, in the upper part of every window', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  const main = page.getByRole('main');
  await page.goto('/reports');
  const types = await missed(page, main.locator('label, [role="radio"]'), sizesOfReports);
  await takeSession(page, 'student');
  await page.setViewportSize(laptop);
  await page.goto('/reports');
  const own = await missed(page, main.getByRole('listitem'), sizesOfReports);
  expect({ types, own }).toEqual({ types: [], own: [] });
});

test('a register that is not taken yet shows twelve names at once, and eight on a phone', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2023-10-01');
  const rows = page.getByRole('main').locator('[data-student]');
  expect(
    await missed(page, rows, [
      { ...laptop, rows: 12 },
      { ...low, rows: 8 },
      { ...phone, rows: 8 },
      { ...small, rows: 6 },
    ]),
  ).toEqual([]);
});

test('daily records show ten students at once, and seven on a phone', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  const rows = page.getByRole('main').locator('[data-row]');
  expect(
    await missed(page, rows, [
      { ...laptop, rows: 10 },
      { ...low, rows: 6 },
      { ...phone, rows: 7 },
      { ...small, rows: 5 },
    ]),
  ).toEqual([]);
});

test('a register with absentees that was taken still shows eight names on a phone', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(phone);
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  const names = page.getByRole('main').locator('[data-student]');
  for (const place of [0, 2, 4]) await names.nth(place).getByRole('switch').click();
  await page.getByRole('button', { name: 'حفظ الغياب' }).click();
  await expect(page.getByText('حُضِّر، 3 غائبين')).toBeVisible();
  await page.goto(page.url());
  expect(await missed(page, names, [{ ...phone, rows: 8 }])).toEqual([]);
  await names.nth(2).getByRole('button').click();
  await expect(names.nth(2).getByRole('group')).toBeVisible();
});

test('on a phone all that is recorded of one student is to be seen at once, and so is the way to the next', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(phone);
  await page.goto('/daily-records?program_id=QRN&batch_id=1&subject_code=QRN110-1');
  const students = page.getByRole('main').locator('[data-row]');
  await students.first().getByRole('button', { expanded: false }).click();
  const parts = students
    .first()
    .locator('button, input, textarea')
    .filter({ visible: true })
    .filter({ hasNot: page.locator('[aria-hidden="true"]') });
  await expect(students.first().getByRole('button', { name: 'الطالب التالي' })).toBeVisible();
  expect(
    await parts.evaluateAll((elements) =>
      elements
        .filter((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          const bar = document.querySelector('main .MuiPaper-root[class*="no-print"]');
          return top < 64 || bottom > (bar?.getBoundingClientRect().top ?? innerHeight);
        })
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ),
  ).toEqual([]);
});

test('the sheet of marks shows twelve students at once, while it is read and while it is typed into', async ({
  page,
  complaints,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/grades?batch_id=1&subject_code=QRN102-1');
  const rows = page.getByRole('grid').locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
  const aims = [
    { ...laptop, rows: 12 },
    { ...low, rows: 8 },
  ];
  const reading = await missed(page, rows, aims);
  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  await expect(page.getByRole('button', { name: 'حفظ', exact: true })).toBeVisible();
  const typing = await missed(page, rows, aims);
  expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
  expect({ reading, typing }).toEqual({ reading: [], typing: [] });
});

test('on a phone the name, the field, the keys and the next student stand together, one column at a time', async ({
  page,
  complaints,
}) => {
  await takeSession(page, 'admin');
  for (const size of [phone, small]) {
    await page.setViewportSize(size);
    await page.goto('/grades?batch_id=1&subject_code=QRN102-1');
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    const student = page.getByRole('main').getByRole('region').first();
    await expect(student.getByRole('textbox')).toHaveCount(1);
    await expect(student.getByRole('status').first()).toBeInViewport({ ratio: 1 });
    await expect(student.getByRole('textbox')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('group', { name: 'لوحة الأرقام' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'الطالب التالي' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  }
  expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});

test('an answer that is opened to be graded has its field and «حفظ والتالي» whole in view in every window, and so has the next', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const handIns = await call<{ id: number | null; is_graded: boolean }[]>(
    'GET',
    '/assignments/2/submissions',
  );
  const handIn = handIns.find(({ id, is_graded }) => id !== null && !is_graded);
  await takeSession(page, 'admin');
  for (const size of [laptop, low, phone, small]) {
    await page.setViewportSize(size);
    await page.goto(`/submissions/${handIn?.id}?grade=1`);
    const form = page.getByRole('form', { name: /^تصحيح السؤال/ });
    await expect(form.getByRole('textbox').first()).toBeFocused();
    const isWhole = async () => {
      await expect(form.getByRole('textbox').first()).toBeInViewport({ ratio: 1 });
      await expect(form.getByRole('button', { name: 'حفظ والتالي' })).toBeInViewport({ ratio: 1 });
    };
    await isWhole();
    const first = (await form.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('Alt+ArrowDown');
    await expect(form).not.toHaveAccessibleName(first);
    await isWhole();
  }
});

const longTitle = 'مراجعة أحكام النون الساكنة والتنوين';

test('a list of assignments shows ten at once, with 28 letters of a title, when each is due with its year, and what of it is to be graded in full', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  await times((place) => call('POST', '/assignments/2/duplicate', { title: `${longTitle} ${place}` }));
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/assignments?batch_id=1&subject_code=QRN102-1');
  expect(await missed(page, listRows(page), aimsOfLists)).toEqual([]);
  await page.setViewportSize(laptop);
  const cells = page.locator('td.column-due, td.column-waiting, td.column-total_marks');
  await expect(cells.filter({ hasText: /للتصحيح$/ })).toHaveCount(1);
  const cut = await cells.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  // Of a long title what tells it from the next: at least its first 28 letters.
  const letters = await page.locator('td.column-name a').evaluateAll((titles) =>
    titles.map((title) => {
      const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const end = title.closest('td')?.getBoundingClientRect().left ?? 0;
      const part = document.createRange();
      part.setStart(text, 0);
      let seenLetters = 0;
      do part.setEnd(text, ++seenLetters);
      while (seenLetters < text.length && part.getBoundingClientRect().left > end + 16);
      return seenLetters;
    }),
  );
  expect(letters.filter((count) => count < 28)).toEqual([]);
  const due = cells.locator('time').first();
  await expect(due).toHaveText(/ 14\d\d هـ$/);
  await due.hover();
  await expect(page.getByRole('tooltip')).toContainText(/هـ.*م · الساعة/);
});

test('what was handed in of an assignment shows ten students at once, and on a phone three', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(laptop);
  await page.goto('/assignments/2');
  const rows = page.getByRole('region', { name: 'التسليمات' }).locator('tbody tr, li[data-record]');
  for (const { rows: aim, ...size } of [
    { ...laptop, rows: 10 },
    { ...low, rows: 7 },
    { ...phone, rows: 3 },
    { ...small, rows: 2 },
  ]) {
    await page.setViewportSize(size);
    await expect(rows.first()).toBeVisible();
    await isShown(page);
    await rows.first().evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 160));
    expect((await seen(rows)).rows, `${size.width}`).toBeGreaterThanOrEqual(aim);
  }
});

test('what is open or typed stays while a phone is turned on its side and back', async ({ page }) => {
  await takeSession(page, 'admin');
  const turn = { width: phone.height, height: phone.width };
  await page.setViewportSize(phone);
  await page.goto('/batches');
  await page.getByRole('button', { name: 'المزيد', exact: true }).click();
  const file = {
    name: 'دفعات.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('اسم الدفعة\nدفعة الاختبار\n'),
  };
  await page.locator('input[type="file"]').setInputFiles(file);
  const preview = page.getByRole('dialog').filter({ hasText: file.name });
  for (const size of [turn, phone, laptop]) {
    await page.setViewportSize(size);
    await expect(preview, `${size.width} px`).toBeVisible();
  }
});

test('who types marks has the same student and column after a phone was turned, and the chooser stays open', async ({
  page,
  complaints,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(phone);
  await page.goto('/grades?batch_id=1&subject_code=QRN102-1');
  await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
  const student = page.getByRole('main').getByRole('region').first();
  const name = await student.getAttribute('aria-label');
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'الطالب التالي' }).click();
  await expect(student).not.toHaveAccessibleName(name ?? '');
  const third = (await student.getAttribute('aria-label')) ?? '';
  await page.getByRole('button', { name: 'الرقم 7', exact: true }).click();
  await page.setViewportSize({ width: phone.height, height: phone.width });
  await expect(cell(page, 3, 0)).toBeFocused();
  await expect(cell(page, 3, 0)).toHaveText('7');
  await cell(page, 4, 0).click();
  const chooser = await openChooser(page);
  await page.setViewportSize(phone);
  await expect(chooser).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chooser).toHaveCount(0);
  await page.getByRole('button', { name: 'الطالب السابق' }).click();
  await expect(student).toHaveAccessibleName(third);
  await expect(student.getByRole('textbox')).toHaveValue('7');
  expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});
