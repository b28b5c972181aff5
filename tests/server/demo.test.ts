import { afterEach, describe, expect, it } from 'vitest';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { queryWords } from '../../contract/rules/arabicText';
import {
  defaultGradeSettings,
  type GradeSettings,
  gradeColumns,
  gradeSettingsProblems,
} from '../../contract/rules/gradeSettings';
import { letterFor, markProblem, rowPercentage } from '../../contract/rules/grading';
import { firstShownDay } from '../../contract/rules/families/behaviourNotes';
import { isNationalId } from '../../contract/rules/identity';
import { findOverlap, pagesOfRanges } from '../../contract/rules/mushaf';
import { parseRange } from '../../contract/rules/mushafText';
import { daysBetween } from '../../contract/rules/retention';
import { offeringCode } from '../../contract/rules/subjectCode';
import { termProblems } from '../../contract/rules/terms';
import {
  absenceTypes,
  dailyRecordType,
  gradedSubjectTypes,
  letters,
  noteKinds,
  performanceLevels,
  recordKinds,
  recordResults,
} from '../../contract/vocabulary';
import type { Data } from '../../server/db/data';
import { openInstitute } from '../../server/domain/openInstitute';
import { fillDemo } from '../../server/demo';
import { checkDigit } from '../../server/demo/people';
import { fillLarge } from '../../server/demo/large';
import { toApiParts, toMushafRange, loadRecordParts } from '../../server/domain/recordParts';
import { type Row } from '../../server/db/schema';
import { recordedTables } from '../../server/db/schema/recorded';
import { undoOperation } from '../../server/db/undo/undo';
import { groupBy } from '../../server/students/merge/tables';
import { openTestData, findOrCreateTemplate } from '../support/database';
import { enrolledStudents } from '../support/enrolledStudents';
import { rounds } from '../support/rounds';

const today = '2026-03-15';
const now = () => new Date(`${today}T09:00:00Z`);
const passwordHash = 'a hash';

const opened: Data[] = [];
afterEach(async () => {
  for (const data of opened.splice(0)) await data.close();
});

async function emptyInstitute(): Promise<Data> {
  const data = await openTestData({ now });
  opened.push(data);
  return data;
}

async function newDemo(day = today): Promise<Data> {
  const data = await emptyInstitute();
  await fillDemo(data, { today: day, passwordHash });
  return data;
}

/** Returns a copy of the demo institute, which is created once. */
async function copyDemo(): Promise<Data> {
  const template = await findOrCreateTemplate('the demo institute alone', async (url) => {
    const data = await openInstitute(url, { now });
    await fillDemo(data, { today, passwordHash });
    await data.close();
  });
  const data = await openTestData({ now }, template);
  opened.push(data);
  return data;
}

async function dump({ read }: Data): Promise<Record<string, unknown[]>> {
  const tables = [...recordedTables, 'operations', 'operation_rows'] as const;
  const rows = await Promise.all(
    tables.map((table) => read.selectFrom(table).selectAll().orderBy('id').execute()),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]));
}

/** Returns the row numbers of the students that the search index finds for a query. */
async function findStudents({ read }: Data, query: string): Promise<number[]> {
  let ids: number[] | null = null;
  for (const word of queryWords(query)) {
    const rows = await read
      .selectFrom('search_terms')
      .select('row_id')
      .distinct()
      .where('kind', '=', 'students')
      .where('term', '>=', word)
      .where('term', '<', `${word}\u{10FFFF}`)
      .execute();
    const hits = rows.map((row) => row.row_id);
    ids = ids === null ? hits : ids.filter((id) => hits.includes(id));
  }
  return (ids ?? []).toSorted((a, b) => a - b);
}

function settingsFrom(row: Row<'subject_grade_settings'> | undefined): GradeSettings {
  if (!row) return defaultGradeSettings;
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, row[`${column}_max`]],
    [`${column}Enabled`, row[`${column}_enabled`] === 1],
    [`${column}Name`, row[`${column}_name`]],
  ]);
  return Object.fromEntries(columns) as GradeSettings;
}

