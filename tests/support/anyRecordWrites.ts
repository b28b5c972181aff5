import type { DailyRecord, FaultKind } from '../../contract/dailyRecords';
import { ayahName, rangeOfPages } from '../../contract/rules/mushaf';
import { recordKinds, recordResults } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import type { Answer, TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const headers = { 'x-session-id': 'any-writes' };

/** Ranges that do not overlap; sometimes none. */
const buildRanges = (number: number) =>
  Array.from({ length: number % 4 }, (_, index) => {
    const range = rangeOfPages(1 + ((number + index * 7) % 600));
    return range ? { from: ayahName(range.from), to: ayahName(range.to) } : null;
  }).filter((range) => range !== null);

function buildFaults(number: number, kinds: readonly FaultKind[], ranges: ReturnType<typeof buildRanges>) {
  const faultKinds = kinds.slice(number % 3, (number % 3) + (number % 4));
  return faultKinds.map(({ key }, index) => ({
    kind: key,
    ayah: (number + index) % 2 === 0 ? null : (ranges.at(-1)?.to ?? null),
    count: 1 + ((number + index) % 5),
  }));
}

const findRecord = (app: TestApp, recordIndex: number) =>
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
    .offset(recordIndex % 20)
    .execute();

export const recordWrites: Record<string, Run> = {
  'save recitations': async (app, { recordIndex, seed, word }) => {
    const { body: subjects } = await app.call<Rows>('GET', '/subjects', {
      as: 'admin',
      query: { range: [0, 499], filter: { type: 'تقييد يومي' } },
    });
    const subject = subjects[recordIndex % Math.max(subjects.length, 1)];
    if (!subject) return null;
    const { batch_name: batchName, subject_code: subjectCode } = subject;
    const recordDate = `2026-11-0${1 + (seed % 3)}`;
    const path = ['daily-records', batchName, subjectCode, recordDate]
      .map((segment) => encodeURIComponent(String(segment)))
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
    const records = students.slice(0, 2).flatMap((studentId, studentIndex) =>
      recordKinds.slice(seed % 3).map((kind, kindIndex) => {
        const number = recordIndex + studentIndex + kindIndex;
        const ranges = buildRanges(number);
        return {
          studentId,
          kind,
          version: versions.get(`${studentId} ${kind}`),
          teacherNotes: number % 3 === 0 ? word : null,
          result: recordResults[number % 2],
          ...(number % 5 === 0 ? {} : { ranges, faults: buildFaults(number, kinds, ranges) }),
        };
      }),
    );
    const save = { batchName, subjectCode, recordDate, records };
    return app.call('POST', '/daily-records/save', { as: 'admin', body: save, headers });
  },
  'add a further recitation': async (app, { recordIndex, seed }) => {
    const [record] = await findRecord(app, recordIndex);
    if (!record) return null;
    const { subjectCode, studentId, recordDate, kind } = record;
    const ranges = buildRanges(seed | 1);
    const body = { subjectCode, studentId, recordDate, kind, ranges, result: recordResults[recordIndex % 2] };
    return app.call('POST', '/daily-records/again', { as: 'admin', body, headers });
  },
  'correct a recitation': async (app, { recordIndex, seed, word }) => {
    const [record] = await findRecord(app, recordIndex);
    if (!record) return null;
    const { id, version } = record;
    const body = { notes: `${word} ${seed}`, version };
    return app.call('PUT', `/daily-records/${id}`, { as: 'admin', body, headers });
  },
  'delete a recitation': async (app, { recordIndex }) => {
    const [record] = await findRecord(app, recordIndex);
    if (!record) return null;
    const { id, version } = record;
    return app.call('DELETE', `/daily-records/${id}`, { as: 'admin', query: { version }, headers });
  },
  'save the kinds of fault': async (app, { recordIndex, seed, word }) => {
    const { body: kinds } = await app.call<FaultKind[]>('GET', '/fault-kinds', { as: 'admin' });
    const remaining = kinds.filter(({ is_used }, index) => is_used || (recordIndex + index) % 5 !== 0);
    const newKind = { key: `any_${seed % 9}`, name: `${word} ${seed % 9}`, weight: (recordIndex % 8) / 4 };
    const isListed = remaining.some(({ key, name }) => key === newKind.key || name === newKind.name);
    const body = (isListed ? remaining : [...remaining, newKind]).map((kind, index) => ({
      ...kind,
      weight: (recordIndex + index) % 3 === 0 ? 1.5 : kind.weight,
    }));
    return app.call('PUT', '/fault-kinds', { as: 'admin', body: body.toReversed(), headers });
  },
};
