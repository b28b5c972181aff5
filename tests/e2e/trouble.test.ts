import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, submitSignIn, heading, openFromMenu, save } from '../support/journey';

test.use({ viewport: desktopViewport });

test('a form loses no text when the network is lost, when another user saves first, or when the session ends', async ({
  page,
  context,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await signIn(page, 'admin');
  await openFromMenu(page, 'البرامج', 'إدارة البرامج');
  const open = async () => {
    await page.locator('a[href="/programs/2"]').first().click();
    await expect(name).toHaveValue(/.+/);
  };
  const name = page.getByRole('textbox', { name: 'اسم البرنامج' });
  const description = page.getByLabel('الوصف');
  const loadProgram = () => call('GET', '/programs/2');

  await open();
  await description.fill('كُتب والشبكة تنقطع');
  await context.setOffline(true);
  await save(page);
  await expect(toast(page, 'تعذّر الاتصال بالخادم')).toBeVisible();
  await expect(description).toHaveValue('كُتب والشبكة تنقطع');
  await context.setOffline(false);
  await save(page);
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  expect(await loadProgram()).toMatchObject({ description: 'كُتب والشبكة تنقطع' });
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED.*\/api\//);

  await open();
  await expect(description).toHaveValue('كُتب والشبكة تنقطع');
  await call('PUT', '/programs/2', { description: 'وصف شخص آخر' });
  await name.fill('برنامج من النافذة الثانية');
  await description.fill('وصف من النافذة الثانية');
  await save(page);
  const question = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(question.getByText('وصف شخص آخر')).toBeVisible();
  await expect(question.getByText('وصف من النافذة الثانية')).toBeVisible();
  await question
    .getByRole('radiogroup', { name: 'الوصف' })
    .getByRole('radio', { name: /القيمة المحفوظة/ })
    .check();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  expect(await loadProgram()).toMatchObject({
    program_name: 'برنامج من النافذة الثانية',
    description: 'وصف شخص آخر',
  });
  expectConsoleErrors(consoleErrors, /409.*\/programs\/2/);

  await open();
  await description.fill('كُتب قبل انتهاء الجلسة');
  // Leaving the form asks first.
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await page.getByRole('button', { name: 'البقاء في الصفحة' }).click();
  await expect(description).toHaveValue('كُتب قبل انتهاء الجلسة');
  const session = await page.evaluate(() => localStorage.getItem('rasd.session') ?? '');
  const { token } = JSON.parse(session) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  // The session ends when the save is sent: a read in the background would otherwise be the first refused call.
  await page.route('**/api/programs/2', async (route) => {
    if (route.request().method() === 'PUT')
      expect((await page.request.post('/api/auth/logout', { headers })).ok()).toBe(true);
    await route.fallback();
  });
  await save(page);
  await expect(page).toHaveURL(/\/login/);
  await page.unroute('**/api/programs/2');
  await submitSignIn(page, 'admin');
  await expect(page).toHaveURL(/\/programs\/2/);
  expectConsoleErrors(consoleErrors, /401.*\/api\//);
  await page.getByRole('button', { name: 'استعادتها' }).click();
  await expect(description).toHaveValue('كُتب قبل انتهاء الجلسة');
  await save(page);
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  expect(await loadProgram()).toMatchObject({ description: 'كُتب قبل انتهاء الجلسة' });
});
