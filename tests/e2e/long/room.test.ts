import type { Locator, Page } from '@playwright/test';
import { navigate, waitForScreen } from '../../support/accessible';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { cell } from '../../support/gradeSheet';
import { newCircle, panel, saveButton, studentButton } from '../../support/halaqaCircle';
import { chooserChip, openChooser } from '../../support/teachingChooser';

/** Minimum number of visible rows for a class of 28, by window size. */
interface Aim {
  width: number;
  height: number;
  /** Number of rows that must be fully visible. */
  rows: number;
  /** Share of the window height; the first row starts above it. */
  maxTop?: number;
}

const laptop = { width: 1280, height: 800 };
const lowLaptop = { width: 1366, height: 640 };
const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 740 };
/** A phone with 667 pixels, without the bars of its browser. */
const lowPhone = { width: 375, height: 553 };

/** Counts the fully visible, uncovered rows, and measures the top of the first row. */
const measureRows = (rows: Locator) =>
  rows.evaluateAll((elements) => {
    const isFullyVisible = (row: Element) => {
      const { top, bottom, left: leftEdge, width } = row.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight + 1) return false;
      const middle = document.elementFromPoint(leftEdge + width / 2, bottom - 6);
      return middle !== null && row.contains(middle);
    };
    return {
      rows: elements.filter(isFullyVisible).length,
      top: Math.round(((elements[0]?.getBoundingClientRect().top ?? Infinity) / innerHeight) * 100) / 100,
    };
  });

async function findMissedAims(page: Page, rows: Locator, aims: readonly Aim[]) {
  const all = [];
  for (const { width, height, ...aim } of aims) {
    await page.setViewportSize({ width, height });
    await expect(rows.first()).toBeVisible();
    await waitForScreen(page);
    const visible = await measureRows(rows);
    if (visible.rows < aim.rows || visible.top > (aim.maxTop ?? 1))
      all.push({ width, height, ...visible, aim });
  }
  return all;
}

/** Measures the context chip: its distance from the top, and its texts that do not fit. */
const measureChip = (page: Page) =>
  chooserChip(page).evaluate((chip) => ({
    top: Math.round(chip.getBoundingClientRect().top),
    cut: [...chip.querySelectorAll('*')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  }));

const listRows = (page: Page) =>
  page.getByRole('main').locator('tbody tr').or(page.getByRole('main').locator('li[data-record]'));

const aimsOfLists = [
  { ...laptop, rows: 10, maxTop: 0.4 },
  { ...lowLaptop, rows: 7 },
  { ...phone, rows: 1, maxTop: 0.4 },
  { ...smallPhone, rows: 1, maxTop: 0.4 },
];

/** Repeats a creation often enough to fill a list. */
const repeat = async (make: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < 12; index += 1) await make(index);
};
const newPrograms = (call: ApiCaller) =>
  repeat((index) =>
    call('POST', '/programs', { program_id: `ROOM${index}`, program_name: `برنامج القراءات ${index}` }),
  );

const sizesOfReports = [laptop, lowLaptop, phone, smallPhone].map((size) => ({
  ...size,
  rows: 1,
  maxTop: 0.4,
}));

/** Opens a list and returns the aims that it misses. */
async function findMissedAimsAt(page: Page, address: string, rows = listRows(page), aims = aimsOfLists) {
  await page.setViewportSize(laptop);
  await navigate(page, address);
  return (await findMissedAims(page, rows, aims)).map((one) => ({ address, ...one }));
}

test('lists of records show ten rows at once, and start high on a phone', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  await newPrograms(call);
  await repeat((index) =>
    call('POST', '/batches', {
      batch_name: `دفعة المسائية ${index}`,
      program_id: 'QRN',
      batch_number: 20 + index,
      academic_year: '1447',
    }),
  );
  await repeat((index) =>
    call('POST', '/users', {
      username: `room-${index}`,
      name: `عبدالرحمن بن سليمان ${index}`,
      password: 'نخلة-وسبع-سنابل',
      role: 'teacher',
    }),
  );
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  const all = [];
  for (const address of ['/students', '/subjects', '/users', '/programs', '/batches'])
    all.push(...(await findMissedAimsAt(page, address)));
  expect(all).toEqual([]);
});

