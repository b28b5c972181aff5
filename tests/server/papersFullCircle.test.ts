import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app';
import { newCircle } from '../support/circles';
import { samplePlan } from '../support/hifzSamples';
import { findableWords, readPdfLines, readPageSizes, collectWords } from '../support/pdfText';
import { demoBatchId, newStudent } from '../support/sampleCalls';
import { newDailySubject, recordCalls } from '../support/teaching';

const from = '2026-11-15';
const days = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
const kinds = ['new', 'near', 'far'];
const size = 20;
const firstNames = ['عبد الرحمن', 'أنس', 'محمد', 'عبد العزيز', 'يوسف'];
const longName = { first_name: 'عبد الرحمن بن عبد العزيز', last_name: 'آل الشيخ المطيري القحطاني السبيعي' };
let server: TestApp;
let students: { id: number; student_id: string; full_name: string }[];
let circle: { id: number; name: string };

/**
 * Each student recites three times on each of five days, every fourth student has a sard, and one has a very
 * long name.
 */
beforeAll(async () => {
  server = await startTestApp({ now: () => new Date('2026-11-22T09:00:00Z') });
  const subject = await newDailySubject(server);
  const nameAt = (index: number) =>
    index === 0
      ? longName
      : { first_name: firstNames[index % firstNames.length], last_name: `عبد الله الراشد الثاني ${index}` };
  students = [];
  for (let index = 0; index < size; index += 1)
    students.push(await newStudent(server, demoBatchId, nameAt(index)));
  circle = await newCircle(server, subject.subject_code, students, '2026-11-01', {
    name: 'حلقة الإمام عاصم بن أبي النجود',
  });
  const records = recordCalls(server, subject);
  const write = async (method: string, path: string, body: object) => {
    const answer = await server.call(method, path, { as: 'admin', body });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  for (const [index, { student_id }] of students.entries()) {
    const isUpwards = index % 3 === 0;
    await write('PUT', `/hifz/${student_id}/plan`, {
      ...samplePlan,
      subject_code: subject.subject_code,
      direction: isUpwards ? 'from_nas' : 'from_baqarah',
      start: isUpwards ? '114:1' : '2:6',
      amount: { unit: 'page', value: isUpwards ? 2 : 1 },
      begin: '2026-11-01',
    });
    if (index % 4 === 0)
      await write('POST', '/sard', {
        student_id,
        subject_code: subject.subject_code,
        from_juz: 29,
        to_juz: 30,
        date: '2026-11-17',
        mark: 90,
        max: 100,
        faults: [{ kind: 'prompt', ayah: null, count: 3 }],
        passed: index % 8 === 0,
      });
  }
  for (const [at, day] of days.entries())
    await records.save(
      day,
      students.flatMap(({ student_id }) =>
        kinds.map((kind) => ({
          studentId: student_id,
          kind,
          ranges:
            kind === 'far'
              ? [
                  { from: '78:1', to: '80:42' },
                  { from: '46:1', to: '46:14' },
                ]
              : [{ from: `2:${6 + 5 * at}`, to: `2:${10 + 5 * at}` }],
          faults: [{ kind: 'prompt', ayah: null, count: 2 }],
        })),
      ),
    );
});
afterAll(() => server.close());

async function loadPaper(body: object) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/papers',
    headers: { authorization: `Bearer ${await server.signIn('admin')}` },
    payload: { type: 'week', startDate: from, ...body },
  });
  expect(answer.statusCode).toBe(200);
  return new Uint8Array(answer.rawPayload);
}

test('the week of a full circle with many recitations is one A4, with each student on a line and the sard', async () => {
  const created = await loadPaper({ circle_id: circle.id });
  const { pages, lines } = await readPdfLines(created);
  expect([pages, await readPageSizes(created)]).toEqual([1, [[210, 297]]]);
  const words = collectWords(lines);
  for (const word of findableWords(circle.name, 'مرات التسميع', 'السرد', 'الدرس القادم'))
    expect(words).toContain(word);
  for (const { full_name } of students)
    for (const word of findableWords(full_name)) expect(words).toContain(word);
  // Each student has fifteen recitations with two faults; some have a sard with three.
  const findLines = (times: number, faults: number) =>
    lines.filter(({ items }) => [times, faults].every((figure) => items.includes(String(figure))));
  expect(findLines(15, 30)).toHaveLength(size - size / 4);
  expect(findLines(16, 33)).toHaveLength(size / 4);
  const indexes = [...findLines(15, 30), ...findLines(16, 33)].map(({ items }) => Number(items[0]));
  expect(indexes.toSorted((a, b) => a - b)).toEqual(students.map((_, index) => index + 1));
});

test('the week of a student with three recitations on each of five days is one A4', async () => {
  const created = await loadPaper({ studentId: students[0]?.student_id });
  const { pages, lines } = await readPdfLines(created);
  expect([pages, await readPageSizes(created)]).toEqual([1, [[210, 297]]]);
  const words = collectWords(lines);
  for (const word of findableWords(students[0]?.full_name ?? '', 'سرد')) expect(words).toContain(word);
});
