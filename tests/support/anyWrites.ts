import fc from 'fast-check';
import { assignmentWrites } from './anyAssignmentWrites';
import { circleWrites } from './anyCircleWrites';
import { hifzPreparations, hifzWrites } from './anyHifzWrites';
import { cleanupWrites, instituteWrites } from './anyInstituteWrites';
import { accountWrites, peopleWrites, preparations, teacherWrites } from './anyPeopleWrites';
import { recordWrites } from './anyRecordWrites';
import type { Answer, TestApp } from './app';

/** A write through the API on the n-th record that exists when it runs. */
export interface AnyWrite {
  name: string;
  which: number;
  other: number;
  word: string;
}

const words = ['تجويد', 'أحمد', 'عبد الله', 'تفسير ١', 'فقه-2', 'نحو'];

type Rows = Record<string, unknown>[];
type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;

async function nth(
  app: TestApp,
  path: string,
  which: number,
  filter: object = {},
): Promise<Record<string, unknown> | null> {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } });
  return body[which % Math.max(body.length, 1)] ?? null;
}

const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'any-writes' } });

/** Changes or deletes the n-th record of a list. */
const onNth =
  (
    path: string,
    method: 'PUT' | 'DELETE',
    body?: (write: AnyWrite, row: Record<string, unknown>) => unknown,
  ): Run =>
  async (app, write) => {
    const row = await nth(app, path, write.which);
    return row && send(app, method, `${path}/${String(row['id'])}`, body?.(write, row));
  };

const nationalId = ({ which, other }: AnyWrite) =>
  `1${String(which).padStart(4, '0')}${String(other).padStart(5, '0')}`;

const code = (row: Record<string, unknown>) => encodeURIComponent(String(row['subject_code']));

/** One of a few past days. */
const dayOf = (other: number) => `2026-11-0${1 + (other % 4)}`;

const gradeSettings = ({ which, word }: AnyWrite) =>
  Object.fromEntries(
    ['participation', 'attendance', 'exercise', 'reading', 'test'].flatMap((column, place) => [
      // Sometimes below the existing marks, which is refused.
      [`${column}Max`, ((which + place) % 40) + (which % 4 === 0 ? 0 : 60)],
      [`${column}Enabled`, place === 4 || (which + place) % 2 === 0],
      [`${column}Name`, `${word} ${place}`],
    ]),
  );

/** One or two records of a resource by one call. */
const onSeveral =
  (resource: string, call = 'delete-many'): Run =>
  async (app, { which, other }) => {
    const query = resource === 'users' ? { role: 'student' } : {};
    const rows = [await nth(app, `/${resource}`, which, query), await nth(app, `/${resource}`, other, query)];
    const ids = [...new Set(rows.flatMap((row) => (row ? [row['id']] : [])))];
    return ids.length > 0 ? send(app, 'POST', `/${resource}/${call}`, { ids }) : null;
  };

const severalWrites: Record<string, Run> = {
  'create a subject in several batches': async (app, { which, other, word }) => {
    const batches = [await nth(app, '/batches', which), await nth(app, '/batches', other)];
    const batch_ids = [...new Set(batches.flatMap((batch) => (batch ? [batch['id']] : [])))];
    const body = { subject_code: `M${other % 5}`, name: word, batch_ids };
    return batch_ids.length > 0 ? send(app, 'POST', '/subjects/many', body) : null;
  },
  'deactivate several accounts': onSeveral('users', 'deactivate-many'),
  'delete several accounts': onSeveral('users'),
  'delete several students': onSeveral('students'),
  'delete several subjects': onSeveral('subjects'),
  'delete several batches': onSeveral('batches'),
  'delete several programmes': onSeveral('programs'),
};