test('lists of operations and papers show ten rows at once, and the report types are in the upper 40 % of every window', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await newPrograms(call);
  const foundPrograms = await call<{ id: number }[]>('GET', '/programs?filter={"q":"القراءات"}');
  for (const { id } of foundPrograms) await call('DELETE', `/programs/${id}`);
  const reportFields = { batchName: 'دفعة القرآن الأولى 1445', studentId: '14450001' };
  const report = { ...reportFields, type: 'student_subject', action: 'generated', subjectCode: 'QRN101-1' };
  await repeat(() => call('POST', '/reports/log', report));
  await repeat(() => call('POST', '/papers/issue', reportFields));
  await takeSession(page, 'admin');
  await page.goto('/dashboard');
  const all = [];
  for (const address of ['/archive', '/audit', '/reports/made', '/reports/issued'])
    all.push(...(await findMissedAimsAt(page, address)));
  const types = page.getByRole('main').locator('label, [role="radio"]');
  all.push(...(await findMissedAimsAt(page, '/reports', types, sizesOfReports)));
  expect(all).toEqual([]);
});

test('a student sees his task and his first assignment in the upper 40 % of every window', async ({
  page,
}) => {
  await takeSession(page, 'student');
  await page.setViewportSize(laptop);
  await page.goto('/reports');
  const task = page.getByRole('region', { name: /^مهمة / }).getByRole('definition');
  expect(await findMissedAims(page, task, sizesOfReports)).toEqual([]);
  await page.setViewportSize(phone);
  await navigate(page, '/assignments');
  const first = page.getByRole('list', { name: 'الواجبات' }).getByRole('listitem').first();
  await expect(first).toBeVisible();
  await expect(page.getByText('متوسط درجاتك')).toBeAttached();
  expect((await first.boundingBox())?.y).toBeLessThan(0.4 * phone.height);
});

test('a saved register shows eight names on a phone, and a phone fits the records of one student and the link to the next student', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.setViewportSize(phone);
  const register = '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09';
  await page.goto(register);
  const names = page.getByRole('main').locator('[data-student]');
  for (const index of [0, 2, 4]) await names.nth(index).getByRole('button').click();
  await page.getByRole('button', { name: 'حفظ الغياب' }).click();
  await expect(page.getByText('حُضِّر، 3 غائبين')).toBeVisible();
  await navigate(page, '/reports');
  await navigate(page, register);
  expect(await findMissedAims(page, names, [{ ...phone, rows: 8 }])).toEqual([]);
  await names
    .nth(2)
    .getByRole('button', { name: /^ملاحظات على غياب / })
    .click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'تم' }).click();

  await navigate(page, '/daily-records?program_id=QRN&batch_id=1&subject_code=QRN110-1');
  const students = page.getByRole('main').locator('[data-row]');
  await students.first().getByRole('button', { expanded: false }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await measureChip(page)).toEqual({ top: 70, cut: [] });
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
          return top < 64 + 56 || bottom > (bar?.getBoundingClientRect().top ?? innerHeight);
        })
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    ),
  ).toEqual([]);
});

test('a circle of ten has a line for each student beside the open one, and the toast covers neither names nor buttons', async ({
  page,
}) => {
  const circle = await newCircle(page, { teacher: 'teacher', students: 10 });
  await takeSession(page, 'teacher');
  for (const [size, student, next] of [
    [laptop, 'أنس', 'بلال'],
    [phone, 'بلال', 'تميم'],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto(circle.address);
    await studentButton(page, student).click();
    await saveButton(panel(page, student)).click();
    await expect(toast(page, /حفظ جديد/)).toBeVisible();
    await saveButton(panel(page, student)).click();
    const open = panel(page, next);
    await expect(open).toBeVisible();
    await expect(toast(page, /مراجعة بعيدة/)).toBeVisible();
    const rows = page.getByRole('main').getByRole('listitem').filter({ visible: true });
    if (size === laptop) expect((await measureRows(rows)).rows).toBe(10);
    const message = await page.locator('.MuiSnackbar-root').boundingBox();
    const boxes = await Promise.all(
      [
        ...(await rows.all()),
        open.getByRole('heading', { level: 2 }),
        ...(await open.getByRole('button').filter({ visible: true }).all()),
      ].map(async (part) => ({ name: await part.textContent(), box: await part.boundingBox() })),
    );
    expect(boxes.filter(({ box }) => isOverlapping(message, box)).map(({ name }) => name)).toEqual([]);
  }
});

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

const isOverlapping = (one: Box, other: Box): boolean =>
  one !== null &&
  other !== null &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test('marks stay visible during typing, and keep their position when a phone rotates', async ({
  page,
  consoleErrors,
}) => {
  await test.step('the sheet shows twelve students at once', async () => {
    await takeSession(page, 'admin');
    await page.setViewportSize(laptop);
    await page.goto('/grades?batch_id=1&subject_code=QRN102-1');
    const rows = page.getByRole('grid').locator('[role="row"][aria-rowindex]:not([aria-rowindex="1"])');
    const aims = [
      { ...laptop, rows: 12 },
      { ...lowLaptop, rows: 8 },
    ];
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    await expect(page.getByRole('button', { name: 'حفظ', exact: true })).toBeVisible();
    const missedAims = await findMissedAims(page, rows, aims);
    expect(missedAims).toEqual([]);
    await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  });
  await test.step('a phone shows one column, with name, field, number pad and next button in one view', async () => {
    for (const size of [phone, smallPhone, lowPhone]) {
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
  });
  await test.step('a rotated phone shows the same student and column, and the chooser stays open', async () => {
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'تعديل الدرجات' }).click();
    const student = page.getByRole('main').getByRole('region').first();
    const name = await student.getAttribute('aria-label');
    for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'الطالب التالي' }).click();
    await expect(student).not.toHaveAccessibleName(name ?? '');
    const third = (await student.getAttribute('aria-label')) ?? '';
    await page.getByRole('button', { name: 'الرقم 7', exact: true }).click();
    await page.setViewportSize({ width: phone.height, height: phone.width });
    // The 7 of 10 has opened the next student.
    await expect(cell(page, 4, 0)).toBeFocused();
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
  });
  expectConsoleErrors(consoleErrors, /404.*subject-grade-settings/);
});

