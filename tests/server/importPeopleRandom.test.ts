import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportCheck, ImportResult, PersonDecision } from '../../contract/imports';
import { comparableWords } from '../../contract/rules/personNames';
import { startTestApp, type TestApp } from '../support/app';
import { importFile } from '../support/importing';
import { rounds } from '../support/rounds';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await importFile(server, 'programs', 'programs.csv');
  await importFile(server, 'batches', 'batches.csv');
});
afterAll(() => server.close());

// Few values, so that rows often have the number, id or name of another person.
const row = fc.record(
  {
    full_name: fc.constantFrom(
      'أنس عمر الأمين',
      'أنس بن عمر الأمين',
      'أنس الأمين',
      'زياد عمر الأمين',
      'زياد وليد الأمين',
      'نور الدين سعد الناصر',
      'نورالدين الناصر',
      'أنس',
    ),
    student_id: fc.constantFrom('1', '2', '3'),
    national_id: fc.constantFrom('1000000001', '1000000002', '1000000003'),
    phone: fc.constantFrom('0500000001', '0500000002'),
    gender: fc.constantFrom('ذكر', 'أنثى'),
    batch_name: fc.constantFrom('دفعة القرآن الأولى 1446', 'دفعة القرآن الثانية 1447'),
  },
  { requiredKeys: ['full_name'] },
);
const file = fc.array(row, { minLength: 1, maxLength: 6 });
/** Each person stands in one row. */
const fileOfPeople = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ full_name }) => comparableWords(full_name)[0],
});

const call = async <T>(path: string, body: object): Promise<T> => {
  const answer = await server.call<T>('POST', path, { as: 'admin', body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const check = (data: readonly object[]) => call<Required<ImportCheck>>('/students/import/check', { data });

/** Sends a file with the decisions of its check. @returns the check, and the decision of each row */
async function importWith(data: readonly object[], as: 'same' | 'new') {
  const checked = await check(data);
  const decisions = new Map<number, PersonDecision>();
  for (const { row: number, ...decision } of checked.decisions) decisions.set(number, decision);
  for (const { row: number, kind, stored, without } of checked.questions)
    decisions.set(
      number,
      as === 'same' && stored ? { as, kind, id: stored.id } : { as: 'new', kind, without },
    );
  const rows = data.map((one, index) => ({ ...one, decision: decisions.get(index + 1) }));
  const result = await call<ImportResult>('/students/import', { data: rows });
  return { checked, result };
}

const people = async () =>
  new Map(
    (
      await server.data.read
        .selectFrom('students')
        .leftJoin('enrolments', (join) =>
          join.onRef('enrolments.student_row_id', '=', 'students.id').on('enrolments.is_shown', '=', 1),
        )
        .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
        .select(['students.id', 'full_name', 'student_id', 'national_id', 'phone', 'gender', 'batch_name'])
        .execute()
    ).map((one) => [one.id, one]),
  );

test('an import changes only values that its check lists', async () => {
  let listedCount = 0;
  await fc.assert(
    fc.asyncProperty(file, fc.constantFrom('same' as const, 'new' as const), async (data, as) => {
      const before = await people();
      const { checked } = await importWith(data, as);
      const after = await people();
      const listed = [
        ...checked.changes,
        ...checked.questions.flatMap(({ changes, others }) =>
          [changes, ...others.map((one) => one.changes)].flat(),
        ),
      ];
      for (const [id, was] of before) {
        const is = after.get(id);
        for (const field of [
          'full_name',
          'student_id',
          'national_id',
          'phone',
          'gender',
          'batch_name',
        ] as const) {
          if (was[field] === is?.[field]) continue;
          listedCount += 1;
          expect(listed, `${field}: ${was[field]}`).toContainEqual(
            expect.objectContaining({ field, to: is?.[field] }),
          );
        }
      }
    }),
    { numRuns: rounds({ short: 60, all: 600 }) },
  );
  expect(listedCount).toBeGreaterThan(0);
});

test('the same file twice asks nothing, adds nobody and changes nothing the second time', async () => {
  await fc.assert(
    fc.asyncProperty(fileOfPeople, async (data) => {
      const { result } = await importWith(data, 'new');
      const before = await people();
      const refusedRows = new Set(result.errors.map((error) => error.row));
      const again = data.filter((_, index) => !refusedRows.has(index + 1));
      if (again.length === 0) return;
      const { checked } = await importWith(again, 'new');
      expect({ questions: checked.questions, imported: checked.imported }).toEqual({
        questions: [],
        imported: 0,
      });
      expect(await people()).toEqual(before);
    }),
    { numRuns: rounds({ short: 60, all: 600 }) },
  );
});
