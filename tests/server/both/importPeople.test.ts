import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportCheck, ImportResult, PersonDecision, QuestionKind } from '../../../contract/imports';
import { startTestApp, type TestApp } from '../../support/app';
import { importFile } from '../../support/importing';

type Row = Record<string, string | undefined>;
const [first, second] = ['دفعة القرآن الأولى 1446', 'دفعة القرآن الثانية 1447'];
let server: TestApp;
const undoHeaders = { 'x-session-id': 'people' };

beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await importFile(server, 'programs', 'programs.csv');
  await importFile(server, 'batches', 'batches.csv');
});
afterAll(() => server.close());
beforeEach(async () => {
  const { body } = await server.call<{ id: number }[]>('GET', '/students', {
    as: 'admin',
    query: { range: [0, 99] },
  });
  if (body.length > 0) {
    const ids = body.map(({ id }) => id);
    const answer = await server.call('POST', '/students/delete-many', { as: 'admin', body: { ids } });
    if (answer.status !== 200) throw new Error(answer.text);
  }
});

const check = async (data: readonly Row[]) =>
  (
    await server.call<Required<ImportCheck>>('POST', '/students/import/check', {
      as: 'admin',
      body: { data },
    })
  ).body;
const send = async (data: readonly object[]) =>
  (
    await server.call<ImportResult>('POST', '/students/import', {
      as: 'admin',
      body: { data },
      headers: undoHeaders,
    })
  ).body;
type Answer = Pick<PersonDecision, 'as' | 'move'>;

/** Sends the file like the import page: with the decisions of the check, and one answer for all questions. */
async function importWith(data: readonly Row[], answer: Answer = { as: 'skip' }) {
  const { questions, decisions } = await check(data);
  const decisionByRow = new Map<number, PersonDecision>();
  for (const { row, ...decision } of decisions) decisionByRow.set(row, decision);
  for (const { row, kind, stored, without } of questions)
    decisionByRow.set(row, {
      kind,
      ...answer,
      ...(answer.as === 'same' && stored && { id: stored.id, version: stored.version }),
      ...(answer.as === 'new' && { without }),
    });
  const result = await send(data.map((row, index) => ({ ...row, decision: decisionByRow.get(index + 1) })));
  expect(result.failed, JSON.stringify(result.errors)).toBe(0);
  return result;
}
const stored = async () =>
  server.data.read
    .selectFrom('students')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', 1),
    )
    .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
    .select(['students.id', 'full_name', 'student_id', 'national_id', 'phone', 'batch_name'])
    .orderBy('students.id')
    .execute();
const kinds = ({ questions }: { questions: readonly { kind: QuestionKind }[] }) =>
  questions.map(({ kind }) => kind);
/** The second import of the same file asks nothing and changes nothing. */
async function expectSettled(data: readonly Row[]) {
  const before = await stored();
  const again = await check(data);
  expect(again).toMatchObject({ questions: [], changes: [], errors: [], imported: 0 });
  await importWith(data);
  expect(await stored()).toEqual(before);
}

const classOf = (batch_name: string, names: readonly string[]) =>
  names.map((full_name, index) => ({ student_id: String(index + 1), full_name, batch_name }));
const classA = classOf(first, ['رائد وليد الجابر', 'صالح ياسر اليوسف', 'وليد بلال الأمين']);
const classB = classOf(second, ['حسن وليد السالم', 'أسامة زياد الهادي', 'طارق عمر النعيم']);