const runs: Record<string, Run> = {
  'create a programme': (app, { which, word }) =>
    send(app, 'POST', '/programs', { program_id: `C${which % 7}`, program_name: `${word} ${which % 9}` }),
  'change a programme': onNth('/programs', 'PUT', ({ word, other }) => ({
    program_name: `${word} ${other}`,
    levels: 1 + (other % 8),
  })),
  'delete a programme': onNth('/programs', 'DELETE'),
  'create a batch': async (app, { which, other, word }) => {
    const program = await nth(app, '/programs', which);
    return (
      program &&
      send(app, 'POST', '/batches', { program_id: program['program_id'], batch_name: `${word} ${other % 9}` })
    );
  },
  'change a batch': onNth('/batches', 'PUT', ({ word, other }) => ({
    batch_name: `${word} ${other % 9}`,
    level: 1 + (other % 8),
  })),
  'move a batch': async (app, { which, other }) => {
    const [batch, program] = [await nth(app, '/batches', which), await nth(app, '/programs', other)];
    return (
      batch &&
      program &&
      send(app, 'PUT', `/batches/${String(batch['id'])}`, { program_id: program['program_id'] })
    );
  },
  'delete a batch': onNth('/batches', 'DELETE'),
  'create a subject': async (app, { which, other, word }) => {
    const batch = await nth(app, '/batches', which);
    return (
      batch &&
      send(app, 'POST', '/subjects', { subject_code: `S${other % 5}`, name: word, batch_id: batch['id'] })
    );
  },
  'change a subject': onNth('/subjects', 'PUT', ({ word, other }) => ({
    name: word,
    hours: 1 + (other % 10),
    apply_to_base: other % 2 === 0,
  })),
  'delete a subject': onNth('/subjects', 'DELETE'),
  'offer a subject': async (app, { which, other }) => {
    const [subject, batch] = [await nth(app, '/subjects', which), await nth(app, '/batches', other)];
    const base = encodeURIComponent(String(subject?.['base_subject_code']));
    return (
      subject && batch && send(app, 'POST', `/subjects/base/${base}/offerings`, { batch_id: batch['id'] })
    );
  },
  'take an offering away': async (app, { which }) => {
    const subject = await nth(app, '/subjects', which);
    return subject && send(app, 'DELETE', `/subjects/offerings/${code(subject)}`);
  },
  'save a curriculum': async (app, { which, other, word }) => {
    const subject = await nth(app, '/subjects', which);
    const body = {
      content_type: other % 2 === 0 ? 'أوراد محددة' : 'نص حر',
      curriculum_items: [word, `${word} ${other}`],
      require_pages_count: other % 3 === 0,
      default_pages: (other % 9) / 2,
    };
    return subject && send(app, 'POST', `/subject-curriculum/${code(subject)}`, body);
  },
  'save grade settings': async (app, write) => {
    const subject = await nth(app, '/subjects', write.which);
    return subject && send(app, 'POST', `/subject-grade-settings/${code(subject)}`, gradeSettings(write));
  },
  'save marks': async (app, { which, other }) => {
    const subject = await nth(app, '/subjects', which, { type: 'مادة' });
    const batchName = String(subject?.['batch_name']);
    const path = `/grades/${encodeURIComponent(batchName)}/${code(subject ?? {})}`;
    const sheet = await app.call<Rows>('GET', path, { as: 'admin' });
    const marked = sheet.body.slice?.(other % 3, (other % 3) + 4) ?? [];
    const grades = marked.map(({ studentId }, place) => ({
      studentId,
      testGrade: (other + place) % 7 === 0 ? null : ((which + place) % 60) / 2,
      readingGrade: ((other + place) % 11) / 2,
    }));
    return (
      subject &&
      send(app, 'POST', '/grades/save', { batchName, subjectCode: subject['subject_code'], grades })
    );
  },
  'set a register': async (app, { which, other, word }) => {
    const subject = await nth(app, '/subjects', which);
    const path = `/absences/${encodeURIComponent(String(subject?.['batch_name']))}/${code(subject ?? {})}/${dayOf(other)}`;
    const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin' });
    const absent = body.students?.slice(other % 3, (other % 3) + (which % 4)) ?? [];
    const absentStudents = absent.map(({ studentId }, place) => ({
      studentId,
      type: (other + place) % 2 === 0 ? 'غياب بعذر' : 'غياب بدون عذر',
      notes: (which + place) % 3 === 0 ? word : null,
    }));
    return subject && send(app, 'PUT', path, { absentStudents });
  },
  'record an absence': async (app, { which, other }) => {
    const subject = await nth(app, '/subjects', which);
    const { batch_name: batchName, subject_code: subjectCode } = subject ?? {};
    const day = { batchName, subjectCode, date: dayOf(other) };
    const path = `/absences/${encodeURIComponent(String(batchName))}/${code(subject ?? {})}/${day.date}`;
    const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin' });
    const studentId = body.students?.[other % 5]?.['studentId'];
    const absentStudents = studentId ? [{ studentId, type: 'غياب بعذر' }] : [];
    return subject && send(app, 'POST', '/absences/record', { ...day, absentStudents });
  },
  'save daily records': async (app, { which, other, word }) => {
    const subject = await nth(app, '/subjects', which, { type: 'تقييد يومي' });
    const { batch_name: batchName, subject_code: subjectCode } = subject ?? {};
    const recordDate = dayOf(other);
    const path = `/daily-records/${encodeURIComponent(String(batchName))}/${code(subject ?? {})}/${recordDate}`;
    const { body } = await app.call<{ records: Rows }>('GET', path, { as: 'admin' });
    const some = body.records?.slice(other % 4, (other % 4) + 3) ?? [];
    const records = some.map(({ studentId, recordContent }, place) => ({
      studentId,
      recordContent: (other + place) % 3 === 0 ? '' : (recordContent ?? null),
      pagesCount: (which + place) % 3 === 0 ? null : ((which + place) % 9) / 2,
      mistakesCount: (other + place) % 3 === 0 ? '' : place,
      teacherNotes: (which + other) % 4 === 0 ? word : '',
    }));
    return (
      subject && send(app, 'POST', '/daily-records/save', { batchName, subjectCode, recordDate, records })
    );
  },
  'create a student': async (app, write) => {
    const batch = await nth(app, '/batches', write.other);
    const body = { first_name: write.word, last_name: 'الراشد', national_id: nationalId(write) };
    return send(app, 'POST', '/students', { ...body, batch_id: batch?.['id'] ?? null });
  },
  'change a student': onNth('/students', 'PUT', ({ word, other }) => ({
    second_name: word,
    phone: `05${other}`,
  })),
  'take a student out': onNth('/students', 'PUT', () => ({ batch_id: null })),
  'delete a student': onNth('/students', 'DELETE'),
  'forget a password': (app, { which }) =>
    app.call('POST', '/auth/forgot', { body: { username: ['admin', 'teacher', 'student'][which % 3] } }),
  ...assignmentWrites,
  ...instituteWrites,
  ...peopleWrites,
  ...circleWrites,
  ...recordWrites,
  ...accountWrites,
  ...hifzWrites,
  ...severalWrites,
  ...cleanupWrites,
  ...teacherWrites,
};

const allPreparations = { ...preparations, ...hifzPreparations };

export const writeNames = Object.keys(runs);

/** A few writes, in any order, on any records. */
export const anyWrites = (most: number): fc.Arbitrary<AnyWrite[]> =>
  fc.array(
    fc.record({
      name: fc.constantFrom(...writeNames),
      which: fc.nat(9_999),
      other: fc.nat(9_999),
      word: fc.constantFrom(...words),
    }),
    { minLength: 1, maxLength: most },
  );

/** Whether a write has another write that creates what it needs. */
export const isPrepared = (name: string): boolean => name in allPreparations;

/** @returns the answer, or null where there was no record to write on */
export const carryOut = async (app: TestApp, write: AnyWrite): Promise<Answer | null> => {
  await allPreparations[write.name]?.(app, write);
  return runs[write.name]?.(app, write) ?? null;
};
