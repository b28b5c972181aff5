import type { DailyRecord, FaultKind } from '../../contract/dailyRecords';
import { ayahName, rangeOfPages } from '../../contract/rules/mushaf';
import { recordKinds, recordResults } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const headers = { 'x-session-id': 'any-writes' };

/** Ranges of the mushaf that do not overlap, sometimes none; each number gives different ones. */
const rangesOf = (chance: number) =>
  Array.from({ length: chance % 4 }, (_, place) => {
    const range = rangeOfPages(1 + ((chance + place * 7) % 600));
    return range ? { from: ayahName(range.from), to: ayahName(range.to) } : null;
  }).filter((range) => range !== null);

function faultsOf(chance: number, kinds: readonly FaultKind[], ranges: ReturnType<typeof rangesOf>) {
  const some = kinds.slice(chance % 3, (chance % 3) + (chance % 4));
  return some.map(({ key }, place) => ({
    kind: key,
    ayah: (chance + place) % 2 === 0 ? null : (ranges.at(-1)?.to ?? null),
    count: 1 + ((chance + place) % 5),
  }));
}

/** The record that a number means, if there is any. */
const recordsBy = (app: TestApp, which: number) =>
  app.data.read
    .selectFrom('daily_records')
    .innerJoin('subjects', 'subjects.id', 'daily_records.subject_id')
    .innerJoin('students', 'students.id', 'daily_records.student_row_id')
    .select([
      'daily_records.id',
      'daily_records.version',
      'daily_records.date as recordDate',
      'daily_records.kind',
      'subject_code as subjectCode',
      'student_id as studentId',
    ])
    .orderBy('daily_records.id', 'desc')
    .limit(1)
    .offset(which % 20)
    .execute();

/** Writes on daily records of several kinds, ranges and faults, and on the kinds of fault. */
export const recordWrites: Record<string, Run> = {
  'save what was heard': async (app, { which, other, word }) => {
    const { body: subjects } = await app.call<Rows>('GET', '/subjects', {
      as: 'admin',
      query: { range: [0, 499], filter: { type: 'تقييد يومي' } },
    });
    const subject = subjects[which % Math.max(subjects.length, 1)];
    if (!subject) return null;
    const { batch_name: batchName, subject_code: subjectCode } = subject;
    const recordDate = `2026-11-0${1 + (other % 3)}`;
    const path = ['daily-records', batchName, subjectCode, recordDate]
      .map((part) => encodeURIComponent(String(part)))
      .join('/');
    const { body } = await app.call<{ records: DailyRecord[] }>('GET', `/${path}`, {
      as: 'admin',
      query: { kind: 'all' },
    });
    const { body: kinds } = await app.call<FaultKind[]>('GET', '/fault-kinds', { as: 'admin' });
    const versions = new Map(
      body.records.map(({ studentId, kind, version }) => [`${studentId} ${kind}`, version]),
    );
    const students = [...new Set(body.records.map(({ studentId }) => studentId))];
    const records = students.slice(0, 2).flatMap((studentId, student) =>
      recordKinds.slice(other % 3).map((kind, place) => {
        const chance = which + student + place;
        const ranges = rangesOf(chance);
        return {
          studentId,
          kind,
          version: versions.get(`${studentId} ${kind}`),
          teacherNotes: chance % 3 === 0 ? word : null,
          result: recordResults[chance % 2],
          ...(chance % 5 === 0 ? {} : { ranges, faults: faultsOf(chance, kinds, ranges) }),
        };
      }),
    );
    const sent = { batchName, subjectCode, recordDate, records };
    return app.call('POST', '/daily-records/save', { as: 'admin', body: sent, headers });
  },
  'hear a student again': async (app, { which, other }) => {
    const [record] = await recordsBy(app, which);
    if (!record) return null;
    const { subjectCode, studentId, recordDate, kind } = record;
    const ranges = rangesOf(other | 1);
    const body = { subjectCode, studentId, recordDate, kind, ranges, result: recordResults[which % 2] };
    return app.call('POST', '/daily-records/again', { as: 'admin', body, headers });
  },
  'correct a recitation': async (app, { which, other, word }) => {
    const [record] = await recordsBy(app, which);
    if (!record) return null;
    const { id, version } = record;
    const body = { notes: `${word} ${other}`, version };
    return app.call('PUT', `/daily-records/${id}`, { as: 'admin', body, headers });
  },
  'delete a recitation': async (app, { which }) => {
    const [record] = await recordsBy(app, which);
    if (!record) return null;
    const { id, version } = record;
    return app.call('DELETE', `/daily-records/${id}`, { as: 'admin', query: { version }, headers });
  },
  'save the kinds of fault': async (app, { which, other, word }) => {
    const { body: kinds } = await app.call<FaultKind[]>('GET', '/fault-kinds', { as: 'admin' });
    const remaining = kinds.filter(({ is_used }, place) => is_used || (which + place) % 5 !== 0);
    const added = { key: `any_${other % 9}`, name: `${word} ${other % 9}`, weight: (which % 8) / 4 };
    const isKnown = remaining.some(({ key, name }) => key === added.key || name === added.name);
    const body = (isKnown ? remaining : [...remaining, added]).map((kind, place) => ({
      ...kind,
      weight: (which + place) % 3 === 0 ? 1.5 : kind.weight,
    }));
    return app.call('PUT', '/fault-kinds', { as: 'admin', body: body.toReversed(), headers });
  },
};
