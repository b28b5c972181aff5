import fc from 'fast-check';
import { sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programFields } from '../../../contract/courseFields';
import { initialValues } from '../../../contract/fieldTable';
import { filterRows, sortKey } from '../../../contract/rules/arabicText';
import { genders } from '../../../contract/vocabulary';
import type { Data } from '../../../server/db/data';
import { cachedTotal } from '../../../server/db/search/rowCounts';
import { findWords, containingWords, rowsWithWord } from '../../../server/db/search/wordSearch';
import { always, countRows } from '../../../server/db/search/matching';
import { indexWords } from '../../../server/db/search/searchIndex';
import { equals, listRows, matchingRows } from '../../../server/db/search/lists';
import { phoneTerms } from '../../../server/db/search/phones';
import type { Row } from '../../../server/db/schema';
import { openTestData } from '../../support/database';
import { rounds } from '../../support/rounds';

// With so many students, a search for a common word scans the list, and one for a rare word uses the index.
const studentCount = 700;
/** `SEARCHES=1500` tries more. */
const searchCount = Number(process.env['SEARCHES'] ?? rounds({ short: 100, all: 300 }));
const actor = { userId: null, name: 'test', role: 'admin', undoSession: null };
const names = [
  'محمد',
  'مُحمّد',
  'أحمد',
  'عبد الله',
  'عبدالرحمن',
  'سعد',
  'سعيد',
  'مها',
  'إيمان',
  'يحيى',
  'فاطمة',
];

let data: Data;
let rows: Row<'students'>[];
beforeAll(async () => {
  data = await openTestData();
  const nameAt = (index: number) => names[index % names.length] ?? '';
  rows = await data.write(actor, (unit) => {
    unit.describe('import', 'students', null, 'بحث');
    const people = Array.from({ length: studentCount }, (_, index) => ({
      student_id: `1447${String(index).padStart(4, '0')}`,
      first_name: nameAt(index),
      second_name: null,
      third_name: null,
      last_name: nameAt(index * 7 + 3),
      full_name: `${nameAt(index)} ${nameAt(Math.floor(index / 5))} ${nameAt(index * 7 + 3)}`,
      email: index % 3 === 0 ? `s${index}@example.org` : null,
      phone: `05${String((index * 7_919) % 100_000_000).padStart(8, '0')}`,
      additional_phone: null,
      national_id: index % 10 === 0 ? null : String(1_000_000_000 + index * 1_237),
      gender: genders[index % 2] ?? genders[0],
      nationality: 'سعودي',
      program_row_id: null,
    }));
    return unit.insertMany('students', people);
  });
});
afterAll(() => data.close());

const sorts = { id: 'id', full_name: 'full_name_sort', student_id: 'student_id', national_id: 'national_id' };
type Sort = keyof typeof sorts;

/** Compares by code points, like both databases. Empty values come last. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

interface SearchQuery {
  q: string;
  gender: string | undefined;
  isLimited: boolean;
  sort: Sort;
  isAscending: boolean;
}

function findExpected({ q, gender, isLimited, sort, isAscending }: SearchQuery): number[] {
  const texts = (row: Row<'students'>) =>
    [row.full_name, row.student_id, row.national_id, row.phone, row.additional_phone, row.email]
      .concat([row.phone_key, row.additional_phone_key].flatMap((key) => (key ? phoneTerms(key) : [])))
      .filter((text) => text !== null);
  const key = (row: Row<'students'>) => (sort === 'full_name' ? sortKey(row.full_name) : row[sort]);
  const candidates = rows.filter(
    (row) => (gender === undefined || row.gender === gender) && (!isLimited || row.id % 2 === 0),
  );
  const matches = filterRows(candidates, q, texts)
    .toSorted((a, b) => compare(key(a), key(b)) || a.id - b.id)
    .map((row) => row.id);
  return isAscending ? matches : matches.toReversed();
}

const beginning = fc
  .tuple(
    fc.constantFrom(...names, '1447', '14470', '05', 'example', 's3', '1000', 'ظظظ'),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([word, length]) => word.slice(0, length));

/** Scopes of a caller: all students, or every second student with and without `scopeRows`. */
const scopes = {
  unlimited: { scope: always },
  few: {
    scope: sql<SqlBool>`students.id % 2 = 0`,
    scopeRows: { id: sql.ref('own.id'), rows: sql`from students as own where own.id % 2 = 0` },
  },
  many: {
    scope: sql<SqlBool>`exists (select 1 from students as own where own.id = students.id and own.id % 2 = 0)`,
  },
};

