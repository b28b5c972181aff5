import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageRecipient, MessageTemplate } from '../../../contract/families/tell';
import { tellMessages } from '../../../contract/families/tellMessages';
import { freeTextMark, type MessageKind, textKey } from '../../../contract/rules/messages/message';
import { daysAfter } from '../../../contract/rules/retention';
import { dailyRecordType, type StaffSection } from '../../../contract/vocabulary';
import { runDailyUpkeep } from '../../../server/archive/upkeep';
import { addAccount } from '../../support/accounts';
import { type Answer, startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { letTeachersContactGuardians } from '../../support/familySamples/tell';
import { samplePlan, sampleSard } from '../../support/hifzSamples';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, excused, recordCalls, registerCalls } from '../../support/teaching';

const now = new Date('2026-11-24T07:00:00Z');
const today = '2026-11-24';
const clock = { now: () => now };
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ hasFewRevisions: true, now: () => clock.now() });
  await letTeachersContactGuardians(server);
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | { token: string };
const list = (kind: MessageKind, query: object = {}, as: As = 'admin') =>
  server.call<MessageRecipient[]>('GET', '/tell', { as, query: { kind, date: today, ...query } });
const listOf = async (sheet: Sheet, kind: MessageKind, query: object = {}, as: As = 'admin') =>
  (await list(kind, { batch_id: sheet.batchId, ...query }, as)).body;

interface Recitation {
  date: string;
  kind?: string;
  ranges: object[];
  pagesCount?: number;
  result?: string;
}

