import { expect, expectConsoleErrors, takeSession, test, toast } from '../support/browserTest';
import { batchName, newCircle, panel, studentButton, saveButton, today } from '../support/halaqaCircle';
import { desktopViewport } from '../support/journey';
import { storedRows, dispatchOnline } from '../support/outbox';

test.use({ viewport: desktopViewport });
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('a teacher hears a student offline, sees a conflict with another user in the outbox, and resolves it', async ({
  page,
  context,
  consoleErrors,
}) => {
  const circle = await newCircle(page, { teacher: 'teacher' });
  await takeSession(page, 'teacher');
  await page.goto(circle.address);
  let isOpen = false;
  await context.route('**/api/daily-records/save', (route) =>
    isOpen ? route.continue() : route.abort('internetdisconnected'),
  );
  await studentButton(page, 'أنس').click();
  const hearing = panel(page, 'أنس');
  await hearing.getByRole('tab', { name: /^حفظ جديد/ }).click();
  await hearing.getByRole('button', { name: 'يُعاد' }).click();
  await saveButton(hearing).click();
  await expect(toast(page, /^حُفظ تسميع «.*» على هذا الجهاز/)).toBeVisible();
  await circle.call('POST', '/daily-records/save', {
    batchName,
    subjectCode: circle.subjectCode,
    recordDate: today(),
    records: [
      { studentId: circle.numbers[0], kind: 'new', ranges: [{ from: '2:1', to: '2:3' }], version: 0 },
    ],
  });

  await page.getByRole('link', { name: /عمل واحد .* من هذا الجهاز/ }).click();
  await expect(page.getByText(/^تسميع «أنس سعد الجديد»: حفظ جديد، /)).toBeVisible();
  await expect(page.getByText(/حلقة المغرب · /)).toBeVisible();
  isOpen = true;
  await dispatchOnline(page);
  await expect(page.getByText('يحتاج إليك', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^فتح: تسميع «أنس/ }).click();
  const question = page.getByRole('dialog', { name: 'سُجّل تسميع آخر' });
  await expect(question).toContainText('أنس سعد الجديد');
  await page.keyboard.press('Escape');
  await expect(hearing.getByText(/^لم يُقبل هذا التسميع/)).toBeVisible();
  await hearing.getByRole('button', { name: 'مراجعة' }).click();
  await question.getByRole('button', { name: 'حفظ ما عندي تسميعاً آخر' }).click();
  await expect(toast(page, 'حُفظ تسميع آخر لـ«أنس سعد الجديد»')).toBeVisible();
  const stored = (await circle.records()).filter(
    ({ studentId, kind }) => studentId === circle.numbers[0] && kind === 'new',
  );
  // The server has two recitations: the other user's and this teacher's.
  expect(stored).toMatchObject([{ count: 2, result: 'repeat', ranges: [{ from: '2:1', to: '2:5' }] }]);
  expect(stored[0]?.recitations).toMatchObject([
    { ranges: [{ from: '2:1', to: '2:3' }] },
    { ranges: [{ from: '2:1', to: '2:5' }] },
  ]);
  await expect.poll(() => storedRows(page)).toEqual([]);
  expectConsoleErrors(
    consoleErrors,
    /ERR_INTERNET_DISCONNECTED.*\/daily-records\/save/,
    /409.*\/daily-records\/save/,
  );
});
