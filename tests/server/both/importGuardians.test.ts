import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit';
import type { StudentGuardian } from '../../../contract/families/guardians';
import type { ImportCheck, ImportResult, PersonDecision } from '../../../contract/imports';
import { startTestApp, type TestApp } from '../../support/app';
import { makeLink } from '../../support/guardianPage';
import { importFile } from '../../support/importing';
import { rounds } from '../../support/rounds';
import { uniqueText } from '../../support/sampleCalls';

type Row = Record<string, string | undefined>;
const batch_name = 'دفعة القرآن الأولى 1446';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await importFile(server, 'programs', 'programs.csv');
  await importFile(server, 'batches', 'batches.csv');
});
afterAll(() => server.close());

const headers = { 'x-session-id': 'importGuardians' };
const call = async <T>(method: string, path: string, body?: unknown, query?: Record<string, unknown>) => {
  const answer = await server.call<T>(method, path, { as: 'admin', headers, body, query });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const check = (data: readonly Row[]) =>
  call<Required<ImportCheck>>('POST', '/students/import/check', { data });
const send = (data: readonly object[]) => call<ImportResult>('POST', '/students/import', { data });

/** Sends the file like the import page, with the decisions of the check. Questions become new people. */
async function importWith(data: readonly Row[]) {
  const checked = await check(data);
  const decisions = new Map<number, PersonDecision>();
  for (const { row, ...decision } of checked.decisions) decisions.set(row, decision);
  for (const { row, kind, without } of checked.questions) decisions.set(row, { as: 'new', kind, without });
  const rows = data.map((row, index) => ({ ...row, decision: decisions.get(index + 1) }));
  const result = await send(rows);
  expect(result.failed, JSON.stringify(result.errors)).toBe(0);
  return { ...result, changes: checked.changes, warnings: checked.warnings };
}

async function studentId(full_name: string) {
  const { id } = await server.data.read
    .selectFrom('students')
    .select('id')
    .where('full_name', '=', full_name)
    .executeTakeFirstOrThrow();
  return id;
}
/** Each relation of a student: name, numbers, relation and whether he is the primary guardian. */
async function guardiansOf(full_name: string) {
  const id = await studentId(full_name);
  const guardians = await call<StudentGuardian[]>('GET', `/students/${id}/guardians`);
  return guardians.map(({ name, phone, second_phone, relation, is_primary }) =>
    [name, phone, second_phone, relation, is_primary && 'primary'].filter(Boolean).join(' | '),
  );
}
/** The first guardian of each student. */
async function guardianIds(full_names: readonly string[]) {
  const rows = await server.data.read
    .selectFrom('student_guardians')
    .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
    .select(['guardian_id', 'full_name'])
    .orderBy('student_guardians.id')
    .execute();
  return full_names.map((name) => rows.find((row) => row.full_name === name)?.guardian_id);
}
const stored = async () => ({
  guardians: await server.data.read.selectFrom('guardians').selectAll().orderBy('id').execute(),
  relations: await server.data.read.selectFrom('student_guardians').selectAll().orderBy('id').execute(),
});

async function expectSettled(data: readonly Row[]) {
  const before = await stored();
  expect(await check(data)).toMatchObject({ questions: [], changes: [], errors: [], imported: 0 });
  await importWith(data);
  expect(await stored()).toEqual(before);
}

let lastNumber = 0;
const newPhone = () => {
  lastNumber += 1;
  return `05513${String(lastNumber).padStart(5, '0')}`;
};
/** Each test has families of its own, because the tests share the institute. */
const newFamily = () => {
  const family = `آل ${uniqueText()}`;
  return (names: string) => `${names} ${family}`;
};
const undoLast = async () => {
  const [last] = await call<AuditEntry[]>('GET', '/audit', undefined, { range: [0, 0] });
  await call('POST', `/undo/${last?.id}`);
};

describe('guardians of new students', () => {
  test('brothers share one guardian, another family with the number gets its own, and an undo takes all back', async () => {
    const [saad, fahd] = [newFamily(), newFamily()];
    const [phone, before] = [newPhone(), await stored()];
    const rows = [
      { full_name: saad('عمر سعد علي'), guardian_name: saad('سعد علي'), guardian_phone: phone },
      { full_name: saad('أنس سعد علي'), guardian_phone: `+966${phone.slice(1)}` },
      { full_name: fahd('زيد فهد حسن'), guardian_phone: phone, guardian_relation: 'عم' },
    ].map((row) => ({ ...row, batch_name }));
    const names = rows.map(({ full_name }) => full_name);
    const { warnings } = await importWith(rows);
    expect(warnings).toMatchObject([{ row: 3, field: 'guardian_phone' }]);
    const [first, second, third] = await guardianIds(names);
    expect([first === second, first === third]).toEqual([true, false]);
    expect(await guardiansOf(names[0] ?? '')).toEqual([`${saad('سعد علي')} | ${phone} | father | primary`]);
    expect(await guardiansOf(names[2] ?? '')).toEqual([`${phone} | other | primary`]);
    await expectSettled(rows);
    await undoLast();
    expect(await stored()).toEqual(before);
  });

  test('a brother is added to a guardian with a live link, but is not on his page', async () => {
    const family = newFamily();
    const phone = newPhone();
    const row = (first: string) => ({
      full_name: family(`${first} سعد علي`),
      guardian_phone: phone,
      batch_name,
    });
    const rights = async (full_name: string) => {
      const id = await studentId(full_name);
      const guardians = await call<StudentGuardian[]>('GET', `/students/${id}/guardians`);
      return guardians.map((guardian) => guardian.rights);
    };
    const [elder, brother, youngest] = [row('عمر'), row('أنس'), row('زيد')];
    await importWith([elder]);
    expect((await importWith([brother])).warnings).toEqual([]);
    const [guardianId = 0] = await guardianIds([elder.full_name]);
    await call('PUT', `/students/${await studentId(elder.full_name)}/guardians/${guardianId}`, {
      consent_on: '2025-01-01',
    });
    await makeLink(server, guardianId);
    const { warnings } = await importWith([youngest]);
    expect(warnings).toMatchObject([{ row: 1, field: 'guardian_phone' }]);
    expect(warnings[0]?.message).toContain('رابط');
    expect(await rights(brother.full_name)).toMatchObject([{ page: true }]);
    expect(await rights(youngest.full_name)).toEqual([{ messages: true, page: false, excuse: true }]);
    await expectSettled([elder, brother, youngest]);
  });

  test('the columns of father and mother are two guardians, also with one number', async () => {
    const family = newFamily();
    const phone = newPhone();
    const row = {
      full_name: family('عمر سعد علي'),
      father_phone: phone,
      mother_name: 'هند',
      mother_phone: phone,
      batch_name,
    };
    await importWith([row]);
    expect(await guardiansOf(row.full_name)).toEqual([
      `${family('سعد علي')} | ${phone} | father | primary`,
      `هند | ${phone} | mother`,
    ]);
    await expectSettled([row]);
  });

  test('a cell has two numbers or words, and an unknown relation is refused', async () => {
    const family = newFamily();
    const [phone, second] = [newPhone(), newPhone()];
    const rows = [
      { full_name: family('عمر سعد'), guardian_phone: `${phone} / ${second}` },
      { full_name: family('زيد خالد'), guardian_name: family('خالد'), guardian_phone: 'لا يوجد' },
    ].map((row) => ({ ...row, batch_name }));
    const { warnings } = await importWith(rows);
    expect(warnings).toMatchObject([{ row: 2, field: 'guardian_phone' }]);
    expect(await guardiansOf(family('عمر سعد'))).toEqual([`${phone} | ${second} | father | primary`]);
    expect(await guardiansOf(family('زيد خالد'))).toEqual([`${family('خالد')} | father | primary`]);
    await expectSettled(rows);
    const refused = await check([
      { full_name: family('بدر'), guardian_phone: phone, guardian_relation: 'جار', batch_name },
    ]);
    expect(refused.errors).toMatchObject([{ row: 1, field: 'guardian_relation' }]);
    expect(refused.errors[0]?.message).toContain('جار');
  });

  test('a relation without name and number adds nobody', async () => {
    const family = newFamily();
    const row = { full_name: family('عمر سعد'), guardian_relation: 'الأب', batch_name };
    await importWith([row]);
    expect(await guardiansOf(row.full_name)).toEqual([]);
  });

  test('a guardian with another name than the father is a relative', async () => {
    const family = newFamily();
    const row = { full_name: family('عمر سعد علي'), guardian_name: 'ماجد الحربي', batch_name };
    await importWith([row]);
    expect(await guardiansOf(row.full_name)).toEqual(['ماجد الحربي | other | primary']);
  });
});

describe('guardians of stored students', () => {
  test('the check shows each change, and a guardian with the number or name is never doubled', async () => {
    const family = newFamily();
    const [phone, other] = [newPhone(), newPhone()];
    const student = { full_name: family('عمر سعد علي'), batch_name };
    await importWith([student]);
    const row = { ...student, guardian_name: family('سعد علي'), guardian_phone: phone };
    expect((await importWith([row])).changes).toEqual([
      { row: 1, record: student.full_name, field: 'guardian_name', from: null, to: family('سعد علي') },
      { row: 1, record: student.full_name, field: 'guardian_phone', from: null, to: phone },
      { row: 1, record: student.full_name, field: 'guardian_relation', from: null, to: 'الأب' },
    ]);
    await expectSettled([row]);
    const spelled = { ...student, guardian_name: family('سعد'), guardian_phone: `00966${phone.slice(1)}` };
    await expectSettled([spelled]);
    const moved = { ...student, guardian_name: family('سعد'), guardian_phone: other };
    expect((await importWith([moved])).changes).toMatchObject([
      { field: 'guardian_phone', from: phone, to: other },
    ]);
    const renamed = { ...student, guardian_phone: other, guardian_name: 'هند', guardian_relation: 'الأم' };
    expect((await importWith([renamed])).changes).toMatchObject([
      { field: 'guardian_name', from: family('سعد علي'), to: 'هند' },
      { field: 'guardian_relation', from: 'الأب', to: 'الأم' },
    ]);
    expect(await guardiansOf(student.full_name)).toEqual([`هند | ${other} | mother | primary`]);
    await undoLast();
    expect(await guardiansOf(student.full_name)).toEqual([
      `${family('سعد علي')} | ${other} | father | primary`,
    ]);
  });

  test('a new number in the column of the father changes the father', async () => {
    const family = newFamily();
    const [phone, other] = [newPhone(), newPhone()];
    const student = { full_name: family('عمر سعد علي'), batch_name };
    await importWith([{ ...student, father_phone: phone }]);
    const { changes } = await importWith([{ ...student, father_phone: other }]);
    expect(changes).toMatchObject([{ field: 'father_phone', from: phone, to: other }]);
    expect(await guardiansOf(student.full_name)).toEqual([
      `${family('سعد علي')} | ${other} | father | primary`,
    ]);
  });

  test('a stored guardian with the number is proposed only to his own family', async () => {
    const [saad, fahd] = [newFamily(), newFamily()];
    const phone = newPhone();
    const first = { full_name: saad('عمر سعد علي'), guardian_phone: phone, batch_name };
    await importWith([first]);
    const later = [
      { full_name: saad('أنس سعد علي'), guardian_phone: phone, batch_name },
      { full_name: fahd('زيد فهد حسن'), guardian_phone: phone, batch_name },
    ];
    const { warnings } = await importWith(later);
    expect(warnings).toMatchObject([{ row: 2, field: 'guardian_phone' }]);
    const [stored1, stored2, stored3] = await guardianIds([
      first.full_name,
      ...later.map(({ full_name }) => full_name),
    ]);
    expect([stored1 === stored2, stored1 === stored3]).toEqual([true, false]);
  });

  test('brothers in two requests share the guardian that the first request has added', async () => {
    const family = newFamily();
    const guardian_phone = newPhone();
    const rows = ['عمر', 'أنس'].map((name) => ({
      full_name: family(`${name} سعد علي`),
      guardian_phone,
      batch_name,
    }));
    const { decisions } = await check(rows);
    for (const [index, row] of rows.entries()) {
      const { row: _, ...decision } = decisions[index] ?? { row: 0, as: 'skip' as const };
      expect(await send([{ ...row, decision }])).toMatchObject({ imported: 1, warnings: [] });
    }
    const [first, second] = await guardianIds(rows.map(({ full_name }) => full_name));
    expect(first).toBe(second);
  });

  test('a row of a brother shows what it changes of the guardian of both', async () => {
    const family = newFamily();
    const guardian_phone = newPhone();
    await importWith([{ full_name: family('عمر سعد علي'), guardian_phone, batch_name }]);
    const brother = { full_name: family('أنس سعد علي'), guardian_phone, batch_name };
    const changed = { ...brother, guardian_phone: `${guardian_phone} / ${newPhone()}` };
    const { changes } = await importWith([changed]);
    expect(changes).toMatchObject([
      {
        record: brother.full_name,
        field: 'guardian_phone',
        from: guardian_phone,
        to: changed.guardian_phone,
      },
    ]);
    await expectSettled([changed]);
  });

  test('a row of several namesakes is the one with this guardian', async () => {
    const family = newFamily();
    const full_name = family('عمر سعد علي');
    const rows = [newPhone(), newPhone()].map((guardian_phone) => ({
      full_name,
      guardian_phone,
      batch_name,
    }));
    expect(await importWith(rows)).toMatchObject({ imported: 2 });
    await expectSettled(rows.toReversed());
  });

  test('a student does not get more guardians than allowed', async () => {
    const student = { full_name: newFamily()('عمر سعد علي'), batch_name };
    for (let index = 0; index < 6; index += 1)
      await importWith([{ ...student, guardian_phone: newPhone(), guardian_relation: 'قريب آخر' }]);
    expect(await guardiansOf(student.full_name)).toHaveLength(6);
    const { errors } = await check([{ ...student, guardian_phone: newPhone() }]);
    expect(errors).toMatchObject([{ row: 1, field: 'guardian_phone' }]);
  });
});

/** The rows of a file agree about each person. Some people have the number of another one, or no name. */
test('any file with guardians changes and asks nothing the second time', async () => {
  const [a, b, c] = [newPhone(), newPhone(), newPhone()];
  const international = `+966${a.slice(1)}`;
  const anyPerson = (names: readonly (string | undefined)[], phones: readonly (string | undefined)[]) =>
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...phones));
  const families = [
    {
      fathers: 'سعد علي الناصر',
      father: anyPerson(['سعد علي الناصر', 'سعد الناصر', undefined], [a, international, undefined]),
      mother: anyPerson(['هند', undefined], [b]),
      uncle: anyPerson(['خالد السالم'], [a, undefined]),
    },
    {
      fathers: 'فهد حسن الراشد',
      father: anyPerson(['فهد حسن الراشد', undefined], [`${b} / ${c}`, b]),
      mother: anyPerson([undefined], [a]),
      uncle: anyPerson(['بندر الراشد'], [c]),
    },
  ];
  const anyRow = fc.constantFrom(...families).chain(({ fathers, father, mother, uncle }) =>
    fc.record(
      {
        first: fc.constantFrom('عمر', 'أنس', 'زيد', 'بدر'),
        fathers: fc.constant(fathers),
        guardian: fc.oneof(
          fc.tuple(father, fc.constantFrom('الأب', undefined)),
          fc.tuple(mother, fc.constant('الأم')),
          fc.tuple(uncle, fc.constantFrom('خال', undefined)),
        ),
        father,
        mother,
      },
      { requiredKeys: ['first', 'fathers'] },
    ),
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyRow, { minLength: 1, maxLength: 4, selector: ({ first }) => first }),
      async (rows) => {
        round += 1;
        const data = rows.map(({ first, fathers, guardian, father, mother }) => ({
          full_name: `${first}${round} ${fathers}`,
          batch_name,
          guardian_name: guardian?.[0][0],
          guardian_phone: guardian?.[0][1],
          guardian_relation: guardian?.[1],
          father_phone: father?.[1],
          mother_name: mother?.[0],
          mother_phone: mother?.[1],
        }));
        expect((await importWith(data)).imported).toBe(data.length);
        await expectSettled(data);
      },
    ),
    { numRuns: rounds({ short: 30, all: 200 }) },
  );
});
