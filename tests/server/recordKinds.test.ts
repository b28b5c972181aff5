import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import { ruleMessages } from '../../contract/errors';
import { ayahName, rangeOfPages } from '../../contract/rules/mushaf';
import { startTestApp, type TestApp } from '../support/app';
import { newDailySubject, recordCalls } from '../support/teaching';

const day = '2026-11-19';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
});
afterAll(() => server.close());

/** Each test has its own subject of daily records. */
let records: ReturnType<typeof recordCalls>;
let numbers: string[];
const studentIdAt = (index: number) => String(numbers[index]);
beforeEach(async () => {
  records = recordCalls(server, await newDailySubject(server));
  numbers = (await records.day(day)).body.records.map(({ studentId }) => studentId);
});

const loadRow = async (studentId: string, kind = 'new', date = day): Promise<DailyRecord> => {
  const { body } = await records.day(date, 'admin', { kind });
  const row = body.records.find((one) => one.studentId === studentId);
  if (!row) throw new Error(`${studentId} has no row`);
  return row;
};
const save = (...rows: unknown[]) => records.save(day, rows);
/** Adds the stored version, so that the save is not stale. */
const saveRow = async (row: { kind?: string }) =>
  save({ studentId: studentIdAt(0), version: (await loadRow(studentIdAt(0), row.kind)).version, ...row });
const saveAndRead = async (row: object) => {
  const answer = await saveRow(row);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.records[0] as DailyRecord;
};
/** Returns the field of the first problem, and its message. */
const firstProblem = async (row: object) => {
  const { status, body } = await saveRow(row);
  const [detail] = body.details ?? [];
  return [status, detail?.path.replace('records.0.', ''), detail?.message];
};

const rangeOfPageNumbers = (first: number, last = first) => {
  const range = rangeOfPages(first, last);
  if (!range) throw new Error('no such pages');
  return { from: ayahName(range.from), to: ayahName(range.to) };
};
const toMushafRange = ({ from, to }: { from: string; to: string }) => {
  const [start, end] = [from, to].map((name) => name.split(':').map(Number));
  return {
    from: { surah: start?.[0], ayah: start?.[1] },
    to: { surah: end?.[0], ayah: end?.[1] },
  };
};

describe('records of several kinds on a day', () => {
  test('the kind comes from the query or the row; without a kind it is `new`', async () => {
    await records.save(day, [{ studentId: studentIdAt(0), recordContent: 'قريبة' }], 'teacher', {
      kind: 'near',
    });
    await records.save(
      day,
      [
        { studentId: studentIdAt(0), recordContent: 'جديد' },
        { studentId: studentIdAt(0), kind: 'far', recordContent: 'بعيدة' },
        { studentId: studentIdAt(1), kind: 'tilawa', recordContent: 'تلاوة' },
      ],
      'teacher',
    );
    const { body } = await records.day(day, 'teacher', { kind: 'all' });
    expect(body.records).toHaveLength(4 * numbers.length);
    expect(body.records.slice(0, 8).map(({ kind, recordContent }) => [kind, recordContent])).toEqual([
      ['new', 'جديد'],
      ['near', 'قريبة'],
      ['far', 'بعيدة'],
      ['tilawa', null],
      ['new', null],
      ['near', null],
      ['far', null],
      ['tilawa', 'تلاوة'],
    ]);
    const { body: withoutKind } = await records.day(day, 'teacher');
    expect(withoutKind.records).toHaveLength(numbers.length);
    expect(withoutKind.records[0]).toMatchObject({ kind: 'new', recordContent: 'جديد', version: 1 });
    expect(withoutKind.records[1]).toMatchObject({ kind: 'new', recordContent: null, version: 0 });
  });

  test('two records of one kind, or a record of an unknown kind, answer 422', async () => {
    const row = { studentId: studentIdAt(0), recordContent: 'س' };
    const twice = await save({ ...row, kind: 'near' }, { ...row, kind: 'near' });
    expect(twice).toMatchObject({
      status: 422,
      body: { details: [{ path: 'records.1.studentId', message: ruleMessages.studentTwice }] },
    });
    expect(await firstProblem({ ...row, kind: 'all' })).toEqual([422, 'kind', expect.any(String)]);
    expect((await records.day(day, 'admin', { kind: 'old' })).status).toBe(422);
    expect((await save({ ...row, kind: 'near' }, { ...row, kind: 'far' })).status).toBe(200);
  });

  test('each record has the previous record of its kind', async () => {
    const [one, two] = [rangeOfPageNumbers(10), rangeOfPageNumbers(20, 21)];
    await records.save('2026-11-10', [{ studentId: studentIdAt(0), kind: 'far', ranges: [one, two] }]);
    await records.save('2026-11-12', [
      { studentId: studentIdAt(0), kind: 'far', recordContent: 'من غير مقطع' },
      { studentId: studentIdAt(0), ranges: [one] },
    ]);
    expect(await loadRow(studentIdAt(0), 'far')).toMatchObject({
      previous: { recordDate: '2026-11-12', recordContent: 'من غير مقطع', ranges: [] },
      lastRange: toMushafRange(two),
    });
    expect(await loadRow(studentIdAt(0))).toMatchObject({
      previous: { recordDate: '2026-11-12', ranges: [one] },
      lastRange: toMushafRange(one),
    });
    expect(await loadRow(studentIdAt(0), 'near')).toMatchObject({ previous: null, lastRange: null });
  });
});

