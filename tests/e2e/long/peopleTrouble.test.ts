import type { Page } from '@playwright/test';
import {
  expect,
  expectConsoleErrors,
  signIn,
  takeSession,
  test,
  toast,
  watch,
} from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { cell, edit, open as openSheet, save as saveSheet, sheetAddress } from '../../support/gradeSheet';

interface Row {
  id: number;
}
const password = 'kalima-tawila-9';
const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true });
const undoList = (page: Page) => page.getByRole('dialog', { name: 'التراجع' });
const openUndo = (page: Page) => page.getByRole('button', { name: 'التراجع عن العمليات' }).click();

const descriptionOf = (row: { description?: string }) => row.description;

test('two tabs change one account: the second tab sees both values and loses neither', async ({
  page,
  context,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const account = { name: 'سالم', username: 'salem', email: 's@example.org', role: 'teacher', password };
  const { id } = await call<Row>('POST', '/users', account);
  await signIn(page, 'admin');
  const otherPage = await context.newPage();
  const [name, phone] = [/^الاسم الكامل/, /^الجوال/];
  for (const tab of [page, otherPage]) {
    await tab.goto(`/users/${id}`);
    await expect(tab.getByRole('textbox', { name })).toHaveValue('سالم');
  }
  await page.getByRole('textbox', { name }).fill('سالم الأول');
  await save(page).click();
  await expect(toast(page, 'تم تحديث بيانات المستخدم بنجاح')).toBeVisible();

  watch(otherPage, consoleErrors);
  await otherPage.getByRole('textbox', { name }).fill('سالم الثاني');
  await otherPage.getByRole('textbox', { name: phone }).fill('0500000001');
  await save(otherPage).click();
  const question = otherPage.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(question).toContainText('سالم الأول');
  await expect(question).toContainText('سالم الثاني');
  await question
    .getByRole('radiogroup', { name: 'الاسم الكامل' })
    .getByRole('radio', { name: /القيمة المحفوظة/ })
    .check();
  await question.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(toast(otherPage, 'تم تحديث بيانات المستخدم بنجاح')).toBeVisible();
  expect(await call('GET', `/users/${id}`)).toMatchObject({ name: 'سالم الأول', phone: '0500000001' });
  expectConsoleErrors(consoleErrors, /409.*\/users/);
});

test('a disabled teacher is signed out with a message; his unsaved marks and register are offered again', async ({
  page,
  browser,
  address,
}) => {
  const context = await browser.newContext({ baseURL: address });
  const gradeTab = await context.newPage();
  await openSheet(gradeTab, 'teacher');
  await edit(gradeTab);
  await gradeTab.keyboard.type('3.5');
  // The register is open in a second tab.
  const register = await context.newPage();
  await register.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09');
  const note = register.getByRole('textbox', { name: /^ملاحظات على غياب/ }).first();
  const isAbsent = register.getByRole('checkbox', { name: / غائب$/ }).first();
  await isAbsent.check();
  await note.fill('كُتب قبل التعطيل');

  await takeSession(page, 'admin');
  await page.goto('/users');
  const isActive = page.getByRole('switch', { name: 'حساب معاذ الحافظ نشط' });
  await isActive.click();
  await expect(toast(page, 'تم تعطيل حساب «معاذ الحافظ»')).toBeVisible();

  await register.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  for (const tab of [register, gradeTab]) {
    await expect(tab).toHaveURL(/\/login/);
    await expect(tab.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible();
  }
  await expect(register.getByText(/^انتهت الجلسة.*ما كتبته ولم يُحفظ باقٍ على هذا الجهاز/)).toBeVisible();
  const enter = async () => {
    await register.getByLabel('اسم المستخدم').fill('teacher');
    await register.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
    await register.getByRole('button', { name: 'دخول', exact: true }).click();
  };
  await enter();
  await expect(register.getByRole('alert')).toContainText('فشل تسجيل الدخول');

  await isActive.click();
  await expect(toast(page, 'تم تفعيل حساب «معاذ الحافظ»')).toBeVisible();
  await enter();
  await expect(register).toHaveURL(/\/absences\?/);
  await expect(isAbsent).toBeChecked();
  await expect(note).toHaveValue('كُتب قبل التعطيل');
  await gradeTab.goto(sheetAddress);
  await gradeTab.getByRole('button', { name: 'استعادتها' }).click();
  await expect(cell(gradeTab, 1, 0)).toHaveText('3.5');
  await saveSheet(gradeTab);
  await context.close();
});

test('an operation undone in one tab cannot be undone in another, and the other tab says so', async ({
  page,
  context,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await signIn(page, 'admin');
  const description = page.getByLabel('الوصف');
  for (const id of [2, 3]) {
    await page.goto(`/programs/${id}`);
    await expect(page.getByLabel('اسم البرنامج')).toHaveValue(/.+/);
    await description.fill('وصف يُتراجع عنه');
    await save(page).click();
    await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
    await expect(page).toHaveURL(/\/programs$/);
  }
  const otherPage = await context.newPage();
  watch(otherPage, consoleErrors);
  await otherPage.goto('/dashboard');
  const undo = (tab: Page, index: number) =>
    undoList(tab).getByRole('listitem').nth(index).getByRole('button').click();

  for (const tab of [page, otherPage]) await openUndo(tab);
  await expect(undoList(otherPage).getByRole('listitem')).toHaveCount(2);
  await undo(page, 1);
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await undo(otherPage, 1);
  await expect(toast(otherPage, 'سبق التراجع عن هذه العملية')).toBeVisible();

  for (const tab of [page, otherPage]) await openUndo(tab);
  await expect(undoList(otherPage).getByRole('listitem')).toHaveCount(1);
  await undo(page, 0);
  await expect(undoList(page)).toHaveCount(0);
  await expect
    .poll(async () => (await call<object[]>('GET', '/programs')).map(descriptionOf))
    .not.toContain('وصف يُتراجع عنه');
  await undo(otherPage, 0);
  await expect(toast(otherPage, 'لا توجد عملية يمكن التراجع عنها')).toBeVisible();
  expectConsoleErrors(consoleErrors, /(404|409).*\/undo/);
});

test('an edit is not undone over a later write; the dialog shows its author and its changes', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const account = { name: 'زميل مدير', username: 'zamil', email: 'z@example.org', role: 'admin', password };
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  await call('POST', '/users', account);
  await takeSession(page, 'admin');
  await page.goto('/programs/2');
  await expect(page.getByLabel('اسم البرنامج')).toHaveValue(/.+/);
  await page.getByLabel('الوصف').fill('وصف المدير');
  await save(page).click();
  await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  const callOfOther = await newApiCaller(page, 'zamil', password);
  await callOfOther('PUT', '/programs/2', { description: 'وصف الزميل' });

  await openUndo(page);
  await undoList(page).getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  const why = page.getByRole('dialog', { name: 'لم يتم التراجع' });
  await expect(why).toContainText('تغيّر بعد هذه العملية');
  await expect(why.getByRole('listitem')).toContainText('زميل مدير');
  await why.getByRole('button', { name: 'إغلاق' }).click();
  expect(await call('GET', '/programs/2')).toMatchObject({ description: 'وصف الزميل' });
  expectConsoleErrors(consoleErrors, /409.*\/undo/);
});
