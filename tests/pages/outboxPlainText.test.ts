import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import type { KindName, WorkOf } from '../../src/dataProvider/outbox/kinds';
import { canQueue, prepareOutbox, send } from '../../src/dataProvider/outbox/outbox';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { dropSession } from '../../src/dataProvider/session';
import { type Answer, answerWith, readLocalQueue, register, signIn } from '../support/localOutbox';

// Which kinds wait as plain text in localStorage. The encryption is tested in tests/e2e/long/outbox.test.ts.

const sheet = { batchName: 'الأولى', subjectCode: 'QRN1' };
const day = { ...sheet, date: '2026-11-20', named: {} };
const works: { [K in KindName]: WorkOf<K> } = {
  register: register('QRN1'),
  answers: { assignmentId: 5, answers: [{ question_id: 3, selected_option_id: null, answer_text: 'الهاء' }] },
  marks: {
    ...sheet,
    subjectName: 'التجويد',
    rows: [{ studentId: '1', version: 1, cells: { test: { mark: 12, seen: [10] } } }],
    base: [],
    settings: defaultGradeSettings,
  },
  records: { ...day, rows: [{ studentId: '1', kind: 'new', pagesCount: 1 }], students: {} },
  recitation: {
    ...day,
    mark: 'a'.repeat(32),
    studentName: 'أنس',
    kindName: 'حفظ جديد',
    recitation: { subjectCode: 'QRN1', studentId: '1', recordDate: day.date, kind: 'new' },
  },
};
const kindNames = Object.keys(works) as KindName[];

/** Saves work of each kind without a network. @returns the kinds that wait on the device */
async function saveAllOffline(): Promise<KindName[]> {
  answerWith(async () => 'lost');
  const waiting: KindName[] = [];
  for (const kind of kindNames) {
    const result = await send(kind, works[kind]);
    expect([kind, result.kind]).toEqual([kind, (await canQueue(kind)) ? 'waiting' : 'refused']);
    if (result.kind === 'waiting') waiting.push(kind);
  }
  expect(readLocalQueue(1).map(({ kind }) => kind)).toEqual(waiting);
  return waiting;
}

/** Starts the app, which asks the server at GET /health what it knows. */
async function startWith(health: Answer, isOurs = true) {
  noteList('subjects', [], isOurs);
  answerWith(async () => health);
  await prepareOutbox();
}
const healthOf = (...features: string[]): Answer => ({ status: 200, body: { status: 'ok', features } });

beforeEach(() => {
  localStorage.clear();
  signIn(1, crypto.randomUUID());
});
afterEach(() => {
  noteList('subjects', [], true);
  dropSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('registers, records and recitations wait at a plain http address, but marks and answers need encryption', async () => {
  await startWith(healthOf('circles', 'idempotency'));
  expect(await saveAllOffline()).toEqual(['register', 'records', 'recitation']);
});

it.each([
  ['names no idempotency keys', healthOf('circles'), true],
  ['does not have the call', { status: 404, body: {} }, true],
  ['is of another product', healthOf('idempotency'), false],
  ['has not answered yet', 'lost', true],
] as const)('only registers wait if the server %s', async (_, health, isOurs) => {
  await startWith(health, isOurs);
  expect(await saveAllOffline()).toEqual(['register']);
});

it('the device remembers the answer for a later start without a network', async () => {
  await startWith(healthOf('idempotency'));
  await startWith('lost');
  expect(await saveAllOffline()).toEqual(['register', 'records', 'recitation']);
});

it.each([
  ['names no idempotency keys', healthOf('circles')],
  ['no longer has the call', { status: 404, body: {} }],
] as const)('the device forgets the answer once the server %s', async (_, health) => {
  await startWith(healthOf('idempotency'));
  expect(await canQueue('records')).toBe(true);
  await startWith(health);
  expect(await canQueue('records')).toBe(false);
  expect(await canQueue('register')).toBe(true);
});

it('only registers are stored as plain text in a secure context without an encryption key', async () => {
  await startWith(healthOf('idempotency'));
  vi.stubGlobal('isSecureContext', true);
  expect(await saveAllOffline()).toEqual(['register']);
});
