import type { Page } from '@playwright/test';
import { expect, expectComplaints, signIn, takeSession, test, toast } from '../../support/browserTest';

// A single pixel is a valid image.
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();
const terms = (page: Page) => page.getByRole('group', { name: /^الفصل \d+$/ });
const term = (page: Page, number: number) => terms(page).nth(number - 1);
const logo = (page: Page) => page.getByRole('img', { name: 'شعار المعهد' });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'الإعدادات' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();
}

/** Adds a term after the existing ones; returns its number. */
async function addTerm(page: Page, name: string, start: string, end: string): Promise<number> {
  await expect(page.getByRole('button', { name: 'إضافة فصل' })).toBeVisible();
  const number = (await terms(page).count()) + 1;
  await page.getByRole('button', { name: 'إضافة فصل' }).click();
  await term(page, number).getByLabel('اسم الفصل').fill(name);
  await term(page, number).getByLabel('البداية').fill(start);
  await term(page, number).getByLabel('النهاية').fill(end);
  return number;
}

test('an admin changes the name, the logo, a term and the scope, and finds them after a reload', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await openSettings(page);
  await page.getByRole('textbox', { name: 'اسم المعهد' }).fill('معهد الهدى');
  const file = page.locator('input[type="file"]');
  await file.setInputFiles(png('kabir.png', Buffer.concat([point, Buffer.alloc(200 * 1_024)])));
  await expect(
    page.getByText('لم يُقبل الملف «kabir.png»: حجمه 201 كيلوبايت، والحد 200 كيلوبايت.'),
  ).toBeVisible();
  await file.setInputFiles(png('nass.png', Buffer.from('ليس صورة')));
  await expect(page.getByText(/^لم يُقبل الملف «nass\.png»/)).toBeVisible();
  await expect(logo(page)).toHaveCount(0);
  await file.setInputFiles(png('shiar.png', point));
  await expect(logo(page)).toBeVisible();
  await expect(page.getByText(/^لم يُقبل الملف/)).toHaveCount(0);

  const before = await terms(page).count();
  const added = await addTerm(page, 'الفصل البعيد', '2039-08-23', '2039-12-31');
  await expect(term(page, added)).toContainText('3 شعبان 1461');
  await page.getByRole('radio', { name: /^مواده فقط/ }).check();
  await page.getByRole('textbox', { name: /^مدة الاحتفاظ/ }).fill('٦٠');
  await page.getByRole('combobox', { name: 'المنطقة الزمنية' }).fill('مصر');
  await page.getByRole('option', { name: /Africa\/Cairo/ }).click();
  await expect(page.getByText('6 تغييرات غير محفوظة')).toBeVisible();
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'اسم المعهد' })).toHaveValue('معهد الهدى');
  await expect(logo(page)).toBeVisible();
  await expect(term(page, added).getByLabel('النهاية')).toHaveValue('31 ديسمبر 2039');
  await expect(page.getByRole('radio', { name: /^مواده فقط/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: /^مدة الاحتفاظ/ })).toHaveValue('60');
  await expect(page.getByRole('combobox', { name: 'المنطقة الزمنية' })).toHaveValue('توقيت مصر');

  await page.getByRole('button', { name: 'إزالة الشعار' }).click();
  await page.getByRole('button', { name: 'إزالة «الفصل البعيد»' }).click();
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'اسم المعهد' })).toHaveValue('معهد الهدى');
  await expect(terms(page)).toHaveCount(before);
  await expect(logo(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page
    .getByRole('dialog', { name: 'التراجع' })
    .getByRole('button', { name: 'التراجع عن آخر عملية' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع', exact: true }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(logo(page)).toBeVisible();
  await expect(terms(page)).toHaveCount(before + 1);
});

test('terms that overlap are refused in place, and nothing that was typed is lost', async ({ page }) => {
  await signIn(page, 'admin');
  await openSettings(page);
  await addTerm(page, 'الفصل البعيد', '2039-08-23', '2039-12-31');
  const second = await addTerm(page, 'الفصل الأبعد', '2039-12-01', '2040-04-30');
  await expect(term(page, second)).toContainText('يتداخل مع الفصل «الفصل البعيد»');
  await save(page);
  await expect(toast(page, 'في النموذج بيانات غير صحيحة، الرجاء مراجعتها')).toBeVisible();
  await expect(term(page, second).getByLabel('البداية')).toBeFocused();

  await page.getByRole('link', { name: 'لوحة التحكم' }).click();
  await page.getByRole('button', { name: 'البقاء في الصفحة' }).click();
  await expect(term(page, second).getByLabel('اسم الفصل')).toHaveValue('الفصل الأبعد');
  await term(page, second).getByLabel('البداية').fill('2040-01-03');
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
});

test('two admins who change the settings at once are asked which value stays', async ({
  page,
  context,
  complaints,
}) => {
  await signIn(page, 'admin');
  await openSettings(page);
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('textbox', { name: 'اسم المعهد' }).fill('معهد الفجر');
  await save(other);
  await expect(toast(other, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.getByRole('textbox', { name: 'اسم المعهد' }).fill('معهد الضحى');
  await page.getByRole('button', { name: /^اعتماد / }).click();
  await save(page);
  const question = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(question).toContainText('معهد الفجر');
  await question
    .getByRole('radiogroup', { name: 'اسم المعهد' })
    .getByRole('radio', { name: /القيمة المحفوظة/ })
    .check();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'اسم المعهد' })).toHaveValue('معهد الفجر');
  await expect(page.getByRole('textbox', { name: 'السنة الدراسية الحالية' })).toHaveValue(/^14\d\d$/);
  // The browser logs the refused save.
  expectComplaints(complaints, /409.*\/settings/);
});

for (const username of ['teacher', 'student']) {
  test(`the ${username} sees only their own settings`, async ({ page }) => {
    await signIn(page, username);
    await openSettings(page);
    await expect(page.getByRole('radiogroup', { name: 'المظهر' })).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'الأرقام' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'تغيير كلمة المرور' })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
}

test('the choice of digits shows in a list and after a reload, and fields keep theirs; so does dark or light', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/programs');
  const cells = page
    .getByRole('row')
    .nth(3)
    .getByRole('cell')
    .filter({ hasNot: page.getByRole('checkbox') });
  await expect(cells.first()).toHaveText('3');
  await openSettings(page);
  await page.getByRole('radio', { name: /مشرقية/ }).check();
  await page.getByRole('link', { name: 'البرامج' }).click();
  await expect(cells.first()).toHaveText('٣');
  await page.reload();
  await expect(cells.first()).toHaveText('٣');
  await expect(page.getByRole('row').nth(3)).not.toContainText(/(^|\s)\d/);
  await openSettings(page);
  await expect(page.getByRole('combobox', { name: 'المنطقة الزمنية' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^مدة الاحتفاظ/ })).toHaveValue('30');
  await page.getByRole('radio', { name: /غربية/ }).check();
  const drawn = page.locator('html');
  await page.getByRole('radio', { name: 'داكن' }).check();
  await expect(drawn).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'البرامج' }).click();
  await expect(cells.first()).toHaveText('3');
  await page.reload();
  await expect(drawn).toHaveAttribute('data-theme', 'dark');
  await openSettings(page);
  await page.getByRole('radio', { name: 'فاتح' }).check();
  await expect(drawn).toHaveAttribute('data-theme', 'light');
});