describe('a second class whose numbers also begin with 1', () => {
  test('asks for each row, and without answers fails with the cause and changes nothing', async () => {
    await send(classA);
    const before = await stored();
    const checked = await check(classB);
    expect(kinds(checked)).toEqual(['otherName', 'otherName', 'otherName']);
    expect(checked).toMatchObject({ imported: 0, updated: 0, failed: 0 });
    expect(checked.questions[0]).toMatchObject({
      row: 1,
      name: 'حسن وليد السالم',
      field: 'student_id',
      value: '1',
      stored: { full_name: 'رائد وليد الجابر', student_id: '1', batch_name: first },
      changes: expect.arrayContaining([
        { field: 'full_name', from: 'رائد وليد الجابر', to: 'حسن وليد السالم' },
        { field: 'batch_name', from: first, to: second },
      ]),
      without: ['student_id'],
    });
    const plain = await send(classB);
    expect(plain).toMatchObject({ imported: 0, updated: 0, failed: 3 });
    expect(plain.errors[0]).toMatchObject({ row: 1, field: 'student_id', code: 'NEEDS_CHOICE' });
    expect(plain.errors[0]?.message).toContain('رائد وليد الجابر');
    expect(await stored()).toEqual(before);
    await importWith(classB);
    expect(await stored()).toEqual(before);
  });

  test('is stored as new people after one choice, and asks nothing the second time', async () => {
    await send(classA);
    const before = await stored();
    expect(await importWith(classB, { as: 'new' })).toMatchObject({ imported: 3 });
    const after = await stored();
    expect(after.slice(0, 3)).toEqual(before);
    expect(after.slice(3).map(({ full_name, batch_name }) => [full_name, batch_name])).toEqual(
      classB.map(({ full_name, batch_name }) => [full_name, batch_name]),
    );
    expect(new Set(after.map(({ student_id }) => student_id)).size).toBe(6);
    await expectSettled(classB);
    await expectSettled(classA);
  });

  test('renames and moves the stored people if the admin says that they are the same', async () => {
    await send(classA);
    expect(await importWith(classB, { as: 'same' })).toMatchObject({ imported: 0, updated: 3 });
    expect((await stored()).map(({ full_name }) => full_name)).toEqual(classB.map((row) => row.full_name));
    await expectSettled(classB);
  });
});

describe('a list of names', () => {
  const names = ['عمر وليد رائد الصالح', 'هيثم أسامة زياد الهادي', 'نور الدين حسن سلمان الناصر'];
  const roster = names.map((full_name) => ({ full_name, batch_name: first }));

  test('twice, and then with ids, is the same people', async () => {
    await send(roster);
    await expectSettled(roster);
    const withIds = roster.map((row, index) => ({ ...row, national_id: `100003100${index}` }));
    expect(await importWith(withIds)).toMatchObject({ imported: 0, updated: 3 });
    expect((await stored()).map(({ national_id }) => national_id)).toEqual(
      withIds.map(({ national_id }) => national_id),
    );
    await expectSettled(withIds);
  });

  test('with shorter names keeps the longer stored ones, and joins compounds', async () => {
    await send(roster);
    const before = await stored();
    const checked = await check([{ full_name: 'عمر الصالح', batch_name: first }]);
    expect(checked).toMatchObject({ imported: 0, unchanged: 1, questions: [], changes: [] });
    await expectSettled([{ full_name: 'عمر الصالح', batch_name: first }]);
    const respelled = { full_name: 'نورالدين بن حسن بن سلمان الناصر', batch_name: first };
    expect(await check([respelled])).toMatchObject({
      imported: 0,
      questions: [],
      changes: [{ field: 'full_name', from: names[2], to: respelled.full_name }],
    });
    expect(await stored()).toEqual(before);
  });

  test('asks about brothers never, about namesakes always', async () => {
    await send(roster);
    expect(await check([{ full_name: 'خالد وليد رائد الصالح', batch_name: first }])).toMatchObject({
      imported: 1,
      questions: [],
    });
    const twins = [
      { full_name: names[0], batch_name: first, phone: '0500000001' },
      { full_name: names[0], batch_name: first, phone: '0500000002' },
    ];
    expect(kinds(await check(twins))).toEqual(['namesakes', 'namesakes']);
    await importWith(twins, { as: 'new' });
    expect(await stored()).toHaveLength(5);
    await expectSettled(twins);
  });

  test('asks about the same name in another batch, with the stored batch, and remembers him', async () => {
    await send(roster);
    const elsewhere = [{ full_name: names[0], batch_name: second }];
    const { questions } = await check(elsewhere);
    expect(questions).toMatchObject([{ kind: 'otherBatch', stored: { batch_name: first }, without: [] }]);
    await importWith(elsewhere, { as: 'same', move: false });
    expect((await stored())[0]?.batch_name).toBe(first);
    const again = await check(elsewhere);
    expect(again.questions).toEqual([]);
    // The move is shown again, so that the admin can move him now.
    expect(again.changes).toMatchObject([{ field: 'batch_name', from: first, to: second }]);
    await importWith(elsewhere);
    expect((await stored())[0]?.batch_name).toBe(second);
    await expectSettled(elsewhere);
  });

  test('takes a repeated line once, and tells it', async () => {
    const repeated = [...roster, ...roster.slice(0, 1)];
    const { warnings, imported } = await check(repeated);
    expect(imported).toBe(3);
    expect(warnings).toMatchObject([{ row: 4, message: expect.stringContaining(names[0] ?? '') }]);
    await importWith(repeated);
    expect(await stored()).toHaveLength(3);
  });

  test('names the students of the batch that the file omits', async () => {
    await send(roster);
    expect((await check(roster.slice(1))).missing).toEqual([
      { batch_name: first, count: 1, names: [names[0]] },
    ]);
    expect((await check(roster)).missing).toEqual([]);
  });
});

