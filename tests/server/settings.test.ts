import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import type { SavedFilter } from '../../contract/savedFilters';
import type { Settings } from '../../contract/settings';
import { startTestApp, type TestApp } from '../support/app';
import { buildJpeg, buildPng } from '../support/logos';

let server: TestApp;
let now = new Date('2026-11-20T08:00:00Z');
beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});
afterAll(() => server.close());

const as = 'admin' as const;
const read = async () => (await server.call<Settings>('GET', '/settings', { as })).body;
const save = (body: unknown) => server.call<Settings>('PUT', '/settings', { as, body });

describe('the settings of the institute', () => {
  test('the settings start with the defaults and the current year of the Umm al-Qura calendar', async () => {
    expect(await read()).toMatchObject({
      institute_name: 'معهد رصد للقرآن والعلوم الشرعية',
      logo: null,
      current_academic_year: null,
      academic_year: '1447',
      proposed_academic_year: '1448',
      terms: [{ start_date: '2026-08-23', end_date: '2027-01-02' }, {}, {}],
      teacher_scope: 'linked_or_open',
      archive_retention_days: 30,
      time_zone: 'Asia/Riyadh',
      today: '2026-11-20',
      is_demo: true,
    });
  });

  test('the settings can be saved partially, and sent back as the server returned them', async () => {
    const saved = await save({ institute_name: ' معهد  النور ', current_academic_year: '١٤٤٨' });
    expect(saved).toMatchObject({
      status: 200,
      body: { institute_name: 'معهد النور', current_academic_year: '1448', academic_year: '1448' },
    });
    const again = await save({ ...saved.body, archive_retention_days: 60 });
    expect(again.body).toMatchObject({ institute_name: 'معهد النور', archive_retention_days: 60 });
    expect(await read()).toEqual(again.body);
  });

  test('a second save of the same version is refused with the current settings, including terms', async () => {
    const before = await read();
    const term = { name: 'الفصل الأول', start_date: '2026-08-23', end_date: '2026-12-31' };
    expect((await save({ terms: [term], version: before.version })).status).toBe(200);
    expect(await save({ terms: [], version: before.version })).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { terms: [term] } },
    });
    expect((await read()).terms).toMatchObject([term]);
  });

  test('"today" and the proposed year follow the clock and the time zone', async () => {
    now = new Date('2026-11-20T18:30:00Z');
    expect((await save({ time_zone: 'Pacific/Auckland' })).body.today).toBe('2026-11-21');
    expect((await save({ time_zone: 'Asia/Riyadh' })).body.today).toBe('2026-11-20');
  });

  test('the country of phone numbers is Saudi Arabia until an admin changes it', async () => {
    expect((await read()).country).toBe('SA');
    expect((await save({ country: 'EG' })).body.country).toBe('EG');
    expect((await save({ country: 'SA' })).body.country).toBe('SA');
  });

  test.each([
    [{ institute_name: '' }, 'institute_name', 'هذا الحقل مطلوب'],
    [{ archive_retention_days: 0 }, 'archive_retention_days', expect.any(String)],
    [{ archive_retention_days: 4_000 }, 'archive_retention_days', expect.any(String)],
    [{ teacher_scope: 'none' }, 'teacher_scope', expect.any(String)],
    [{ country: 'ZZ' }, 'country', 'القيمة ليست من القيم المسموحة'],
    [{ country: 'sa' }, 'country', 'القيمة ليست من القيم المسموحة'],
    [{ time_zone: 'Riyadh/Asia' }, 'time_zone', 'المنطقة الزمنية غير معروفة'],
    [
      { terms: [{ name: 'ف', start_date: '2026-02-30', end_date: '2026-03-01' }] },
      'terms.0.start_date',
      expect.any(String),
    ],
  ])('the settings %j are refused at their field', async (body, path, message) => {
    const before = await read();
    expect(await save(body)).toMatchObject({ status: 422, body: { details: [{ path, message }] } });
    expect(await read()).toEqual(before);
  });

  test('the settings are limited for teachers and students to those that all users need', async () => {
    for (const role of ['teacher', 'student'] as const) {
      const { status, body } = await server.call('GET', '/settings', { as: role });
      expect(status).toBe(200);
      expect(Object.keys(body).toSorted()).toEqual(
        [
          'academic_year',
          'country',
          'current_academic_year',
          'institute_name',
          'logo',
          'record_kinds',
          'result_rules',
          'terms',
          ...(role === 'student' ? [] : ['teachers_contact_guardians']),
          'time_zone',
          'today',
          'weekend_days',
        ].toSorted(),
      );
      expect(
        (await server.call('PUT', '/settings', { as: role, body: { institute_name: 'x' } })).status,
      ).toBe(403);
    }
  });

  test('the settings refuse an invalid academic year with the list of valid ones', async () => {
    const sentence = 'اكتب السنة الهجرية بأربعة أرقام، بين 1400 و1452';
    for (const year of ['144', '1399', '1453', '1450/1451', 'سنة'])
      expect(await save({ current_academic_year: year })).toMatchObject({
        status: 422,
        body: { error: sentence, details: [{ path: 'current_academic_year', message: sentence }] },
      });
    expect((await save({ current_academic_year: '١٤٥٢ هـ' })).body.current_academic_year).toBe('1452');
    expect((await save({ current_academic_year: '' })).body.current_academic_year).toBeNull();
  });

  test('the settings keep an older invalid year until an admin changes it', async () => {
    await server.data.writeUnlogged((trx) =>
      trx.updateTable('settings').set({ current_academic_year: '144' }).execute(),
    );
    expect((await save({ current_academic_year: '144', institute_name: 'معهد النور' })).status).toBe(200);
    expect((await save({ current_academic_year: '145' })).status).toBe(422);
    expect((await save({ current_academic_year: '1447' })).status).toBe(200);
  });

  test('a new batch gets the academic year of the settings', async () => {
    await save({ current_academic_year: '1449' });
    const { body } = await server.call('POST', '/batches', {
      as,
      body: { batch_name: 'دفعة السنة الجديدة', program_id: 'QRN' },
    });
    expect(body['academic_year']).toBe('1449');
  });
});

