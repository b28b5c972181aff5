import { expect, expectConsoleErrors, signIn, test } from '../../support/browserTest';
import { answerField, confirmButton, newOwnAssignment, submitButton } from '../../support/ownAssignment';

test('typed answers survive the end of the session, and queued answers are submitted after the next sign-in', async ({
  page,
  consoleErrors,
}) => {
  const { id, submissions } = await newOwnAssignment(page);
  await signIn(page, 'student');
  await page.goto(`/assignments/${id}/submit`);
  await answerField(page, 3).fill('الحاء');
  await page.evaluate(() => {
    const key = 'rasd.session';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, token: 'ended' }));
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'دخول', exact: true })).toBeVisible();
  await page.getByLabel('اسم المستخدم').fill('student');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(answerField(page, 3)).toHaveValue('الحاء');

  await page.route('**/api/assignments/*/submit', (route) => route.fulfill({ status: 503, json: {} }));
  await submitButton(page).click();
  await expect(page.getByText('بقيت 3 أسئلة بلا إجابة. هل تريد التسليم مع ذلك؟')).toBeVisible();
  await confirmButton(page).click();
  await expect(page.getByText(/تسليمك محفوظ على هذا الجهاز/)).toBeVisible();
  await page.unroute('**/api/assignments/*/submit');
  await page.goto('/dashboard');
  await expect.poll(submissions).toBe(1);
  expectConsoleErrors(consoleErrors, /401.*\/api\//, /503.*\/submit/);
});

test('an answer page that is open at the deadline closes by itself, and shows whether the answers are submitted', async ({
  page,
}) => {
  // The test moves two clocks forward: the device's clock, and the server's clock in the answers.
  let ahead = 0;
  await page.clock.install();
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + ahead).toUTCString();
    return route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  const { id, submissions } = await newOwnAssignment(page, {
    due_date: new Date(Date.now() + 600_000).toISOString(),
  });
  const { id: later } = await newOwnAssignment(page, { title: 'واجب التجويد (2)' });
  await signIn(page, 'student');
  await page.goto(`/assignments/${later}/submit`);
  await expect(submitButton(page)).toBeVisible();
  await page.goto(`/assignments/${id}/submit`);
  await answerField(page, 3).fill('الهاء');
  await expect(page.getByText('حُفظت إجاباتك.', { exact: true })).toBeVisible();
  await submitButton(page).click();
  await expect(confirmButton(page)).toBeVisible();
  ahead = 660_000;
  await page.clock.fastForward(ahead);
  const ended = page.getByText('انتهى موعد تسليم الواجب');
  await expect(ended).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);
  await expect(submitButton(page)).toHaveCount(0);
  await expect(page.getByText(/لم تُسلَّم هذه الإجابات/)).toBeVisible();
  await expect(page.getByText('الهاء')).toBeVisible();
  expect(await submissions()).toBe(0);
  await page.goto(`/assignments/${later}/submit`);
  await expect(submitButton(page)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