describe('national ids', () => {
  const id = '1111111111';
  const brothers = ['أنس عمر الأمين', 'زياد عمر الأمين', 'فهد عمر الأمين'].map((full_name) => ({
    full_name,
    national_id: id,
    batch_name: first,
  }));

  test('one id under several names asks for all of them, and the answers are remembered', async () => {
    expect(kinds(await check(brothers))).toEqual(['repeatedNumber', 'repeatedNumber', 'repeatedNumber']);
    expect(await importWith(brothers, { as: 'new' })).toMatchObject({ imported: 3 });
    expect((await stored()).map(({ national_id }) => national_id)).toEqual([null, null, null]);
    await expectSettled(brothers);
  });

  test('a stored id is overwritten only after a choice', async () => {
    await send([{ student_id: '7', full_name: 'أنس عمر الأمين', national_id: '1000000001' }]);
    const corrected = [{ student_id: '7', full_name: 'أنس عمر الأمين', national_id: '1000000002' }];
    expect(kinds(await check(corrected))).toEqual(['otherId']);
    await importWith(corrected);
    expect((await stored())[0]?.national_id).toBe('1000000001');
    await importWith(corrected, { as: 'same' });
    expect((await stored())[0]?.national_id).toBe('1000000002');
    await expectSettled(corrected);
  });

  test('an id and a number of two people ask, and the answer decides', async () => {
    await send([
      { student_id: '7', full_name: 'أنس عمر الأمين', national_id: '1000000001' },
      { student_id: '8', full_name: 'زياد عمر الأمين', national_id: '1000000002' },
    ]);
    const mixed = [
      { student_id: '8', full_name: 'أنس عمر الأمين', national_id: '1000000001', phone: '0500000009' },
    ];
    const { questions } = await check(mixed);
    expect(questions).toMatchObject([
      { kind: 'twoPeople', stored: { student_id: '7' }, others: [{ student_id: '8' }] },
    ]);
    await importWith(mixed, { as: 'same' });
    expect(await stored()).toMatchObject([
      { student_id: '7', national_id: '1000000001', phone: '0500000009' },
      { student_id: '8', national_id: '1000000002', phone: null },
    ]);
    await expectSettled(mixed);
  });

  test('a name that agrees is found by its id, with a warning about the other number', async () => {
    await send([{ student_id: '7', full_name: 'أنس بن عمر الأمين', national_id: '1000000001' }]);
    const { warnings, questions, updated } = await check([
      { student_id: '99', full_name: 'أنس عمر الأمين', national_id: '1000000001' },
    ]);
    expect([questions, updated]).toEqual([[], 1]);
    expect(warnings).toMatchObject([{ row: 1, field: 'student_id' }]);
  });
});