let numbers = 0;
const newPhone = () => {
  numbers += 1;
  return `05513${String(numbers).padStart(5, '0')}`;
};
const keyOf = (phone: string) => `966${phone.slice(1)}`;
const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await server.call<T>(method, path, { as: 'admin', body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const addGuardian = (id: number | undefined, values: object) =>
  admin<{ id: number }>('POST', `/students/${id}/guardians`, { relation: 'father', ...values });

/** Students of this batch without a birth date are not of age. */
async function newClass(count: number, type?: string): Promise<Sheet> {
  const sheet = await newSheet(server, count, type);
  await server.data.writeUnlogged((trx) =>
    trx.updateTable('batches').set({ age_group: 'minors' }).where('id', '=', sheet.batchId).execute(),
  );
  return sheet;
}
const registerOf = (sheet: Sheet, subjectCode = sheet.subjectCode) =>
  registerCalls(server, { batch_name: sheet.batchName, subject_code: subjectCode });
async function addSubject(sheet: Sheet) {
  const body = { subject_code: uniqueText(), name: `فقه ${uniqueText()}`, batch_id: sheet.batchId };
  return admin<{ subject_code: string; name: string; id: number }>('POST', '/subjects', body);
}
const newDailyClass = (count: number) => newClass(count, dailyRecordType);
async function recite(sheet: Sheet, index: number, { date, kind = 'new', ...record }: Recitation) {
  const calls = recordCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  const answer = await calls.save(date, [{ studentId: numberAt(sheet, index), ...record }], 'admin', {
    kind,
  });
  expect(answer.status, answer.text).toBe(200);
}
const numberAt = (sheet: Sheet, index: number) => String(sheet.students[index]?.student_id);
const bodyOf = (kind: MessageKind, { guardian_id, students, text }: MessageRecipient, date = today) => ({
  kind,
  date,
  guardian_id,
  students: students.map(({ id, content }) => ({ id, content })),
  channel: 'whatsapp',
  text: text.replace(freeTextMark, 'نص'),
});
const open = (
  kind: MessageKind,
  recipient: MessageRecipient | undefined,
  as: As = 'admin',
): Promise<Answer<{ message_id: number }>> =>
  server.call('POST', '/tell/opened', { as, body: recipient && bodyOf(kind, recipient) });
const states = (recipients: readonly MessageRecipient[]) =>
  recipients.map(({ students, state }) => [students.map(({ id }) => id), state]);

describe('messages about absences', () => {
  test('a guardian gets one message about two children, and an excused absence has other words', async () => {
    const sheet = await newClass(3);
    const [first, second, third] = sheet.students;
    const phone = newPhone();
    const father = await addGuardian(first?.id, { name: 'صالح <b>&', phone });
    await addGuardian(second?.id, { guardian_id: father.id });
    await addGuardian(third?.id, { phone: newPhone(), relation: 'mother' });
    await registerOf(sheet).set(today, [
      absent(numberAt(sheet, 0)),
      absent(numberAt(sheet, 1)),
      absent(numberAt(sheet, 2), excused),
    ]);
    const recipients = await listOf(sheet, 'absent');
    expect(recipients).toMatchObject([
      { guardian_id: father.id, name: 'صالح <b>&', phone: keyOf(phone), state: 'new', reason: null },
      { relation: 'mother', name: null, state: 'new' },
    ]);
    const [both, one] = recipients;
    expect(both?.text).toContain('الأخ الكريم صالح <b>&');
    expect(both?.text).toContain('نخبركم بما يخص طالبين:');
    expect(both?.text).toContain(`• غاب الطالب ${first?.full_name} اليوم الثلاثاء`);
    expect(both?.text).toContain(`• غاب الطالب ${second?.full_name} اليوم`);
    expect(one?.text).toContain('الأخت الكريمة');
    expect(one?.text).toContain(`سُجّل غياب الطالب ${third?.full_name} اليوم`);
    expect(one?.text).toContain('بعذر');
  });

  test('a student present in another register was absent from a lesson', async () => {
    const sheet = await newClass(2);
    const fiqh = await addSubject(sheet);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await addGuardian(sheet.students[1]?.id, { phone: newPhone() });
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0)), absent(numberAt(sheet, 1))]);
    await registerOf(sheet, fiqh.subject_code).set(today, [absent(numberAt(sheet, 1))]);
    const texts = (await listOf(sheet, 'absent')).map(({ text }) => text);
    expect(texts[0]).toContain(`عن حصة ${sheet.subjectName} اليوم`);
    expect(texts[1]).toMatch(/غاب الطالب [^\n]+ اليوم/);
    expect(texts[1]).not.toContain('حصة');
  });

  test('the next guardian with rights and a number gets the message, and others are listed last', async () => {
    const sheet = await newClass(5);
    const ids = sheet.students.map(({ id }) => id);
    const phone = newPhone();
    await addGuardian(ids[0], {
      name: 'أول',
      phone: newPhone(),
      rights: { messages: false, page: true, excuse: true },
    });
    await addGuardian(ids[0], { name: 'ثانٍ', email: 'a@example.com' });
    const third = await addGuardian(ids[0], { relation: 'mother', second_phone: phone, name: 'أم أنس' });
    await addGuardian(ids[1], { phone: newPhone(), rights: { messages: false, page: true, excuse: true } });
    await addGuardian(ids[2], { name: 'بلا رقم' });
    await addGuardian(ids[4], { phone: '12345678' });
    await registerOf(sheet).set(
      today,
      sheet.students.map(({ student_id }) => absent(student_id)),
    );
    const [reached, ...others] = await listOf(sheet, 'absent');
    expect(reached).toMatchObject({ guardian_id: third.id, phone: keyOf(phone) });
    expect(
      others.map(({ students, phone: none, text, reason }) => [students[0]?.id, none, text, reason]),
    ).toEqual([
      [ids[1], null, '', 'no_right'],
      [ids[2], null, '', 'no_phone'],
      [ids[3], null, '', 'no_guardian'],
      [ids[4], null, '', 'unknown_number'],
    ]);
  });

  test('a student of age gets the message himself, or a guardian with his consent', async () => {
    const sheet = await newClass(3);
    const [own, consenting, without] = sheet.students;
    const phone = newPhone();
    await admin('PUT', `/students/${own?.id}`, { birth_date: '2000-01-01', phone });
    await admin('PUT', `/students/${consenting?.id}`, { birth_date: '2000-01-01' });
    await admin('PUT', `/students/${without?.id}`, { birth_date: '2000-01-01' });
    await addGuardian(own?.id, { phone: newPhone() });
    await addGuardian(consenting?.id, { phone: newPhone(), consent_on: '2026-01-01' });
    await addGuardian(without?.id, { phone: newPhone() });
    await registerOf(sheet).set(
      today,
      sheet.students.map(({ student_id }) => absent(student_id)),
    );
    const recipients = await listOf(sheet, 'absent');
    expect(recipients).toMatchObject([
      { guardian_id: null, phone: keyOf(phone), name: own?.full_name },
      { guardian_id: expect.any(Number), students: [{ id: consenting?.id }] },
      { phone: null, reason: 'own_phone' },
    ]);
    expect(recipients[0]?.text).toContain('نخبرك بأنك غبت اليوم');
  });

  test('an opened message is done, can be put back, and is corrected after the register', async () => {
    const sheet = await newClass(2);
    const [first, second] = sheet.students;
    await addGuardian(first?.id, { phone: newPhone() });
    await addGuardian(second?.id, { phone: newPhone() });
    const register = registerOf(sheet);
    const both = [absent(numberAt(sheet, 0)), absent(numberAt(sheet, 1))];
    await register.set(today, both);
    const [one, other] = await listOf(sheet, 'absent');
    const opened = await open('absent', one);
    expect(opened.status, opened.text).toBe(201);
    await open('absent', other);
    expect(await listOf(sheet, 'absent')).toMatchObject([
      {
        state: 'opened',
        message_id: opened.body.message_id,
        opened_by: expect.any(String),
        opened_at: now.toISOString(),
      },
      { state: 'opened' },
    ]);
    await admin('POST', '/tell/not-sent', { message_id: opened.body.message_id });
    expect(states(await listOf(sheet, 'absent'))).toEqual([
      [[first?.id], 'not_sent'],
      [[second?.id], 'opened'],
    ]);
    await open('absent', one);

    await register.set(today, [absent(numberAt(sheet, 1), excused)]);
    const corrections = await listOf(sheet, 'absent');
    expect(states(corrections)).toEqual([
      [[first?.id], 'corrected'],
      [[second?.id], 'corrected'],
    ]);
    expect(corrections[0]?.text).toContain(`سُجّل الطالب ${first?.full_name} حاضراً اليوم`);
    expect(corrections[1]?.text).toContain(`سُجّل غياب الطالب ${second?.full_name}`);
    for (const correction of corrections) await open('absent', correction);
    expect((await listOf(sheet, 'absent')).map(({ state }) => state)).toEqual(['opened', 'opened']);
    await register.set(today, both);
    expect((await listOf(sheet, 'absent')).map(({ state }) => state)).toEqual(['new', 'new']);
  });

  test('a late student is reported as present after the message', async () => {
    const sheet = await newClass(1);
    const fiqh = await addSubject(sheet);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0))]);
    await open('absent', (await listOf(sheet, 'absent'))[0]);
    await registerOf(sheet, fiqh.subject_code).set(today, []);
    const [correction] = await listOf(sheet, 'absent');
    expect(correction).toMatchObject({ state: 'corrected' });
    expect(correction?.text).toContain(`وغاب عن حصة ${sheet.subjectName} فقط`);
    await open('absent', correction);
    expect((await listOf(sheet, 'absent'))[0]).toMatchObject({ state: 'opened' });
  });

  test('a child with two student records is present in the other programme, or absent from both', async () => {
    const [sheet, other] = [await newClass(2), await newClass(2)];
    const program = await admin<{ program_id: string; program_name: string }>('POST', '/programs', {
      program_id: uniqueText(),
      program_name: `برنامج ${uniqueText()}`,
    });
    await admin('PUT', `/batches/${other.batchId}`, { program_id: program.program_id });
    const [child, brother] = sheet.students;
    expect(other.students[0]?.full_name).toBe(child?.full_name);
    const father = await addGuardian(child?.id, { phone: newPhone() });
    await addGuardian(brother?.id, { guardian_id: father.id });
    await addGuardian(other.students[0]?.id, { guardian_id: father.id });
    // The same name without a common guardian is another child.
    await addGuardian(other.students[1]?.id, { phone: newPhone() });
    const ofFather = async (kind: MessageKind = 'absent', of?: Sheet) =>
      (await (of ? listOf(of, kind) : list(kind).then(({ body }) => body))).filter(
        ({ guardian_id }) => guardian_id === father.id,
      );
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0)), absent(numberAt(sheet, 1))]);
    await registerOf(other).set(today, []);
    const [present, ...none] = await ofFather();
    expect(none).toEqual([]);
    const { program_name: ownProgram } = await server.data.read
      .selectFrom('programs')
      .select('program_name')
      .where('program_id', '=', 'QRN')
      .executeTakeFirstOrThrow();
    expect(present?.text).toContain(
      `غاب الطالب ${child?.full_name} (${ownProgram}) عن حصة ${sheet.subjectName} اليوم`,
    );
    expect(present?.text).toContain(`غاب الطالب ${brother?.full_name} اليوم`);

    await registerOf(other).set(today, [absent(numberAt(other, 0)), absent(numberAt(other, 1))]);
    const [both] = await ofFather();
    expect(both?.students).toHaveLength(3);
    expect(both?.text).toContain('نخبركم بما يخص طالبين:');
    expect(both?.text).toContain(`غاب الطالب ${child?.full_name} (${ownProgram}) اليوم`);
    expect(both?.text).toContain(`غاب الطالب ${child?.full_name} (${program.program_name}) اليوم`);
    expect(both?.text).not.toContain('حصة');
    // Each message of one record alone names its programme too.
    const [alone] = await ofFather('absent', other);
    expect(alone?.students).toHaveLength(1);
    expect(alone?.text).toContain(`${child?.full_name} (${program.program_name}) اليوم`);
    const [stranger] = (await listOf(other, 'absent')).filter(({ guardian_id }) => guardian_id !== father.id);
    expect(stranger?.text).toContain(`غاب الطالب ${other.students[1]?.full_name} اليوم`);

    await open('absent', both);
    await registerOf(other).set(today, []);
    const corrections = (await ofFather()).filter(({ state }) => state === 'corrected');
    expect(corrections).toHaveLength(1);
    expect(corrections[0]?.students).toHaveLength(2);
    expect(corrections[0]?.text).toContain(`حضر الطالب ${child?.full_name} (${ownProgram}) اليوم`);
    expect(corrections[0]?.text).not.toContain('بما يخص');
  });

  test('another child of an opened message gets a message of its own', async () => {
    const sheet = await newClass(2);
    const father = await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await addGuardian(sheet.students[1]?.id, { guardian_id: father.id });
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0))]);
    await open('absent', (await listOf(sheet, 'absent'))[0]);
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0)), absent(numberAt(sheet, 1))]);
    expect((await listOf(sheet, 'absent')).map(({ state }) => state).toSorted()).toEqual(['new', 'opened']);
  });
});

