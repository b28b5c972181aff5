import Papa from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportCheck } from '../../contract/imports';
import { startTestApp, type TestApp } from '../support/app';
import { sampleFile } from '../support/importing';

let server: TestApp;
beforeEach(async () => {
  server = await startTestApp({ isEmpty: true });
});
afterEach(() => server.close());

const columns: Record<string, string> = { الاسم: 'full_name', 'رقم الهوية': 'national_id', الجوال: 'phone' };

function readStudents(): Record<string, string>[] {
  const text = sampleFile('field/two-phones.csv').toString('utf8').replace('\uFEFF', '');
  const [header = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  return rows.map((row) =>
    Object.fromEntries(
      header.flatMap((name, index) => (columns[name] ? [[columns[name], row[index] ?? '']] : [])),
    ),
  );
}

async function importStudents(data: readonly object[]): Promise<ImportCheck> {
  const { body } = await server.call<ImportCheck>('POST', '/students/import', {
    as: 'admin',
    body: { data },
  });
  return body;
}

const stored = async () =>
  (await server.data.read.selectFrom('students').selectAll().orderBy('id').execute()).map(
    ({ phone, phone_key, additional_phone, additional_phone_key }) => [
      phone,
      phone_key,
      additional_phone,
      additional_phone_key,
    ],
  );

test('a file with two numbers in a cell gives phone and additional phone, and tells what it leaves out', async () => {
  const students = readStudents();
  const { body: check } = await server.call<ImportCheck>('POST', '/students/import/check', {
    as: 'admin',
    body: { data: students },
  });
  const result = await importStudents(students);
  expect(result).toMatchObject({ imported: 10, failed: 0 });
  expect(result.warnings).toEqual(check.warnings);
  expect(await stored()).toEqual([
    ['0500031054', '+966500031054', '0500031055', '+966500031055'],
    ['0500031056', '+966500031056', '0500031057', '+966500031057'],
    ['0500031059', '+966500031059', '0500031060', '+966500031060'],
    [null, null, null, null],
    ['0500031901', '+966500031901', null, null],
    ['0500031061', '+966500031061', null, null],
    ['00966500031062', '+966500031062', null, null],
    ['500031064', '+966500031064', null, null],
    ['+966500031065', '+966500031065', null, null],
    [null, null, null, null],
  ]);
  expect(result.warnings).toEqual([
    { row: 4, field: 'phone', message: 'الجوال «لا يوجد» ليس فيه رقم، فتُرك' },
    { row: 5, field: 'phone', message: 'الجوال: حُفظ الرقم، وتُرك ما ليس رقماً («الأب»)' },
    { row: 6, field: 'phone', message: 'الجوال: حُفظ الرقم، وتُرك ما ليس رقماً («واتس»)' },
    { row: 10, field: 'phone', message: 'الجوال «-» ليس فيه رقم، فتُرك' },
  ]);
  expect(await importStudents(students)).toMatchObject({ imported: 0, unchanged: 10 });
});

test('an additional phone of the row stays, with a warning about the second number of the cell', async () => {
  let people = 0;
  const row = (phone: unknown, additional_phone?: string) => ({
    full_name: `سعد الراشد ${(people += 1)}`,
    phone,
    additional_phone,
  });
  const result = await importStudents([
    row('0500031054/0500031055', '0500031056'),
    row('0500031054/0500031055', 'لا يوجد'),
    row('0500031054 0500031055 0500031056'),
    row('لا يوجد', '0500031054/0500031055'),
    row('966500031066.0'),
    row(966_500_031_066),
    row('0112345678'),
    row('05000310540500031055'),
    row('9665000310661234'),
  ]);
  expect((await stored()).map(([phone, , additional]) => [phone, additional])).toEqual([
    ['0500031054', '0500031056'],
    ['0500031054', '0500031055'],
    ['0500031054', '0500031055'],
    [null, '0500031054'],
    ['966500031066', null],
    ['966500031066', null],
    ['0112345678', null],
  ]);
  expect(result.warnings?.map(({ row: line, message }) => [line, message])).toEqual([
    [1, 'الجوال: في الخلية أكثر من رقم، فلم يُحفظ منها 0500031055'],
    [2, 'جوال إضافي «لا يوجد» ليس فيه رقم، فتُرك'],
    [3, 'الجوال: في الخلية أكثر من رقم، فلم يُحفظ منها 0500031056'],
    [4, 'الجوال «لا يوجد» ليس فيه رقم، فتُرك'],
    [4, 'جوال إضافي: في الخلية أكثر من رقم، فلم يُحفظ منها 0500031055'],
    [7, 'الجوال «0112345678» لا يُعرف بلده، فلا يُتصل به من القائمة حتى يُكتب بمفتاح بلده'],
  ]);
  expect(result.errors.map(({ row: line, message }) => [line, message])).toEqual([
    [8, 'الجوال «05000310540500031055» يزيد على 15 رقماً، فافصل بين الرقمين إن كانا اثنين'],
    [9, 'الجوال «9665000310661234» يزيد على 15 رقماً، فافصل بين الرقمين إن كانا اثنين'],
  ]);
});

test('the phone of a teacher keeps one number of two, and a form refuses words and two numbers', async () => {
  const data = [{ username: 'saad', name: 'سعد الراشد', phone: '00966500031054 / 0500031055 (واتس)' }];
  const { body } = await server.call<ImportCheck>('POST', '/users/import', { as: 'admin', body: { data } });
  expect(body).toMatchObject({ imported: 1, failed: 0 });
  expect(body.warnings).toHaveLength(2);
  const account = server.data.read.selectFrom('users').selectAll().where('username', '=', 'saad');
  expect(await account.executeTakeFirst()).toMatchObject({
    phone: '00966500031054',
    phone_key: '+966500031054',
  });
  const { id } = await account.executeTakeFirstOrThrow();
  const save = (phone: string) => server.call('PUT', `/users/${id}`, { as: 'admin', body: { phone } });
  for (const phone of ['لا يوجد', '-', '0500031054 / 0500031055'])
    expect((await save(phone)).status, phone).toBe(422);
  expect((await save('050-003-1099')).status).toBe(200);
  expect(await account.executeTakeFirst()).toMatchObject({ phone: '0500031099', phone_key: '+966500031099' });
});
