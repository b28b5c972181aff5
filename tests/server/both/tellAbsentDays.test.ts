import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessageRecipient } from '../../../contract/families/tell';
import { daysAfter } from '../../../contract/rules/retention';
import { startTestApp, type TestApp } from '../../support/app';
import { clockAt } from '../../support/clock';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, registerCalls } from '../../support/teaching';

const today = '2026-11-24';
const days = ['2026-11-17', '2026-11-16', '2026-11-15'];
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clockAt(`${today}T07:00:00Z`).now });
});
afterAll(() => server.close());

const listedOn = async (sheet: Sheet, date: string) => {
  const query = { kind: 'absent_days', date, batch_id: sheet.batchId };
  const { body } = await server.call<MessageRecipient[]>('GET', '/tell', { as: 'admin', query });
  return body.flatMap(({ students }) => students.map(({ id }) => id));
};
const missDays = async (sheet: Sheet) => {
  const register = registerCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  for (const day of days)
    await register.set(
      day,
      sheet.students.map(({ student_id }) => absent(student_id)),
    );
};

test('a withdrawn student is not proposed for a message about three days of absence', async () => {
  const sheet = await newSheet(server, 2);
  await missDays(sheet);
  const [withdrawn, present] = sheet.students;
  const body = { student_row_ids: [withdrawn?.id], status: 'withdrawn', date: today };
  const answer = await server.call('POST', '/students/status', { as: 'admin', body });
  expect(answer.status, answer.text).toBe(200);
  expect(await listedOn(sheet, today)).toEqual([present?.id]);
});

test('three days of absence are news for a week', async () => {
  const sheet = await newSheet(server, 1);
  await missDays(sheet);
  const [student] = sheet.students;
  expect(await listedOn(sheet, '2026-11-17')).toEqual([student?.id]);
  expect(await listedOn(sheet, today)).toEqual([student?.id]);
  expect(await listedOn(sheet, daysAfter(today, 1))).toEqual([]);
});