const longTitle = 'مراجعة أحكام النون الساكنة والتنوين';

test('assignments, submissions, and an answer being graded have enough space in every window', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await test.step('a list shows ten assignments at once, with 28 letters of a title, the due date with its year, and the uncut number of ungraded answers', async () => {
    await repeat((index) => call('POST', '/assignments/2/duplicate', { title: `${longTitle} ${index}` }));
    await takeSession(page, 'admin');
    await page.setViewportSize(laptop);
    await page.goto('/assignments?batch_id=1&subject_code=QRN102-1');
    expect(await findMissedAims(page, listRows(page), aimsOfLists)).toEqual([]);
    await page.setViewportSize(laptop);
    const cells = page.locator('td.column-due, td.column-ungraded, td.column-total_marks');
    await expect(cells.filter({ hasText: /للتصحيح$/ })).toHaveCount(1);
    const cut = await cells.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    // A truncated title shows at least its first 28 letters, which distinguish it from the next title.
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
  await test.step('the submissions show ten students at once, and three on a phone', async () => {
    await navigate(page, '/assignments/2');
    const rows = page.getByRole('region', { name: 'التسليمات' }).locator('tbody tr, li[data-record]');
    for (const { rows: aim, ...size } of [
      { ...laptop, rows: 10 },
      { ...lowLaptop, rows: 7 },
      { ...phone, rows: 3 },
      { ...smallPhone, rows: 2 },
    ]) {
      await page.setViewportSize(size);
      await expect(rows.first()).toBeVisible();
      await waitForScreen(page);
      await rows.first().evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 160));
      expect((await measureRows(rows)).rows, `${size.width}`).toBeGreaterThanOrEqual(aim);
    }
  });
  await test.step('field and «حفظ والتالي» of an ungraded answer are fully visible, also for the next answer', async () => {
    const submissions = await call<{ id: number | null; is_graded: boolean }[]>(
      'GET',
      '/assignments/2/submissions',
    );
    const submission = submissions.find(({ id, is_graded }) => id !== null && !is_graded);
    for (const size of [laptop, lowLaptop, phone, smallPhone]) {
      await page.setViewportSize(size);
      await navigate(page, '/outbox');
      await navigate(page, `/submissions/${submission?.id}?grade=1`);
      const form = page.getByRole('form', { name: /^تصحيح السؤال/ });
      await expect(form.getByRole('textbox').first()).toBeFocused();
      const expectFormVisible = async () => {
        await expect(form.getByRole('textbox').first()).toBeInViewport({ ratio: 1 });
        await expect(form.getByRole('button', { name: 'حفظ والتالي' })).toBeInViewport({ ratio: 1 });
      };
      await expectFormVisible();
      const first = (await form.getAttribute('aria-label')) ?? '';
      await page.keyboard.press('Alt+ArrowDown');
      await expect(form).not.toHaveAccessibleName(first);
      await expectFormVisible();
    }
  });
});

test('open dialogs and typed text survive two rotations of a phone', async ({ page }) => {
  await takeSession(page, 'admin');
  const rotatedPhone = { width: phone.height, height: phone.width };
  await page.setViewportSize(phone);
  await page.goto('/batches');
  await page.getByRole('button', { name: 'المزيد', exact: true }).click();
  const file = {
    name: 'دفعات.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('اسم الدفعة\nدفعة الاختبار\n'),
  };
  await page.locator('input[type="file"]').setInputFiles(file);
  const preview = page.getByRole('dialog', { name: 'استيراد الدفعات' });
  for (const size of [rotatedPhone, phone, laptop]) {
    await page.setViewportSize(size);
    await expect(preview, `${size.width} px`).toBeVisible();
  }
});