describe('messages about three days of absence', () => {
  const days = ['2026-11-24', '2026-11-22', '2026-11-19', '2026-11-18'];

  test('only the newest teaching days of the student count, and three excused days do not', async () => {
    const sheet = await newClass(5);
    const fiqh = await addSubject(sheet);
    for (const { id } of sheet.students) await addGuardian(id, { phone: newPhone() });
    const at = (index: number, type?: string) => absent(numberAt(sheet, index), type);
    // 0 is absent on four days, 1 on three, 2 was present in between, 3 in another subject, 4 is excused.
    const [newest = '', middle = '', third = '', oldest = ''] = days;
    await registerOf(sheet).set(oldest, [at(0)]);
    await registerOf(sheet).set(third, [at(0), at(1), at(2), at(3), at(4, excused)]);
    await registerOf(sheet).set(middle, [at(0), at(1), at(3), at(4, excused)]);
    await registerOf(sheet).set(newest, [at(0), at(1), at(2), at(3), at(4, excused)]);
    await registerOf(sheet, fiqh.subject_code).set(middle, [at(0), at(1), at(2), at(4, excused)]);
    const recipients = await listOf(sheet, 'absent_days');
    expect(recipients.map(({ students }) => students[0]?.id)).toEqual([
      sheet.students[0]?.id,
      sheet.students[1]?.id,
    ]);
    expect(recipients[0]?.text).toContain('4 أيام متتالية حتى اليوم');
    expect(recipients[1]?.text).toContain('3 أيام متتالية');
    await open('absent_days', recipients[0]);
    expect((await listOf(sheet, 'absent_days')).map(({ state }) => state)).toEqual(['opened', 'new']);
    // On the day before, only student 0 had three days.
    expect(await listOf(sheet, 'absent_days', { date: middle })).toHaveLength(1);
    expect(await listOf(sheet, 'absent_days', { date: third })).toEqual([]);
  });

  test('days on which the child is present in another programme do not count', async () => {
    const [sheet, other] = [await newClass(1), await newClass(1)];
    const father = await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await addGuardian(other.students[0]?.id, { guardian_id: father.id });
    for (const day of days) await registerOf(sheet).set(day, [absent(numberAt(sheet, 0))]);
    const [newest = '', middle = '', , oldest = ''] = days;
    expect((await listOf(sheet, 'absent_days'))[0]?.text).toContain('4 أيام متتالية');
    await registerOf(other).set(oldest, []);
    expect((await listOf(sheet, 'absent_days'))[0]?.text).toContain('3 أيام متتالية');
    await registerOf(other).set(newest, [absent(numberAt(other, 0))]);
    expect(await listOf(sheet, 'absent_days')).toHaveLength(1);
    await registerOf(other).set(middle, []);
    expect(await listOf(sheet, 'absent_days')).toEqual([]);
  });

  test('days of a circle do not count before the student was a member', async () => {
    const sheet = await newClass(2);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    const [newest = '', middle = '', third = ''] = days;
    const circle = await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 1), third);
    const other = await newCircle(server, sheet.subjectCode, sheet.students.slice(1), '2026-11-01');
    const registerIn = (id: number) =>
      registerCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode }, id);
    for (const day of [newest, middle, third]) {
      await registerIn(circle.id).set(day, [absent(numberAt(sheet, 0))]);
      await registerIn(other.id).set(day, []);
    }
    expect(await listOf(sheet, 'absent_days')).toMatchObject([{ students: [{ id: sheet.students[0]?.id }] }]);
    expect(await listOf(sheet, 'absent_days', { circle_id: other.id })).toEqual([]);
    expect(await listOf(sheet, 'absent_days', { circle_id: circle.id })).toHaveLength(1);
  });
});

