import { expect, expectConsoleErrors, takeSession, test } from '../support/browserTest';
import { noSettings, save, saveButton } from '../support/gradeSheet';
import { phoneViewport } from '../support/journey';
import { dispatchOnline } from '../support/outbox';

/** A dash is a mark that is not recorded. */
const marks = '7.5 8 9 10 6 9.5 10 1 8 7 9 0.5 10 5 - 8.5 9 10 7 6.5 9 0 10 4 9 7.5 8'.split(' ');

test.use({ viewport: phoneViewport });
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('a teacher on a phone enters marks by the number pad, reads a history, and saves offline; the marks arrive later', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'teacher');
  await page.goto('/grades?batch_id=1&subject_code=QRN101-1');
  const cards = page.getByRole('list', { name: 'درجات الطلاب' }).getByRole('listitem');
  await expect(cards).toHaveCount(28);
  await cards
    .first()
    .getByRole('button', { name: /^تعديل/ })
    .click();
  const pad = page.getByRole('group', { name: 'لوحة الأرقام' });
  const participation = page.getByRole('textbox', { name: 'المشاركة' });
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await page.getByRole('button', { name }).click();
  };
  // A digit opens the next field, unless another digit fits below the maximum of 10.
  for (const mark of marks) {
    if (mark === '10') await tap('الدرجة كاملة 10');
    else if (mark === '-') await tap('غير مرصودة');
    else await tap(`الرقم ${mark[0]}`);
    if (mark.endsWith('.5')) await tap(/^إضافة نصف درجة/);
    if (['-', '0', '1'].includes(mark)) await tap('الطالب التالي');
  }
  expect(marks).toHaveLength(27);
  expect(taps).toBe(36);
  await expect(page.getByText('الطالب 28 من 28')).toBeVisible();
  // A tap leads back to the mark just entered, and its correction leads forward again.
  await page.getByRole('button', { name: /^الطالب السابق: .*، 8$/ }).click();
  await expect(participation).toHaveValue('8');
  for (const name of ['الرقم 4', 'حذف الرقم الأخير', 'الرقم 9'])
    await pad.getByRole('button', { name }).click();
  await expect(page.getByText('الطالب 28 من 28')).toBeVisible();
  await page.getByRole('combobox', { name: 'العمود' }).click();
  await page.getByRole('option', { name: 'الحضور' }).click();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(page.getByText('الطالب 28 من 28')).toBeVisible();
  await save(page);
  const savedMarks = await cards.evaluateAll((all) => all.map((one) => one.querySelector('dd')?.textContent));
  expect(savedMarks.slice(0, 27)).toEqual(
    [...marks.slice(0, 26), '9'].map((mark) => (mark === '-' ? '—' : mark)),
  );
  await cards
    .nth(1)
    .getByRole('button', { name: /^سجل درجات/ })
    .click();
  const history = page.getByRole('dialog');
  await expect(history.getByText(/المشاركة: من .* إلى 8/)).toBeVisible();
  await history.getByRole('button', { name: 'إغلاق' }).first().click();

  let isOnline = false;
  await context.route('**/api/grades/save', (route) =>
    isOnline ? route.continue() : route.abort('internetdisconnected'),
  );
  await cards
    .first()
    .getByRole('button', { name: /^تعديل/ })
    .click();
  // The pad stays in the column that was chosen last.
  await pad.getByRole('button', { name: 'غير مرصودة' }).click();
  await pad.getByRole('button', { name: 'الرقم 3' }).click();
  await expect(page.getByRole('button', { name: /^الطالب السابق: .*، 3$/ })).toBeVisible();
  await saveButton(page).click();
  const queuedMessage = page.getByText(/حُفظت درجات طالب واحد على هذا الجهاز/);
  await expect(queuedMessage).toBeVisible();
  await page.getByRole('link', { name: /عمل واحد .* من هذا الجهاز/ }).click();
  // The page also lists the sent marks.
  await expect(page.getByText(/^درجات «.+»$/)).toHaveCount(2);
  await expect(page.getByText('على هذا الجهاز', { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: /^فتح: درجات / })
    .first()
    .click();
  await expect(queuedMessage).toBeVisible();
  isOnline = true;
  await dispatchOnline(page);
  await expect(queuedMessage).toHaveCount(0);
  await page.reload();
  await expect(cards.first()).toContainText('3');
  expectConsoleErrors(consoleErrors, noSettings, /ERR_INTERNET_DISCONNECTED.*\/api\/grades\/save/);
});
