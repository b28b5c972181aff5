import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sortKey } from '../../../contract/rules/arabicText';
import { matchRank } from '../../../contract/rules/searchRank';
import { dailyRecordType, genders } from '../../../contract/vocabulary';
import type { SearchResultKind, SearchResult } from '../../../contract/search';
import { addAccount, setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newStudent, newSubject } from '../../support/sampleCalls';
import { enrolledStudents } from '../../support/enrolledStudents';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'teacher2' | 'student' | { token: string };
interface Group {
  kind: SearchResultKind;
  results: SearchResult[];
}

const search = async (as: As, q?: string) =>
  (await server.call<{ groups: Group[] }>('GET', '/search', { as, query: q === undefined ? {} : { q } })).body
    .groups;
const kinds = (groups: Group[]) => groups.map(({ kind }) => kind);
const resultsOf = (groups: Group[], kind: SearchResultKind) =>
  groups.find((group) => group.kind === kind)?.results ?? [];

let lastNumber = 99_000_000;
const newNamedRow = (full_name: string) => ({
  student_id: String((lastNumber += 1)),
  first_name: full_name.split(' ')[0] ?? '',
  second_name: null,
  third_name: null,
  last_name: full_name.split(' ').at(-1) ?? '',
  full_name,
  email: null,
  phone: null,
  additional_phone: null,
  national_id: null,
  gender: genders[0],
  nationality: 'سعودي',
  program_row_id: null,
});

describe('the global search of an admin', () => {
  test('an admin finds a student by folded name or number, with number and batch, and the screen that opens it', async () => {
    const student = await newStudent(server);
    for (const q of [
      student.student_id,
      `${student.student_id.slice(0, 7)} سعد`,
      `الراشد سعد ${student.student_id}`,
    ]) {
      expect(resultsOf(await search('admin', q), 'students'), q).toContainEqual({
        id: student.id,
        label: student.full_name,
        detail: `${student.student_id} · ${student.batch_name}`,
        route: `/students/${student.id}/show`,
        actions: [
          { action: 'move', route: `/students/${student.id}/show?action=move` },
          {
            action: 'transcript',
            route: `/reports?type=transcript&batch_id=${student.batch_id}&student_id=${student.student_id}&shown=1`,
          },
          { action: 'edit', route: `/students/${student.id}` },
        ],
      });
    }
  });

  test('an admin finds programmes, batches, subjects and accounts, at most six of a kind', async () => {
    const program = await server.data.read.selectFrom('programs').selectAll().executeTakeFirstOrThrow();
    expect(resultsOf(await search('admin', program.program_id), 'programs')).toMatchObject([
      { label: program.program_name, route: `/programs/${program.id}` },
    ]);
    const batch = await server.data.read.selectFrom('batches').selectAll().executeTakeFirstOrThrow();
    const results = await search('admin', batch.batch_name);
    expect(resultsOf(results, 'batches')).toContainEqual(
      expect.objectContaining({ route: `/batches/${batch.id}/show` }),
    );
    const subject = await newSubject(server);
    expect(resultsOf(await search('admin', subject.subject_code), 'subjects')).toMatchObject([
      { id: subject.id },
    ]);
    const accounts = resultsOf(await search('admin', 'teacher'), 'users').map(({ detail }) => detail);
    expect(accounts.toSorted()).toEqual(['teacher', 'teacher2']);
    for (const group of await search('admin', 'م')) expect(group.results.length).toBeLessThanOrEqual(6);
    expect(resultsOf(await search('admin', 'م'), 'students')).toHaveLength(6);
  });

  test('an admin finds names that begin with the query first, then words in its order, also among very many', async () => {
    const names = ['قيصر رائد', 'زهير قيصر رائد', 'زهير رائد قيصر', 'عبد القيصر سالم', 'سالم عبدالقيصر'];
    const add = (fullNames: readonly string[]) =>
      server.data.write({ userId: null, name: 'tests', role: 'admin', undoSession: null }, (unit) => {
        unit.describe('import', 'students', null, 'tests');
        return unit.insertMany('students', fullNames.map(newNamedRow));
      });
    // The best names are stored last, so that a search of the first matches alone would miss them.
    await add([
      ...Array.from({ length: 520 }, (_, index) => `زهير ${index % 2 === 0 ? 'رائد قيصر' : 'عبدالقيصر سعد'}`),
      ...names.toReversed(),
    ]);
    const findNames = async (q: string) =>
      resultsOf(await search('admin', q), 'students').map(({ label }) => label);
    expect((await findNames('قيصر رائد')).slice(0, 3)).toEqual(names.slice(0, 3));
    expect((await findNames('قيصر')).slice(0, 2)).toEqual(['قيصر رائد', 'زهير رائد قيصر']);
    expect((await findNames('عبدالقيصر'))[0]).toBe('عبد القيصر سالم');
    for (const q of ['قيصر رائد', 'رائد قيصر', 'رائ قي', 'عبدالقيصر سالم', 'سالم عبد القيصر']) {
      const labels = await findNames(q);
      const byRule = labels.toSorted(
        (a, b) => matchRank([a], q) - matchRank([b], q) || (sortKey(a) < sortKey(b) ? -1 : 1),
      );
      expect(labels, q).toEqual(byRule);
      expect(labels).toHaveLength(q.includes('سالم') ? 2 : 6);
    }
  });

  test.each([undefined, '', '   ', '،؛ .'])('an admin finds nothing for %j', async (q) => {
    expect(await search('admin', q)).toEqual([]);
  });

  test('an admin finds the register of a subject only while subject and batch are active', async () => {
    const subject = await newSubject(server);
    const findActions = async (as: As) =>
      resultsOf(await search(as, subject.subject_code), 'subjects')[0]?.actions;
    const query = `batch_id=${subject.batch_id}&subject_code=${subject.subject_code}`;
    const register = { action: 'register', route: `/absences?${query}` };
    expect(await findActions('admin')).toEqual([register, { action: 'grades', route: `/grades?${query}` }]);
    expect(await findActions('teacher')).toEqual([register]);
    expect(await findActions('student')).toEqual([]);
    await server.call('PUT', `/subjects/${subject.id}`, { as: 'admin', body: { status: 'completed' } });
    expect(await findActions('teacher')).toEqual([]);
    await server.call('PUT', `/subjects/${subject.id}`, {
      as: 'admin',
      body: { status: 'active', type: dailyRecordType },
    });
    expect(await findActions('admin')).toEqual([
      register,
      { action: 'records', route: `/daily-records?${query}` },
    ]);
  });

  test('an admin finds nothing for a word that no record has', async () => {
    expect(await search('admin', 'قسطنطينية')).toEqual([]);
    expect(await search('admin', 'سعد قسطنطينية')).toEqual([]);
  });

  test('an admin finds neither a hash nor a national id', async () => {
    const student = await newStudent(server);
    const { text } = await server.call('GET', '/search', { as: 'admin', query: { q: student.national_id } });
    expect(text).toContain(student.student_id);
    expect(text).not.toContain(student.national_id);
    expect(text).not.toContain('argon2');
  });
});