describe('messages about studies', () => {
  test('marks have one message, and only changed marks have another', async () => {
    const sheet = await newClass(2);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    const complete = {
      participationGrade: 10,
      attendanceGrade: 30,
      exerciseGrade: 5,
      readingGrade: 5,
      testGrade: 50,
    };
    const saved = await sheet.save([
      sheet.sentRow(0, complete),
      sheet.sentRow(1, { participationGrade: 10 }),
    ]);
    expect(saved.status, saved.text).toBe(200);
    const [first, ...others] = await listOf(sheet, 'marks');
    expect(others).toEqual([]);
    expect(first?.text).toContain(
      `نتائج الطالب ${sheet.students[0]?.full_name}:\n${sheet.subjectName}: 100%`,
    );
    await open('marks', first);
    expect(await listOf(sheet, 'marks')).toMatchObject([{ state: 'opened' }]);
    const { version } = await sheet.row(0);
    await sheet.save([sheet.sentRow(0, { ...complete, testGrade: 40 }, version ?? undefined)]);
    expect(await listOf(sheet, 'marks')).toMatchObject([
      { state: 'new', text: expect.stringContaining(`${sheet.subjectName}: 90%`) },
    ]);
  });

  test('a sard has a message when it is due and when it is passed, and is not due on a day off', async () => {
    const sheet = await newDailyClass(2);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await admin('PUT', `/subjects/${sheet.subjectCode}/plan`, {
      ...samplePlan,
      direction: 'juz_descending',
      start: '78:1',
      juz_test: 1,
    });
    expect(await listOf(sheet, 'juz_test')).toEqual([]);
    await recite(sheet, 0, { date: '2026-11-19', ranges: [{ from: '78:1', to: '114:6' }] });
    const name = sheet.students[0]?.full_name;
    const [due, ...others] = await listOf(sheet, 'juz_test');
    expect(others).toEqual([]);
    expect(due?.text).toContain(`أتمّ الطالب ${name} حفظ الجزء 30، وحان موعد اختباره`);
    const holiday = await admin<{ id: number }>('POST', '/holidays', {
      name: 'إجازة',
      from: today,
      to: today,
      batch_id: sheet.batchId,
    });
    expect(await listOf(sheet, 'juz_test')).toEqual([]);
    await admin('DELETE', `/holidays/${holiday.id}`);
    await open('juz_test', due);
    expect(await listOf(sheet, 'juz_test')).toMatchObject([{ state: 'opened' }]);

    await admin('POST', '/sard', {
      ...sampleSard,
      student_id: numberAt(sheet, 0),
      subject_code: sheet.subjectCode,
      from_juz: 30,
      date: '2026-11-23',
    });
    const [passed, ...none] = await listOf(sheet, 'juz_test');
    expect(none).toEqual([]);
    expect(passed).toMatchObject({ state: 'new' });
    expect(passed?.text).toContain(`نبشّركم باجتياز الطالب ${name} اختبار الجزء 30 يوم الاثنين`);
    await open('juz_test', passed);
    expect(await listOf(sheet, 'juz_test')).toMatchObject([{ state: 'opened' }]);
    expect(await listOf(sheet, 'juz_test', { date: '2026-11-29' })).toHaveLength(1);
    expect(await listOf(sheet, 'juz_test', { date: '2026-11-30' })).toEqual([]);
  });

  test('the week counts accepted pages and days of absence, also without a recitation', async () => {
    const sheet = await newDailyClass(2);
    for (const { id } of sheet.students) await addGuardian(id, { phone: newPhone() });
    const fiqh = await addSubject(sheet);
    await recite(sheet, 0, { date: '2026-11-22', ranges: [], pagesCount: 1.5 });
    await recite(sheet, 0, { date: '2026-11-23', ranges: [], pagesCount: 4, result: 'repeat' });
    await recite(sheet, 0, { date: '2026-11-22', ranges: [], pagesCount: 1, kind: 'near' });
    await recite(sheet, 0, { date: '2026-11-23', ranges: [], pagesCount: 1, kind: 'far' });
    // Before the week.
    await recite(sheet, 0, { date: '2026-11-19', ranges: [], pagesCount: 3 });
    await registerOf(sheet).set('2026-11-19', [absent(numberAt(sheet, 0))]);
    for (const code of [sheet.subjectCode, fiqh.subject_code])
      await registerOf(sheet, code).set('2026-11-22', [absent(numberAt(sheet, 0))]);
    await registerOf(sheet).set('2026-11-23', [absent(numberAt(sheet, 0), excused)]);
    const [first, second] = await listOf(sheet, 'week');
    expect(first?.text).toContain('الحفظ الجديد: صفحة واحدة ونصف\nالمراجعة: صفحتان\nأيام الغياب: يومان');
    expect(second?.text).toContain('الحفظ الجديد: لا شيء\nالمراجعة: لا شيء\nأيام الغياب: لا غياب');
    await open('week', first);
    expect((await listOf(sheet, 'week')).map(({ state }) => state).toSorted()).toEqual(['new', 'opened']);
  });

  test('a free text needs a batch or circle, and each text is offered once', async () => {
    const sheet = await newClass(2);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    const refused = await list('free');
    expect(refused).toMatchObject({ status: 422, body: { error: tellMessages.freeNeedsGroup } });
    const key = { text_key: textKey('لا دراسة غداً') };
    const [first, second] = await listOf(sheet, 'free', key);
    expect([first?.state, second?.reason]).toEqual(['new', 'no_guardian']);
    expect(first?.text).toContain(freeTextMark);
    await open('free', first);
    expect((await listOf(sheet, 'free', key))[0]?.state).toBe('opened');
    expect((await listOf(sheet, 'free', { text_key: textKey('غداً إجازة') }))[0]?.state).toBe('new');
  });
});