test('a changed password is valid for the next sign-in', async ({ page, complaints }) => {
  await signIn(page, 'teacher');
  await openSettings(page);
  await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  const dialog = page.getByRole('dialog', { name: 'تغيير كلمة المرور' });
  await dialog.getByLabel('كلمة المرور الحالية').fill('rasd-demo');
  await dialog.getByLabel('كلمة المرور الجديدة', { exact: true }).fill('kalima-jadida-7');
  await dialog.getByLabel('تأكيد كلمة المرور الجديدة').fill('kalima-jadida-7');
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();

  await page.getByLabel('اسم المستخدم').fill('teacher');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByText(/فشل تسجيل الدخول/)).toBeVisible();
  await signIn(page, 'teacher', 'kalima-jadida-7');
  // The browser logs the refused sign-in.
  expectComplaints(complaints, /401.*\/auth\/login/);
});

test.describe('a server that has only the calls of the specification', () => {
  test.use({ serverEnvironment: { PLAIN_API: '1' } });
  test('shows an admin only their own settings, without an error', async ({ page, complaints }) => {
    await signIn(page, 'admin');
    await openSettings(page);
    await expect(page.getByText('ما يخصك: المظهر والأرقام وكلمة المرور.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'اسم المعهد' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expectComplaints(complaints, /404/);
  });
});

test('an invalid academic year is refused at its field, in the settings and at a batch', async ({ page }) => {
  const sentence = 'اكتب السنة الهجرية بأربعة أرقام، بين 1400 و';
  await signIn(page, 'admin');
  await openSettings(page);
  await page.getByRole('textbox', { name: 'السنة الدراسية الحالية' }).fill('144');
  await save(page);
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('textbox', { name: 'السنة الدراسية الحالية' }).fill('١٤٤٧هـ');
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.goto('/batches/1');
  await page.getByRole('textbox', { name: 'العام الدراسي' }).fill('144');
  await save(page);
  await expect(page.getByText(sentence)).toBeVisible();
});
