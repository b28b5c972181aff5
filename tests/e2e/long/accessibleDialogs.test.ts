import type { Page } from '@playwright/test';
import { expectAccessible, navigate } from '../../support/accessible';
import { expect, expectConsoleErrors, signIn, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { openMore } from '../../support/lists';

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Waits for the content of a dialog, checks its accessibility, and closes it by Escape. */
async function checkDialog(page: Page, state: string): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('.MuiSkeleton-root, [role="progressbar"]')).toHaveCount(0);
  await expectAccessible(page, state);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('dialogs of programmes, batches, subjects and students are accessible', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  for (const [route, open, isBehindMore] of [
    ['/programs', /^حذف /, false],
    ['/subjects?filter={"type":"مادة"}', /^إعدادات درجات/, true],
    ['/batches', /^حذف /, false],
    ['/subjects?filter={"type":"تقييد يومي"}', /^إعدادات منهج/, true],
    ['/students?perPage=10', /^حذف /, false],
    ['/subjects?perPage=10', /^إدارة عروض/, true],
  ] as const) {
    await navigate(page, route);
    if (isBehindMore) {
      await openMore(page);
      await page.getByRole('menuitem', { name: open }).click();
    } else await button(page, open).first().click();
    await checkDialog(page, `${route} ${open}`);
  }
  // A subject without its own settings answers 404 as specified, and the browser logs the 404.
  expectConsoleErrors(consoleErrors, /404.*subject-(grade-settings|curriculum)/);
});

/** Creates records for the archive, the undo list, the notifications and the link dialog. */
async function createRecords(page: Page): Promise<void> {
  const call = await newApiCaller(page, 'admin');
  const program = { program_id: 'GONE', program_name: 'برنامج راحل' };
  const { id } = await call<{ id: number }>('POST', '/programs', program);
  await call('DELETE', `/programs/${id}`);
  await page.request.post('/api/auth/forgot', { data: { username: 'teacher' } });
  const students = await call<{ student_id: string; user_id: number | null }[]>('GET', '/students');
  const free = students.filter(({ user_id }) => user_id === null).slice(0, 2);
  for (const { student_id: username } of free)
    await call('POST', '/users', { username, name: 'حساب طالب', role: 'student' });
}

test('dialogs of accounts, archive and oversight are accessible', async ({ page }) => {
  await createRecords(page);
  await takeSession(page, 'admin');
  await page.goto('/programs/3');
  await page.getByLabel('الوصف').fill('ليكون ما يُتراجع عنه');
  await button(page, 'حفظ').click();
  await expect(page).toHaveURL(/\/programs$/);
  for (const [route, role, name] of [
    ['/users', 'menuitem', /^ربط .* بطالب$/],
    ['/users', 'menuitem', /^تغيير كلمة مرور/],
    ['/users', 'button', /^حذف /],
    ['/link-students', 'button', /^ربط كل المتطابقين$/],
    ['/archive', 'button', /^استعادة/],
    ['/audit', 'link', /^تفاصيل: /],
    ['/calendar', 'button', /^تعليق الدراسة اليوم$/],
    ['/calendar', 'button', /^تعديل «/],
    ['/settings', 'button', /^تغيير كلمة المرور$/],
    ['/dashboard', 'button', /^التراجع عن العمليات$/],
    ['/dashboard', 'button', /^الإشعارات/],
    ['/dashboard', 'button', /^بحث شامل$/],
  ] as const) {
    if (new URL(page.url()).pathname !== route) await navigate(page, route);
    // Staff rows have both buttons; student rows have one of them.
    if (role === 'menuitem')
      await openMore(page.locator('tr, li').filter({ has: page.getByText('معلم', { exact: true }) }));
    await page.getByRole(role, { name }).first().click();
    await checkDialog(page, `${route} ${name}`);
  }
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await checkDialog(page, 'the list of shortcuts');
});

test('forms and questions of accounts are accessible', async ({ page, consoleErrors }) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  const colleague = { name: 'زميل مدير', username: 'zamil', role: 'admin', password: 'kalima-tawila-9' };
  await call('POST', '/users', colleague);
  await takeSession(page, 'admin');
  await page.goto('/users');
  await page.getByRole('switch', { name: 'حساب زميل مدير نشط' }).click();
  await expect(page.getByRole('dialog', { name: 'تأكيد كلمة المرور' })).toContainText('حساب مدير');
  await checkDialog(page, 'the question for the password');

  await navigate(page, '/users/create');
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill('هادي المطيري');
  await page.getByRole('textbox', { name: /^اسم المستخدم/ }).fill('zamil');
  await button(page, /^حفظ$/).click();
  await expect(page.getByText(/ومن المتاح «zamil2»/)).toBeVisible();
  await expectAccessible(page, 'a user name that is taken');
  await page.getByRole('radio', { name: 'طالب' }).check();
  await page.getByRole('combobox', { name: /^الطالب/ }).fill('14450002');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expectAccessible(page, 'the form with its list open');
  expectConsoleErrors(consoleErrors, /403.*\/api\//, /409.*\/users/);
});