describe('the scope of messages', () => {
  async function newTeacher(sheet: Sheet) {
    const account = await addAccount(server, 'teacher');
    const body = { subject_code: sheet.subjectCode, teacher_id: account.id };
    await admin('POST', '/subject-teachers', body);
    return account.signIn();
  }

  test('a teacher messages the families of his own students, if the institute allows it', async () => {
    const [own, other] = [await newClass(2), await newClass(1)];
    const teacher = await newTeacher(own);
    await newTeacher(other);
    const father = await addGuardian(own.students[0]?.id, { phone: newPhone() });
    await addGuardian(other.students[0]?.id, { guardian_id: father.id });
    await registerOf(own).set(today, [absent(numberAt(own, 0))]);
    await registerOf(other).set(today, [absent(numberAt(other, 0))]);
    const ofAdmin = (await list('absent')).body.find(({ guardian_id }) => guardian_id === father.id);
    expect(ofAdmin?.students).toHaveLength(2);
    const [ofTeacher, ...others] = (await list('absent', {}, teacher)).body;
    expect([ofTeacher?.students.map(({ id }) => id), others]).toEqual([[own.students[0]?.id], []]);
    expect(ofTeacher?.text).not.toContain(String(other.students[0]?.full_name) + '،');
    expect((await list('absent', { batch_id: other.batchId }, teacher)).status).toBe(404);
    expect((await open('absent', ofTeacher, teacher)).status).toBe(201);
    expect((await open('absent', ofAdmin, teacher)).status).toBe(404);
    const opened = await open('absent', ofAdmin);
    expect(opened.status).toBe(201);
    const putBack = (as: As) =>
      server.call('POST', '/tell/not-sent', { as, body: { message_id: opened.body.message_id } });
    expect((await putBack(teacher)).status).toBe(404);
    expect((await putBack('admin')).status).toBe(200);

    await letTeachersContactGuardians(server, false);
    const closed = await list('absent', {}, teacher);
    expect(closed).toMatchObject({ status: 403, body: { error: tellMessages.teachersMayNotContact } });
    expect((await list('absent')).status).toBe(200);
    await letTeachersContactGuardians(server);
    expect((await list('absent', {}, teacher)).status).toBe(200);
  });

  test('an admin of one section sees only the families of his section', async () => {
    await admin('PUT', '/settings', { sections_enabled: true });
    const girls = await newClass(1);
    const boys = await newClass(1);
    await admin('PUT', `/batches/${girls.batchId}`, { section: 'girls' });
    await admin('PUT', `/batches/${boys.batchId}`, { section: 'boys' });
    for (const sheet of [girls, boys]) {
      await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
      await registerOf(sheet).set(today, [absent(numberAt(sheet, 0))]);
    }
    const signIn = async (section: StaffSection) => (await addAccount(server, 'admin', { section })).signIn();
    const idsFor = async (as: As) =>
      (await list('absent', {}, as)).body.flatMap(({ students }) => students.map(({ id }) => id));
    const [girl, boy] = [Number(girls.students[0]?.id), Number(boys.students[0]?.id)];
    const [ofBoys, ofGirls] = [await idsFor(await signIn('boys')), await idsFor(await signIn('girls'))];
    expect([ofBoys.includes(girl), ofBoys.includes(boy)]).toEqual([false, true]);
    expect([ofGirls.includes(girl), ofGirls.includes(boy)]).toEqual([true, false]);
    await admin('PUT', '/settings', { sections_enabled: false });
  });

  test('a message is only stored for a guardian with the right to messages about the student', async () => {
    const sheet = await newClass(2);
    const own = await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    const stranger = await addGuardian(sheet.students[1]?.id, { phone: newPhone() });
    const send = (guardian_id: number | null, ids: (number | undefined)[]) =>
      server.call('POST', '/tell/opened', {
        as: 'admin',
        body: {
          kind: 'absent',
          date: today,
          guardian_id,
          students: ids.map((id) => ({ id, content: 'absent' })),
          channel: 'sms',
          text: 'نص\nآخر',
        },
      });
    const [first, second] = sheet.students.map(({ id }) => id);
    expect((await send(stranger.id, [first])).status).toBe(404);
    expect((await send(own.id, [first, second])).status).toBe(404);
    expect((await send(null, [first, second])).status).toBe(404);
    expect((await send(own.id, [first])).status).toBe(201);
    expect((await send(null, [first])).status).toBe(201);
  });
});

