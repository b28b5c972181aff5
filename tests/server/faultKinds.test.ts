import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import { type FaultKind, faultKindVersions } from '../../contract/dailyRecords';
import type { Settings } from '../../contract/settings';
import { defaultFaultKinds, defaultRecordKindNames, defaultResultRules } from '../../contract/vocabulary';
import { startTestApp, type TestApp } from '../support/app';
import { newDailySubject, recordCalls } from '../support/teaching';

const day = '2026-11-19';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-20T09:00:00Z') });
  // Deletes all faults of records and sard of the demo institute.
  await server.data.writeUnlogged(async (trx) => {
    await trx.deleteFrom('daily_record_faults').execute();
    await trx.deleteFrom('sard_faults').execute();
  });
});
afterAll(() => server.close());

type As = 'admin' | 'teacher' | 'student';
type Refusal = { code: string; error: string; details: { path: string }[]; current: FaultKind[] };
const headers = { 'x-session-id': 'fault-kinds' };

describe('the kinds of fault', () => {
  const read = (as: As = 'admin') => server.call<FaultKind[]>('GET', '/fault-kinds', { as });
  const put = (body: unknown, as: As = 'admin') =>
    server.call<FaultKind[] & Refusal>('PUT', '/fault-kinds', { as, body, headers });
  const undo = () => server.call('POST', '/undo/latest', { as: 'admin', headers });

  test('the kinds of fault are five at first; staff read them and admins write them', async () => {
    for (const as of ['admin', 'teacher'] as const)
      expect((await read(as)).body).toMatchObject(
        defaultFaultKinds.map((kind) => ({ ...kind, is_used: false })),
      );
    expect((await read('student')).status).toBe(403);
    const { body } = await read();
    expect((await put(body, 'teacher')).status).toBe(403);
    expect((await put(body)).body).toEqual(body);
  });

  test('the kinds of fault can be renamed, weighted, reordered, added and removed, with undo', async () => {
    const { body: before } = await read();
    const [notice, prompt, ...others] = before;
    const kinds = [
      { key: 'waqf', name: 'خطأ في الوقف', weight: 0.75 },
      { ...prompt, name: 'فتح على القارئ', weight: 2 },
      ...others.slice(0, -1),
    ];
    const saved = await put(kinds);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.map(({ key, name, weight }) => [key, name, weight])).toEqual([
      ['waqf', 'خطأ في الوقف', 0.75],
      ['prompt', 'فتح على القارئ', 2],
      ['major', 'لحن جلي', 1],
      ['minor', 'لحن خفي', 0.25],
    ]);
    expect(saved.body).not.toContainEqual(expect.objectContaining({ key: notice?.key }));
    expect((await undo()).status).toBe(200);
    expect((await read()).body.map(({ version: _version, ...kind }) => kind)).toEqual(
      before.map(({ version: _version, ...kind }) => kind),
    );
  });

  test('a kind that a record uses cannot be removed, but can be renamed', async () => {
    const records = recordCalls(server, await newDailySubject(server));
    const { body: rows } = await records.day(day);
    const faults = [{ kind: 'minor', count: 2 }];
    const studentId = rows.records[0]?.studentId;
    await records.save(day, [{ studentId, recordContent: 'س', faults }], 'teacher');
    const { body: kinds } = await read();
    expect(kinds.find(({ is_used }) => is_used)?.key).toBe('minor');
    const refusal = await put(kinds.filter(({ key }) => key !== 'minor'));
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'HAS_DEPENDENTS', error: ruleMessages.faultKindInUse('لحن خفي') },
    });
    expect((await read()).body).toEqual(kinds);
    const renamed = kinds.map((kind) => (kind.key === 'minor' ? { ...kind, name: 'لحن خفيف' } : kind));
    expect((await put(renamed)).status).toBe(200);
    expect((await records.day(day)).body.records[0]?.faults).toEqual([
      { kind: 'minor', ayah: null, count: 2 },
    ]);
    await records.save(day, [{ studentId, faults: [], version: 1 }], 'teacher');
    const { body: free } = await read();
    expect((await put(free.filter(({ key }) => key !== 'minor'))).status).toBe(200);
    expect((await undo()).status).toBe(200);
  });

  test('an undo does not remove an added kind if a record uses it since', async () => {
    const { body: before } = await read();
    await put([...before, { key: 'madd', name: 'خطأ في المد', weight: 1 }]);
    const records = recordCalls(server, await newDailySubject(server));
    const { body: rows } = await records.day(day);
    const faults = [{ kind: 'madd', count: 1 }];
    await records.save(day, [{ studentId: rows.records[0]?.studentId, recordContent: 'س', faults }]);
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'UNDO_CONFLICT' } });
    expect((await read()).body).toContainEqual(expect.objectContaining({ key: 'madd', is_used: true }));
  });

  test('a save of an older version is refused with the current list', async () => {
    const { body: read1 } = await read();
    await put(read1.map((kind) => ({ ...kind, weight: kind.weight + 1 })));
    const stale = await put(read1.map((kind) => ({ ...kind, weight: 5 })));
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: (await read()).body } });
    await put((await read()).body.map((kind) => ({ ...kind, weight: kind.weight - 1 })));
  });

  test('a save of an outdated list does not revert kinds that another admin has added, changed or removed', async () => {
    const { body: first } = await read();
    const save = (body: readonly unknown[], loadedKinds: FaultKind[]) =>
      server.call<FaultKind[] & Refusal>('PUT', '/fault-kinds', {
        as: 'admin',
        query: { seen: faultKindVersions(loadedKinds) },
        body,
        headers,
      });
    const added = await save([...first, { key: 'sakt', name: 'سكت', weight: 1 }], first);
    expect(added.status, added.text).toBe(200);
    const expectRefusal = async () => {
      const { body: now } = await read();
      const stale = await save(first.slice(1), first);
      expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: now } });
      expect((await read()).body).toEqual(now);
      return now;
    };
    const withAdded = await expectRefusal();
    // This admin removes a kind that another admin has renamed.
    const [one, ...others] = withAdded;
    expect((await save([{ ...one, name: 'تنبيه مكرر' }, ...others], withAdded)).status).toBe(200);
    const renamed = await expectRefusal();
    // The other admin has only removed a kind.
    expect((await save(renamed.slice(0, -1), renamed)).status).toBe(200);
    const { body: last } = await read();
    expect((await save(renamed, renamed)).status).toBe(409);
    expect(
      (await save(last.with(0, { ...last[0], name: String(first[0]?.name) } as FaultKind), last)).status,
    ).toBe(200);
    expect((await read()).body.map(({ key, name }) => [key, name])).toEqual(
      first.map(({ key, name }) => [key, name]),
    );
  });

  test.each([
    ['no kind at all', () => [], ''],
    ['a repeated key', ([one]: FaultKind[]) => [one, { ...one, name: 'غيره' }], '1.key'],
    ['a repeated name', ([one]: FaultKind[]) => [one, { ...one, key: 'other' }], '1.name'],
    ['a key in Arabic letters', ([one]: FaultKind[]) => [{ ...one, key: 'خطأ' }], '0.key'],
    ['a blank name', ([one]: FaultKind[]) => [{ ...one, name: ' ' }], '0.name'],
    ['a negative weight', ([one]: FaultKind[]) => [{ ...one, weight: -1 }], '0.weight'],
    [
      'a weight that is no multiple of a quarter',
      ([one]: FaultKind[]) => [{ ...one, weight: 0.3 }],
      '0.weight',
    ],
    ['a weight above the maximum', ([one]: FaultKind[]) => [{ ...one, weight: 1e9 }], '0.weight'],
  ])('kinds with %s are refused', async (_what, created, path) => {
    const { body: before } = await read();
    const refusal = await put(created(before));
    expect([refusal.status, refusal.body.details?.[0]?.path]).toEqual([422, path]);
    expect((await read()).body).toEqual(before);
  });
});