describe('an answer about namesakes', () => {
  const names = ['هند محمد العلي', 'هند محمد العلي'];
  const file = names.map((full_name, index) => ({
    full_name,
    batch_name: first,
    phone: `050000000${index}`,
  }));
  const row = [{ full_name: names[0], batch_name: first, phone: '0500000009' }];
  const answerWith = async (importId: string, id: number | undefined) => {
    const decision = { as: 'same', kind: 'namesakes', id };
    const answer = await server.call<ImportResult>('POST', '/students/import', {
      as: 'admin',
      body: { data: row.map((one) => ({ ...one, decision })) },
      headers: { ...undoHeaders, 'x-import-id': importId },
    });
    expect(answer.body).toMatchObject({ updated: 1, failed: 0 });
  };

  test('is remembered, but no more after the import is undone', async () => {
    await importWith(file, { as: 'new' });
    const [person] = await stored();
    await answerWith('answered-import-1', person?.id);
    expect((await check(row)).questions).toEqual([]);
    expect((await server.call('POST', '/undo/latest', { as: 'admin', headers: undoHeaders })).status).toBe(
      200,
    );
    expect(kinds(await check(row))).toEqual(['namesakes']);
  });

  test('is found again after its student moved to another batch under a longer name', async () => {
    const longer = ['هند محمد سعد العلي', 'هند محمد فهد العلي'];
    await send(
      longer.map((full_name, index) => ({ full_name, student_id: String(91 + index), batch_name: first })),
    );
    expect(kinds(await check(row))).toEqual(['namesakes']);
    const [person] = await stored();
    await answerWith('answered-import-3', person?.id);
    await send([{ full_name: longer[0], student_id: '91', batch_name: second }]);
    const again = await check(row);
    expect(again).toMatchObject({ questions: [], decisions: [{ row: 1, as: 'same', id: person?.id }] });
    expect(again.changes).toMatchObject([{ field: 'batch_name', from: second, to: first }]);
  });

  test('never gives a row with another national id to the remembered student', async () => {
    await importWith(file, { as: 'new' });
    const [person] = await stored();
    await send([
      {
        full_name: names[0],
        batch_name: first,
        national_id: '1290000004',
        decision: { as: 'same', id: person?.id },
      },
    ]);
    await answerWith('answered-import-2', person?.id);
    const other = [{ ...row[0], national_id: '1299999999' }];
    expect(kinds(await check(other))).toEqual(['namesakes']);
    expect(await send(other)).toMatchObject({ failed: 1, errors: [{ code: 'NEEDS_CHOICE' }] });
  });

  test('is needed for a row with a circle, in which neither of them is', async () => {
    await importWith(file, { as: 'new' });
    const batch = await server.data.read
      .selectFrom('batches')
      .select('id')
      .where('batch_name', '=', first)
      .executeTakeFirstOrThrow();
    const subject = {
      subject_code: 'HLQ101',
      name: 'الحفظ',
      hours: 2,
      type: 'تقييد يومي',
      batch_id: batch.id,
    };
    const created = await server.call('POST', '/subjects', { as: 'admin', body: subject });
    expect(created.status, created.text).toBe(201);
    const { subject_code } = await server.data.read
      .selectFrom('subjects')
      .select('subject_code')
      .where('base_subject_code', '=', 'HLQ101')
      .executeTakeFirstOrThrow();
    const circle = { subject_code, name: 'حلقة الفجر', capacity: null };
    const opened = await server.call('POST', '/circles', { as: 'admin', body: circle });
    expect(opened.status, opened.text).toBe(201);
    expect(
      kinds(await check([{ full_name: names[0], batch_name: first, circle_name: 'حلقة الفجر' }])),
    ).toEqual(['namesakes']);
    expect(kinds(await check([{ full_name: names[0], batch_name: first }]))).toEqual([]);
  });
});

