import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, toast } from '../../support/browserTest';
import { deviceNotice, test } from '../../support/device';
import { panel, saveButton, studentButton } from '../../support/halaqaCircle';
import { firstNames, newHallClass } from '../../support/hallClass';
import { openFromMenu, phoneViewport, submitSignIn } from '../../support/journey';
import { storedRows } from '../../support/outbox';

test.use({ viewport: phoneViewport, hasTouch: true, isMobile: true });

const absentees = [2, 6, 11, 17, 22];
const excused = 6;
const present = firstNames.filter((_, index) => !absentees.includes(index));
const recited = present.slice(0, 20);
/** Each student gets another mark than the student before. */
const marks = firstNames.map((_, index) => 2 + (index % 8));

const circleCard = (page: Page) => page.getByRole('article', { name: 'حلقة العشاء' });
const outboxLink = (page: Page) => page.locator('header a[href="/outbox"]');
const needsYou = (page: Page) => page.getByText('يحتاج إليك', { exact: true });

/** Waits until the device stores no further answer. */
async function waitForPrefetch(page: Page): Promise<void> {
  const countAnswers = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      if (!databases.some(({ name }) => name === 'rasd.kept')) return 0;
      const opening = indexedDB.open('rasd.kept');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const counting = opening.result.transaction('answers').objectStore('answers').count();
      await new Promise((resolve) => counting.addEventListener('success', resolve));
      opening.result.close();
      return counting.result;
    });
  let before = 0;
  await expect
    .poll(
      async () => {
        const count = await countAnswers();
        const isComplete = count > 30 && count === before;
        before = count;
        return isComplete;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
}

/** Controls the network for writes. */
async function controlWrites(context: BrowserContext) {
  let answersUntilLoss = 0;
  let isHanging = false;
  let isOpen = false;
  const hanging: (() => void)[] = [];
  const lost: string[] = [];
  await context.route(
    (url) => /^\/api\/(absences|daily-records|recitations|grades)\b/.test(url.pathname),
    async (route) => {
      const request = route.request();
      if (request.method() === 'GET' || isOpen) return route.continue();
      if (isHanging) await new Promise<void>((resolve) => hanging.push(resolve));
      if (!isHanging && (answersUntilLoss -= 1) >= 0) return route.continue();
      lost.push(request.url());
      if (!isHanging) await route.fetch(); // the server stores the write, and its answer is lost
      return route.abort('connectionreset').catch(() => undefined);
    },
  );
  return {
    hanging,
    lost,
    loseAfter: (answers: number) => void (answersUntilLoss = answers),
    hang: () => void (isHanging = true),
    open: () => {
      isOpen = true;
      for (const release of hanging) release();
    },
  };
}

test('a teacher takes the register of 28 students, hears 20, and enters marks in a hall without a network; all arrives once', async ({
  page: office,
  device,
  appServer,
}) => {
  const hall = await newHallClass(office);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };

  // At home: the teacher signs in, and opens no screen of the class.
  let page = await device.open();
  await page.goto('/');
  await page.getByRole('checkbox', { name: 'تذكرني على هذا الجهاز' }).check();
  await submitSignIn(page, 'hall');
  await expect(circleCard(page)).toBeVisible();
  await waitForPrefetch(page);
  await appServer.stop();

  const reopen = async () => {
    await device.close();
    page = await device.open();
    await page.context().setOffline(true);
    await page.goto('/dashboard');
    await expect(circleCard(page)).toBeVisible();
    await expect(deviceNotice(page)).toBeVisible();
    await expect(page.getByText('تعذّر تحميل')).toHaveCount(0);
  };
  // In the hall: the register.
  await reopen();
  await tap(circleCard(page).getByRole('link', { name: /^التحضير/ }));
  const students = () => page.getByRole('main').locator('[data-student]');
  await expect(students()).toHaveCount(28);
  const presence = (index: number) => students().nth(index).getByRole('button').first();
  for (const index of [...absentees, excused]) await tap(presence(index));
  await tap(
    students()
      .nth(excused)
      .getByRole('button', { name: /^ملاحظات/ }),
  );
  await page.getByRole('dialog').getByRole('textbox').fill('سفر مع أهله');
  await tap(page.getByRole('button', { name: 'تم', exact: true }));
  await tap(page.getByRole('button', { name: 'حفظ الغياب' }));
  await expect(toast(page, /^حُفظ الغياب على هذا الجهاز/)).toBeVisible();
  expect(taps).toBe(10);

  // The recitations, with a kill and a rotation in between.
  await reopen();
  await expect(circleCard(page).getByRole('link', { name: 'التحضير على هذا الجهاز' })).toBeVisible();
  await tap(circleCard(page).getByRole('link', { name: /^حلقة التسميع/ }));
  await tap(page.getByRole('button', { name: /^ابدأ بـ/ }));
  taps = 0;
  const hear = async (names: readonly string[]) => {
    for (const name of names) await tap(saveButton(panel(page, name)));
  };
  await tap(panel(page, 'أنس').getByRole('button', { name: /^فتح، العدد/ }));
  await hear(recited.slice(0, 8));
  await expect(panel(page, recited[8] ?? '')).toBeVisible();
  await reopen();
  await tap(circleCard(page).getByRole('link', { name: /^حلقة التسميع/ }));
  await tap(page.getByRole('button', { name: /^ابدأ بـ/ }));
  await page.setViewportSize({ width: phoneViewport.height, height: phoneViewport.width });
  await hear(recited.slice(8, 10));
  await page.setViewportSize(phoneViewport);
  await hear(recited.slice(10));
  expect(taps).toBe(20 + 1 + 2);
  for (const name of recited.slice(0, 2)) {
    await tap(page.getByRole('button', { name: 'إلى قائمة الطلاب' }));
    await tap(studentButton(page, name));
    await tap(panel(page, name).getByRole('button', { name: 'تسميع آخر' }));
    await tap(panel(page, name).getByRole('button', { name: 'حدّد المقدار' }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'إلى آخر الصفحة' }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'اعتماد المقطع' }));
    await tap(saveButton(panel(page, name)));
    await expect(toast(page, new RegExp(`^حُفظ تسميع آخر لـ«${name} `))).toBeVisible();
  }
  const corrected = recited[3] ?? '';
  await tap(page.getByRole('button', { name: 'إلى قائمة الطلاب' }));
  await tap(studentButton(page, corrected));
  await tap(panel(page, corrected).getByRole('button', { name: /^تعديل التسميع/ }));
  await tap(panel(page, corrected).getByRole('button', { name: 'يُعاد', exact: true }));
  await tap(saveButton(panel(page, corrected)));
  await expect(toast(page, new RegExp(`^حُفظ تسميع «${corrected} `))).toBeVisible();

  // The map of a student is not on the device. The screen says so, and the menu leads on.
  await page.goto(`/students/${hall.numbers[0]}/show`);
  await expect(page.getByText(/^تعذّر الاتصال بالخادم/)).toBeVisible();

  // A column of marks, one tap for each student.
  await openFromMenu(page, 'الدرجات', 'إدارة الدرجات');
  await tap(page.getByRole('button', { name: 'اختر المادة' }));
  await tap(page.getByRole('option', { name: /^أحكام التجويد/ }));
  await tap(page.getByRole('button', { name: /^تعديل/ }).first());
  taps = 0;
  for (const mark of marks) await tap(page.getByRole('button', { name: `الرقم ${mark}` }));
  await tap(page.getByRole('button', { name: 'حفظ', exact: true }));
  await expect(toast(page, /^حُفظت الدرجات على هذا الجهاز/)).toBeVisible();
  expect(taps).toBe(29);

  // A correction of the register: the third absentee came late.
  await reopen();
  await tap(circleCard(page).getByRole('link', { name: /^التحضير/ }));
  await tap(presence(11));
  await tap(presence(11));
  await expect(presence(11)).toHaveAccessibleName(/: حاضر$/);
  await tap(page.getByRole('button', { name: 'حفظ الغياب' }));
  await expect(toast(page, /^حُفظ الغياب على هذا الجهاز/)).toBeVisible();
  await tap(outboxLink(page));
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toHaveCount(24);

  // A colleague has changed the presence and the mark of one student each.
  await appServer.start();
  await hall.saveAsColleague({ absent: [excused, 27], mark: 9.5 });

  // In the car: some writes arrive, an answer is lost, then the network hangs, and comes back.
  const network = await controlWrites(page.context());
  const setOnline = (isOnline: boolean) => page.context().setOffline(!isOnline);
  network.loseAfter(5);
  await setOnline(true);
  await expect.poll(() => network.lost.length).toBeGreaterThan(0);
  await setOnline(false);
  network.hang();
  await setOnline(true);
  await expect.poll(() => network.hanging.length).toBeGreaterThan(0);
  await expect(page.getByText('يُرسَل', { exact: true }).first()).toBeVisible();
  network.open();
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toHaveCount(0);
  await expect(needsYou(page)).toHaveCount(2);

  await tap(page.getByRole('link', { name: /^فتح: تحضير / }));
  const question = page.getByRole('dialog', { name: 'غياب مسجل من قبل' });
  await expect(question.getByRole('listitem')).toHaveText([/^خالد سعد الجديد/]);
  await tap(question.getByRole('button', { name: 'تحديث بما سجلته' }));
  await expect(toast(page, 'تم حفظ الغياب')).toBeVisible();
  await tap(outboxLink(page));
  await tap(page.getByRole('link', { name: /^فتح: درجات / }));
  const clash = page.getByRole('dialog', { name: /شخص آخر/ });
  await clash.getByRole('radio', { name: /المحفوظة: 9.5/ }).check();
  await tap(clash.getByRole('button', { name: 'اعتماد المختار' }));
  await expect.poll(() => storedRows(page)).toEqual([]);
  await expect(outboxLink(page)).toHaveCount(0);
  await expect(deviceNotice(page)).toHaveCount(0);

  // The server has each once, with the last values.
  const absent = (index: number, type = 'غياب بدون عذر', notes: string | null = null) => ({
    studentName: `${firstNames[index]} سعد الجديد`,
    type,
    notes,
  });
  const { absences } = await hall.register();
  const byName = (one: { studentName: string }, other: { studentName: string }) =>
    one.studentName.localeCompare(other.studentName, 'ar');
  expect(absences.toSorted(byName)).toMatchObject(
    [absent(2), absent(excused, 'غياب بعذر', 'سفر مع أهله'), absent(17), absent(22), absent(27)].toSorted(
      byName,
    ),
  );
  const records = await hall.records();
  expect(records.map(({ studentName, count, result }) => [studentName.split(' ')[0], count, result])).toEqual(
    recited.map((name, index) => [name, index < 2 ? 2 : 1, name === corrected ? 'repeat' : 'accepted']),
  );
  const grades = await hall.marks();
  expect(grades.map(({ participationGrade }) => participationGrade)).toEqual([9.5, ...marks.slice(1)]);
});
