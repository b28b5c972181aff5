import type { Page } from '@playwright/test';
import type { Register } from '../../../contract/absences';
import type { Circle } from '../../../contract/circles';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { type ApiCaller, newApiCaller } from '../../support/apiCaller';
import { chooserChip, chooseCircle } from '../../support/teachingChooser';

const day = '2024-01-09';
const sheet = `/absences?batch_id=1&subject_code=QRN101-1&date=${day}`;
const queuedMessage = /حُفظ تحضير .* على هذا الجهاز/;

/** A subject with two circles of five students each; all other students have no circle. */
interface Divided {
  admin: ApiCaller;
  circles: [Circle, Circle];
  /** Student names by circle, in the order of the register. */
  names: [string[], string[]];
  registerOf: (circle?: Circle) => Promise<Register>;
  save: (circle: Circle, absent: string[], version: number) => Promise<Register>;
}

async function divide(page: Page, teacher?: string): Promise<Divided> {
  const admin = await newApiCaller(page, 'admin');
  const { batch_name } = await admin<{ batch_name: string }>('GET', '/batches/1');
  const path = `/absences/${encodeURIComponent(batch_name)}/QRN101-1/${day}`;
  const registerOf = (circle?: Circle) =>
    admin<Register>('GET', circle ? `${path}?circle_id=${circle.id}` : path);
  const users = await admin<{ id: number; username: string }[]>('GET', '/users');
  const teacher_id = users.find(({ username }) => username === teacher)?.id ?? null;
  const { students } = await registerOf();
  const circles: Circle[] = [];
  for (const [index, name] of ['حلقة النور', 'حلقة الفرقان'].entries()) {
    const body = { subject_code: 'QRN101-1', name, teacher_id: index === 0 ? teacher_id : null };
    const circle = await admin<Circle>('POST', '/circles', body);
    const student_ids = students.slice(5 * index, 5 * index + 5).map(({ studentId }) => studentId);
    await admin('PUT', `/circles/${circle.id}/members`, { student_ids, date: '2023-09-01' });
    circles.push(circle);
  }
  const names = students.map(({ studentName }) => studentName);
  const numberOf = (name: string) => students.find(({ studentName }) => studentName === name)?.studentId;
  return {
    admin,
    circles: circles as [Circle, Circle],
    names: [names.slice(0, 5), names.slice(5, 10)],
    registerOf,
    save: ({ id }, absent, version) =>
      admin<Register>('PUT', path, {
        absentStudents: absent.map((name) => ({ studentId: numberOf(name), type: 'غياب بدون عذر' })),
        circle_id: id,
        version,
      }),
  };
}