test('a save of no rows saves nothing', async () => {
  expect(await records.save(day, [], 'teacher')).toMatchObject({ status: 200, body: { records: [] } });
});

describe('several ranges of a record', () => {
  test('the ranges are returned in their order with the sum of their pages; the first one is the range of the day', async () => {
    const ranges = [rangeOfPageNumbers(582), rangeOfPageNumbers(10, 11), rangeOfPageNumbers(3)];
    expect(await saveAndRead({ kind: 'far', ranges })).toMatchObject({
      ranges,
      range: toMushafRange(rangeOfPageNumbers(582)),
      pagesCount: 4,
    });
    expect(
      await saveAndRead({ kind: 'far', ranges: [rangeOfPageNumbers(3), rangeOfPageNumbers(582)] }),
    ).toMatchObject({
      ranges: [rangeOfPageNumbers(3), rangeOfPageNumbers(582)],
      pagesCount: 2,
      version: 2,
    });
  });

  test('a typed number of pages stays until the client asks for the sum', async () => {
    expect(await saveAndRead({ ranges: [rangeOfPageNumbers(3)], pagesCount: 2.5 })).toMatchObject({
      pagesCount: 2.5,
    });
    expect(await saveAndRead({ ranges: [rangeOfPageNumbers(3, 5)] })).toMatchObject({ pagesCount: 2.5 });
    expect(await saveAndRead({ pagesCount: null })).toMatchObject({
      pagesCount: 3,
      ranges: [rangeOfPageNumbers(3, 5)],
    });
    expect(await saveAndRead({ ranges: [rangeOfPageNumbers(3, 6)] })).toMatchObject({ pagesCount: 4 });
  });

  test('the ranges stay if `range` equals the first range, and are replaced by another `range`', async () => {
    const ranges = [rangeOfPageNumbers(3), rangeOfPageNumbers(5)];
    await saveAndRead({ ranges });
    expect(
      await saveAndRead({ range: toMushafRange(rangeOfPageNumbers(3)), teacherNotes: 'س' }),
    ).toMatchObject({ ranges });
    expect(await saveAndRead({ range: toMushafRange(rangeOfPageNumbers(9)) })).toMatchObject({
      ranges: [rangeOfPageNumbers(9)],
    });
  });

  test.each([
    ['an unknown ayah', [{ from: '2:1', to: '2:287' }], 'ranges.0', ruleMessages.notInMushaf],
    ['an end before its beginning', [{ from: '2:5', to: '2:4' }], 'ranges.0', ruleMessages.notInMushaf],
    [
      'two overlapping ranges',
      [rangeOfPageNumbers(3, 5), rangeOfPageNumbers(9), rangeOfPageNumbers(5)],
      'ranges.2',
      ruleMessages.rangesOverlap,
    ],
    ['an invalid ayah', [{ from: '2', to: '2:4' }], 'ranges.0.from', expect.any(String)],
    [
      'too many',
      Array.from({ length: 41 }, (_, index) => rangeOfPageNumbers(index + 1)),
      'ranges',
      expect.any(String),
    ],
  ])('ranges with %s are refused', async (_what, ranges, path, message) => {
    expect(await firstProblem({ ranges })).toEqual([422, path, message]);
    expect(await loadRow(studentIdAt(0))).toMatchObject({ version: 0 });
  });

  test('ranges that differ from the single range are refused', async () => {
    const ranges = [rangeOfPageNumbers(3), rangeOfPageNumbers(5)];
    expect(await firstProblem({ ranges, range: toMushafRange(rangeOfPageNumbers(5)) })).toEqual([
      422,
      'range',
      ruleMessages.rangesDisagree,
    ]);
    expect(await firstProblem({ ranges, range: null })).toEqual([422, 'range', ruleMessages.rangesDisagree]);
    expect(await saveAndRead({ ranges, range: toMushafRange(rangeOfPageNumbers(3)) })).toMatchObject({
      ranges,
    });
  });
});

