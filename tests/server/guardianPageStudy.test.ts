import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pageTexts } from '../../contract/families/guardianPageText';
import type { StudentReport } from '../../contract/reports/studentReport';
import { describeAyahRange } from '../../contract/rules/mushafText';
import type { Subject } from '../../contract/subjects';
import { dailyRecordType } from '../../contract/vocabulary';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { clockAt } from '../support/clock';
import { makeLink, openLink, requestPage } from '../support/guardianPage';
import { uniqueText } from '../support/sampleCalls';
import { newSheet, type Sheet } from '../support/sheet';
import { absent, excused, registerCalls } from '../support/teaching';

// A Tuesday. The week begins on Sunday.
const today = '2026-11-24';
const [sunday, monday] = ['2026-11-22', '2026-11-23'] as const;
const recited = { from: '78:1', to: '78:16' };

let server: TestApp;
let sheet: Sheet;
let daily: Subject;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: clockAt(`${today}T09:00:00Z`).now });
});
afterAll(() => server.close());

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}
const numberOf = (index: number) => String(sheet.students[index]?.student_id);
const openPageOf = async (index: number, relation: 'father' | 'mother' = 'father') => {
  const guardian = { relation, name: uniqueText(), consent_on: '2020-01-01' };
  const { id } = await send<{ id: number }>(
    'POST',
    `/students/${sheet.students[index]?.id}/guardians`,
    guardian,
  );
  const link = await makeLink(server, id);
  const cookie = await openLink(server, link);
  const read = async (path = '') => {
    const { status, text } = await requestPage(server, `${link.code}${path}`, { cookie });
    expect(status).toBe(200);
    return text;
  };
  return {
    read,
    excuse: async (line: string) => {
      const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(await read()) ?? [];
      const student = String(sheet.students[index]?.id);
      const form = { form_token, student, from: today, to: today, reason: 'illness', line };
      expect((await requestPage(server, `${link.code}/excuse`, { cookie, form })).status).toBe(303);
    },
  };
};
/** The text of the page with single spaces. */
const textOf = (page: string) =>
  page
    .replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' :', ':');

/** The first student has an absence, an excused absence, a recitation, a plan and marks; the second has other marks. */
beforeEach(async () => {
  sheet = await newSheet(server, 2);
  daily = await send<Subject>('POST', '/subjects', {
    subject_code: uniqueText(),
    name: `حفظ ${uniqueText()}`,
    batch_id: sheet.batchId,
    type: dailyRecordType,
  });
  const register = registerCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  await register.set(sunday, [absent(numberOf(0), undefined, 'ملاحظة المعلم')]);
  await register.set(monday, [absent(numberOf(0), excused)]);
  await register.set(today, [absent(numberOf(1))]);
  const record = { studentId: numberOf(0), ranges: [recited], result: 'accepted' };
  await send('POST', '/daily-records/save', {
    batchName: sheet.batchName,
    subjectCode: daily.subject_code,
    recordDate: today,
    kind: 'new',
    records: [record],
  });
  await send('PUT', `/hifz/${numberOf(0)}/plan`, {
    subject_code: daily.subject_code,
    direction: 'juz_descending',
    start: '78:17',
    amount: { unit: 'page', value: 1 },
    new_days: [0, 1, 2, 3, 4],
    revision_days: [0, 1, 2, 3, 4],
    begin: sunday,
  });
  const grades = [
    sheet.sentRow(0, { testGrade: 37.5, readingGrade: 4 }),
    sheet.sentRow(1, { testGrade: 21.5 }),
  ];
  const { batchName, subjectCode } = sheet;
  await send('POST', '/grades/save', { batchName, subjectCode, grades });
});

test('the page has the attendance, the recitation and the task of the week, in Arabic and English', async () => {
  const { read } = await openPageOf(0);
  const amount = describeAyahRange(recited);
  const [arabic, english] = [textOf(await read()), textOf(await read('?lang=en'))];
  for (const [page, text, days] of [
    [arabic, pageTexts.ar, ['الأحد', 'الاثنين', 'الثلاثاء']],
    [english, pageTexts.en, ['Sunday', 'Monday', 'Tuesday']],
  ] as const) {
    const states = [text.absent, text.excused, text.present];
    for (const [index, day] of days.entries())
      expect(page).toContain(`${day} ${states[index]}: ${sheet.subjectName}`);
    expect(page).toContain(amount);
    expect(page).toContain(`(${text.accepted})`);
    expect(page).toContain(text.nextTask);
    expect(page).not.toContain(text.noAttendance);
    expect(page).not.toContain('ملاحظة المعلم');
  }
});