describe('the global search of a teacher', () => {
  test('a teacher finds records in scope, with links to screens of teachers, and no accounts', async () => {
    const teacher = await addAccount(server, 'teacher');
    const as = await teacher.signIn();
    const subject = await newSubject(server);
    const student = await newStudent(server);
    await setTeacherScope(server.data, 'linked');
    try {
      for (const q of [subject.subject_code, student.student_id, 'سعد'])
        expect(await search(as, q)).toEqual([]);
      const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
      await server.data.write(actor, async (unit) => {
        unit.describe('create', 'subject_teachers', null, 'tests');
        await unit.insert('subject_teachers', { subject_id: subject.id, teacher_id: teacher.id });
      });
      expect(resultsOf(await search(as, subject.subject_code), 'subjects')).toMatchObject([
        {
          id: subject.id,
          route: `/grades?batch_id=${subject.batch_id}&subject_code=${subject.subject_code}`,
        },
      ]);
      expect(resultsOf(await search(as, student.student_id), 'students')).toMatchObject([
        { id: student.id, route: `/students/${student.id}/show`, actions: [{ action: 'transcript' }] },
      ]);
      const [other] = await server.data.read
        .selectFrom(enrolledStudents(server.data.read))
        .select('student_id')
        .where('batch_id', '<>', student.batch_id)
        .limit(1)
        .execute();
      expect(await search(as, other?.student_id)).toEqual([]);
      expect(kinds(await search('admin', other?.student_id))).toContain('students');
      expect(kinds(await search(as, 'teacher'))).not.toContain('users');
    } finally {
      await setTeacherScope(server.data, 'linked_or_open');
    }
  });
});

test('a teacher finds a student by name and number, but not by hidden fields', async () => {
  const student = await newStudent(server);
  const findStudents = async (as: As, q: string) =>
    resultsOf(await search(as, q), 'students').map(({ id }) => id);
  expect(await findStudents('teacher', student.student_id)).toEqual([student.id]);
  expect(await findStudents('admin', student.national_id ?? '')).toEqual([student.id]);
  expect(await findStudents('teacher', student.national_id ?? '')).toEqual([]);
});

describe('the global search of a student', () => {
  test("a student finds only the subjects of the student's own batch", async () => {
    const subject = await newSubject(server);
    const student = await newStudent(server);
    expect(await search('student', subject.subject_code)).toMatchObject([
      { kind: 'subjects', results: [{ id: subject.id, route: '/reports' }] },
    ]);
    for (const q of [student.student_id, 'teacher', 'دفعة', 'قرآن'])
      expect(
        kinds(await search('student', q)).filter((kind) => kind !== 'subjects'),
        q,
      ).toEqual([]);
    const { body: foreign } = await server.call<{ id: number; subject_code: string }>('POST', '/subjects', {
      as: 'admin',
      body: { subject_code: 'ZZZ101', name: 'مادة بعيدة', batch_id: 2 },
    });
    expect(await search('student', foreign.subject_code)).toEqual([]);
    expect(kinds(await search('admin', foreign.subject_code))).toEqual(['subjects']);
  });
});