describe('the settings', () => {
  const read = async (as: As) => (await server.call<Settings>('GET', '/settings', { as })).body;
  const save = (body: object, as: As = 'admin') =>
    server.call<Settings & Refusal>('PUT', '/settings', { as, body, headers });

  test('the settings have names for the kinds, free days and rules of the result, which all users read', async () => {
    for (const as of ['admin', 'teacher', 'student'] as const)
      expect(await read(as)).toMatchObject({
        record_kinds: defaultRecordKindNames,
        weekend_days: [5, 6],
        result_rules: defaultResultRules,
      });
    const changed = {
      record_kinds: { ...defaultRecordKindNames, near: 'الربط' },
      weekend_days: [4, 5, 4],
      result_rules: [
        { max_faults: 1.5, performanceLevel: 'ممتاز', result: 'accepted' },
        { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
      ],
    };
    expect((await save(changed, 'teacher')).status).toBe(403);
    const saved = await save(changed);
    expect(saved.status, saved.text).toBe(200);
    expect(await read('student')).toMatchObject({ ...changed, weekend_days: [4, 5] });
    expect((await save(saved.body)).body.version).toBe(saved.body.version);
    await server.call('POST', '/undo/latest', { as: 'admin', headers });
    expect(await read('teacher')).toMatchObject({
      record_kinds: defaultRecordKindNames,
      weekend_days: [5, 6],
    });
  });

  const rule = (max_faults: number | null) => ({ max_faults, performanceLevel: 'جيد', result: 'accepted' });
  test.each([
    ['a kind without a name', { record_kinds: { ...defaultRecordKindNames, far: '' } }, 'record_kinds.far'],
    [
      'two kinds with one name',
      { record_kinds: { ...defaultRecordKindNames, far: 'تلاوة' } },
      'record_kinds.tilawa',
    ],
    ['a kind left out', { record_kinds: { new: 'جديد' } }, 'record_kinds.near'],
    ['an unknown weekday', { weekend_days: [7] }, 'weekend_days.0'],
    ['seven free days', { weekend_days: [0, 1, 2, 3, 4, 5, 6] }, 'weekend_days'],
    [
      'rules in descending order',
      { result_rules: [rule(2), rule(1), rule(null)] },
      'result_rules.1.max_faults',
    ],
    ['a last rule with a limit', { result_rules: [rule(1), rule(2)] }, 'result_rules.1.max_faults'],
    ['a rule after the last one', { result_rules: [rule(null), rule(null)] }, 'result_rules.0.max_faults'],
    ['no rule', { result_rules: [] }, 'result_rules'],
  ])('settings with %s are refused', async (_what, body, path) => {
    const before = await read('admin');
    const { status, body: refused } = await save(body);
    expect([status, refused.details?.[0]?.path]).toEqual([422, path]);
    expect(await read('admin')).toEqual(before);
  });
});