const absentBox = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name} غائب` });
const save = (page: Page, name = 'حفظ الغياب') => page.getByRole('button', { name, exact: true }).click();
const rows = (page: Page) => page.getByRole('row').getByRole('rowheader');
const absentIn = ({ absences }: Register) => absences.map(({ studentName }) => studentName);

test('each circle has its own register, and the register of all circles shows the missing ones', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  const { circles, names, registerOf } = await divide(page);
  const everybody = (await registerOf()).students.map(({ studentName }) => studentName);
  expect(everybody.length).toBeGreaterThan(10);
  await page.goto(sheet);
  await expect(rows(page)).toHaveText(everybody);
  await chooseCircle(page, 'حلقة النور');
  await expect(page).toHaveURL(new RegExp(`circle_id=${circles[0].id}`));
  await expect(rows(page)).toHaveText(names[0]);
  await absentBox(page, names[0][1] ?? '').check();
  await save(page);
  await expect(toast(page, 'تم حفظ الغياب بنجاح')).toBeVisible();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();

  // The report opens with the same circle, and follows a change of the circle.
  await page.getByRole('button', { name: 'تقرير الغياب' }).click();
  const report = page.getByRole('dialog');
  await expect(report.getByRole('rowheader')).toHaveText([names[0][1] ?? '']);
  await report.getByRole('combobox', { name: /^الحلقة/ }).click();
  await page.getByRole('option', { name: 'حلقة الفرقان' }).click();
  await expect(report.getByText('لا غياب يطابق التصفية.')).toBeVisible();
  await report.getByRole('button', { name: 'إغلاق' }).last().click();
  await expect(report).toHaveCount(0);

  await chooseCircle(page, 'حلقة الفرقان');
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  await expect(rows(page)).toHaveText(names[1]);
  await page.reload();
  await expect(rows(page)).toHaveText(names[1]);

  await chooseCircle(page, 'كل الحلقات');
  await expect(page.getByText('لم تُحضَّر بعد: الطلاب بلا حلقة، حلقة الفرقان')).toBeVisible();
  await expect(absentBox(page, names[0][1] ?? '')).toBeChecked();
  const { circles: parts } = await registerOf();
  expect(parts?.map(({ taken: isTaken }) => isTaken)).toEqual([false, true, false]);
});

test('the teacher of one circle finds it selected, and sees only its students', async ({ page }) => {
  await takeSession(page, 'teacher');
  const { circles, names, registerOf } = await divide(page, 'teacher');
  await page.goto(sheet);
  await expect(chooserChip(page)).toHaveAccessibleName(/ · حلقة النور · /);
  await expect(rows(page)).toHaveText(names[0]);
  await save(page, 'حفظ: لا غياب');
  await expect(page.getByText('حُضِّر، لا غياب')).toBeVisible();
  expect((await registerOf(circles[1])).taken).toBe(false);
  expect((await registerOf(circles[0])).taken).toBe(true);
});

test('registers of two circles saved offline wait separately, and each arrives in its own circle', async ({
  page,
  context,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  const { circles, names, registerOf, save: saveElsewhere } = await divide(page);
  const [first = '', second = ''] = names[0];
  const [third = '', fourth = ''] = names[1];
  await page.goto(`${sheet}&circle_id=${circles[1].id}`);
  await expect(rows(page)).toHaveText(names[1]);
  await chooseCircle(page, 'حلقة النور');
  await expect(rows(page)).toHaveText(names[0]);

  // A typed absence of one circle survives a reload, and the other circle does not have it.
  await absentBox(page, first).check();
  await page.reload();
  await expect(absentBox(page, first)).toBeChecked();
  await context.setOffline(true);
  await save(page);
  await expect(page.getByText(queuedMessage)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(queuedMessage)).toHaveCount(0);
  await expect.poll(async () => absentIn(await registerOf(circles[0]))).toEqual([first]);
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  expect((await registerOf(circles[1])).taken).toBe(false);

  // Both registers are saved offline, and another user saves the second one.
  await chooseCircle(page, 'حلقة الفرقان');
  await expect(rows(page)).toHaveText(names[1]);
  await chooseCircle(page, 'حلقة النور');
  await expect(absentBox(page, first)).toBeChecked();
  await context.setOffline(true);
  await absentBox(page, second).check();
  await save(page);
  await expect(page.getByText(queuedMessage)).toBeVisible();
  await chooseCircle(page, 'حلقة الفرقان');
  await absentBox(page, third).check();
  await save(page);
  await expect(page.getByText(queuedMessage)).toBeVisible();
  await expect(page.getByText('تحضير واحد آخر ينتظر الإرسال من هذا الجهاز')).toBeVisible();
  await saveElsewhere(circles[1], [fourth], 0);
  await context.setOffline(false);

  // The first register arrives. The second one is merged with the other user's register.
  await expect.poll(async () => absentIn(await registerOf(circles[0]))).toEqual([first, second]);
  await expect.poll(async () => absentIn(await registerOf(circles[1]))).toEqual([third, fourth]);
  await expect(page.getByText(queuedMessage)).toHaveCount(0);
  await expect(absentBox(page, fourth)).toBeChecked();
  await expect(absentBox(page, third)).toBeChecked();
  expect(absentIn(await registerOf(circles[0]))).toEqual([first, second]);
  expect((await registerOf()).circles?.map(({ version }) => version)).toEqual([0, 2, 2]);
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED.*\/(api|assets)\//, /409.*\/api\//);
});