describe('the demo institute', () => {
  it('the demo institute has the same contents each time', async () => {
    expect(await dump(await newDemo())).toEqual(await dump(await newDemo()));
  });

  it('the demo institute has the documented size', async () => {
    const rows = await dump(await copyDemo());
    const counts = Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
    expect(counts).toMatchObject({
      settings: 1,
      programs: 3,
      batches: 6,
      subjects: 25,
      students: 150,
      users: 4,
      operations: 1,
    });
  });

  it('the demo institute offers the subjects of the specification to its two batches of 1445', async () => {
    const { read } = await copyDemo();
    const batches = await read
      .selectFrom('batches')
      .selectAll()
      .where('academic_year', '=', '1445')
      .execute();
    expect(batches).toHaveLength(2);
    for (const batch of batches) {
      const subjects = await read
        .selectFrom('subjects')
        .selectAll()
        .where('batch_id', '=', batch.id)
        .execute();
      const bases = subjects.map((subject) => subject.base_subject_code);
      expect(bases).toEqual(expect.arrayContaining(['QRN101', 'QRN102', 'SHR101']));
    }
  });

  it('the batches of girls of the demo institute have only girls, and the other batches have no section', async () => {
    const { read } = await copyDemo();
    const rows = await read
      .selectFrom('enrolments')
      .innerJoin('batches', 'batches.id', 'enrolments.batch_id')
      .innerJoin('students', 'students.id', 'enrolments.student_row_id')
      .select(['batches.batch_name', 'batches.section', 'students.gender'])
      .distinct()
      .execute();
    expect(rows.filter(({ section }) => section === 'girls')).toHaveLength(2);
    for (const { batch_name, section, gender } of rows)
      expect([section, gender], batch_name).toEqual(
        batch_name.includes('للبنات') ? ['girls', 'أنثى'] : ['mixed', 'ذكر'],
      );
  });

  it('the demo institute gives each offering its code, and the offerings of one base the same subject', async () => {
    const subjects = await (await copyDemo()).read.selectFrom('subjects').selectAll().execute();
    const byBase = new Map<string, string>();
    for (const { subject_code, base_subject_code, batch_id, name, level, hours, type } of subjects) {
      expect(subject_code).toBe(offeringCode(base_subject_code, batch_id));
      const content = `${name} ${level} ${hours} ${type}`;
      expect(byBase.get(base_subject_code) ?? content).toBe(content);
      byBase.set(base_subject_code, content);
    }
    const types = new Set(subjects.map((subject) => subject.type));
    expect([...types].toSorted()).toEqual(['تقييد يومي', 'حفظ', 'عملي', 'مادة', 'مهارات', 'نظري']);
  });

  it('the demo institute has plausible national ids with a wrong check digit, and unique student numbers', async () => {
    const students = await (await copyDemo()).read.selectFrom('students').selectAll().execute();
    const nationalIds = students.map((student) => student.national_id ?? '');
    for (const nationalId of nationalIds) {
      expect(isNationalId(nationalId)).toBe(true);
      expect(nationalId).toMatch(/^[12]/);
      expect(checkDigit(nationalId.slice(0, 9))).not.toBe(Number(nationalId.at(-1)));
    }
    expect(new Set(nationalIds).size).toBe(150);
    expect(new Set(students.map((student) => student.student_id)).size).toBe(150);
    for (const student of students) {
      expect(student.student_id).toMatch(/^14\d\d\d{4}$/);
      expect(student.phone ?? '05000').toMatch(/^05000/);
      expect(student.email ?? '@example.org').toMatch(/@example\.org$/);
    }
  });

  it('most students of the demo institute have a father, and brothers and sisters have the same guardians', async () => {
    const { read } = await copyDemo();
    const relations = await read
      .selectFrom('student_guardians')
      .innerJoin('guardians', 'guardians.id', 'student_guardians.guardian_id')
      .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
      .select(['guardian_id', 'student_row_id', 'relation', 'is_primary', 'consent_on', 'can_open_page'])
      .select(['name', 'guardians.phone_key', 'second_name', 'third_name', 'last_name'])
      .execute();
    const fathers = relations.filter(({ relation }) => relation === 'father');
    expect(fathers.length).toBeGreaterThan(110);
    for (const { name, second_name, third_name, last_name } of fathers)
      expect(name).toBe([second_name, third_name, last_name].filter(Boolean).join(' '));
    const childCounts = [...groupBy(relations, ({ guardian_id }) => guardian_id).values()].map(
      ({ length }) => length,
    );
    expect(childCounts.filter((count) => count > 1).toSorted()).toEqual([2, 2, 2, 3, 3]);
    const guardianCounts = [...groupBy(relations, ({ phone_key }) => phone_key).values()].map(
      (rows) => new Set(rows.map(({ guardian_id }) => guardian_id)).size,
    );
    expect(guardianCounts.filter((count) => count > 1)).toEqual([2]);
    expect(relations.some(({ relation, name }) => relation === 'mother' && name === null)).toBe(true);
    expect(relations.filter(({ consent_on }) => consent_on !== null)).toHaveLength(1);
    expect(relations.every(({ can_open_page }) => can_open_page === 1)).toBe(true);
    const students = new Set(relations.map(({ student_row_id }) => student_row_id));
    expect(relations.filter(({ is_primary }) => is_primary === 1)).toHaveLength(students.size);
    expect(students.size).toBe(134);
  });

  it('the demo institute has students added in the last weeks and in earlier years, and none in the future', async () => {
    const students = await (await copyDemo()).read.selectFrom('students').select('created_at').execute();
    const recent = students.filter((student) => student.created_at >= '2026-02-13');
    expect(recent.length).toBeGreaterThan(3);
    expect(recent.length).toBeLessThan(30);
    expect(students.every((student) => student.created_at < now().toISOString())).toBe(true);
  });

  it('the seed calculates the check digit of an example number', () => {
    expect(checkDigit('100000000')).toBe(8);
  });

  it('the demo institute can be searched', async () => {
    const data = await copyDemo();
    const joined = await findStudents(data, 'عبدالله خالد السالم');
    expect(joined).toEqual(await findStudents(data, 'عبد الله خالد السالم'));
    expect(joined.length).toBeGreaterThanOrEqual(2);
    expect(await findStudents(data, 'محمد سعد الراشد')).not.toEqual([]);
    expect(await findStudents(data, '14450001')).toEqual([1]);
  });

  it('the demo institute links the account `student` to a student, and has offerings without a teacher', async () => {
    const { users, students, subject_teachers, subjects } = await dump(await copyDemo());
    const student = (users as { username: string; id: number; student_row_id: number }[]).find(
      (u) => u.username === 'student',
    );
    expect(students).toContainEqual(expect.objectContaining({ id: student?.student_row_id }));
    const taught = new Set((subject_teachers as { subject_id: number }[]).map((link) => link.subject_id));
    expect(taught.size).toBeGreaterThan(10);
    expect(taught.size).toBeLessThan(subjects?.length ?? 0);
  });

  it('the demo institute has settings that a form would accept', async () => {
    const { read } = await copyDemo();
    const rows = await read.selectFrom('subject_grade_settings').selectAll().execute();
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      expect(gradeSettingsProblems(settingsFrom(row))).toEqual([]);
    }
    const curricula = await read.selectFrom('subject_curriculum').selectAll().execute();
    expect(new Set(curricula.map((row) => row.content_type)).size).toBe(2);
    const longest = Math.max(
      ...curricula.map((row) => (JSON.parse(row.curriculum_items) as string[]).length),
    );
    expect(longest).toBeGreaterThanOrEqual(40);
  });

  it.each(
    ['2028-02-29', '2031-12-31', '2024-01-01', '2024-10-05', '2025-09-01'].slice(
      0,
      rounds({ short: 2, all: 5 }),
    ),
  )('the demo institute can be created on %s', async (day) => {
    const { read } = await newDemo(day);
    const year = currentAcademicYear(null, day);
    const batches = await read.selectFrom('batches').selectAll().where('academic_year', '=', year).execute();
    expect(batches.length).toBeGreaterThanOrEqual(4);
    expect(batches.every((batch) => (batch.start_date ?? '') < day)).toBe(true);
    const terms = await read.selectFrom('terms').selectAll().execute();
    expect(termProblems(terms)).toEqual([]);
    expect(terms.filter((term) => term.start_date <= day && day <= term.end_date)).toHaveLength(1);
    const todayAbsences = await read.selectFrom('absences').selectAll().where('date', '=', day).execute();
    expect(todayAbsences.length).toBeGreaterThan(3);
    const dates = await read.selectFrom('registers').select('date').execute();
    expect(dates.length).toBeLessThan(2_500);
    expect(dates.every(({ date }) => date <= day)).toBe(true);
  });

  it('the demo institute has valid marks of every letter, and rows and offerings without marks', async () => {
    const { read } = await copyDemo();
    const subjects = await read.selectFrom('subjects').selectAll().execute();
    const settings = await read.selectFrom('subject_grade_settings').selectAll().execute();
    const grades = await read.selectFrom('grades').selectAll().execute();
    const results = grades.map((row) => {
      const own = settingsFrom(settings.find(({ subject_id }) => subject_id === row.subject_id));
      for (const column of gradeColumns) {
        expect(markProblem(row[column], own[`${column}Max`])).toBeNull();
        expect(own[`${column}Enabled`] || row[column] === null).toBe(true);
      }
      const percentage = rowPercentage(row, own);
      expect(row.percentage === null).toBe(percentage === null);
      expect(row.percentage ?? 0).toBeCloseTo(percentage ?? 0, 9);
      return percentage;
    });
    const complete = results.filter((result) => result !== null);
    expect(complete.length).toBeGreaterThan(grades.length * 0.8);
    expect(complete.length).toBeLessThan(grades.length);
    expect(new Set(complete.map(letterFor))).toEqual(new Set(letters));

    const graded = new Set(grades.map(({ subject_id }) => subject_id));
    const gradable = subjects.filter(({ type }) =>
      gradedSubjectTypes.some((gradedType) => gradedType === type),
    );
    expect(gradable.filter(({ id, status }) => status === 'active' && !graded.has(id))).toHaveLength(1);
    expect(subjects.filter(({ type, id }) => type === dailyRecordType && graded.has(id))).toEqual([]);
    const students = await read.selectFrom('students').select('id').execute();
    const withMarks = new Set(grades.map(({ student_row_id }) => student_row_id));
    expect(students.filter(({ id }) => !withMarks.has(id))).toHaveLength(1);
  });

  it('the demo institute has registers with absences of both types, only of students already added, with some frequent absentees', async () => {
    const { read } = await copyDemo();
    const absences = await read
      .selectFrom('absences')
      .innerJoin('registers', 'registers.id', 'absences.register_id')
      .innerJoin('subjects', 'subjects.id', 'registers.subject_id')
      .innerJoin(enrolledStudents(read), 'students.id', 'absences.student_row_id')
      .select(['absences.date', 'absences.subject_id', 'absences.type', 'absences.notes', 'students.id'])
      .select(['registers.date as taken', 'registers.subject_id as subject', 'students.created_at'])
      .select(['students.batch_id', 'subjects.batch_id as taught'])
      .execute();
    for (const absence of absences) {
      expect([absence.taken, absence.subject, absence.taught]).toEqual([
        absence.date,
        absence.subject_id,
        absence.batch_id,
      ]);
      expect(absence.created_at.slice(0, 10) <= absence.date).toBe(true);
    }
    expect(new Set(absences.map(({ type }) => type))).toEqual(new Set(absenceTypes));
    expect(absences.some(({ notes }) => notes !== null)).toBe(true);
    const days = new Map<string, number>();
    for (const { id, subject_id } of absences)
      days.set(`${id} ${subject_id}`, (days.get(`${id} ${subject_id}`) ?? 0) + 1);
    expect([...days.values()].some((count) => count > 3 && count <= 5)).toBe(true);
    expect([...days.values()].some((count) => count > 5)).toBe(true);
    const registers = await read.selectFrom('registers').selectAll().execute();
    const withAbsences = new Set(
      absences.map(({ subject, taken: registerDate }) => `${subject} ${registerDate}`),
    );
    expect(registers.some(({ subject_id, date }) => !withAbsences.has(`${subject_id} ${date}`))).toBe(true);
    expect(absences.some(({ date }) => date === today)).toBe(true);
  });

  it('the demo institute has daily records of all levels: items of the list, ranges that can be parsed, and free text', async () => {
    const { read } = await copyDemo();
    const records = await read.selectFrom('daily_records').selectAll().where('kind', '=', 'new').execute();
    const curricula = await read.selectFrom('subject_curriculum').selectAll().execute();
    expect(new Set(records.map(({ performance_level }) => performance_level))).toEqual(
      new Set([...performanceLevels, null]),
    );
    expect(records.some(({ teacher_notes }) => teacher_notes !== null)).toBe(true);
    const parts = await loadRecordParts(
      read,
      records.map(({ id }) => id),
    );
    const ranged = records.filter(({ id }) => parts.has(id));
    for (const { id, record_content } of ranged)
      expect(parseRange(record_content ?? '')).toEqual(toApiParts(parts.get(id)).range);
    expect(ranged.length).toBeGreaterThan(20);
    const others = records.filter(({ id }) => !parts.has(id));
    const forms = others.map(({ subject_id, record_content }) => {
      const own = curricula.find((row) => row.subject_id === subject_id)?.curriculum_items ?? '[]';
      const items = JSON.parse(own) as string[];
      expect(items.length === 0 || items.includes(record_content ?? '')).toBe(true);
      return items.length > 0 ? 'list' : 'words';
    });
    expect(new Set(forms)).toEqual(new Set(['list', 'words']));
  });

  it('the demo institute has six weeks of records of every kind in one subject, in the form of a save', async () => {
    const { read } = await copyDemo();
    const records = await read.selectFrom('daily_records').selectAll().execute();
    const others = records.filter(({ kind }) => kind !== 'new');
    const [subject] = new Set(others.map(({ subject_id }) => subject_id));
    const own = records.filter(({ subject_id }) => subject_id === subject);
    expect(own.filter(({ kind }) => kind !== 'new')).toEqual(others);
    const days = own.map(({ date }) => date).toSorted();
    expect(daysBetween(days[0] ?? '', days.at(-1) ?? '')).toBeGreaterThan(35);
    const parts = await loadRecordParts(
      read,
      records.map(({ id }) => id),
    );
    for (const kind of recordKinds) {
      const ofKind = own.filter((record) => record.kind === kind);
      expect(ofKind.length, kind).toBeGreaterThan(50);
      expect(new Set(ofKind.map(({ result }) => result)), kind).toEqual(new Set(recordResults));
    }
    for (const { id, pages_count, mistakes_count } of others) {
      const { ranges = [], faults = [] } = parts.get(id) ?? {};
      const mushafRanges = ranges.map(toMushafRange);
      expect(mushafRanges.length).toBeGreaterThan(0);
      expect([findOverlap(mushafRanges), pagesOfRanges(mushafRanges)]).toEqual([-1, pages_count]);
      expect(faults.reduce((sum, { count }) => sum + count, 0)).toBe(mistakes_count);
      for (const { ayah } of faults)
        expect(ayah === null || ranges.some((one) => one.from_ayah <= ayah && ayah <= one.to_ayah)).toBe(
          true,
        );
    }
    expect([...parts.values()].some(({ ranges }) => ranges.length > 1)).toBe(true);
    expect([...parts.values()].some(({ faults }) => faults.some(({ ayah }) => ayah !== null))).toBe(true);
  });

  it('the demo institute gives each teacher an active batch with students', async () => {
    const { read } = await copyDemo();
    const batches = await read
      .selectFrom('subject_teachers as link')
      .innerJoin('users', 'users.id', 'link.teacher_id')
      .innerJoin('subjects', 'subjects.id', 'link.subject_id')
      .innerJoin('batches', 'batches.id', 'subjects.batch_id')
      .innerJoin('enrolments', 'enrolments.batch_id', 'batches.id')
      .select(['users.username', 'batches.academic_year'])
      .distinct()
      .execute();
    const active = batches.filter(({ academic_year }) => academic_year === currentAcademicYear(null, today));
    expect(new Set(active.map(({ username }) => username))).toEqual(new Set(['teacher', 'teacher2']));
  });

  it('the demo institute shows a teacher his own subjects, and one subject that is divided into circles', async () => {
    const { read } = await copyDemo();
    const settings = await read.selectFrom('settings').select('teacher_scope').executeTakeFirstOrThrow();
    expect(settings.teacher_scope).toBe('linked');
    const circles = await read.selectFrom('circles').selectAll().execute();
    expect(new Set(circles.map(({ subject_id }) => subject_id)).size).toBe(1);
    expect(new Set(circles.map(({ teacher_id }) => teacher_id)).size).toBe(2);
    const members = await read.selectFrom('circle_members').selectAll().execute();
    const circleByStudent = new Map(
      members.map(({ student_row_id, circle_id }) => [student_row_id, circle_id]),
    );
    expect(circleByStudent.size).toBe(members.length);
    for (const { id, capacity } of circles)
      expect(members.filter(({ circle_id }) => circle_id === id).length).toBeLessThanOrEqual(capacity ?? 0);
    expect(await read.selectFrom('circle_substitutes').selectAll().execute()).toHaveLength(1);

    const registers = await read.selectFrom('registers').selectAll().execute();
    const circlesFrom = members[0]?.from_date ?? '';
    for (const { subject_id, date, circle_id } of registers)
      expect(circle_id !== null).toBe(subject_id === circles[0]?.subject_id && date >= circlesFrom);
    const absences = await read.selectFrom('absences').selectAll().execute();
    const circleIn = new Map(registers.map(({ id, circle_id }) => [id, circle_id]));
    const inCircles = absences.filter(({ register_id }) => circleIn.get(register_id) != null);
    expect(inCircles.length).toBeGreaterThan(0);
    for (const { register_id, student_row_id } of inCircles)
      expect(circleByStudent.get(student_row_id)).toBe(circleIn.get(register_id));
  });

  it('the demo institute has current, pinned and past announcements, one of a circle, and notes of both kinds', async () => {
    const { read } = await copyDemo();
    const announcements = await read.selectFrom('announcements').selectAll().execute();
    const current = announcements.filter(({ until }) => until >= today);
    expect(current.map(({ is_pinned }) => is_pinned).toSorted()).toEqual([0, 0, 1]);
    expect(announcements.length - current.length).toBe(1);
    const [ofCircle] = current.filter(({ circle_id }) => circle_id !== null);
    const circle = await read
      .selectFrom('circles')
      .select('teacher_id')
      .where('id', '=', Number(ofCircle?.circle_id))
      .executeTakeFirstOrThrow();
    expect(ofCircle).toMatchObject({ role: 'guardian', author_id: circle.teacher_id });
    const notes = await read.selectFrom('behaviour_notes').selectAll().execute();
    const recentTicked = notes.filter(
      ({ for_guardians, date }) => for_guardians === 1 && date >= firstShownDay(today) && date <= today,
    );
    for (const kind of noteKinds) {
      expect(notes.filter((note) => note.kind === kind).length).toBeGreaterThan(3);
      expect(recentTicked.map((note) => note.kind)).toContain(kind);
    }
  });

  it('the demo institute can be undone as one operation', async () => {
    const data = await copyDemo();
    await data.write({ userId: null, name: 'x', role: 'admin', undoSession: null }, (unit) =>
      undoOperation(unit, 1),
    );
    const rows = await dump(data);
    for (const table of recordedTables) expect(rows[table]).toEqual([]);
  });
});

