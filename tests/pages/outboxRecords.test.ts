import { expect, it } from 'vitest';
import type { DailyRecord } from '../../contract/dailyRecords';
import { sortByOrder } from '../../src/dataProvider/outbox/kind';
import {
  type Entry,
  applyDelivery,
  joinQueued,
  kinds,
  type QueuedRegister,
} from '../../src/dataProvider/outbox/kinds';
import {
  joinAllEdits,
  type RecordRow,
  findRefusedOfScreen,
  type QueuedRecords,
} from '../../src/dataProvider/outbox/records';
import { baseVersion } from '../../src/custom-pages/halaqa/halaqaModel';
import { withoutRefusedElsewhere } from '../../src/custom-pages/daily-records/useQueuedSave';
import { applyRow } from '../../src/features/hearing/queuedRecords';
import { emptyRecord } from '../support/dailyRecords';

let count = 0;
const entry = (rows: RecordRow[], more: Partial<QueuedRecords> = {}): QueuedRecords => ({
  kind: 'records',
  id: `entry ${(count += 1)}`,
  at: `2026-11-20T08:00:${String(count).padStart(2, '0')}.000Z`,
  state: 'waiting',
  batchName: 'الأولى',
  subjectCode: 'QRN1',
  date: '2026-11-20',
  named: {},
  students: {},
  rows,
  ...more,
});
const row = (studentId: string, more: Partial<RecordRow> = {}): RecordRow => ({
  studentId,
  kind: 'new',
  version: 0,
  ...more,
});
const answer = (studentId: string, version: number): DailyRecord => ({
  ...emptyRecord(studentId, 'سعد الراشد'),
  version,
});
const hearing = (student: string) => ({ student, kind: 'new' as const, kindName: 'حفظ جديد' });

it('a later save of a day is merged with a queued save that was never sent', () => {
  const first = entry([row('1', { recordContent: 'أ' }), row('2', { recordContent: 'ب' })]);
  const { entry: both, replaced } = joinQueued(entry([row('2', { recordContent: 'ت' })]), [first]);
  expect(replaced).toEqual([first]);
  expect(both).toMatchObject({ rows: [row('1', { recordContent: 'أ' }), row('2', { recordContent: 'ت' })] });
});

it('a save that the server may have stays before a later save, which has complete rows over the same record', () => {
  const first = entry([row('1', { ranges: [{ from: '2:1', to: '2:5' }], version: 3 })], {
    isTried: true,
    hearing: hearing('1'),
  });
  const later = joinQueued(entry([row('1', { result: 'repeat', version: 7 })], { hearing: hearing('1') }), [
    first,
  ]);
  expect(later.replaced).toEqual([]);
  expect(later.entry).toMatchObject({
    rows: [{ ranges: [{ from: '2:1', to: '2:5' }], result: 'repeat', version: 3 }],
  });
});

it('a queued save is rebased on the answer to an earlier save of the user, and earlier refusals are dropped', () => {
  const done = entry([row('1')], { hearing: hearing('1') });
  const later = entry([row('1'), row('2')]);
  const refusedEntry = entry([row('1')], { hearing: hearing('1'), state: 'refused' });
  const otherDay = entry([row('1')], { date: '2026-11-19' });
  const after = applyDelivery([done, later, refusedEntry, otherDay], done, {
    message: '',
    records: [answer('1', 1)],
  });
  expect(after.changed).toMatchObject([{ id: later.id, rows: [row('1', { version: 1 }), row('2')] }]);
  expect(after.obsolete).toEqual([refusedEntry]);
});

it('a later save of a day is not merged with a refused hearing, because the server would refuse both', () => {
  const refusedEntry = entry([row('1', { result: 'repeat', faults: [], version: 3 })], {
    isTried: true,
    state: 'refused',
    hearing: hearing('1'),
  });
  const note = row('1', { teacherNotes: 'بتجويد', version: 4 });
  const { entry: sent, replaced } = joinQueued(entry([note]), [refusedEntry]);
  expect(sent).toMatchObject({ rows: [note] });
  expect((sent as QueuedRecords).rows[0]).not.toHaveProperty('result');
  expect(replaced).toEqual([]);
  // A queued hearing is merged.
  const waits = { ...refusedEntry, state: 'waiting' as const };
  expect(joinQueued(entry([note]), [waits]).entry).toMatchObject({
    rows: [{ result: 'repeat', version: 3 }],
  });
});

const newSecondRecitation = (studentId: string): Entry => {
  const { batchName, subjectCode, date, named: names, id, at, state } = entry([]);
  const recitation = { subjectCode, studentId, recordDate: date, kind: 'new' as const };
  const recitationFields = { mark: id, studentName: 'سعد الراشد', kindName: 'حفظ جديد', recitation };
  return {
    kind: 'recitation',
    id,
    at,
    state,
    batchName,
    subjectCode,
    date,
    named: names,
    ...recitationFields,
  };
};
/** Queued entries after an entry was added, in sending order. */
const idsAfterPut = (sent: Entry, waiting: readonly Entry[]) => {
  const { entry: put, replaced } = joinQueued(sent, waiting);
  return sortByOrder([...waiting.filter((one) => !replaced.includes(one)), put]).map(({ id }) => id);
};

