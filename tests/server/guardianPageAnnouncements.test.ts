import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announcementPageTexts } from '../../contract/families/announcementMessages';
import { maxGuardianAnnouncements } from '../../contract/families/announcements';
import { maxText, maxTitle } from '../../contract/rules/families/announcements';
import { daysAfter } from '../../contract/rules/retention';
import type { Student } from '../../contract/students/students';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { makeLink, openLink, requestPage } from '../support/guardianPage';
import { newSheet, type Sheet } from '../support/sheet';

const today = '2026-11-20';
const clock = clockAt(`${today}T20:30:00Z`);
const tomorrow = `${today}T21:30:00Z`;

let server: TestApp;
let sheet: Sheet;
let visitor: { code: string; cookie: string };
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clock.now });
});
afterAll(() => server.close());

const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { as: 'admin', body });
const consent = { relation: 'father', consent_on: '2026-01-01' };
const addGuardian = async (student: Student | undefined, values: object) =>
  (await call<{ id: number }>('POST', `/students/${student?.id}/guardians`, { ...consent, ...values })).body
    .id;

beforeEach(async () => {
  clock.set(`${today}T20:30:00Z`);
  await server.data.writeUnlogged((trx) => trx.deleteFrom('announcements').execute());
  sheet = await newSheet(server, 3);
  const guardian_id = await addGuardian(sheet.students[0], { name: 'صالح' });
  await addGuardian(sheet.students[1], { guardian_id });
  const link = await makeLink(server, guardian_id);
  visitor = { code: link.code, cookie: await openLink(server, link) };
});

const publish = async (values: object) => {
  const answer = await call<{ id: number }>('POST', '/announcements', {
    title: 'إعلان',
    until: today,
    ...values,
  });
  expect(answer.status, answer.text).toBe(201);
};
const read = async (query = '') =>
  (await requestPage(server, `${visitor.code}${query}`, { cookie: visitor.cookie })).text;
const countOf = (page: string, text: string) => page.split(text).length - 1;

test('an announcement to two children of a page is shown once, above them, and in both languages', async () => {
  await publish({ title: 'رحلة', text: 'السبت\nالساعة الثامنة', batch_id: sheet.batchId, is_pinned: true });
  for (const [query, language] of [
    ['', 'ar'],
    ['?lang=en', 'en'],
  ] as const) {
    const page = await read(query);
    expect(countOf(page, 'رحلة')).toBe(1);
    const { title, pinned } = announcementPageTexts[language];
    expect(page).toContain(`(${pinned})`);
    expect(page.indexOf(title)).toBeLessThan(page.indexOf('<section>'));
    expect(page).toMatch(/السبت\s*<br \/>\s*الساعة الثامنة/);
  }
});

test('announcements of teachers, students, other batches and days that are over are not shown', async () => {
  const other = await newSheet(server, 1);
  await publish({ title: 'للجميع' });
  await publish({ title: 'للأولياء', role: 'guardian' });
  await publish({ title: 'للمعلمين', role: 'teacher' });
  await publish({ title: 'للطلاب', role: 'student' });
  await publish({ title: 'لدفعة أخرى', batch_id: other.batchId });
  const page = await read();
  for (const text of ['للجميع', 'للأولياء']) expect(page).toContain(text);
  for (const hidden of ['للمعلمين', 'للطلاب', 'لدفعة أخرى']) expect(page).not.toContain(hidden);
  clock.set(tomorrow);
  const later = await read();
  expect(later).toContain('<section>');
  for (const hidden of ['للجميع', 'للأولياء', announcementPageTexts.ar.title])
    expect(later).not.toContain(hidden);
});

test('an announcement with HTML and a link is only text', async () => {
  await publish({ title: '<b>مهم</b>', text: 'https://example.org/<script>alert(1)</script>' });
  const page = await read();
  expect(page).toContain('https://example.org/');
  expect(page).not.toMatch(/<script|<b>مهم|href="https:\/\/example/);
});

test('ten long announcements are cut, pinned first, and the page stays below 30 kB', async () => {
  for (let index = 0; index <= maxGuardianAnnouncements; index += 1)
    await publish({
      title: `${index} ${'"عنوان" '.repeat(maxTitle)}`.slice(0, maxTitle).trim(),
      text: '<نص> '.repeat(maxText).slice(0, maxText),
      is_pinned: index === 0,
    });
  const page = await read();
  expect(countOf(page, '<h3 dir="auto">')).toBe(maxGuardianAnnouncements);
  expect(page).toContain('<h3 dir="auto">0 ');
  // The oldest that is not pinned has no room.
  expect(page).not.toContain('<h3 dir="auto">1 ');
  expect(page).toContain('…');
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(30_000);
  await publish({ title: 'قصير', until: daysAfter(today, 3) });
  expect(await read()).toContain('قصير');
});
