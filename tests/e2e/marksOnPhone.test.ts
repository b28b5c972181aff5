import { expect, expectConsoleErrors, takeSession, test } from '../support/browserTest';
import { noSettings, save, saveButton } from '../support/gradeSheet';
import { phoneViewport } from '../support/journey';
import { dispatchOnline } from '../support/outbox';

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
  for (const key of ['الرقم 7', 'الفاصلة العشرية', 'الرقم 5', 'الرقم 5', 'حذف الرقم الأخير'])
    await pad.getByRole('button', { name: key }).click();
  await expect(participation).toHaveValue('7.5');
  // The pad moves to the same column of the next student, with two taps for each mark.
  for (const [index, key] of ['الرقم 6', 'الدرجة كاملة', 'غير مرصودة'].entries()) {
    await page.getByRole('button', { name: 'الطالب التالي' }).click();
    await expect(page.getByText(`الطالب ${index + 2} من 28`)).toBeVisible();
    await pad.getByRole('button', { name: key }).click();
    await expect(participation).toHaveValue(['6', '10', ''][index] ?? '');
  }
  await page.getByRole('combobox', { name: 'العمود' }).click();
  await page.getByRole('option', { name: 'الحضور' }).click();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(page.getByText('الطالب 4 من 28')).toBeVisible();
  await save(page);
  await expect(cards.nth(0)).toContainText('7.5');
  await cards
    .nth(1)
    .getByRole('button', { name: /^سجل درجات/ })
    .click();
  const history = page.getByRole('dialog');
  await expect(history.getByText(/المشاركة: من .* إلى 6/)).toBeVisible();
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
  await expect(page.getByRole('textbox', { name: 'الحضور' })).toHaveValue('3');
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
