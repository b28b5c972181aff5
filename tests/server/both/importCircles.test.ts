import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Circle, CircleMember } from '../../../contract/circles';
import type { ImportResult } from '../../../contract/imports';
import type { Subject } from '../../../contract/subjects';
import { startTestApp, type TestApp } from '../../support/app';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

let server: TestApp;
let sheet: Sheet;
let dawn: Circle;
let noon: Circle;

const headers = { 'x-session-id': 'import of circles' };
const send = async <T>(method: string, path: string, body?: unknown) => {
  const answer = await server.call<T>(method, path, { as: 'admin', body, headers });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const newCircle = (subject_code: string, name: string, capacity: number | null = null) =>
  send<Circle>('POST', '/circles', { subject_code, name, capacity });
const importRows = (...data: object[]) => send<ImportResult>('POST', '/students/import', { data });
const membersOf = async ({ id }: Circle) =>
  (await send<CircleMember[]>('GET', `/circles/${id}/members`))
    .map(({ student_id }) => student_id)
    .toSorted();
const buildRow = (index: number, overrides: object) => ({
  student_id: sheet.students[index]?.student_id,
  full_name: sheet.students[index]?.full_name,
  ...overrides,
});
const number = (index: number) => String(sheet.students[index]?.student_id);
let lastId = 2_900_000_000;
const newcomer = (overrides: object) => ({
  first_name: 'وافد',
  last_name: uniqueText(),
  national_id: String((lastId += 1)),
  batch_name: sheet.batchName,
  ...overrides,
});

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  sheet = await newSheet(server, 3, 'تقييد يومي');
  dawn = await newCircle(sheet.subjectCode, 'حلقة الفجر');
  noon = await newCircle(sheet.subjectCode, 'حلقة الظهر', 1);
});

test('a file adds existing and new students to circles by name, and undo removes them', async () => {
  const result = await importRows(
    buildRow(0, { circle_name: 'حلقه الفجر' }),
    newcomer({ circle_name: 'حلقة الفجر' }),
    buildRow(1, { circle_name: 'حلقة الظهر' }),
    buildRow(2, {}),
  );
  expect(result).toMatchObject({ imported: 1, updated: 3, unchanged: 1, failed: 0 });
  expect(await membersOf(dawn)).toHaveLength(2);
  expect(await membersOf(dawn)).toContain(number(0));
  expect(await membersOf(noon)).toEqual([number(1)]);
  expect(await importRows(buildRow(0, { circle_name: 'حلقة الفجر' }))).toMatchObject({ unchanged: 1 });
  await importRows(buildRow(0, { circle_name: 'حلقة الفجر', phone: '0500000001' }));
  await send('POST', '/undo/latest', {});
  expect(await membersOf(dawn)).toContain(number(0));
});

test('a member of one circle is moved to another, and the next row can take the free seat', async () => {
  await importRows(buildRow(0, { circle_name: 'حلقة الظهر' }));
  expect(
    await importRows(buildRow(0, { circle_name: 'حلقة الفجر' }), buildRow(1, { circle_name: 'حلقة الظهر' })),
  ).toMatchObject({ updated: 2, failed: 0 });
  expect(await membersOf(dawn)).toEqual([number(0)]);
  expect(await membersOf(noon)).toEqual([number(1)]);
});

test('a row is refused with a reason for a full circle, a circle of another batch, or a student without a batch', async () => {
  const other = await newSheet(server, 1);
  await newCircle(other.subjectCode, 'حلقة الأبعدين');
  const result = await importRows(
    buildRow(0, { circle_name: 'حلقة الظهر' }),
    buildRow(1, { circle_name: 'حلقة الظهر' }),
    buildRow(2, { circle_name: 'حلقة الأبعدين' }),
    newcomer({ batch_name: undefined, circle_name: 'حلقة الفجر' }),
    buildRow(2, { circle_subject_code: sheet.subjectCode }),
  );
  expect(result.errors).toEqual([
    { row: 2, field: 'circle_name', message: 'الحلقة «حلقة الظهر» ممتلئة، فسعتها 1' },
    { row: 3, field: 'circle_name', message: 'الحلقة «حلقة الأبعدين» ليست من حلقات مواد هذه الدفعة' },
    { row: 4, field: 'circle_name', message: 'لا يوضع الطالب في الحلقة «حلقة الفجر» وهو بلا دفعة' },
    { row: 5, field: 'circle_name', message: 'حقل «الحلقة» مطلوب' },
  ]);
  expect(await membersOf(noon)).toEqual([number(0)]);
});

test('a circle name in two subjects of the batch needs the code of the subject', async () => {
  const second = await send<Subject>('POST', '/subjects', {
    subject_code: uniqueText(),
    name: 'مادة أخرى',
    batch_id: sheet.batchId,
  });
  const twin = await newCircle(second.subject_code, 'حلقة الفجر');
  const refusal = await importRows(buildRow(0, { circle_name: 'حلقة الفجر' }));
  expect(refusal.errors).toMatchObject([{ row: 1, field: 'circle_name' }]);
  expect(refusal.errors[0]?.message).toContain('فلا بد من رمز مادتها');
  const cells = { circle_name: 'حلقة الفجر', circle_subject_code: second.subject_code };
  expect(await importRows(buildRow(0, cells))).toMatchObject({ failed: 0, updated: 1 });
  expect(await membersOf(twin)).toEqual([number(0)]);
  expect(await membersOf(dawn)).toEqual([]);
});

test('a row that moves a student to another batch adds the student to its circle, and ends the old membership', async () => {
  await importRows(buildRow(0, { circle_name: 'حلقة الفجر' }));
  const next = await newSheet(server, 1);
  const evening = await newCircle(next.subjectCode, 'حلقة العشاء');
  await importRows(buildRow(0, { batch_name: next.batchName, circle_name: 'حلقة العشاء' }));
  expect(await membersOf(dawn)).toEqual([]);
  expect(await membersOf(evening)).toEqual([number(0)]);
});