const list = fc.record({
  words: fc.array(beginning, { maxLength: 3 }),
  gender: fc.constantFrom(undefined, undefined, 'ذكر'),
  // `few` is like the scope of a teacher, `many` like the scope of an admin of one section.
  limit: fc.constantFrom<keyof typeof scopes>('unlimited', 'unlimited', 'few', 'many'),
  sort: fc.constantFrom(...(Object.keys(sorts) as Sort[])),
  isAscending: fc.boolean(),
  from: fc.oneof(fc.constant(0), fc.nat(studentCount + 50)),
  size: fc.constantFrom(1, 2, 3, 25),
});

test('a search finds the same rows as the shared rule, in order, on every page, with the right total', async () => {
  const property = fc.asyncProperty(list, async ({ words, gender, limit, sort, isAscending, from, size }) => {
    const q = words.join(' ');
    const source = { table: 'students' as const, ...scopes[limit], where: equals('students.gender', gender) };
    const page = await listRows(
      data.read,
      { ...source, sorts, select: data.read.selectFrom('students').select('students.id') },
      { range: [from, from + size - 1], sort: [sort, isAscending ? 'ASC' : 'DESC'], filter: { q } },
    );
    const all = findExpected({ q, gender, isLimited: limit !== 'unlimited', sort, isAscending });
    expect(page.total).toBe(all.length);
    expect(page.rows.map((row) => row.id)).toEqual(all.slice(from, from + size));
    const matching = await matchingRows(data.read, source, { q });
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${matching.rows}`.execute(
      data.read,
    );
    expect(Number(counted[0]?.total)).toBe(all.length);
  });
  await fc.assert(property, { numRuns: searchCount, seed: 1447 });
});

test('a row with two words of the same prefix is counted once', async () => {
  const rowWithTwoWords = rows.find(
    (row) => row.full_name.split(' ').filter((word) => word.startsWith('س')).length > 1,
  );
  const source = { table: 'students' as const, scope: always, where: [] };
  const matching = await matchingRows(data.read, source, { q: 'س', ids: [Number(rowWithTwoWords?.id)] });
  expect(await matching.total()).toBe(1);
});

test('a cached total is counted again after a change of students, but not after other changes', async () => {
  const fromWord = async (word: string) => {
    const words = await findWords(data.read, [word], false);
    return sql`from ${rowsWithWord(data.read, 'students', words[0] ?? { word, method: 'prefix', words: [], typoWords: [] })}`;
  };
  const from = await fromWord('يحيي');
  let counts = 0;
  const total = () =>
    cachedTotal(data.read, 'students', from, () => {
      counts += 1;
      return countRows(data.read, from);
    });
  const before = await total();
  expect(await total()).toBe(before);
  expect(counts).toBe(1);
  const another = rows.find((row) => !row.full_name.includes('يحيى'));
  const rename = (full_name: string) =>
    data.write(actor, async (unit) => {
      unit.describe('update', 'students', null, 'بحث');
      await unit.update('students', Number(another?.id), { full_name });
    });
  await rename('يحيى');
  expect(await total()).toBe(before + 1);
  await rename(another?.full_name ?? '');
  expect(await total()).toBe(before);
  expect(counts).toBe(3);
  await data.write(actor, async (unit) => {
    unit.describe('create', 'programs', null, 'بحث');
    await unit.insert('programs', initialValues(programFields, { program_id: 'KPT', program_name: 'يحيى' }));
  });
  expect(await total()).toBe(before);
  expect(counts).toBe(3);
});

test('a word of more than twenty letters does not match a thousand words that share only a prefix with it', async () => {
  const commonPrefix = 'ابجدهوزحطيكلمنسعفصقر';
  await data.writeUnlogged((trx) =>
    indexWords(
      trx,
      Array.from({ length: 1_001 }, (_, index) => {
        const end = [...String(index)].map((digit) => String.fromCharCode(0x628 + Number(digit))).join('');
        return `و${commonPrefix}${end}`;
      }),
    ),
  );
  const query = `${commonPrefix}ضضض`;
  const [match] = await findWords(data.read, [query], false);
  expect(match?.words).toBeNull();
  const { rows: foundWords } = await sql`select word from ${containingWords(query)} as listed`.execute(
    data.read,
  );
  expect(foundWords).toEqual([]);
  const shorter = await sql`select word from ${containingWords(commonPrefix)} as listed`.execute(data.read);
  expect(shorter.rows).toHaveLength(1_001);
});
