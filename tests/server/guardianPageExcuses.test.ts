import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '../../contract/audit';
import type { Excuse } from '../../contract/families/excuses';
import { excusePageTexts, excuseRefusals } from '../../contract/families/excusePageText';
import { maxExcuseAge } from '../../contract/rules/families/excuses';
import { daysAfter } from '../../contract/rules/retention';
import type { Student } from '../../contract/students/students';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { makeLink, openLink, requestPage } from '../support/guardianPage';
import { newStudent } from '../support/sampleCalls';

const today = '2026-11-20';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clockAt(`${today}T09:00:00Z`).now });
});
afterAll(() => server.close());

const call = <T>(method: string, path: string, body?: unknown, query: Record<string, unknown> = {}) =>
  server.call<T>(method, path, { as: 'admin', body, query });
let phones = 0;
const addGuardian = async (student: Student, values: object) => {
  phones += 1;
  const phone = `05513${String(phones).padStart(5, '0')}`;
  const { body } = await call<{ id: number }>('POST', `/students/${student.id}/guardians`, {
    relation: 'father',
    phone,
    consent_on: '2026-01-01',
    ...values,
  });
  return body.id;
};

interface Visitor {
  code: string;
  cookie: string;
}
const openPageOf = async (guardianId: number): Promise<Visitor> => {
  const link = await makeLink(server, guardianId);
  return { code: link.code, cookie: await openLink(server, link) };
};
const read = async ({ code, cookie }: Visitor, query = '') =>
  (await requestPage(server, `${code}${query}`, { cookie })).text;
const tokenIn = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
const send = async (visitor: Visitor, values: Record<string, string>, query = '') => {
  const form_token = tokenIn(await read(visitor));
  const form = { form_token, from: today, to: today, reason: 'illness', line: '', ...values };
  return requestPage(server, `${visitor.code}/excuse${query}`, { cookie: visitor.cookie, form });
};
const excusesOf = async ({ student_id }: Student) =>
  (await call<Excuse[]>('GET', '/excuses', undefined, { filter: { student_id } })).body;

let student: Student;
let father: Visitor;
beforeEach(async () => {
  student = await newStudent(server);
  father = await openPageOf(await addGuardian(student, { name: 'صالح الراشد' }));
});

test('the form sends an excuse, the page confirms it and shows its state', async () => {
  const answer = await send(father, { student: String(student.id), line: 'حرارة & "سعال"' });
  expect([answer.status, answer.headers.location]).toEqual([303, `/g/${father.code}?done=excuse`]);
  const confirmed = await read(father, '?done=excuse');
  expect(confirmed).toContain(excusePageTexts.ar.sent);
  expect(confirmed).toContain(`<strong>${excusePageTexts.ar.states.open}</strong>`);
  const [excuse] = await excusesOf(student);
  expect(excuse).toMatchObject({ line: 'حرارة & "سعال"', sender: 'صالح الراشد', is_from_guardian: true });
  const { body } = await call<AuditEntry[]>('GET', '/audit', undefined, { range: [0, 0] });
  expect(body).toMatchObject([{ user_name: 'ولي الأمر صالح الراشد', table_name: 'excuses' }]);
  await call('POST', `/excuses/${excuse?.id}/refuse`, { line: 'نحتاج تقريراً' });
  const refused = await read(father, '?lang=en');
  expect(refused).toContain(`<strong>${excusePageTexts.en.states.refused}</strong>`);
  expect(refused).toContain('نحتاج تقريراً');
  await call('POST', `/excuses/${excuse?.id}/accept`, {});
  expect(await read(father)).toContain(`<strong>${excusePageTexts.ar.states.accepted}</strong>`);
});

test('a line of escaped letters is cut by its bytes', async () => {
  await send(father, { student: String(student.id), line: `حرارة ${'"'.repeat(290)}` });
  const page = await read(father);
  expect(page).toContain('حرارة');
  expect((page.match(/&#34;/g) ?? []).length).toBeLessThanOrEqual(40);
});

test('a double tap makes one excuse', async () => {
  const values = { student: String(student.id) };
  expect((await send(father, values)).status).toBe(303);
  expect((await send(father, values)).status).toBe(303);
  expect(await excusesOf(student)).toHaveLength(1);
});

test('a refused form keeps what was typed, and says why in the language of the page', async () => {
  const from = daysAfter(today, -maxExcuseAge - 1);
  const values = { student: String(student.id), from, reason: 'travel', line: '  <b>سفر</b>' };
  for (const [query, refusals] of [
    ['', excuseRefusals.ar],
    ['?lang=en', excuseRefusals.en],
  ] as const) {
    const answer = await send(father, values, query);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(refusals['too old'](maxExcuseAge));
    expect(answer.text).toContain(`value="${from}"`);
    expect(answer.text).toContain('<option value="travel" selected');
    expect(answer.text).toContain('>  &#60;b&#62;سفر&#60;/b&#62;</textarea>');
  }
  const incomplete = await send(father, { student: String(student.id), reason: 'other reason' });
  expect([incomplete.status, incomplete.text.includes(excuseRefusals.ar.incomplete())]).toEqual([422, true]);
  expect(await excusesOf(student)).toEqual([]);
});

test('a form without the token or for another child is refused', async () => {
  const other = await newStudent(server);
  expect((await send(father, { student: String(other.id) })).status).toBe(403);
  expect((await send(father, { student: String(student.id), form_token: 'x' })).status).toBe(403);
  const withoutCookie = { ...father, cookie: '' };
  expect((await send(withoutCookie, { student: String(student.id) })).status).toBe(401);
  expect([await excusesOf(other), await excusesOf(student)]).toEqual([[], []]);
  expect((await send(father, { student: String(student.id) })).status).toBe(303);
});

test('a guardian without the right has no form, and his posts are refused', async () => {
  const rights = { messages: true, page: true, excuse: false };
  const mother = await openPageOf(await addGuardian(student, { relation: 'mother', rights }));
  expect(await read(mother)).not.toContain('name="reason"');
  expect(await read(father)).toContain('name="reason"');
  expect((await send(mother, { student: String(student.id) })).status).toBe(403);
});

test('another guardian of the student sees neither the excuse nor its reason', async () => {
  const mother = await openPageOf(await addGuardian(student, { relation: 'mother' }));
  await send(father, { student: String(student.id), line: 'سر العائلة' });
  expect(await read(mother)).not.toContain('سر العائلة');
  expect(await read(mother)).not.toContain(`<strong>${excusePageTexts.ar.states.open}</strong>`);
  expect(await read(father)).toContain('سر العائلة');
});
