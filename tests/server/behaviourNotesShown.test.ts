import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BehaviourNote, NoteCategory } from '../../contract/families/behaviourNotes';
import { notePageTexts } from '../../contract/families/behaviourNoteMessages';
import { maxNoteText, maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import type { Student } from '../../contract/students/students';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { makeLink, openLink, requestPage } from '../support/guardianPage';
import { newStudent, uniqueText } from '../support/sampleCalls';

const today = '2026-11-20';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clockAt(`${today}T09:00:00Z`).now });
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'behaviour-shown' };
const call = <T>(method: string, path: string, body?: unknown, query: Record<string, unknown> = {}) =>
  server.call<T>(method, path, { as: 'admin', body, query, headers });
const newChild = (birth_date: string) => newStudent(server, undefined, { birth_date });
let child: Student;
beforeEach(async () => {
  child = await newChild('2014-05-01');
});

async function write(student: Student, body: object = {}): Promise<string> {
  const text = `ملاحظة ${uniqueText()}`;
  const answer = await call('POST', '/behaviour-notes', {
    student_ids: [student.student_id],
    kind: 'praise',
    text,
    for_guardians: true,
    ...body,
  });
  expect(answer.status, answer.text).toBe(200);
  return text;
}
const noteOf = async ({ student_id }: Student) => {
  const { body } = await call<BehaviourNote[]>('GET', '/behaviour-notes', undefined, {
    filter: { student_id },
  });
  if (!body[0]) throw new Error('no note');
  return body[0];
};

describe('the guardian’s page', () => {
  const openPage = async (...students: Student[]) => {
    let guardian: { id: number } | undefined;
    for (const student of students) {
      const person = guardian
        ? { guardian_id: guardian.id }
        : { name: 'صالح', phone: `0557${uniquePhone()}` };
      const answer = await call<{ id: number }>('POST', `/students/${student.id}/guardians`, {
        relation: 'father',
        ...person,
      });
      expect(answer.status, answer.text).toBe(201);
      guardian = answer.body;
    }
    const link = await makeLink(server, guardian?.id ?? 0);
    const cookie = await openLink(server, link);
    return async (query = '') => (await requestPage(server, `${link.code}${query}`, { cookie })).text;
  };

  test('has the ticked notes of its children, and of no other child', async () => {
    const other = await newChild('2014-05-01');
    const read = await openPage(child);
    expect(await read()).not.toContain(notePageTexts.ar.title);
    const ticked = await write(child);
    const unticked = await write(child, { for_guardians: false });
    const ofOther = await write(other);
    const page = await read();
    expect(page).toContain(ticked);
    expect(page).toContain(notePageTexts.ar.title);
    for (const text of [unticked, ofOther]) expect(page).not.toContain(text);
    expect(await read('?lang=en')).toContain(notePageTexts.en.title);
  });

  test('loses a note at once that is unticked or deleted, and an undo returns it', async () => {
    const read = await openPage(child);
    const text = await write(child);
    const { id } = await noteOf(child);
    expect(await read()).toContain(text);
    await call('PUT', `/behaviour-notes/${id}`, { for_guardians: false });
    expect(await read()).not.toContain(text);
    await call('PUT', `/behaviour-notes/${id}`, { for_guardians: true });
    const removed = await call<{ operation_id: number }>('DELETE', `/behaviour-notes/${id}`);
    expect(await read()).not.toContain(text);
    await call('POST', `/undo/${removed.body.operation_id}`);
    expect(await read()).toContain(text);
  });

  test('has the newest five of a child, and none over 90 days old', async () => {
    const read = await openPage(child);
    const old = await write(child, { date: '2026-08-22' });
    const oldest = await write(child, { date: '2026-08-23' });
    expect(await read()).toContain(oldest);
    expect(await read()).not.toContain(old);
    const texts: string[] = [];
    for (let index = 0; index < maxShownNotes; index += 1) texts.push(await write(child));
    const page = await read();
    for (const text of texts) expect(page).toContain(text);
    expect(page).not.toContain(oldest);
  });

  test('cuts notes by the bytes of their escaped text', async () => {
    const second = await newChild('2015-05-01');
    const read = await openPage(child, second);
    for (let index = 0; index < maxShownNotes; index += 1)
      for (const student of [child, second]) await write(student, { text: '"'.repeat(maxNoteText) });
    const quotes = (await read()).match(/&#34;/g) ?? [];
    expect(quotes.length * '&#34;'.length).toBeLessThanOrEqual(5_000);
    expect(quotes.length).toBeGreaterThan(800);
  });

  test('marks category and text as Arabic in English', async () => {
    const read = await openPage(child);
    const { body: categories } = await call<NoteCategory[]>('GET', '/note-categories');
    const category = categories.find(({ kind }) => kind === 'praise');
    const text = await write(child, { category_id: category?.id });
    const page = await read('?lang=en');
    expect(page).toContain(`<bdi lang="ar">${category?.name}</bdi>`);
    expect(page).toContain(`lang="ar">${text}</div>`);
  });

  test('shows HTML in a note as text, and cuts the long notes of three children', async () => {
    const [second, third] = [await newChild('2015-05-01'), await newChild('2016-05-01')];
    const read = await openPage(child, second, third);
    await write(child, { text: '<img src=x>' });
    for (let index = 0; index < maxShownNotes; index += 1)
      for (const student of [second, third])
        await write(student, { text: 'كلمة '.repeat(maxNoteText / 5 - 1) });
    const page = await read();
    expect(page).not.toContain('<img');
    expect(page).toContain('كلمة…');
  });
});

/** The last digits of a phone number. */
let phones = 0;
function uniquePhone(): string {
  phones += 1;
  return String(phones).padStart(6, '0');
}

describe('the student himself', () => {
  const readAs = async (student: Student) => {
    const account = await addAccount(server, 'student');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ student_row_id: student.id }).where('id', '=', account.id).execute(),
    );
    const answer = await server.call<object[]>('GET', '/behaviour-notes/own', { as: await account.signIn() });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('of age reads the ticked notes, without the author', async () => {
    const adult = await newChild('2000-05-01');
    const text = await write(adult);
    await write(adult, { for_guardians: false });
    const { id } = await noteOf(adult);
    expect(await readAs(adult)).toEqual([
      { id: id - 1, date: today, kind: 'praise', category_name: null, text },
    ]);
  });

  test('below the age of adults reads none', async () => {
    await write(child);
    expect(await readAs(child)).toEqual([]);
  });

  test('cannot read the notes of the staff', async () => {
    const account = await addAccount(server, 'student');
    const as = await account.signIn();
    expect((await server.call('GET', '/behaviour-notes', { as })).status).toBe(403);
    expect((await server.call('GET', '/behaviour-notes/own', { as: 'admin' })).status).toBe(403);
  });
});