test('one id under three names is a question for all, also if two of the names agree', async () => {
  const national_id = '1111111111';
  const rows = ['أحمد علي', 'أحمد محمد علي', 'أحمد سعيد علي'].map((full_name) => ({
    full_name,
    national_id,
  }));
  expect(kinds(await check(rows))).toEqual(['repeatedNumber', 'repeatedNumber', 'repeatedNumber']);
});

test('a name that another admin added since the check fails its row, and is not added twice', async () => {
  const row = { full_name: 'سليم وليد الأمين', batch_name: first };
  const { decisions } = await check([row]);
  const decision = decisions.map(({ row: _, ...one }) => one)[0];
  expect(decision).toMatchObject({ as: 'new' });
  expect(await send([{ ...row, decision }])).toMatchObject({ imported: 1, failed: 0 });
  expect(await send([{ ...row, decision }])).toMatchObject({ imported: 0, failed: 1 });
  expect(await stored()).toHaveLength(1);
});

test('a row that asked in a check without a person to answer fails alone', async () => {
  const result = await send([
    { full_name: 'سليم وليد الأمين', decision: { as: 'ask' } },
    { full_name: 'أنس وليد الأمين' },
  ]);
  expect(result).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 1 }] });
});

describe('a decision', () => {
  const person = { student_id: '7', full_name: 'أنس عمر الأمين', batch_name: first };

  test('of a student with a newer version fails its row and no other', async () => {
    await send([person]);
    const [row] = await stored();
    const decision = { as: 'same', id: row?.id, version: 1 };
    await send([{ ...person, phone: '0500000001' }]);
    const result = await send([
      { ...person, phone: '0500000002', decision },
      { student_id: '8', full_name: 'زياد عمر الأمين' },
    ]);
    expect(result).toMatchObject({ imported: 1, failed: 1, errors: [{ row: 1 }] });
    expect((await stored())[0]?.phone).toBe('0500000001');
    const current = await send([{ ...person, phone: '0500000002', decision: { ...decision, version: 2 } }]);
    expect(current).toMatchObject({ updated: 1, failed: 0 });
  });

  test('of an unknown student fails, and a new one with a taken number too', async () => {
    await send([person]);
    const result = await send([
      { ...person, decision: { as: 'same', id: 999_999 } },
      { ...person, decision: { as: 'same' } },
      { student_id: '7', full_name: 'زياد عمر الأمين', decision: { as: 'new' } },
      { student_id: '7', full_name: 'زياد عمر الأمين', decision: { as: 'skip' } },
    ]);
    expect(result).toMatchObject({ imported: 0, unchanged: 1, failed: 3 });
    expect(await stored()).toHaveLength(1);
  });

  test('to stay leaves the batch, and changes the other fields', async () => {
    await send([person]);
    const [row] = await stored();
    const decision = { as: 'same', id: row?.id, move: false };
    await send([{ ...person, batch_name: second, phone: '0500000001', decision }]);
    expect(await stored()).toMatchObject([{ batch_name: first, phone: '0500000001' }]);
    await send([{ ...person, batch_name: second, decision: { ...decision, move: true } }]);
    expect(await stored()).toMatchObject([{ batch_name: second }]);
  });
});

test('a given name that is one letter off is a correction only by number in the same batch', async () => {
  await send([{ student_id: '7', full_name: 'حسن عمر الأمين', national_id: '1000000001', batch_name: first }]);
  const twin = { full_name: 'حسين عمر الأمين', batch_name: first };
  expect(await check([{ ...twin, student_id: '7' }])).toMatchObject({
    questions: [],
    changes: [{ field: 'full_name', to: 'حسين عمر الأمين' }],
  });
  expect(kinds(await check([{ ...twin, student_id: '7', batch_name: second }]))).toEqual(['otherName']);
  expect(kinds(await check([{ full_name: twin.full_name, student_id: '7' }]))).toEqual(['otherName']);
  expect(kinds(await check([{ ...twin, national_id: '1000000001' }]))).toEqual(['otherName']);
});