describe('faults', () => {
  const ranges = [{ from: '2:1', to: '2:5' }];
  const faults = [
    { kind: 'major', ayah: '2:3', count: 1 },
    { kind: 'notice', ayah: null, count: 2 },
  ];

  test('faults are stored by kind and ayah, and their sum is the number of mistakes', async () => {
    expect(await saveAndRead({ ranges, faults })).toMatchObject({
      mistakesCount: 3,
      faults: [faults[1], faults[0]],
    });
    expect(await saveAndRead({ faults: [{ kind: 'major', ayah: '٢:٣', count: 4 }] })).toMatchObject({
      mistakesCount: 4,
      faults: [{ kind: 'major', ayah: '2:3', count: 4 }],
      version: 2,
    });
    expect(await saveAndRead({ faults: [] })).toMatchObject({ mistakesCount: null, faults: [], ranges });
  });

  test('faults stay if the field is missing, and a number of mistakes that is not their sum is refused', async () => {
    await saveAndRead({ ranges, faults });
    expect(await saveAndRead({ teacherNotes: 'أحسن', mistakesCount: 3 })).toMatchObject({ mistakesCount: 3 });
    expect(await firstProblem({ mistakesCount: 4 })).toEqual([
      422,
      'mistakesCount',
      ruleMessages.mistakesFromFaults,
    ]);
    expect(await loadRow(studentIdAt(0))).toMatchObject({ mistakesCount: 3, faults: [faults[1], faults[0]] });
    // Without faults any number is accepted.
    expect(await saveAndRead({ faults: [], mistakesCount: 4 })).toMatchObject({
      mistakesCount: 4,
      faults: [],
    });
  });

  test('faults and a result without content are not stored; emptying a record deletes them', async () => {
    expect(await saveAndRead({ faults, result: 'repeat' })).toMatchObject({
      id: null,
      version: 0,
      faults: [],
    });
    await saveAndRead({ recordContent: 'البقرة', ranges, faults, result: 'repeat' });
    const empty = {
      recordContent: '',
      pagesCount: '',
      performanceLevel: '',
      mistakesCount: '',
      teacherNotes: '',
    };
    expect(await saveAndRead(empty)).toMatchObject({ id: null, version: 0 });
  });

  test.each([
    ['of an unknown kind', [{ kind: 'other', count: 1 }], 'faults.0.kind', ruleMessages.unknownFault],
    [
      'on an ayah outside of the ranges',
      [{ kind: 'major', ayah: '2:6', count: 1 }],
      'faults.0.ayah',
      ruleMessages.faultOutside,
    ],
    [
      'on an unknown ayah',
      [{ kind: 'major', ayah: '115:1', count: 1 }],
      'faults.0.ayah',
      ruleMessages.notInMushaf,
    ],
    ['twice on one ayah', [faults[0], { ...faults[0], count: 2 }], 'faults.1', ruleMessages.faultTwice],
    ['with a count of 0', [{ kind: 'major', count: 0 }], 'faults.0.count', expect.any(String)],
    ['with a count above 999', [{ kind: 'major', count: 1_000 }], 'faults.0.count', expect.any(String)],
  ])('faults %s are refused', async (_what, sent, path, message) => {
    expect(await firstProblem({ ranges, faults: sent })).toEqual([422, path, message]);
    expect(await saveAndRead({ ranges, faults })).toMatchObject({ version: 1 });
  });

  test('faults are refused if their sum is above the limit of the number of mistakes', async () => {
    const whole = [{ from: '2:1', to: '2:286' }];
    const newFaults = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ kind: 'major', ayah: `2:${index + 1}`, count: 999 }));
    expect(await firstProblem({ ranges: whole, faults: newFaults(11) })).toEqual([
      422,
      'faults',
      ruleMessages.tooManyFaults(10_000),
    ]);
    expect(await firstProblem({ ranges: whole, faults: newFaults(201) })).toEqual([
      422,
      'faults',
      expect.any(String),
    ]);
    expect(await saveAndRead({ ranges: whole, faults: newFaults(10) })).toMatchObject({
      mistakesCount: 9_990,
    });
  });

  test('faults on an ayah outside of the new ranges are refused', async () => {
    await saveAndRead({ ranges, faults });
    expect(await firstProblem({ ranges: [{ from: '2:4', to: '2:9' }] })).toEqual([
      422,
      'ranges',
      ruleMessages.faultOutside,
    ]);
    expect(await saveAndRead({ ranges: [{ from: '2:3', to: '2:9' }] })).toMatchObject({ mistakesCount: 3 });
  });
});

