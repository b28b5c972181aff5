import type { CleanupTarget, ImportType } from '../../contract/vocabulary';
import type { AnyWrite } from './anyWrites';
import { type Answer, password, type TestApp } from './app';

type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;
type Rows = Record<string, unknown>[];

const session = { 'x-session-id': 'any-writes' };
const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: session });

async function nth(app: TestApp, path: string, which: number, query: Record<string, unknown> = {}) {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query });
  return body[which % Math.max(body.length, 1)] ?? null;
}
const anyOf = (app: TestApp, path: string, which: number) => nth(app, path, which, { range: [0, 499] });

let imports = 0;
/** Two requests of one import, which are one operation. */
async function importRows(app: TestApp, type: ImportType, parts: [Rows, Rows]): Promise<Answer | null> {
  const headers = { ...session, 'x-import-id': `any-import-${(imports += 1)}` };
  let answer: Answer | null = null;
  for (const data of parts)
    answer = await app.call('POST', `/${type}/import`, { as: 'admin', body: { data }, headers });
  return answer;
}

const cleanup =
  (target: CleanupTarget): Run =>
  async (app) => {
    await app.call('POST', '/auth/step-up', { as: 'admin', body: { password } });
    return send(app, 'DELETE', `/cleanup/${target}`);
  };

/** Random writes on settings, saved filters and imports; `anyWrites.ts` has the other kinds. */
export const instituteWrites: Record<string, Run> = {
  'save the settings': async (app, { which, other, word }) => {
    const { body } = await app.call<{ terms: { id: number; name: string }[] }>('GET', '/settings', {
      as: 'admin',
    });
    const [first] = body.terms.map((term) => ({ ...term, name: `${word} ${other}` }));
    const year = 2030 + (which % 9);
    const added = { name: `فصل ${which}`, start_date: `${year}-01-01`, end_date: `${year}-05-01` };
    return send(app, 'PUT', '/settings', {
      institute_name: `معهد ${word} ${other}`,
      archive_retention_days: 20 + (which % 30),
      record_kinds: { new: word, near: `${word} ${other}`, far: 'مراجعة بعيدة', tilawa: 'تلاوة' },
      weekend_days: [which % 7, other % 7],
      // Terms are changed, added and removed.
      terms: other % 3 === 0 ? [] : [...(first ? [first] : []), added],
    });
  },
  'save a filter': (app, { which, word }) =>
    send(app, 'POST', '/saved-filters', {
      resource: ['students', 'subjects'][which % 2],
      name: `${word} ${which % 5}`,
      filter: { q: word },
    }),
  'delete a filter': async (app, { which }) => {
    const saved = await nth(app, '/saved-filters', which);
    return saved && send(app, 'DELETE', `/saved-filters/${String(saved['id'])}`);
  },
  'import students': async (app, { which, other, word }) => {
    const student = await anyOf(app, '/students', which);
    const row = (place: number) => ({
      first_name: word,
      last_name: `الراشد ${place}`,
      national_id: `2${String(which).padStart(4, '0')}${String(other).padStart(4, '0')}${place}`,
    });
    const changed = { student_id: student?.['student_id'], first_name: word, last_name: 'المعدَّل' };
    return importRows(app, 'students', [[row(1), row(2)], student ? [changed, row(3)] : [row(3)]]);
  },
  'import programmes': async (app, { which, other, word }) => {
    const program = await anyOf(app, '/programs', other);
    const changed = { code: program?.['program_id'], name: `${word} ${other}`, levels: 1 + (other % 8) };
    const added = { code: `I${which % 7}`, name: `${word} ${which}`, levels: 2 };
    return importRows(app, 'programs', [[added], program ? [changed] : [added]]);
  },
  'import batches': async (app, { which, other, word }) => {
    const program = await anyOf(app, '/programs', which);
    const row = (place: number) => ({
      name: `${word} م${(other + place) % 9}`,
      program_id: program?.['program_id'],
      level: 1 + (other % 2),
    });
    return program && importRows(app, 'batches', [[row(1)], [row(2), row(1)]]);
  },
  'import subjects': async (app, { which, other, word }) => {
    const batch = await anyOf(app, '/batches', which);
    const row = (place: number) => ({
      code: `IS${(other + place) % 5}`,
      name: word,
      hours: 1 + (other % 10),
      batch_name: batch?.['batch_name'],
    });
    return batch && importRows(app, 'subjects', [[row(1)], [row(2)]]);
  },
  'import marks': async (app, { which, other }) => {
    const subject = await nth(app, '/subjects', which, { range: [0, 499], filter: { type: 'مادة' } });
    const { batch_name, subject_code } = subject ?? {};
    const path = `/grades/${encodeURIComponent(String(batch_name))}/${encodeURIComponent(String(subject_code))}`;
    const { body } = await app.call<Rows>('GET', path, { as: 'admin' });
    const [one, two] = (body.slice?.(other % 3, (other % 3) + 2) ?? []).map(({ studentId }, place) => ({
      student_id: studentId,
      batch_name,
      subject_code,
      test_grade: ((which + other + place) % 60) / 2,
      reading_grade: (other % 7) / 2,
    }));
    return one && two ? importRows(app, 'grades', [[one], [two, one]]) : null;
  },
};

/** Cleanups delete most records, so they run last if each write runs once. */
export const cleanupWrites: Record<string, Run> = {
  'clean up marks': cleanup('grades'),
  'clean up students': cleanup('students'),
  'clean up subjects': cleanup('subjects'),
  'clean up batches': cleanup('batches'),
  'clean up programmes': cleanup('programs'),
};
