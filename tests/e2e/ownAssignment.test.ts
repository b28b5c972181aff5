import { expect, expectConsoleErrors, signIn, test } from '../support/browserTest';
import { heading, openFromMenu, phoneViewport } from '../support/journey';
import { dispatchOnline } from '../support/outbox';
import { answerField, confirmButton, newOwnAssignment, submitButton } from '../support/ownAssignment';

test.use({ viewport: phoneViewport });

test('answers of a student survive a failing network and a reload, and a submission whose answer was lost arrives once', async ({
  page,
  consoleErrors,
}) => {
  const { submissions } = await newOwnAssignment(page);
  await signIn(page, 'student');
  // The report shows marks as cards on a phone.
  await expect(heading(page, 'تقريري الأكاديمي')).toBeVisible();
  const cards = page.getByRole('region', { name: 'الدرجات حسب المادة' }).getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'الدرجات حسب المادة' })).toBeHidden();
  // The assignments to do are above the marks, so one tap opens the answers.
  await page
    .getByRole('region', { name: 'واجبات للحل' })
    .getByRole('link', { name: /واجب التجويد \(1\)/ })
    .click();
  await page.getByRole('radio', { name: 'أربعة' }).check();
  await answerField(page, 3).fill('الهاء');
  await expect(page.getByText('حُفظت إجاباتك.', { exact: true })).toBeVisible();

  // Without a network, answers can still be typed and stay on the device, also after a reload.
  await page.route('**/api/assignments/**', (route) =>
    route.request().method() === 'GET' && !route.request().url().endsWith('/draft')
      ? route.continue()
      : route.abort('internetdisconnected'),
  );
  await answerField(page, 4).fill('إدخال حرف ساكن\nفي متحرك');
  await expect(page.getByText(/وستُحفظ في الخادم عند عودة الاتصال/)).toBeVisible();
  await page.reload();
  await expect(answerField(page, 4)).toHaveValue('إدخال حرف ساكن\nفي متحرك');
  await expect(answerField(page, 3)).toHaveValue('الهاء');
  await expect(page.getByRole('radio', { name: 'أربعة' })).toBeChecked();
  await submitButton(page).click();
  await expect(page.getByText('بقي سؤال واحد بلا إجابة. هل تريد التسليم مع ذلك؟')).toBeVisible();
  await confirmButton(page).click();
  const queuedMessage = page.getByText(/تسليمك محفوظ على هذا الجهاز/);
  await expect(queuedMessage).toBeVisible();
  await expect(answerField(page, 4)).toBeDisabled();
  expect(await submissions()).toBe(0);

  // The network is back, and the answer to the first attempt is lost. The second attempt finds the
  // submission.
  let attempts = 0;
  await page.unroute('**/api/assignments/**');
  await page.route('**/api/assignments/*/submit', async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'أرسل الآن' }).click();
  await expect.poll(submissions).toBe(1);
  await expect(queuedMessage).toBeVisible();
  await dispatchOnline(page);
  await expect(page.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
  expect(attempts).toBe(2);
  await page.getByRole('link', { name: 'عرض الحل' }).click();
  await expect(page.getByText('إدخال حرف ساكن')).toBeVisible();
  await openFromMenu(page, 'الواجبات', /الواجبات|واجباتي/);
  await expect(page.getByRole('link', { name: 'عرض الحل: واجب التجويد (1)' })).toBeVisible();
  expectConsoleErrors(
    consoleErrors,
    /ERR_INTERNET_DISCONNECTED.*\/(draft|submit)/,
    /ERR_CONNECTION_RESET.*\/submit/,
    /409.*\/submit/,
  );
});
