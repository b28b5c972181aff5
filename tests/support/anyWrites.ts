import fc from 'fast-check';
import { assignmentWrites } from './anyAssignmentWrites';
import { circleWrites } from './anyCircleWrites';
import { announcementWrites, guardianPreparations, guardianWrites } from './anyFamilyWrites';
import { hifzPreparations, hifzWrites } from './anyHifzWrites';
import { calendarWrites, cleanupWrites, instituteWrites } from './anyInstituteWrites';
import { accountWrites, peopleWrites, preparations, mergeWrites, teacherWrites } from './anyPeopleWrites';
import { recordWrites } from './anyRecordWrites';
import type { Answer, TestApp } from './app';

/** A write through the API. `recordIndex` chooses one of the existing records. */
export interface AnyWrite {
  name: string;
  recordIndex: number;
  seed: number;
  word: string;
}

const words = ['تجويد', 'أحمد', 'عبد الله', 'تفسير ١', 'فقه-2', 'نحو'];

type Rows = Record<string, unknown>[];
type Run = (app: TestApp, write: AnyWrite) => Promise<Answer | null>;

async function pickRow(
  app: TestApp,
  path: string,
  index: number,
  filter: object = {},
): Promise<Record<string, unknown> | null> {
  const { body } = await app.call<Rows>('GET', path, { as: 'admin', query: { range: [0, 499], filter } });
  return body[index % Math.max(body.length, 1)] ?? null;
}

const send = (app: TestApp, method: string, path: string, body?: unknown) =>
  app.call(method, path, { as: 'admin', body, headers: { 'x-session-id': 'any-writes' } });

const rowWrite =
  (
    path: string,
    method: 'PUT' | 'DELETE',
    body?: (write: AnyWrite, row: Record<string, unknown>) => unknown,
  ): Run =>
  async (app, write) => {
    const row = await pickRow(app, path, write.recordIndex);
    return row && send(app, method, `${path}/${String(row['id'])}`, body?.(write, row));
  };

const nationalId = ({ recordIndex, seed }: AnyWrite) =>
  `1${String(recordIndex).padStart(4, '0')}${String(seed).padStart(5, '0')}`;

const offeringCode = (row: Record<string, unknown>) => encodeURIComponent(String(row['subject_code']));

const pickDay = (seed: number) => `2026-11-0${1 + (seed % 4)}`;

const buildGradeSettings = ({ recordIndex, word }: AnyWrite) =>
  Object.fromEntries(
    ['participation', 'attendance', 'exercise', 'reading', 'test'].flatMap((column, index) => [
      // Some maxima are below existing marks; the server refuses them.
      [`${column}Max`, ((recordIndex + index) % 40) + (recordIndex % 4 === 0 ? 0 : 60)],
      [`${column}Enabled`, index === 4 || (recordIndex + index) % 2 === 0],
      [`${column}Name`, `${word} ${index}`],
    ]),
  );

const bulkWrite =
  (resource: string, call = 'delete-many'): Run =>
  async (app, { recordIndex, seed }) => {
    const query = resource === 'users' ? { role: 'student' } : {};
    const rows = [
      await pickRow(app, `/${resource}`, recordIndex, query),
      await pickRow(app, `/${resource}`, seed, query),
    ];
    const ids = [...new Set(rows.flatMap((row) => (row ? [row['id']] : [])))];
    return ids.length > 0 ? send(app, 'POST', `/${resource}/${call}`, { ids }) : null;
  };

const bulkWrites: Record<string, Run> = {
  'create a subject in several batches': async (app, { recordIndex, seed, word }) => {
    const batches = [await pickRow(app, '/batches', recordIndex), await pickRow(app, '/batches', seed)];
    const batch_ids = [...new Set(batches.flatMap((batch) => (batch ? [batch['id']] : [])))];
    const body = { subject_code: `M${seed % 5}`, name: word, batch_ids };
    return batch_ids.length > 0 ? send(app, 'POST', '/subjects/many', body) : null;
  },
  'deactivate several accounts': bulkWrite('users', 'deactivate-many'),
  'delete several accounts': bulkWrite('users'),
  'delete several students': bulkWrite('students'),
  'delete several subjects': bulkWrite('subjects'),
  'delete several batches': bulkWrite('batches'),
  'delete several programmes': bulkWrite('programs'),
};

