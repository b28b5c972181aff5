import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssignmentDetail } from '../../../contract/assignments';
import type { CircleMember } from '../../../contract/circles';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt, moveClock } from '../../support/clock';
import { newStudent } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';

const today = '2026-11-22';
const clock = clockAt('2026-09-01T09:00:00Z');
let server: TestApp;
let sheet: Sheet;
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  sheet = await newSheet(server, 4);
  await moveClock(clock, server, `${today}T09:00:00.000Z`);
});
afterAll(() => server.close());

const send = <T>(method: string, path: string, body?: unknown) =>
  server.call<T & { code?: string; current?: unknown }>(method, path, { as: 'admin', body });
const staleAnswer = (current: unknown) => ({ status: 409, body: { code: 'STALE', current } });

describe('the members of a circle', () => {
  const number = (index: number) => String(sheet.students[index]?.student_id);
  const numbers = (...indexes: number[]) => indexes.map(number);
  const buildMembers = (circle: number | null, ...indexes: number[]) =>
    indexes.map((index) => ({ student_id: number(index), circle_id: circle }));
  const set = (circle: number, student_ids: string[], loaded?: object[], date = today) =>
    send<CircleMember[]>('PUT', `/circles/${circle}/members`, {
      student_ids,
      date,
      ...(loaded && { seen: loaded }),
    });
  const membersOf = async (circle: number) =>
    (await send<CircleMember[]>('GET', `/circles/${circle}/members?date=${today}`)).body.map(
      ({ student_id }) => student_id,
    );
  const twoCircles = async () =>
    [
      (await newCircle(server, sheet.subjectCode, sheet.students.slice(0, 1), today)).id,
      (await newCircle(server, sheet.subjectCode, [], today)).id,
    ] as const;

  test('an admin with an outdated list does not remove members that another admin has added', async () => {
    const [circle] = await twoCircles();
    expect(
      await set(circle, numbers(0, 1), [...buildMembers(circle, 0), ...buildMembers(null, 1)]),
    ).toMatchObject({
      status: 200,
    });
    const second = await set(circle, numbers(0, 2), [...buildMembers(circle, 0), ...buildMembers(null, 2)]);
    expect(second).toMatchObject(staleAnswer([...buildMembers(circle, 0, 1), ...buildMembers(null, 2)]));
    expect(await membersOf(circle)).toEqual(numbers(0, 1));
    const again = await set(circle, numbers(0, 1, 2), [
      ...buildMembers(circle, 0, 1),
      ...buildMembers(null, 2),
    ]);
    expect(again).toMatchObject({ status: 200 });
    expect(await membersOf(circle)).toEqual(numbers(0, 1, 2));
  });

  test('an admin with an outdated list does not move members that another admin has moved, also from a later day', async () => {
    const [circle, other] = await twoCircles();
    await set(other, numbers(3));
    const body = [...buildMembers(circle, 0), ...buildMembers(null, 3)];
    for (const date of [today, '2026-11-10']) {
      const members = date === today ? body : body.slice(1);
      const refusal = await set(circle, date === today ? numbers(0, 3) : numbers(3), members, date);
      expect(refusal.status, date).toBe(409);
      expect(refusal.body.current).toContainEqual(
        expect.objectContaining({ student_id: number(3), circle_id: other }),
      );
    }
    expect(await membersOf(other)).toEqual(numbers(3));
    expect(
      await set(circle, numbers(0, 3), [...buildMembers(circle, 0), ...buildMembers(other, 3)]),
    ).toMatchObject({
      status: 200,
    });
    expect(await membersOf(other)).toEqual([]);
  });

  test('an outdated list with a former member is refused; a call without the loaded list is accepted', async () => {
    const [circle] = await twoCircles();
    await set(circle, []);
    expect(await set(circle, numbers(0), buildMembers(circle, 0))).toMatchObject(
      staleAnswer(buildMembers(null, 0)),
    );
    expect(await set(circle, numbers(0))).toMatchObject({ status: 200 });
  });
});

describe('the prior memorisation of a student', () => {
  test('an outdated list does not replace the prior memorisation after another admin has added a range', async () => {
    const { student_id } = await newStudent(server);
    const path = `/hifz/${student_id}/prior`;
    const range = (from: string, to: string) => ({ from, to, date: '2026-10-01', strength: 4 });
    const [juz30, juz29, juz28] = [range('78:1', '114:6'), range('67:1', '77:50'), range('58:1', '66:12')];
    expect(await send('PUT', path, { ranges: [juz30], seen: [] })).toMatchObject({ status: 200 });
    const second = await send('PUT', path, { ranges: [juz29], seen: [] });
    expect(second).toMatchObject(staleAnswer({ ranges: [juz30] }));
    expect((await send('GET', path)).body).toEqual({ ranges: [juz30] });
    const both = { ranges: [juz30, juz29], seen: [juz30] };
    expect(await send('PUT', path, both)).toMatchObject({ status: 200 });
    // Another day or strength makes a different list; another order does not.
    const weaker = [juz29, { ...juz30, strength: 1 }];
    expect(await send('PUT', path, { ranges: [], seen: weaker })).toMatchObject({ status: 409 });
    const three = { ranges: [juz28], seen: [juz29, juz30] };
    expect(await send('PUT', path, three)).toMatchObject({ status: 200 });
    expect(await send('PUT', path, { ranges: [] })).toMatchObject({ status: 200, body: { ranges: [] } });
  });
});

test('an outdated order of questions does not replace a newer order', async () => {
  const question = (question_text: string) => ({
    question_text,
    question_type: 'essay',
    marks: 5,
  });
  const created = await send<AssignmentDetail>('POST', '/assignments', {
    title: 'ترتيب',
    subject_id: sheet.subjectId,
    questions: ['أ', 'ب', 'ج'].map(question),
  });
  expect(created.status, created.text).toBe(201);
  const ids = created.body.questions.map(({ id }) => id);
  const [first, second, third] = ids;
  const order = (next: unknown[], previous?: unknown[]) =>
    send('PUT', `/assignments/${created.body.id}/questions/order`, {
      ids: next,
      ...(previous && { seen: previous }),
    });
  expect(await order([second, first, third], ids)).toMatchObject({ status: 200 });
  const refusal = await order([third, first, second], ids);
  expect(refusal).toMatchObject(staleAnswer([{ id: second }, { id: first }, { id: third }]));
  expect(await order([third, second, first], [second, first, third])).toMatchObject({ status: 200 });
  expect(await order(ids)).toMatchObject({ status: 200 });
});