describe('a record with ranges and faults', () => {
  const recordValues = {
    ranges: [{ from: '2:1', to: '2:5' }],
    faults: [{ kind: 'prompt', ayah: '2:2', count: 1 }],
    result: 'repeat',
  };

  test('a record has a new version if only ranges or faults change, and an older version is refused with the current row', async () => {
    const first = await saveAndRead(recordValues);
    expect(first).toMatchObject({ ...recordValues, version: 1 });
    const second = await saveAndRead({ ranges: [{ from: '2:1', to: '2:6' }], version: 1 });
    expect(second).toMatchObject({ version: 2, result: 'repeat' });
    const stale = await save({ studentId: studentIdAt(0), faults: [], version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: [second] } });
    expect(await saveAndRead({ faults: [], version: 2 })).toMatchObject({ version: 3, faults: [] });
  });

  test('a record is not written if it is sent back as the server returned it', async () => {
    await saveAndRead({ kind: 'far', ...recordValues });
    const { body } = await records.day(day, 'admin', { kind: 'all' });
    const answer = await records.save(day, body.records);
    expect(answer.status, answer.text).toBe(200);
    expect(await loadRow(studentIdAt(0), 'far')).toMatchObject({ ...recordValues, version: 1 });
  });

  test('a record has the result "accepted" by default, and keeps its result', async () => {
    expect(await saveAndRead({ recordContent: 'س' })).toMatchObject({ result: 'accepted' });
    expect(await saveAndRead({ result: 'repeat' })).toMatchObject({ result: 'repeat' });
    expect(await saveAndRead({ teacherNotes: 'ن' })).toMatchObject({ result: 'repeat' });
    expect(await firstProblem({ result: 'good' })).toEqual([422, 'result', expect.any(String)]);
  });
});
