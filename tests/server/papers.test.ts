import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import type { BatchJob, Issue } from '../../contract/reports/papers';
import { formatCheck } from '../../contract/rules/paperCheck';
import type { StudentReport } from '../../contract/reports/studentReport';
import { dailyRecordType } from '../../contract/vocabulary';
import { loadLetterhead } from '../../server/reports/papers/documents';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { yieldToEventLoop, pause } from '../support/eventLoop';
import { clockAt } from '../support/clock';
import { expectedGpa, type ExpectedStudent, expectedStudents } from '../support/expectedReports';
import { buildPng } from '../support/logos';
import { rounds } from '../support/rounds';
import {
  findableWords,
  hasLine,
  sortLetters,
  readPdfLines,
  readPageSizes,
  collectWords,
} from '../support/pdfText';
import { newSheet, type Sheet } from '../support/sheet';

const clock = clockAt('2026-11-20T09:00:00Z');
let server: TestApp;
let all: ExpectedStudent[];
beforeAll(async () => {
  server = await startTestApp({
    now: clock.now,
    today: '2026-11-20',
    config: { PUBLIC_URL: 'https://rasd.example.org' },
  });
  all = await expectedStudents(server.data);
});
afterAll(() => server.close());
beforeEach(yieldToEventLoop);