describe('the stored messages and texts', () => {
  test('the text is deleted after 90 days, and the rest stays', async () => {
    const sheet = await newClass(1);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0))]);
    const { body } = await open('absent', (await listOf(sheet, 'absent'))[0]);
    const load = () =>
      server.data.read
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', body.message_id)
        .executeTakeFirst();
    const upkeepOn = async (day: string) => {
      clock.now = () => new Date(`${day}T08:00:00Z`);
      await runDailyUpkeep(server.data);
      clock.now = () => now;
    };
    await upkeepOn(daysAfter(today, 89));
    expect((await load())?.text).toContain('غاب الطالب');
    await upkeepOn(daysAfter(today, 91));
    expect(await load()).toMatchObject({
      text: null,
      kind: 'absent',
      about: today,
      opened_at: now.toISOString(),
    });
  });

  test('a template is changed and undone, and an unknown field is refused with the known ones', async () => {
    const sheet = await newClass(1);
    await addGuardian(sheet.students[0]?.id, { phone: newPhone() });
    await registerOf(sheet).set(today, [absent(numberAt(sheet, 0))]);
    const save = (body: object) =>
      server.call<MessageTemplate & { operation_id: number; details: object[] }>(
        'PUT',
        '/message-templates/absent',
        {
          as: 'admin',
          headers: { 'x-session-id': 'tell' },
          body,
        },
      );
    const refused = await save({ masculine: 'غاب {الطالب} من {المدرسة}' });
    expect(refused.status).toBe(422);
    expect(refused.body.details).toMatchObject([
      { path: 'masculine', message: expect.stringMatching(/«المدرسة».*\{الطالب\} \{اليوم\}/) },
    ]);
    const saved = await save({ masculine: 'لم يحضر {الطالب}.' });
    expect([saved.status, saved.body.version]).toEqual([200, 1]);
    expect((await listOf(sheet, 'absent'))[0]?.text).toContain(`لم يحضر ${sheet.students[0]?.full_name}.`);
    expect((await save({ masculine: 'نص', version: 0 })).status).toBe(409);
    const undone = await server.call('POST', `/undo/${saved.body.operation_id}`, {
      as: 'admin',
      headers: { 'x-session-id': 'tell' },
    });
    expect(undone.status, undone.text).toBe(200);
    expect((await listOf(sheet, 'absent'))[0]?.text).toContain(
      `غاب الطالب ${sheet.students[0]?.full_name} اليوم`,
    );
  });
});