const runByName: Record<string, Run> = {
  'create a programme': (app, { recordIndex, word }) =>
    send(app, 'POST', '/programs', {
      program_id: `C${recordIndex % 7}`,
      program_name: `${word} ${recordIndex % 9}`,
    }),
  'change a programme': rowWrite('/programs', 'PUT', ({ word, seed }) => ({
    program_name: `${word} ${seed}`,
    levels: 1 + (seed % 8),
  })),
  'delete a programme': rowWrite('/programs', 'DELETE'),
  'create a batch': async (app, { recordIndex, seed, word }) => {
    const program = await pickRow(app, '/programs', recordIndex);
    return (
      program &&
      send(app, 'POST', '/batches', { program_id: program['program_id'], batch_name: `${word} ${seed % 9}` })
    );
  },
  'change a batch': rowWrite('/batches', 'PUT', ({ word, seed }) => ({
    batch_name: `${word} ${seed % 9}`,
    level: 1 + (seed % 8),
  })),
  'move a batch': async (app, { recordIndex, seed }) => {
    const [batch, program] = [
      await pickRow(app, '/batches', recordIndex),
      await pickRow(app, '/programs', seed),
    ];
    return (
      batch &&
      program &&
      send(app, 'PUT', `/batches/${String(batch['id'])}`, { program_id: program['program_id'] })
    );
  },
  'delete a batch': rowWrite('/batches', 'DELETE'),
  'create a subject': async (app, { recordIndex, seed, word }) => {
    const batch = await pickRow(app, '/batches', recordIndex);
    return (
      batch &&
      send(app, 'POST', '/subjects', { subject_code: `S${seed % 5}`, name: word, batch_id: batch['id'] })
    );
  },
  'change a subject': rowWrite('/subjects', 'PUT', ({ word, seed }) => ({
    name: word,
    hours: 1 + (seed % 10),
    apply_to_base: seed % 2 === 0,
  })),
  'delete a subject': rowWrite('/subjects', 'DELETE'),
  'offer a subject': async (app, { recordIndex, seed }) => {
    const [subject, batch] = [
      await pickRow(app, '/subjects', recordIndex),
      await pickRow(app, '/batches', seed),
    ];
    const base = encodeURIComponent(String(subject?.['base_subject_code']));
    return (
      subject && batch && send(app, 'POST', `/subjects/base/${base}/offerings`, { batch_id: batch['id'] })
    );
  },
  'delete an offering': async (app, { recordIndex }) => {
    const subject = await pickRow(app, '/subjects', recordIndex);
    return subject && send(app, 'DELETE', `/subjects/offerings/${offeringCode(subject)}`);
  },
  'save a curriculum': async (app, { recordIndex, seed, word }) => {
    const subject = await pickRow(app, '/subjects', recordIndex);
    const body = {
      content_type: seed % 2 === 0 ? 'أوراد محددة' : 'نص حر',
      curriculum_items: [word, `${word} ${seed}`],
      require_pages_count: seed % 3 === 0,
      default_pages: (seed % 9) / 2,
    };
    return subject && send(app, 'POST', `/subject-curriculum/${offeringCode(subject)}`, body);
  },
  'save grade settings': async (app, write) => {
    const subject = await pickRow(app, '/subjects', write.recordIndex);
    return (
      subject &&
      send(app, 'POST', `/subject-grade-settings/${offeringCode(subject)}`, buildGradeSettings(write))
    );
  },
  'save marks': async (app, { recordIndex, seed }) => {
    const subject = await pickRow(app, '/subjects', recordIndex, { type: 'مادة' });
    const batchName = String(subject?.['batch_name']);
    const path = `/grades/${encodeURIComponent(batchName)}/${offeringCode(subject ?? {})}`;
    const sheet = await app.call<Rows>('GET', path, { as: 'admin' });
    const rows = sheet.body.slice?.(seed % 3, (seed % 3) + 4) ?? [];
    const grades = rows.map(({ studentId }, index) => ({
      studentId,
      testGrade: (seed + index) % 7 === 0 ? null : ((recordIndex + index) % 60) / 2,
      readingGrade: ((seed + index) % 11) / 2,
    }));
    return (
      subject &&
      send(app, 'POST', '/grades/save', { batchName, subjectCode: subject['subject_code'], grades })
    );
  },
  'set a register': async (app, { recordIndex, seed, word }) => {
    const subject = await pickRow(app, '/subjects', recordIndex);
    const path = `/absences/${encodeURIComponent(String(subject?.['batch_name']))}/${offeringCode(subject ?? {})}/${pickDay(seed)}`;
    const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin' });
    const students = body.students?.slice(seed % 3, (seed % 3) + (recordIndex % 4)) ?? [];
    const absentStudents = students.map(({ studentId }, index) => ({
      studentId,
      type: (seed + index) % 2 === 0 ? 'غياب بعذر' : 'غياب بدون عذر',
      notes: (recordIndex + index) % 3 === 0 ? word : null,
    }));
    return subject && send(app, 'PUT', path, { absentStudents });
  },
  'record an absence': async (app, { recordIndex, seed }) => {
    const subject = await pickRow(app, '/subjects', recordIndex);
    const { batch_name: batchName, subject_code: subjectCode } = subject ?? {};
    const day = { batchName, subjectCode, date: pickDay(seed) };
    const path = `/absences/${encodeURIComponent(String(batchName))}/${offeringCode(subject ?? {})}/${day.date}`;
    const { body } = await app.call<{ students: Rows }>('GET', path, { as: 'admin' });
    const studentId = body.students?.[seed % 5]?.['studentId'];
    const absentStudents = studentId ? [{ studentId, type: 'غياب بعذر' }] : [];
    return subject && send(app, 'POST', '/absences/record', { ...day, absentStudents });
  },
  'save daily records': async (app, { recordIndex, seed, word }) => {
    const subject = await pickRow(app, '/subjects', recordIndex, { type: 'تقييد يومي' });
    const { batch_name: batchName, subject_code: subjectCode } = subject ?? {};
    const recordDate = pickDay(seed);
    const path = `/daily-records/${encodeURIComponent(String(batchName))}/${offeringCode(subject ?? {})}/${recordDate}`;
    const { body } = await app.call<{ records: Rows }>('GET', path, { as: 'admin' });
    const rows = body.records?.slice(seed % 4, (seed % 4) + 3) ?? [];
    const records = rows.map(({ studentId, recordContent }, index) => ({
      studentId,
      recordContent: (seed + index) % 3 === 0 ? '' : (recordContent ?? null),
      pagesCount: (recordIndex + index) % 3 === 0 ? null : ((recordIndex + index) % 9) / 2,
      mistakesCount: (seed + index) % 3 === 0 ? '' : index,
      teacherNotes: (recordIndex + seed) % 4 === 0 ? word : '',
    }));
    return (
      subject && send(app, 'POST', '/daily-records/save', { batchName, subjectCode, recordDate, records })
    );
  },
  'create a student': async (app, write) => {
    const batch = await pickRow(app, '/batches', write.seed);
    const body = { first_name: write.word, last_name: 'الراشد', national_id: nationalId(write) };
    return send(app, 'POST', '/students', { ...body, batch_id: batch?.['id'] ?? null });
  },
  'change a student': rowWrite('/students', 'PUT', ({ word, seed }) => ({
    second_name: word,
    phone: `05${seed}`,
    latin_name: `Omar ${seed}`,
    birth_date: `20${10 + (seed % 10)}-02-28`,
    health_note: seed % 2 === 0 ? `${word}\n${seed}` : null,
  })),
  'remove a student from a batch': rowWrite('/students', 'PUT', () => ({ batch_id: null })),
  'delete a student': rowWrite('/students', 'DELETE'),
  'request a new password': (app, { recordIndex }) =>
    app.call('POST', '/auth/forgot', {
      body: { username: ['admin', 'teacher', 'student'][recordIndex % 3] },
    }),
  ...assignmentWrites,
  ...instituteWrites,
  ...peopleWrites,
  ...circleWrites,
  ...recordWrites,
  ...accountWrites,
  ...hifzWrites,
  ...guardianWrites,
  ...bulkWrites,
  ...cleanupWrites,
  ...calendarWrites,
  ...teacherWrites,
  ...mergeWrites,
  // At the end, because the seed of a write is its index.
  ...announcementWrites,
};

const allPreparations = { ...preparations, ...hifzPreparations, ...guardianPreparations };

export const writeNames = Object.keys(runByName);

export const anyWrites = (maxLength: number): fc.Arbitrary<AnyWrite[]> =>
  fc.array(
    fc.record({
      name: fc.constantFrom(...writeNames),
      recordIndex: fc.nat(9_999),
      seed: fc.nat(9_999),
      word: fc.constantFrom(...words),
    }),
    { minLength: 1, maxLength },
  );

/** Whether `runWrite` first creates the records that this write needs. */
export const hasPreparation = (name: string): boolean => name in allPreparations;

/** @returns null if no record exists */
export const runWrite = async (app: TestApp, write: AnyWrite): Promise<Answer | null> => {
  await allPreparations[write.name]?.(app, write);
  return runByName[write.name]?.(app, write) ?? null;
};