describe('a large institute', () => {
  it('a large institute has the requested number of students, each with a unique number', async () => {
    const data = await emptyInstitute();
    const progress: number[] = [];
    await fillLarge(data, {
      today,
      passwordHash,
      students: 2_105,
      onProgress: (written) => progress.push(written),
    });
    const { students, batches, subjects, programs } = await dump(data);
    expect(students).toHaveLength(2_105);
    expect(batches).toHaveLength(53);
    expect(subjects).toHaveLength(53 * 11);
    expect(programs).toHaveLength(20);
    expect(progress).toEqual([2_000, 2_105]);
  });

  it('a large institute has marks of nearly all students in ten subjects, registers of the open batches, and the stored results', async () => {
    const data = await emptyInstitute();
    await fillLarge(data, { today, passwordHash, students: 400 });
    const grades = await data.read.selectFrom('grades').selectAll().execute();
    expect(grades.length).toBeGreaterThan(3_600);
    const results = grades.map((row) => rowPercentage(row, defaultGradeSettings));
    for (const [place, { percentage }] of grades.entries()) {
      expect(percentage === null).toBe(results[place] === null);
      expect(percentage ?? 0).toBeCloseTo(results[place] ?? 0, 9);
    }
    const rows = await data.read.selectFrom('subject_results').selectAll().execute();
    const sum = (column: 'complete' | 'registers' | 'absences') =>
      rows.reduce((all, row) => all + row[column], 0);
    expect(sum('complete')).toBe(results.filter((result) => result !== null).length);
    const registers = await data.read.selectFrom('registers').selectAll().execute();
    const absences = await data.read.selectFrom('absences').selectAll().execute();
    expect(new Set(registers.map(({ date }) => date))).toEqual(new Set(['2026-03-14', today]));
    expect([sum('registers'), sum('absences')]).toEqual([registers.length, absences.length]);
    expect(absences.length).toBeGreaterThan(0);
    const students = await data.read.selectFrom('student_results').selectAll().execute();
    expect(students).toHaveLength(400);
  });
});