test('one-time passwords are accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  const { id } = await call<{ id: number }>('POST', '/batches', {
    batch_name: 'دفعة 1448',
    program_id: 'QRN',
  });
  for (const [at, first_name] of ['فهد', 'نايف'].entries()) {
    const body = { first_name, last_name: 'الجهني', national_id: `109988770${at}`, batch_id: id };
    const { student_id } = await call<{ student_id: string }>('POST', '/students', body);
    if (at === 0) await call('POST', '/users', { username: student_id, name: 'حساب قديم' });
  }
  await takeSession(page, 'admin');
  await page.goto('/users?filter={"role":"teacher"}');
  await openMore(page);
  await page.getByRole('menuitem', { name: /^تغيير كلمة مرور/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(dialog.locator('code')).toHaveText(/\S{8,}/);
  await expectAccessible(page, 'the password shown once');
  await dialog.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();

  await button(page, 'إنشاء حسابات').click();
  const question = page.getByRole('dialog', { name: 'إنشاء حسابات للطلاب' });
  await question.getByRole('radio', { name: 'طلاب دفعة' }).check();
  await question.getByRole('combobox', { name: 'الدفعة' }).click();
  await page.getByRole('option', { name: 'دفعة 1448' }).click();
  await expectAccessible(page, 'for whom accounts are created');
  await question.getByRole('button', { name: 'إنشاء الحسابات' }).click();
  const createdDialog = page.getByRole('dialog', { name: /^أُنشئ/ });
  await expect(createdDialog).toContainText('رقمه الأكاديمي اسم مستخدم لحساب آخر');
  await expectAccessible(page, 'the accounts with their passwords');
});

test('sections, sessions and settings with mistakes are accessible', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
  await call('PUT', '/settings', { sections_enabled: true });
  const batchFields = { program_id: 'QRN', academic_year: '1448' };
  await call('POST', '/batches', { ...batchFields, batch_name: 'دفعة أولاد 1448', section: 'boys' });
  await takeSession(page, 'admin');
  await page.goto('/batches?filter={"section":"boys"}');
  await expect(page.getByText('دفعة أولاد 1448').first()).toBeVisible();
  await expectAccessible(page, 'the batches of a section');
  await navigate(page, '/users/2');
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await expectAccessible(page, 'the account of a section');
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option').first().click();

  // At this height the bottom bar covers no button.
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'جلساتي المفتوحة' })).toBeVisible();
  await expectAccessible(page, 'the own settings');
  await navigate(page, '/settings/calendar');
  await page.getByRole('textbox', { name: 'العام الدراسي الحالي' }).fill('144');
  await button(page, 'حفظ').click();
  await expect(page.getByText(/^اكتب السنة الهجرية بأربعة أرقام/)).toBeVisible();
  await expectAccessible(page, 'the settings with a mistake');
  await page.goto('/settings/recitation');
  await button(page, 'تعديل الأنواع والأوزان').click();
  const kinds = page.getByRole('dialog', { name: 'أنواع الأخطاء وأوزانها' });
  await kinds.getByRole('button', { name: 'إضافة نوع' }).click();
  await kinds.getByLabel('الاسم').last().fill('وقف قبيح');
  await expectAccessible(page, 'the kinds of fault');
  await page.goto('/settings/behaviour');
  await page.getByRole('button', { name: 'تعديل التصنيفات' }).click();
  await expect(page.getByRole('dialog', { name: 'تصنيفات السلوك' })).toBeVisible();
  await expectAccessible(page, 'the categories of behaviour notes');
  await page.goto('/behaviour');
  await page.getByRole('button', { name: 'ملاحظة سلوك' }).click();
  await expect(page.getByRole('button', { name: 'توجيه: غير ذلك' })).toBeVisible();
  await expectAccessible(page, 'a behaviour note');
});

test('the steps of a cleanup are accessible', async ({ page, consoleErrors }) => {
  await takeSession(page, 'admin');
  await page.goto('/cleanup');
  const password = page.getByLabel('كلمة المرور');
  await password.fill('ليست هي');
  await button(page, 'فتح الصفحة').click();
  await expect(page.getByText('كلمة المرور غير صحيحة')).toBeVisible();
  expectConsoleErrors(consoleErrors, /403.*\/api\//);
  await expectAccessible(page, 'a wrong password');
  await password.fill('rasd-demo');
  await password.press('Enter');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'الدرجات' }) });
  await expect(card.getByText(/سجل درجات/)).toBeVisible();
  await expectAccessible(page, 'what can be deleted');
  await card.getByRole('button', { name: 'حذف جميع الدرجات' }).click();
  await expect(page.getByText('هل أنت متأكد من حذف جميع الدرجات؟')).toBeVisible();
  await expectAccessible(page, 'the first question');
  await button(page, 'متابعة').click();
  const finalDialog = page.getByRole('alertdialog', { name: 'التأكيد الأخير' });
  await expect(finalDialog.getByRole('button', { name: 'حذف الآن' })).toBeDisabled();
  await expectAccessible(page, 'the last question');
  await finalDialog.getByLabel('اسم ما سيُحذف').fill('الدرجات');
  await finalDialog.getByLabel('اسم ما سيُحذف').press('Enter');
  await expect(page.getByText('النسخة الاحتياطية التي أُنشئت قبل الحذف')).toBeVisible();
  await expectAccessible(page, 'after the deletion');
});

test('states of the sign-in are accessible', async ({ page, consoleErrors }) => {
  const call = await newApiCaller(page, 'admin');
  const account = { username: 'new', name: 'معلم جديد', role: 'teacher' };
  const { temporary_password } = await call<{ temporary_password: string }>('POST', '/users', account);
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('new');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('ليست هي');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a refused sign-in');
  expectConsoleErrors(consoleErrors, /401.*\/api\//);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(temporary_password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('تأكيد كلمة المرور الجديدة')).toBeVisible();
  await expectAccessible(page, 'a temporary password');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await button(page, /نسيت/).click();
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toHaveCount(0);
  await expectAccessible(page, 'a forgotten password');
});