describe('marks', () => {
  const names = ['أنس عمر الأمين', 'زياد عمر الأمين'];
  const people = names.map((full_name, index) => ({
    student_id: String(71 + index),
    full_name,
    batch_name: first,
  }));
  const mark = (values: object) => ({ subject_code: 'FQH101', batch_name: first, test_grade: 30, ...values });
  const sendMarks = async (data: readonly object[]) =>
    (await server.call<ImportResult>('POST', '/grades/import', { as: 'admin', body: { data } })).body;
  const checkMarks = async (data: readonly object[]) =>
    (
      await server.call<Required<ImportCheck>>('POST', '/grades/import/check', {
        as: 'admin',
        body: { data },
      })
    ).body;
  const marks = () =>
    server.data.read
      .selectFrom('grades')
      .innerJoin('students', 'students.id', 'grades.student_row_id')
      .select(['students.full_name', 'grades.test'])
      .orderBy('students.student_id')
      .execute();
  beforeEach(async () => {
    await send(people);
    const subject = { code: 'FQH101', name: 'الفقه', hours: 2, batch_name: first };
    await server.call('POST', '/subjects/import', { as: 'admin', body: { data: [subject] } });
  });

  test('of a number whose name disagrees go to the person of this name in the batch', async () => {
    const result = await sendMarks([mark({ student_id: '71', student_name: 'زياد بن عمر الأمين' })]);
    expect(result).toMatchObject({ imported: 1, failed: 0, warnings: [{ row: 1, field: 'student_id' }] });
    expect(await marks()).toEqual([{ full_name: names[1], test: 30 }]);
  });

  test('of an unknown name at a known number ask, and the answer is remembered', async () => {
    const row = mark({ student_id: '71', student_name: 'أبو بكر الأمين' });
    expect((await checkMarks([row])).questions).toMatchObject([
      { kind: 'otherName', canBeNew: false, stored: { full_name: names[0] } },
    ]);
    expect(await sendMarks([row])).toMatchObject({ failed: 1, errors: [{ code: 'NEEDS_CHOICE' }] });
    expect(await marks()).toEqual([]);
    const [person] = await stored();
    const decision = { as: 'same', kind: 'otherName', id: person?.id };
    expect(await sendMarks([{ ...row, decision }])).toMatchObject({ imported: 1, failed: 0 });
    expect(await checkMarks([row])).toMatchObject({ questions: [], unchanged: 1 });
    expect(await marks()).toEqual([{ full_name: names[0], test: 30 }]);
  });

  test('of two names that agree with one student ask, except under his own name', async () => {
    const rows = [
      mark({ student_name: names[0], test_grade: 30 }),
      mark({ student_name: 'أنس الأمين', test_grade: 20 }),
    ];
    expect((await checkMarks(rows)).questions).toMatchObject([{ row: 2, kind: 'namesakes' }]);
    expect(await sendMarks(rows)).toMatchObject({ imported: 1, failed: 1 });
    expect(await marks()).toEqual([{ full_name: names[0], test: 30 }]);
  });

  test('of a decision for a student with a newer version fail', async () => {
    const [person] = await stored();
    const row = mark({ student_id: '71', student_name: names[0] });
    const sendOf = (version: number) =>
      sendMarks([{ ...row, decision: { as: 'same', id: person?.id, version } }]);
    expect(await sendOf(7)).toMatchObject({ failed: 1 });
    expect(await sendOf(1)).toMatchObject({ imported: 1 });
  });

  test('are found by a shorter name in the batch, and two namesakes are refused', async () => {
    expect(await sendMarks([mark({ student_name: 'أنس الأمين' })])).toMatchObject({ imported: 1 });
    await send([{ student_id: '73', full_name: 'أنس وليد الأمين', batch_name: first }]);
    expect(await sendMarks([mark({ student_name: 'أنس الأمين' })])).toMatchObject({
      failed: 1,
      errors: [{ field: 'student_name' }],
    });
  });
});