it.each([
  ['of a hearing', () => ({ hearing: hearing('1') })],
  ['of the day screen', () => ({})],
])('a correction %s is sent before a queued second recitation', (_, more) => {
  const first = entry([row('1', { performanceLevel: 'جيد' })], more());
  const second = newSecondRecitation('1');
  const corrected = entry([row('1', { performanceLevel: 'ممتاز' })], more());
  expect(idsAfterPut(corrected, [first, second])).toEqual([corrected.id, second.id]);
  expect(joinQueued(corrected, [first, second]).entry.at).toBe(corrected.at);
});

it('a correction of a save that the server may have is sent directly after this save, before the second recitation', () => {
  const first = entry([row('1')], { hearing: hearing('1'), isTried: true });
  const second = newSecondRecitation('1');
  const corrected = entry([row('1')], { hearing: hearing('1') });
  expect(idsAfterPut(corrected, [first, second])).toEqual([first.id, corrected.id, second.id]);
  const { entry: put } = joinQueued(corrected, [first, second]);
  const again = entry([row('1')], { hearing: hearing('1') });
  expect(idsAfterPut(again, [first, put, second])).toEqual([first.id, again.id, second.id]);
});

it('a save of a day waits for a hearing of the same student, whose record it continues', () => {
  const daySave = entry([row('2')]);
  const hearingEntry = entry([row('1', { result: 'repeat' })], { hearing: hearing('1') });
  const later = entry([row('1', { teacherNotes: 'أ' })]);
  expect(idsAfterPut(later, [daySave, hearingEntry])).toEqual([hearingEntry.id, later.id]);
  // A hearing of another student does not delay the save.
  const other = entry([row('3')], { hearing: hearing('3') });
  const laterSave = entry([row('2', { teacherNotes: 'ب' })]);
  expect(idsAfterPut(laterSave, [daySave, other])).toEqual([laterSave.id, other.id]);
});

it('a refused recitation that is sent again keeps its order within the day', () => {
  const [first, second] = [newSecondRecitation('1'), newSecondRecitation('1')];
  const refused = { ...first, state: 'refused' as const };
  const again = { ...first, ...entry([]), kind: 'recitation' as const } as Entry;
  expect(idsAfterPut(again, [refused, second])).toEqual([again.id, second.id]);
});

it('a hearing refused twice does not ask again about the same conflict', () => {
  const refused = [3, 3].map((version) =>
    entry([row('1', { result: 'repeat', version })], {
      isTried: true,
      state: 'refused',
      hearing: hearing('1'),
    }),
  );
  const decided = entry([row('1', { result: 'accepted', version: 4 })], { hearing: hearing('1') });
  const { entry: sent, replaced } = joinQueued(decided, refused.slice(0, 1));
  expect(sent).toMatchObject({ rows: [{ result: 'accepted', version: 4 }] });
  expect(replaced).toEqual(refused.slice(0, 1));
});

it('a refused hearing saved again without a decision asks again; a queued one does not wait', () => {
  const values = { ranges: [], faults: [], level: null, result: null, version: 4 };
  const withQueuedHearing = (state: QueuedRecords['state']) => {
    const sent = row('1', { version: 3 });
    return { queuedRows: { new: { entry: entry([sent], { state, hearing: hearing('1') }), row: sent } } };
  };
  expect(baseVersion(withQueuedHearing('refused'), 'new', values)).toBe(3);
  expect(baseVersion(withQueuedHearing('waiting'), 'new', values)).toBe(4);
  expect(baseVersion({ queuedRows: {} }, 'new', values)).toBe(4);
});

it('a day screen starts from the stored records, not from a refused hearing; queued writes are on top', () => {
  const stored = [answer('1', 4), answer('2', 0)];
  const refusedEntry = entry([row('1', { pagesCount: 1, performanceLevel: 'ممتاز', version: 3 })], {
    state: 'refused',
    hearing: hearing('1'),
  });
  const own = entry([row('2', { teacherNotes: 'ب' })], { state: 'refused' });
  const over = stored.map((record, at) => applyRow(record, (at === 0 ? refusedEntry : own).rows[0] ?? {}));
  const visible = withoutRefusedElsewhere(over, stored, [refusedEntry, own], null);
  expect(visible).toEqual([stored[0], over[1]]);
  const later = entry([row('1', { teacherNotes: 'بتجويد' })]);
  expect(withoutRefusedElsewhere(over, stored, [refusedEntry, later], null)[0]).toEqual({
    ...stored[0],
    teacherNotes: 'بتجويد',
  });
  // Without the stored records, only the queued record can be shown.
  expect(withoutRefusedElsewhere(over, undefined, [refusedEntry], null)).toBe(over);
});