/** Calls the API and returns the bytes of the file with its headers. */
async function loadFile(method: 'GET' | 'POST', path: string, as: string, body?: object) {
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await server.signIn(as)}` },
    ...(body && { payload: body }),
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']),
    name: decodeURIComponent(String(answer.headers['content-disposition']).split("''")[1] ?? ''),
    bytes: new Uint8Array(answer.rawPayload),
    text: answer.payload,
  };
}

async function loadPaper(body: object, as = 'admin') {
  const created = await loadFile('POST', '/papers', as, body);
  expect(created.status, created.text.slice(0, 300)).toBe(200);
  expect(created.type).toBe('application/pdf');
  return { ...created, ...(await readPdfLines(created.bytes)) };
}

async function waitUntilFinished(id: string): Promise<BatchJob> {
  for (;;) {
    const { body } = await server.call<BatchJob>('GET', `/papers/batches/${id}`, { as: 'admin' });
    if (body.state !== 'running') return body;
    await pause();
  }
}

const gpaText = (value: number | null) => (value === null ? 'لا توجد بيانات' : value.toFixed(2));

test('the transcripts of demo students have the results computed from the tables', async () => {
  const batches = await server.data.read
    .selectFrom('batches')
    .select(['id', 'batch_name', 'section'])
    // Batch 3 is of girls, so its papers have feminine words.
    .orderBy(sql`id % 2`, 'desc')
    .orderBy('id')
    .limit(rounds({ short: 2, all: 6 }))
    .execute();
  const subjects = await server.data.read.selectFrom('subjects').selectAll().execute();
  const subjectOf = new Map(subjects.map((subject) => [subject.subject_code, subject]));
  let studentCount = 0;
  let wordCount = 0;
  for (const { id, batch_name, section } of batches) {
    const students = all.filter(({ row }) => row.batch_id === id);
    const body = { batchName: batch_name, form: 'pdf' };
    const started = await server.call<BatchJob>('POST', '/papers/batches', { as: 'admin', body });
    expect(started.status, started.text).toBe(201);
    expect(await waitUntilFinished(started.body.id)).toMatchObject({ state: 'ready', done: students.length });
    const pdf = await loadFile('GET', `/papers/batches/${started.body.id}/file`, 'admin');
    expect(pdf.name).toBe(`كشوف الدرجات - ${batch_name}.pdf`);
    const pdfText = await readPdfLines(pdf.bytes);
    for (const { row, courses, ...rest } of students) {
      const own = pdfText.lines.find(({ items }) => items.includes(row.student_id));
      const lines = pdfText.lines.filter(({ page }) => page === own?.page);
      for (const { code, level, hours, total, max, letter } of courses) {
        const subject = subjectOf.get(code);
        const isDaily = subject?.type === dailyRecordType;
        const missing = isDaily ? dailyRecordType : 'لم ترصد';
        const sum = total === null ? missing : `${total} من ${max}`;
        const cells = [subject?.name ?? '', code, level, hours, sum, letter];
        expect(hasLine(lines, cells), `${row.full_name}: ${cells.join(' | ')}`).toBe(true);
      }
      const gradedCourses = courses.filter((course) => course.letter);
      const highestLevel =
        gradedCourses.length === 0 ? undefined : Math.max(...gradedCourses.map((course) => course.level));
      const student = { row, courses, ...rest };
      const stats = [
        courses.reduce((sum, { hours }) => sum + hours, 0),
        courses.length,
        gpaText(highestLevel === undefined ? null : expectedGpa(student, highestLevel)),
        gpaText(expectedGpa(student)),
      ];
      expect(hasLine(lines, stats), `${row.full_name}: ${stats.join(' | ')}`).toBe(true);
      const words = collectWords(lines);
      expect(['الطالبة', 'الطالب'].filter((word) => words.has(word))).toEqual([
        section === 'girls' ? 'الطالبة' : 'الطالب',
      ]);
      const names = courses.map(({ code }) => subjectOf.get(code)?.name ?? '');
      for (const word of findableWords(row.full_name, batch_name, ...names)) {
        expect(words, row.full_name).toContain(word);
        wordCount += 1;
      }
      studentCount += 1;
    }
  }
  expect(new Set(batches.map(({ section }) => section))).toEqual(new Set(['girls', 'mixed']));
  expect(studentCount).toBeGreaterThanOrEqual(20 * batches.length);
  expect(wordCount).toBeGreaterThan(10 * studentCount);
});

describe('a paper', () => {
  let subject: { code: string; daily: string };
  const batchName = 'دفعة القرآن الأولى 1445';
  const studentId = '14450001';
  beforeAll(() => {
    subject = { code: 'QRN101-1', daily: 'QRN110-1' };
  });

  test('the report of a student has the data of the screen; a daily subject has records, not marks', async () => {
    const { id } = await server.data.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'student')
      .executeTakeFirstOrThrow();
    const { body } = await server.call<StudentReport>('GET', `/reports/student/${id}`, { as: 'student' });
    const { lines, name } = await loadPaper({ type: 'own', userId: id }, 'student');
    expect(name).toBe(`التقرير الأكاديمي - ${body.student_info.name}.pdf`);
    const { rank, total_students, average_grade, attendance_rate, total_subjects } =
      body.academic_performance;
    const stats = [
      `${average_grade}%`,
      `${rank} من ${total_students}`,
      `${attendance_rate}%`,
      total_subjects,
    ];
    expect(hasLine(lines, stats)).toBe(true);
    const daily = body.subjects.find(({ records }) => records !== null);
    const { records, pages, mistakes, average } = daily?.records ?? { records: 0, pages: 0, mistakes: 0 };
    expect(records).toBeGreaterThan(0);
    expect(
      hasLine(lines, [
        daily?.subject_name ?? '',
        daily?.subject_level ?? '',
        'حفظ جديد',
        records,
        pages,
        mistakes,
        daily?.kinds?.[0]?.repeats ?? '',
        `${average}%`,
      ]),
    ).toBe(true);
    const marked = body.subjects.find(({ subject_name }) => subject_name === 'التجويد');
    const marks = ['participation', 'attendance', 'exercise', 'reading', 'test'] as const;
    const cells = marks.map(
      (column) =>
        `${marked?.[`${column}_grade`]}/${marked?.columns.find((item) => item.column === column)?.max}`,
    );
    expect(
      hasLine(lines, [
        'التجويد',
        marked?.subject_level ?? '',
        marked?.hours ?? '',
        ...cells,
        `${marked?.total_grade}/100`,
        marked?.letter_grade ?? '',
      ]),
    ).toBe(true);
    // The PDF text holds a mark such as 8/10, and a letter grade such as A+, as one item.
    const pieces = lines.flatMap(({ items }) => items);
    expect(pieces).toContain(cells[0]);
    expect(pieces).toContain(marked?.letter_grade);
  });

  test('a paper is A4, with the institute and the date in both calendars at the top', async () => {
    const { institute_name } = await server.data.read
      .selectFrom('settings')
      .select('institute_name')
      .executeTakeFirstOrThrow();
    const { lines, bytes, pages } = await loadPaper({
      type: 'subject_sheet',
      batchName,
      subjectCode: subject.code,
    });
    expect(await readPageSizes(bytes)).toEqual(Array.from({ length: pages }, () => [210, 297]));
    const head = lines.filter(({ page }) => page === 1).slice(0, 2);
    expect(hasLine(head, [institute_name])).toBe(true);
    expect(hasLine(head, ['صدر في 10 جمادى الآخرة 1448 هـ، الموافق 20 نوفمبر 2026 م'])).toBe(true);
  });

  test('a paper has every row of its report', async () => {
    const sheet = await server.call<{ grades: Record<string, never>[] }>(
      'GET',
      `/reports/subject/${subject.code}`,
      {
        as: 'admin',
        query: { batchName },
      },
    );
    const { lines, pages } = await loadPaper({ type: 'subject_sheet', batchName, subjectCode: subject.code });
    const words = collectWords(lines);
    const marks = ['participationGrade', 'attendanceGrade', 'exerciseGrade', 'readingGrade', 'testGrade'];
    expect(sheet.body.grades.length).toBeGreaterThan(20);
    for (const [rowIndex, row] of sheet.body.grades.entries()) {
      const cells = ['studentName', 'studentId', ...marks, 'total', 'grade'].map((key) => row[key] ?? null);
      // A long name wraps, so only the cells after it are compared with the line. Its words are compared
      // separately.
      const [name, ...others] = cells;
      const exists = lines.some(({ items: [index, ...items] }) => {
        const endings = items.map((_, from) => sortLetters(...items.slice(from)));
        return index === String(rowIndex + 1) && endings.includes(sortLetters(...others));
      });
      for (const word of findableWords(String(name))) expect(words, String(name)).toContain(word);
      expect(exists, cells.join(' | ')).toBe(true);
    }
    for (let page = 1; page <= pages; page += 1)
      expect(hasLine(lines, [`صفحة ${page} من ${pages}`]), `page ${page}`).toBe(true);

    const one = await loadPaper({ type: 'student_subject', batchName, studentId, subjectCode: subject.code });
    expect(sortLetters(...one.lines.flatMap(({ items }) => items))).toContain('%');
    expect(hasLine(one.lines, ['درجة الطالب في مادة'])).toBe(true);

    const log = await loadPaper({ type: 'daily_log', batchName, studentId, subjectCode: subject.daily });
    const range = await loadPaper({
      type: 'daily_range',
      batchName,
      subjectCode: subject.daily,
      startDate: '2026-11-08',
      endDate: '2026-11-20',
    });
    expect(hasLine(log.lines, ['سجل التقييد اليومي للطالب'])).toBe(true);
    expect(hasLine(range.lines, ['تقرير التقييد اليومي لفترة'])).toBe(true);
    expect(range.pages).toBeGreaterThan(log.pages);
    // A date takes exactly two lines, one for each calendar.
    const pieces = range.lines.filter(({ items }) => ['م', 'هـ'].includes(items.join('')));
    expect(pieces).toEqual([]);
  });

  test('a paper needs the same parameters and permissions as its report', async () => {
    const readRefusal = async (body: object, as = 'admin') => {
      const { status, text } = await loadFile('POST', '/papers', as, body);
      return [status, (JSON.parse(text) as { error: string }).error];
    };
    expect(await readRefusal({ type: 'transcript', batchName })).toEqual([422, 'هذا الحقل مطلوب']);
    const range = { type: 'daily_range', batchName, subjectCode: subject.daily };
    expect(await readRefusal({ ...range, startDate: '2026-11-20', endDate: '2026-11-01' })).toEqual([
      422,
      'تاريخ النهاية يسبق تاريخ البداية',
    ]);
    expect(await readRefusal({ ...range, startDate: '2025-01-01', endDate: '2026-11-01' })).toEqual([
      422,
      'لا يمكن أن تزيد المدة على 366 يوماً',
    ]);
    expect(
      (await readRefusal({ type: 'subject_sheet', batchName, subjectCode: subject.code }, 'student'))[0],
    ).toBe(403);
    expect(
      (await readRefusal({ type: 'subject_sheet', batchName, subjectCode: subject.code }, 'teacher2'))[0],
    ).toBe(404);
    expect((await readRefusal({ type: 'transcript', batchName, studentId: '14450002' }, 'student'))[0]).toBe(
      404,
    );
    const own = await loadPaper({ type: 'transcript', batchName, studentId }, 'student');
    expect(hasLine(own.lines, ['مواد الكشف'])).toBe(true);
    // A transcript that a student makes is not an issued paper.
    expect(own.lines.some(({ items }) => items.join('').includes('/verify/'))).toBe(false);
  });
});

describe('unusual input', () => {
  let sheet: Sheet;
  const number = () => String(sheet.students[0]?.student_id);
  const transcript = () => loadPaper({ type: 'transcript', batchName: sheet.batchName, studentId: number() });
  beforeAll(async () => {
    sheet = await newSheet(server, 1);
  });

  test('unusual input is printed unchanged, including commands of the typesetter', async () => {
    const first_name = '#strong[x] $y$ "]';
    const last_name = '\\ <a> @b `c` // *d* _e_ = (Fiqh 101) [B]';
    await server.call('PUT', `/students/${sheet.students[0]?.id}`, {
      as: 'admin',
      body: { ...sheet.students[0], first_name, second_name: '', third_name: '', last_name },
    });
    const { lines } = await transcript();
    const text = lines.flatMap(({ items }) => items).join(' ');
    for (const part of ['#strong', '$y$', '"]', '\\', '<a>', '@b', '`c`', '*d*', '_e_', '(Fiqh'])
      expect(text.replace(/\s/g, ''), part).toContain(part);
  });

  test('names of 120 letters and 200 subjects fill several pages without a cut or missing row', async () => {
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'subjects', null, 'tests');
      for (let place = 0; place < 200; place += 1)
        await unit.insert('subjects', {
          subject_code: `N${place}-${sheet.batchId}`,
          base_subject_code: `N${place}`,
          name: `ن${'م'.repeat(118)}${place % 10}`,
          level: 1 + (place % 8),
          hours: 10,
          type: 'مادة',
          batch_id: sheet.batchId,
          status: 'active',
          semester: null,
        });
    });
    const { lines, pages } = await transcript();
    expect(pages).toBeGreaterThan(5);
    const words = new Set(lines.flatMap(({ items }) => items));
    for (let index = 0; index < 200; index += 1) expect(words).toContain(`N${index}-${sheet.batchId}`);
    const head = ['المادة', 'رمز المادة', 'المستوى', 'الساعات', 'المجموع', 'التقدير'];
    const missingLetters: number[] = [];
    const countMeem = (text: string) => text.replace(/[^م]/g, '').length;
    for (let page = 1; page <= pages; page += 1) {
      const items = lines.flatMap((line) => (line.page === page ? line.items : []));
      const rows = items.filter((item) => /^N\d+-\d+$/.test(item)).length;
      // The pages between the first and the last have only the table. The names consist of م, so a missing م
      // means a cut name.
      if (page > 1 && page < pages)
        missingLetters.push(
          countMeem(items.join('')) - rows * (118 + countMeem('لم ترصد')) - countMeem(`${head.join('')}من`),
        );
      expect(
        hasLine(
          lines.filter((line) => line.page === page),
          [`صفحة ${page} من ${pages}`],
        ),
      ).toBe(true);
      // The header of the table is repeated on every page.
      expect(
        hasLine(
          lines.filter((line) => line.page === page),
          head,
        ),
      ).toBe(true);
    }
    expect(missingLetters).toEqual(Array.from({ length: pages - 2 }, () => 0));
  });

  test('a renamed batch has papers under the new name, a deleted student has none', async () => {
    const own = await newSheet(server, 1);
    const renamed = `${own.batchName} (A)`;
    await server.call('PUT', `/batches/${own.batchId}`, { as: 'admin', body: { batch_name: renamed } });
    const body = { type: 'transcript', studentId: own.students[0]?.student_id };
    expect((await loadFile('POST', '/papers', 'admin', { ...body, batchName: own.batchName })).status).toBe(
      404,
    );
    const { lines } = await loadPaper({ ...body, batchName: renamed });
    expect(lines.some(({ items }) => sortLetters(...items).includes(sortLetters('(A)')[0] ?? ''))).toBe(true);
    await server.call('DELETE', `/students/${own.students[0]?.id}`, { as: 'admin' });
    expect((await loadFile('POST', '/papers', 'admin', { ...body, batchName: renamed })).status).toBe(404);
  });

  test.each([
    [
      'invalid',
      `data:image/png;base64,${Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]).toString('base64')}`,
    ],
    ['too large to draw', buildPng(20_000, 20_000)],
  ])('a stored logo that is %s does not prevent a paper', async (_title, logo) => {
    await server.data.write({ userId: null, name: 't', role: 'admin', undoSession: null }, async (unit) => {
      unit.describe('update', 'settings', null, 'tests');
      await unit.update('settings', 1, { logo });
    });
    expect((await loadLetterhead(server.data.read, server.data.now())).logo).toBeNull();
    const { pages } = await loadPaper({
      type: 'subject_sheet',
      batchName: 'دفعة القرآن الأولى 1445',
      subjectCode: 'QRN102-1',
    });
    expect(pages).toBeGreaterThan(0);
  });
});

describe('the transcripts of a batch', () => {
  test('the transcripts are one job per user: a new job replaces the old one, other users cannot see it, and it can be cancelled', async () => {
    const { batchName: small } = await newSheet(server, 3);
    const start = (as: 'admin' | 'teacher', batchName = 'دفعة القرآن الأولى 1445') =>
      server.call<BatchJob>('POST', '/papers/batches', {
        as,
        body: { batchName, form: 'pdf' },
      });
    const first = await start('admin');
    expect(first.status).toBe(201);
    const second = await start('admin');
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
    const replaced = await server.call('GET', `/papers/batches/${first.body.id}`, { as: 'admin' });
    expect([replaced.status, replaced.body['error']]).toEqual([404, ruleMessages.workNotHere]);
    const path = `/papers/batches/${second.body.id}`;
    expect((await server.call('GET', path, { as: 'admin' })).status).toBe(200);
    expect((await server.call('GET', path, { as: 'teacher' })).status).toBe(404);
    expect((await server.call('DELETE', path, { as: 'teacher' })).status).toBe(404);
    expect((await server.call('DELETE', path, { as: 'admin' })).status).toBe(200);
    expect((await server.call('GET', path, { as: 'admin' })).status).toBe(404);

    const secondStart = await start('admin', small);
    expect(secondStart.status).toBe(201);
    expect(await waitUntilFinished(secondStart.body.id)).toMatchObject({ state: 'ready' });
    const pdf = await loadFile('GET', `/papers/batches/${secondStart.body.id}/file`, 'admin');
    const { lines } = await readPdfLines(pdf.bytes);
    const firstPages = lines.filter(({ items }) => sortLetters(...items) === sortLetters('صفحة 1 من 1'));
    expect(firstPages).toHaveLength(secondStart.body.total);
    const { body } = await server.call<Issue[]>('GET', '/papers/issued', {
      as: 'admin',
      query: { range: [0, secondStart.body.total - 1] },
    });
    const text = new Set(lines.flatMap(({ items }) => items));
    const words = [...text].join(' ');
    for (const { code } of body) {
      expect(text).toContain(`https://rasd.example.org/verify/${code}`);
      expect(words).toContain(formatCheck(code));
    }
  });

  test('the transcripts have one file per student, also if two have the same long name', async () => {
    const { batchName, batchId } = await newSheet(server, 0);
    const part = 'ن'.repeat(60);
    for (const national_id of ['2988776601', '2988776602']) {
      const body = {
        first_name: part,
        second_name: part,
        last_name: part,
        national_id,
        batch_id: batchId,
      };
      expect((await server.call('POST', '/students', { as: 'admin', body })).status).toBe(201);
    }
    const body = { batchName, form: 'zip' };
    const started = await server.call<BatchJob>('POST', '/papers/batches', { as: 'admin', body });
    expect(await waitUntilFinished(started.body.id)).toMatchObject({ state: 'ready', total: 2 });
    const zip = await loadFile('GET', `/papers/batches/${started.body.id}/file`, 'admin');
    expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(2);
  });

  test('the transcripts have a valid file name for any batch name', async () => {
    const { batchId } = await newSheet(server, 1);
    // The limit of a hundred UTF-16 units is in the middle of the emoji.
    const batch_name = `${'ن'.repeat(84)}😀${'م'.repeat(10)}`;
    const { body: batch } = await server.call<{ version: number }>('GET', `/batches/${batchId}`, {
      as: 'admin',
    });
    const change = { batch_name, version: batch.version };
    const renamed = await server.call('PUT', `/batches/${batchId}`, { as: 'admin', body: change });
    expect(renamed.status).toBe(200);
    const body = { batchName: batch_name, form: 'pdf' };
    const started = await server.call<BatchJob>('POST', '/papers/batches', { as: 'admin', body });
    expect(await waitUntilFinished(started.body.id)).toMatchObject({ state: 'ready', total: 1 });
    const pdf = await loadFile('GET', `/papers/batches/${started.body.id}/file`, 'admin');
    expect([pdf.status, pdf.name]).toEqual([200, `كشوف الدرجات - ${'ن'.repeat(84)}😀.pdf`]);
  });

  test('the transcripts are also available as one file per student; the batch needs students and must be in scope', async () => {
    const start = async (batchName: string, as: 'admin' | 'teacher2') =>
      (await server.call('POST', '/papers/batches', { as, body: { batchName, form: 'pdf' } })).status;
    const two = await newSheet(server, 2);
    const body = { batchName: two.batchName, form: 'zip' };
    const started = await server.call<BatchJob>('POST', '/papers/batches', { as: 'admin', body });
    expect(await waitUntilFinished(started.body.id)).toMatchObject({ state: 'ready', done: 2, total: 2 });
    const zip = await loadFile('GET', `/papers/batches/${started.body.id}/file`, 'admin');
    expect([zip.name, zip.type]).toEqual([`كشوف الدرجات - ${two.batchName}.zip`, 'application/zip']);
    const entries = unzipSync(zip.bytes);
    for (const { full_name, student_id } of two.students) {
      const { lines } = await readPdfLines(entries[`${full_name} - ${student_id}.pdf`] ?? new Uint8Array());
      expect(lines.flatMap(({ items }) => items)).toContain(student_id);
    }

    const emptySheet = await newSheet(server, 0);
    expect(await start(emptySheet.batchName, 'admin')).toBe(422);
    expect(await start('دفعة لا توجد', 'admin')).toBe(404);
    const account = await addAccount(server, 'student');
    const token = await account.signIn();
    const answer = await server.call('POST', '/papers/batches', {
      as: token,
      body: { batchName: emptySheet.batchName, form: 'pdf' },
    });
    expect(answer.status).toBe(403);
  });
});
