import type { CleanupTarget, ImportType } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import { type Answer, password, type TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const sessionHeader = { 'x-session-id': 'any-writes' };
const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: sessionHeader });

async function pickRow(app: TestApp, path: string, index: number, query: Record<string, unknown> = {}) {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query });
  return body[index % Math.max(body.length, 1)] ?? null;
}
const pickListRow = (app: TestApp, path: string, index: number) =>
  pickRow(app, path, index, { range: [0, 499] });

const holidayDays = (seed: number) => ({
  from: `2026-11-0${1 + (seed % 4)}`,
  to: `2026-11-${10 + (seed % 10)}`,
  kind: seed % 2 === 0 ? 'holiday' : 'suspended',
  excludes_registers: seed % 4 < 3,
});
async function pickHoliday(app: TestApp, index: number) {
  const query = { from: '2026-11-01', to: '2027-10-30' };
  const { body } = await app.call<{ holidays: Rows }>('GET', '/calendar', { as: 'admin', query });
  return body.holidays[index % Math.max(body.holidays.length, 1)] ?? null;
}

let importCount = 0;
/** Sends two chunks of one import, which are one operation. */
async function importRows(app: TestApp, type: ImportType, chunks: [Rows, Rows]): Promise<Answer | null> {
  const headers = { ...sessionHeader, 'x-import-id': `any-import-${(importCount += 1)}` };
  let answer: Answer | null = null;
  for (const data of chunks)
    answer = await app.call('POST', `/${type}/import`, { as: 'admin', body: { data }, headers });
  return answer;
}

const cleanup =
  (target: CleanupTarget): Run =>
  async (app) => {
    await app.call('POST', '/auth/step-up', { as: 'admin', body: { password } });
    return send(app, 'DELETE', `/cleanup/${target}`);
  };

export const instituteWrites: Record<string, Run> = {
  'save the settings': async (app, { recordIndex, seed, word }) => {
    const { body } = await app.call<{ terms: { id: number; name: string }[] }>('GET', '/settings', {
      as: 'admin',
    });
    const [changedTerm] = body.terms.map((term) => ({ ...term, name: `${word} ${seed}` }));
    const year = 2030 + (recordIndex % 9);
    const newTerm = { name: `فصل ${recordIndex}`, start_date: `${year}-01-01`, end_date: `${year}-05-01` };
    return send(app, 'PUT', '/settings', {
      institute_name: `معهد ${word} ${seed}`,
      archive_retention_days: 20 + (recordIndex % 30),
      backup_hour: seed % 25 === 24 ? null : seed % 25,
      backup_days: 1 + (recordIndex % 365),
      record_kinds: { new: word, near: `${word} ${seed}`, far: 'مراجعة بعيدة', tilawa: 'تلاوة' },
      weekend_days: [recordIndex % 7, seed % 7],
      terms: seed % 3 === 0 ? [] : [...(changedTerm ? [changedTerm] : []), newTerm],
    });
  },
  'save a filter': (app, { recordIndex, word }) =>
    send(app, 'POST', '/saved-filters', {
      resource: ['students', 'subjects'][recordIndex % 2],
      name: `${word} ${recordIndex % 5}`,
      filter: { q: word },
    }),
  'delete a filter': async (app, { recordIndex }) => {
    const filter = await pickRow(app, '/saved-filters', recordIndex);
    return filter && send(app, 'DELETE', `/saved-filters/${String(filter['id'])}`);
  },
  'import students': async (app, { recordIndex, seed, word }) => {
    const student = await pickListRow(app, '/students', recordIndex);
    const buildRow = (index: number) => ({
      first_name: word,
      last_name: `الراشد ${index}`,
      national_id: `2${String(recordIndex).padStart(4, '0')}${String(seed).padStart(4, '0')}${index}`,
    });
    const changedRow = { student_id: student?.['student_id'], first_name: word, last_name: 'المعدَّل' };
    return importRows(app, 'students', [
      [buildRow(1), buildRow(2)],
      student ? [changedRow, buildRow(3)] : [buildRow(3)],
    ]);
  },
  'import programmes': async (app, { recordIndex, seed, word }) => {
    const program = await pickListRow(app, '/programs', seed);
    const changedRow = { code: program?.['program_id'], name: `${word} ${seed}`, levels: 1 + (seed % 8) };
    const newRow = { code: `I${recordIndex % 7}`, name: `${word} ${recordIndex}`, levels: 2 };
    return importRows(app, 'programs', [[newRow], program ? [changedRow] : [newRow]]);
  },
  'import batches': async (app, { recordIndex, seed, word }) => {
    const program = await pickListRow(app, '/programs', recordIndex);
    const buildRow = (index: number) => ({
      name: `${word} م${(seed + index) % 9}`,
      program_id: program?.['program_id'],
      level: 1 + (seed % 2),
    });
    return program && importRows(app, 'batches', [[buildRow(1)], [buildRow(2), buildRow(1)]]);
  },
  'import subjects': async (app, { recordIndex, seed, word }) => {
    const batch = await pickListRow(app, '/batches', recordIndex);
    const buildRow = (index: number) => ({
      code: `IS${(seed + index) % 5}`,
      name: word,
      hours: 1 + (seed % 10),
      batch_name: batch?.['batch_name'],
    });
    return batch && importRows(app, 'subjects', [[buildRow(1)], [buildRow(2)]]);
  },
  'import marks': async (app, { recordIndex, seed }) => {
    const subject = await pickRow(app, '/subjects', recordIndex, {
      range: [0, 499],
      filter: { type: 'مادة' },
    });
    const { batch_name, subject_code } = subject ?? {};
    const path = `/grades/${encodeURIComponent(String(batch_name))}/${encodeURIComponent(String(subject_code))}`;
    const { body } = await app.call<Rows>('GET', path, { as: 'admin' });
    const [first, second] = (body.slice?.(seed % 3, (seed % 3) + 2) ?? []).map(({ studentId }, index) => ({
      student_id: studentId,
      batch_name,
      subject_code,
      test_grade: ((recordIndex + seed + index) % 60) / 2,
      reading_grade: (seed % 7) / 2,
    }));
    return first && second ? importRows(app, 'grades', [[first], [second, first]]) : null;
  },
};

/** These writes run last, because they delete most records. */
export const cleanupWrites: Record<string, Run> = {
  'clean up marks': cleanup('grades'),
  'clean up students': cleanup('students'),
  'clean up subjects': cleanup('subjects'),
  'clean up batches': cleanup('batches'),
  'clean up programmes': cleanup('programs'),
};

export const calendarWrites: Record<string, Run> = {
  'add a holiday': async (app, { recordIndex, seed, word }) => {
    const batch = seed % 3 === 0 ? await pickListRow(app, '/batches', recordIndex) : null;
    return send(app, 'POST', '/holidays', { ...holidayDays(seed), name: word, batch_id: batch?.['id'] });
  },
  'change a holiday': async (app, { recordIndex, seed, word }) => {
    const holiday = await pickHoliday(app, recordIndex);
    const body = { ...holidayDays(seed), name: `${word} ${recordIndex}` };
    return holiday && send(app, 'PUT', `/holidays/${String(holiday['id'])}`, body);
  },
  'delete a holiday': async (app, { recordIndex }) => {
    const holiday = await pickHoliday(app, recordIndex);
    return holiday && send(app, 'DELETE', `/holidays/${String(holiday['id'])}`);
  },
};
