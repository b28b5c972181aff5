import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, signIn, takeSession, test, toast } from '../../support/browserTest';

const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'الإعدادات' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();
}

test('two admins who change the settings at the same time are asked which value stays', async ({
  page,
  context,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  await openSettings(page);
  await page.getByRole('link', { name: 'هوية المعهد' }).click();
  const otherPage = await context.newPage();
  await otherPage.goto('/settings/institute');
  await otherPage.getByRole('textbox', { name: 'اسم المعهد' }).fill('معهد الفجر');
  await save(otherPage);
  await expect(toast(otherPage, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.getByRole('textbox', { name: 'اسم المعهد' }).fill('معهد الضحى');
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
  // The browser logs the refused save.
  expectConsoleErrors(consoleErrors, /409.*\/settings/);
});

test('the choice of digits applies to lists, also after a reload, and not to fields; the colour scheme is stored too', async ({
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
  await page.getByRole('radio', { name: /^أرقام عربية/ }).check();
  await page.getByRole('link', { name: 'البرامج' }).click();
  await expect(cells.first()).toHaveText('٣');
  await page.reload();
  await expect(cells.first()).toHaveText('٣');
  await expect(page.getByRole('row').nth(3)).not.toContainText(/(^|\s)\d/);
  await openSettings(page);
  await page.getByRole('link', { name: 'العام والفصول' }).click();
  await expect(page.getByRole('combobox', { name: 'المنطقة الزمنية' })).toBeVisible();
  await page.getByRole('link', { name: 'الصلاحيات والأرشيف' }).click();
  await expect(page.getByRole('textbox', { name: /^مدة الاحتفاظ/ })).toHaveValue('30');
  await page.getByRole('link', { name: 'إعداداتي' }).click();
  await page.getByRole('radio', { name: /لاتينية/ }).check();
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

test('an invalid academic year shows an error at its field, in the settings and in the form of a batch', async ({
  page,
}) => {
  const message = 'اكتب السنة الهجرية بأربعة أرقام، بين 1400 و';
  await signIn(page, 'admin');
  await openSettings(page);
  await page.getByRole('link', { name: 'العام والفصول' }).click();
  await page.getByRole('textbox', { name: 'العام الدراسي الحالي' }).fill('144');
  await save(page);
  await expect(page.getByText(message)).toBeVisible();
  await page.getByRole('textbox', { name: 'العام الدراسي الحالي' }).fill('١٤٤٧هـ');
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  await page.goto('/batches/1');
  await page.getByRole('textbox', { name: 'العام الدراسي' }).fill('144');
  await save(page);
  await expect(page.getByText(message)).toBeVisible();
});
