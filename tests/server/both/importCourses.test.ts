import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportCheck, ImportResult } from '../../../contract/imports';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { uniqueText } from '../../support/sampleCalls';

const program_name = 'برنامج القرآن';
const session = { 'x-session-id': 'import-courses' };
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ isEmpty: true });
  await send('programs', [{ name: program_name, levels: 6 }]);
});
afterAll(() => server.close());

type Caller = NonNullable<Parameters<TestApp['call']>[2]>['as'];
const send = async (type: string, data: readonly object[], as: Caller = 'admin') => {
  const answer = await server.call<ImportResult>('POST', `/${type}/import`, {
    as,
    body: { data },
    headers: session,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const check = async (type: string, data: readonly object[]) =>
  (await server.call<ImportCheck>('POST', `/${type}/import/check`, { as: 'admin', body: { data } })).body;
/** Names of one test. */
let prefix = '';
beforeEach(() => (prefix = uniqueText()));
const batch = (name: string, others: object = {}) => ({ name: `${prefix} ${name}`, program_name, ...others });
const sectionsOf = async () => {
  const rows = await server.data.read
    .selectFrom('batches')
    .selectAll()
    .where('batch_name', 'like', `${prefix} %`)
    .orderBy('id')
    .execute();
  return rows.map(({ batch_name: name, section, age_group }) => [
    name.slice(prefix.length + 1),
    section,
    age_group,
  ]);
};

describe('section and age group of batches', () => {
  test('words and keys are read, another word refuses the row, and without a column the defaults stay', async () => {
    const body = await send('batches', [
      batch('أ', { section: 'بنات', age_group: 'دون سن الرشد' }),
      batch('ب', { section: 'boys', age_group: 'adults' }),
      batch('ج', { section: 'نساء' }),
      batch('د', { age_group: 'كبار' }),
      batch('هـ'),
    ]);
    expect(body).toMatchObject({ imported: 3, failed: 2 });
    expect(body.errors.map(({ row, message }) => [row, message])).toEqual([
      [3, 'القسم «نساء» ليس من القيم المسموحة'],
      [4, 'الطلاب بلا تاريخ ميلاد «كبار» ليس من القيم المسموحة'],
    ]);
    expect(await sectionsOf()).toEqual([
      ['أ', 'girls', 'minors'],
      ['ب', 'boys', 'adults'],
      ['هـ', 'mixed', 'adults'],
    ]);
  });

  test('another section of a stored batch is a change in the check, and is stored', async () => {
    await send('batches', [batch('أ', { section: 'بنين' })]);
    const changed = [batch('أ', { section: 'بنات' })];
    expect(await check('batches', changed)).toMatchObject({
      updated: 1,
      changes: [{ record: `${prefix} أ`, field: 'section', from: 'boys', to: 'girls' }],
    });
    expect(await sectionsOf()).toEqual([['أ', 'boys', 'adults']]);
    expect(await send('batches', changed)).toMatchObject({ updated: 1 });
    expect(await sectionsOf()).toEqual([['أ', 'girls', 'adults']]);
  });

  test('an admin of one section creates and changes only batches of this section', async () => {
    await send('batches', [batch('للبنين', { section: 'بنين' }), batch('للبنات', { section: 'بنات' })]);
    await server.call('PUT', '/settings', { as: 'admin', body: { sections_enabled: true } });
    const account = await addAccount(server, 'admin');
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('users').set({ section: 'girls' }).where('id', '=', account.id).execute(),
    );
    const as = await account.signIn();
    const body = await send(
      'batches',
      [
        batch('جديدة', { section: 'بنين' }),
        batch('جديدة', { section: 'مختلط' }),
        batch('للبنات', { section: 'بنين' }),
        batch('للبنين', { section: 'بنات' }),
        batch('جديدة', { section: 'بنات' }),
        batch('بلا قسم'),
        batch('للبنات', { section: 'بنات', level: 2 }),
      ],
      as,
    );
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([
      [1, 'section'],
      [2, 'section'],
      [3, 'section'],
      [4, 'name'],
    ]);
    expect(await sectionsOf()).toEqual([
      ['للبنين', 'boys', 'adults'],
      ['للبنات', 'girls', 'adults'],
      ['جديدة', 'girls', 'adults'],
      ['بلا قسم', 'girls', 'adults'],
    ]);
  });
});

describe('grade settings of subjects', () => {
  beforeEach(() => send('batches', [batch('أولى'), batch('أخرى')]));

  const subject = (others: object = {}, batchName = 'أولى') => ({
    code: prefix,
    name: 'الفقه',
    hours: 2,
    batch_name: `${prefix} ${batchName}`,
    ...others,
  });
  const settings = async () => {
    const rows = await server.data.read
      .selectFrom('subject_grade_settings')
      .innerJoin('subjects', 'subjects.id', 'subject_grade_settings.subject_id')
      .select(['batch_id', 'participation_max', 'reading_enabled', 'test_max', 'test_name'])
      .where('base_subject_code', '=', prefix)
      .orderBy('batch_id')
      .execute();
    return rows.map((row) => [row.participation_max, row.reading_enabled, row.test_max, row.test_name]);
  };
  const chosen = { participation_max: '12.5', reading_enabled: 'لا', test_max: '٦٠', test_name: 'النهائي' };

  test('settings of a new subject are stored with it, empty cells as the defaults, and are undone with it', async () => {
    expect(await send('subjects', [subject(chosen)])).toMatchObject({ imported: 1, failed: 0 });
    expect(await settings()).toEqual([[12.5, 0, 60, 'النهائي']]);
    const undone = await server.call('POST', '/undo/latest', { as: 'admin', headers: session });
    expect(undone.status, undone.text).toBe(200);
    expect(await settings()).toEqual([]);
  });

  test('another offering copies the settings only without the columns', async () => {
    await send('subjects', [subject(chosen)]);
    await send('batches', [batch('ثالثة')]);
    await send('subjects', [subject({}, 'أخرى')]);
    await send('subjects', [subject({ test_max: '', test_name: '' }, 'ثالثة')]);
    expect(await settings()).toEqual([
      [12.5, 0, 60, 'النهائي'],
      [12.5, 0, 60, 'النهائي'],
    ]);
  });

  test('other settings of a stored subject change nothing and warn; equal ones do not warn', async () => {
    await send('subjects', [subject(chosen)]);
    expect((await send('subjects', [subject(chosen)])).warnings).toEqual([]);
    const other = [subject({ ...chosen, test_max: 40 })];
    const warnings = [
      {
        row: 1,
        message: `إعدادات درجات المادة «الفقه» في «${prefix} أولى» غير التي في الملف، والاستيراد لا يغيّرها`,
      },
    ];
    expect(await check('subjects', other)).toMatchObject({ unchanged: 1, changes: [], warnings });
    expect(await send('subjects', other)).toMatchObject({ unchanged: 1, warnings });
    expect(await settings()).toEqual([[12.5, 0, 60, 'النهائي']]);
  });

  test('settings that the screen refuses are refused, and others of the same file are stored', async () => {
    const none = Object.fromEntries(
      ['participation', 'attendance', 'exercise', 'reading', 'test'].map((key) => [`${key}_enabled`, 'لا']),
    );
    const body = await send('subjects', [
      subject({ test_max: '100.5' }),
      subject({ test_max: '-1' }),
      subject({ test_max: '10.25' }),
      subject({ test_max: 'كثير' }),
      subject({ test_enabled: 'ربما' }),
      subject({ test_name: 'ن'.repeat(61) }),
      subject({ test_name: 'نهائي\u3164' }),
      subject(none),
      subject({ status: 'مؤجلة' }),
      subject({ test_max: '100', test_enabled: 'نعم', test_name: 'ن'.repeat(60), status: 'مكتملة' }),
    ]);
    expect(body).toMatchObject({ imported: 1, failed: 9 });
    expect(body.errors.map(({ field }) => field)).toEqual([
      'test_max',
      'test_max',
      'test_max',
      'test_max',
      'test_enabled',
      'test_name',
      'test_name',
      undefined,
      'status',
    ]);
    expect(await settings()).toEqual([[10, 1, 100, 'ن'.repeat(60)]]);
    const { status } = await server.data.read
      .selectFrom('subjects')
      .select('status')
      .where('base_subject_code', '=', prefix)
      .executeTakeFirstOrThrow();
    expect(status).toBe('completed');
  });
});