describe('the logo', () => {
  const png = (bytes: number) => buildPng(600, 400, bytes);
  const jpeg = buildJpeg(600, 400);
  const tooWide = 'أبعاد الشعار يجب ألا تزيد على 2000 × 2000 بكسل';
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`;

  test('the logo is a PNG or JPEG of at most 200 kB, and can be removed', async () => {
    for (const logo of [png(200 * 1_024), jpeg]) {
      expect((await save({ logo })).body.logo).toBe(logo);
      expect((await server.call('GET', '/settings', { as: 'student' })).body['logo']).toBe(logo);
    }
    expect((await save({ logo: null })).body.logo).toBeNull();
  });

  test.each([
    ['an SVG', svg, 'الشعار يجب أن يكون صورة PNG أو JPEG'],
    ['an SVG declared as PNG', svg.replace('svg+xml', 'png'), 'الشعار يجب أن يكون صورة PNG أو JPEG'],
    ['an address', 'https://example.org/logo.png', 'الشعار يجب أن يكون صورة PNG أو JPEG'],
    ['a PNG that is too wide', buildPng(2_001, 10), tooWide],
    ['a PNG that is too high', buildPng(10, 20_000), tooWide],
    ['a JPEG that is too wide', buildJpeg(2_001, 10), tooWide],
    ['a JPEG that is too high', buildJpeg(10, 20_000), tooWide],
    ['a PNG without a header', `data:image/png;base64,iVBORw0KGgo=`, 'الشعار يجب أن يكون صورة PNG أو JPEG'],
    ['a JPEG without a frame', `data:image/jpeg;base64,/9j/4AA=`, 'الشعار يجب أن يكون صورة PNG أو JPEG'],
    ['a file that is one byte too large', png(200 * 1_024 + 1), 'حجم الشعار يجب ألا يزيد على 200 كيلوبايت'],
  ])('a logo that is %s is refused', async (_what, logo, message) => {
    expect(await save({ logo })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'logo', message }] },
    });
    expect((await read()).logo).toBeNull();
  });
});

describe('the terms', () => {
  const first = { name: 'الأول', start_date: '2027-08-22', end_date: '2027-12-30' };
  const second = { name: 'الثاني', start_date: '2028-01-09', end_date: '2028-05-30' };

  test('the terms are one list: sent terms are kept or added, missing ones are removed, in the order of their dates', async () => {
    const { body } = await save({ terms: [second, first] });
    expect(body.terms).toEqual([
      { id: expect.any(Number), ...first },
      { id: expect.any(Number), ...second },
    ]);
    const changed = body.terms.map((term) => ({ ...term, name: `${term.name} المعدل` }));
    expect((await save({ terms: changed })).body.terms).toEqual(changed);
    expect((await save({ terms: changed.slice(1) })).body.terms).toEqual(changed.slice(1));
    expect((await save({ institute_name: 'معهد رصد' })).body.terms).toEqual(changed.slice(1));
    expect((await save({ terms: [{ ...first, id: 999_999 }] })).status).toBe(404);
  });

  test.each([
    [[{ ...first, end_date: '2027-01-01' }], 'terms.0.end_date', 'تاريخ النهاية يسبق تاريخ البداية'],
    [[first, { ...second, start_date: '2027-12-30' }], 'terms.1.start_date', 'فصلان دراسيان يتداخل تاريخاهما'],
    [[first, { ...second, name: first.name }], 'terms.1.name', 'اسم الفصل الدراسي مكرر'],
  ])(
    'the terms are refused with the path of the first problem if they are invalid',
    async (terms, path, message) => {
      const before = await read();
      expect(await save({ terms })).toMatchObject({ status: 422, body: { details: [{ path, message }] } });
      expect(await read()).toEqual(before);
    },
  );
});

describe('saved filters', () => {
  const create = (role: 'admin' | 'teacher', body: object) =>
    server.call<SavedFilter>('POST', '/saved-filters', { as: role, body });
  const list = async (role: 'admin' | 'teacher', query = {}) =>
    (await server.call<SavedFilter[]>('GET', '/saved-filters', { as: role, query })).body;
  const view = {
    resource: 'students',
    name: 'دفعة القرآن',
    filter: { q: 'سعد', batch_id: 3, gender: 'ذكر' },
    sort: { field: 'full_name', order: 'ASC' },
  };

  test('saved filters are visible only to the user who saved them', async () => {
    const saved = await create('admin', view);
    expect(saved).toMatchObject({ status: 201, body: view });
    expect((await create('teacher', { ...view, sort: undefined })).body.sort).toBeNull();
    await create('admin', { ...view, resource: 'subjects' });
    expect(await list('admin', { resource: 'students' })).toEqual([saved.body]);
    expect(await list('admin')).toHaveLength(2);
    expect(await list('teacher')).toHaveLength(1);
    expect((await server.call('DELETE', `/saved-filters/${saved.body.id}`, { as: 'teacher' })).status).toBe(
      404,
    );
    expect(await server.call('DELETE', `/saved-filters/${saved.body.id}`, { as })).toMatchObject({
      status: 200,
      body: { message: 'تم حذف التصفية المحفوظة' },
    });
    expect(await list('admin', { resource: 'students' })).toEqual([]);
  });

  test('saved filters have a unique name in each list', async () => {
    const name = 'مرتين';
    expect((await create('admin', { ...view, name })).status).toBe(201);
    expect(await create('admin', { ...view, name: ` ${name} ` })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', error: 'لديك تصفية محفوظة بهذا الاسم' },
    });
    expect((await create('admin', { ...view, name, resource: 'batches' })).status).toBe(201);
  });

  test('saved filters are limited to fifty per user, in all lists together', async () => {
    const resources = ['programs', 'subjects', 'reports/log'];
    const make = (name: number) =>
      create('teacher', { ...view, resource: resources[name % 3], name: String(name) });
    const before = (await list('teacher')).length;
    for (let count = before + 1; count <= 50; count++) expect((await make(count)).status).toBe(201);
    expect(await make(51)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'name', message: expect.stringContaining('في كل القوائم') }] },
    });
    const [one] = await list('teacher');
    await server.call('DELETE', `/saved-filters/${one?.id}`, { as: 'teacher' });
    expect((await make(51)).status).toBe(201);
  });

  test('saved filters can be restored by undo unless there are fifty others', async () => {
    const headers = { 'x-session-id': 'saved filters' };
    const [one, another] = await list('teacher');
    const remove = (id: number | undefined) =>
      server.call('DELETE', `/saved-filters/${id}`, { as: 'teacher', headers });
    const undo = () => server.call('POST', '/undo/latest', { as: 'teacher', headers });
    const all = (await list('teacher')).length;
    expect(all).toBe(50);
    expect((await remove(one?.id)).status).toBe(200);
    expect((await create('teacher', { ...view, name: 'بدلاً منها' })).status).toBe(201);
    expect(await undo()).toMatchObject({
      status: 409,
      body: { code: 'UNDO_CONFLICT', error: ruleMessages.tooManySavedFilters },
    });
    expect((await list('teacher')).length).toBe(50);
    await server.call('DELETE', `/saved-filters/${another?.id}`, { as: 'teacher' });
    expect((await undo()).status).toBe(200);
    expect(await list('teacher')).toContainEqual(one);
  });

  test('saved filters are accepted only for lists with filters', async () => {
    expect(await create('admin', { ...view, resource: 'invented' })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'resource', message: 'القيمة ليست من القيم المسموحة' }] },
    });
    expect(await list('admin', { resource: 'invented' })).toEqual([]);
  });

  test.each([
    { ...view, resource: '../users' },
    { ...view, name: '' },
    { ...view, filter: 'q' },
    { ...view, filter: { q: 'س'.repeat(5_000) } },
    { ...view, sort: { field: 'id', order: 'UP' } },
    { ...view, user_id: 1 },
  ])('invalid saved filter %# is refused', async (body) => {
    expect((await create('admin', body)).status).toBe(422);
  });
});