test('an excluded register is not on the page until it counts again', async () => {
  const { read } = await openPageOf(0);
  const states = async () => {
    const text = textOf(await read());
    return ['absent', 'excused', 'present'].filter((state) =>
      text.includes(`${pageTexts.ar[state as 'absent']}: ${sheet.subjectName}`),
    );
  };
  expect(await states()).toEqual(['absent', 'excused', 'present']);
  const holiday = { from: sunday, to: monday, name: 'إجازة', batch_id: sheet.batchId };
  const { id } = await send<{ id: number }>('POST', '/holidays', holiday);
  expect(await states()).toEqual(['absent', 'excused', 'present']);
  await send('PUT', `/holidays/${id}`, { excludes_registers: true });
  expect(await states()).toEqual(['present']);
  await send('PUT', `/holidays/${id}`, { excludes_registers: false });
  expect(await states()).toEqual(['absent', 'excused', 'present']);
});

test('the marks are those of the student’s own report, on the page and on the page of all marks', async () => {
  const student = sheet.students[0];
  const account = await addAccount(server, 'student', { student_row_id: student?.id ?? 0 });
  const { body } = await server.call<StudentReport>('GET', `/reports/student/${account.id}`, {
    as: await account.signIn(),
  });
  const subject = body.subjects.find(({ subject_code }) => subject_code === sheet.subjectCode);
  expect(subject).toMatchObject({ test_grade: 37.5, reading_grade: 4, total_grade: 41.5 });
  const max = subject?.columns.reduce((sum, column) => sum + column.max, 0);
  const marks = (subject?.columns ?? []).flatMap(({ column, name, max: maxOfColumn }) => {
    const mark = subject?.[`${column}_grade`] ?? null;
    return mark === null ? [] : [`${name} ${mark}/${maxOfColumn}`];
  });
  expect(marks).toHaveLength(2);
  const { read } = await openPageOf(0);
  for (const page of [await read(), await read(`/marks/${student?.id}`), await read('?lang=en')]) {
    const text = textOf(page);
    for (const mark of marks) expect(text).toContain(mark);
    expect(text).toContain(`${subject?.total_grade}/${max} ${subject?.letter_grade ?? '–'}`);
  }
});

test('a holiday has no task', async () => {
  const { read } = await openPageOf(0);
  expect(await read()).toContain(pageTexts.ar.nextTask);
  const days = { from: today, to: '2026-12-10', batch_id: sheet.batchId };
  const { id } = await send<{ id: number }>('POST', '/holidays', { ...days, name: 'إجازة' });
  expect(await read()).not.toContain(pageTexts.ar.nextTask);
  await send('DELETE', `/holidays/${id}`);
  expect(await read()).toContain(pageTexts.ar.nextTask);
});

test('the page has no health note, no other student and no excuse of another guardian', async () => {
  await send('PUT', `/students/${sheet.students[0]?.id}`, { health_note: 'ربو مزمن' });
  const [father, mother, other] = [await openPageOf(0), await openPageOf(0, 'mother'), await openPageOf(1)];
  await mother.excuse('سر الأم');
  await other.excuse('سر الآخر');
  const [own, ofMother, ofOther] = [await father.read(), await mother.read(), await other.read()];
  expect(ofMother).toContain('سر الأم');
  expect(ofOther).toContain('سر الآخر');
  const [name, otherName] = sheet.students.map(({ first_name }) => `<bdi>${first_name} ا.</bdi>`);
  for (const text of [name, '37.5']) expect(own).toContain(text);
  for (const text of [otherName, '21.5']) expect(ofOther).toContain(text);
  for (const secret of ['سر الأم', 'سر الآخر', 'ربو', '21.5', otherName]) expect(own).not.toContain(secret);
  for (const secret of ['سر الأم', '37.5', name]) expect(ofOther).not.toContain(secret);
});