const enterTexts = (student: string, texts: Record<string, string>, base: Record<string, string>) => ({
  [student]: { texts, base },
});
const base = { teacherNotes: '', pagesCount: '' };

it('the later of two refused saves of a day counts, over the records that were loaded for the first save', () => {
  const first = entry([row('1')], {
    state: 'refused',
    edits: enterTexts('1', { teacherNotes: 'أ', pagesCount: '2' }, base),
  });
  const second = entry([row('1')], {
    state: 'refused',
    edits: enterTexts('1', { teacherNotes: 'ب' }, { teacherNotes: 'أ', pagesCount: '2' }),
  });
  expect(findRefusedOfScreen([first, second], null)).toEqual([first, second]);
  expect(joinAllEdits([first, second])).toEqual(
    enterTexts('1', { teacherNotes: 'ب', pagesCount: '2' }, base),
  );
  // While the later save is pending, the earlier one does not replace it.
  expect(findRefusedOfScreen([first, { ...second, state: 'waiting' }], null)).toEqual([]);
  expect(findRefusedOfScreen([first, entry([row('2')], { hearing: hearing('2') })], null)).toEqual([first]);
  expect(findRefusedOfScreen([first, entry([row('2')], { circle: 7 })], null)).toEqual([first]);
});

it('a later save that has arrived ends an earlier refusal only for its own students', () => {
  const refusedEntry = entry([row('1', { teacherNotes: 'أ' }), row('2', { teacherNotes: 'ب' })], {
    state: 'refused',
    edits: {
      ...enterTexts('1', { teacherNotes: 'أ' }, base),
      ...enterTexts('2', { teacherNotes: 'ب' }, base),
    },
  });
  const done = entry([row('2', { teacherNotes: 'ت' })]);
  const after = applyDelivery([refusedEntry, done], done, { message: '', records: [answer('2', 2)] });
  expect(after.obsolete).toEqual([]);
  expect(after.changed).toEqual([
    {
      ...refusedEntry,
      rows: [row('1', { teacherNotes: 'أ' })],
      edits: enterTexts('1', { teacherNotes: 'أ' }, base),
    },
  ]);
});

it('a save leaves out refused rows while a later save of the day is pending', () => {
  const refusedEntry = entry([row('1', { teacherNotes: 'أ' })], { isTried: true, state: 'refused' });
  const tried = entry([row('1', { teacherNotes: 'ب' })], { isTried: true });
  const { entry: sent, replaced } = joinQueued(entry([row('2')]), [refusedEntry, tried]);
  expect(replaced).toEqual([]);
  expect(sent).toMatchObject({ rows: [row('2')] });
  expect(joinQueued(entry([row('2')]), [refusedEntry]).replaced).toEqual([refusedEntry]);
});

it('a record is displayed in its stored form', () => {
  const visible = applyRow(emptyRecord('1', 'سعد الراشد'), {
    ...row('1', { pagesCount: null, performanceLevel: 'ممتاز' }),
    ranges: [{ from: '2:1', to: '2:5' }],
    faults: [{ kind: 'prompt', ayah: null, count: 2 }],
  });
  expect(visible).toMatchObject({ pagesCount: 1, mistakesCount: 2, performanceLevel: 'ممتاز', version: 0 });
});

const students = ['1', '2', '3'].map((studentId) => ({ studentId, studentName: `طالب ${studentId}` }));
const day = (absent: readonly string[], version: number) => ({
  students,
  absences: absent.map((studentId, at) => ({
    id: at + 1,
    studentId,
    studentName: `طالب ${studentId}`,
    type: 'غياب بدون عذر' as const,
    notes: null,
  })),
  taken: version > 0,
  version,
});

it('registers of two phones are merged with the absentees of both, unless both marked one student differently', () => {
  const sent: QueuedRegister = {
    kind: 'register',
    id: 'register',
    at: '2026-11-20T08:00:00.000Z',
    state: 'waiting',
    batchName: 'الأولى',
    subjectCode: 'QRN1',
    date: '2026-11-20',
    absentStudents: [{ studentId: '2', type: 'غياب بدون عذر' }],
    version: 0,
    base: day([], 0),
    edits: { 2: { isAbsent: true, type: 'غياب بدون عذر', notes: '' } },
  };
  const merged = kinds.register.merge?.(sent, day(['1'], 4));
  expect(merged?.version).toBe(4);
  expect(merged?.absentStudents.map(({ studentId }) => studentId)).toEqual(['1', '2']);
  const excused = { 2: { isAbsent: true, type: 'غياب بعذر', notes: '' } };
  expect(kinds.register.merge?.({ ...sent, edits: excused }, day(['1', '2'], 4))).toBeNull();
});
