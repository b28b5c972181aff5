import { currentAcademicYear } from '../../contract/rules/academicYear';
import { defaultGradeSettings, type GradeSettings, gradeColumns } from '../../contract/rules/gradeSettings';
import { nextStudentNumber } from '../../contract/rules/identity';
import { surahNames, wholeSurah } from '../../contract/rules/mushafNames';
import { offeringCode } from '../../contract/rules/subjectCode';
import {
  defaultBatchStatus,
  defaultOfferingStatus,
  defaultProgramStatus,
  fixedListContent,
  freeTextContent,
  type Gender,
  type OfferingStatus,
  type Specialty,
  type SubjectType,
} from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, firstLesson, lessonsBegan, momentOf } from './calendar';
import {
  account,
  type DemoStudent,
  fakePhone,
  personNames,
  studentAccount,
  studentOf,
  writeStudents,
} from './people';
import { listed, randomFor } from './random';
import { demoSettings, demoTerms, firstFaultKinds } from './settings';

/** Code, name, specialty, levels and duration. */
const programPlans: readonly [string, string, Specialty, number, string][] = [
  ['QRN', 'برنامج حفظ القرآن الكريم', 'قرآن', 6, 'ثلاث سنوات'],
  ['SHR', 'برنامج العلوم الشرعية', 'علوم شرعية', 8, 'أربع سنوات'],
  ['ARB', 'برنامج اللغة العربية', 'لغة عربية', 4, 'سنتان'],
];
const descriptions: Record<string, string> = {
  QRN: 'حفظ القرآن الكريم كاملاً مع إتقان التجويد والمراجعة اليومية.',
  SHR: 'الفقه والتفسير والحديث والعقيدة، مع ورد يومي من القرآن الكريم.',
  ARB: 'النحو والصرف والبلاغة والإملاء لطلاب العلوم الشرعية.',
};

/** Six batches, 150 students: key, programme, number, title, gender, students. The specification defines those of 1445. */
type BatchPlan = readonly [string, string, number, string, Gender, number];
const batchPlans: readonly BatchPlan[] = [
  ['quran1445', 'QRN', 1, 'دفعة القرآن الأولى', 'ذكر', 28],
  ['sharia1445', 'SHR', 1, 'دفعة العلوم الشرعية الأولى', 'ذكر', 27],
  ['quranWomen', 'QRN', 2, 'دفعة القرآن الثانية للبنات', 'أنثى', 26],
  ['sharia', 'SHR', 2, 'دفعة العلوم الشرعية الثانية للبنات', 'أنثى', 25],
  ['arabic', 'ARB', 1, 'دفعة اللغة العربية الأولى', 'ذكر', 24],
  ['quranEvening', 'QRN', 3, 'دفعة القرآن الثالثة المسائية', 'ذكر', 20],
];
const isOf1445 = (key: string) => key.endsWith('1445');

/** 25 offerings of 16 subjects: base, name, level, hours, type, batches. The specification fixes QRN101, QRN102 and SHR101. */
export type SubjectPlan = readonly [string, string, number, number, SubjectType, string, OfferingStatus?];
export const subjectPlans: readonly SubjectPlan[] = [
  ['QRN101', 'حفظ القرآن الكريم', 1, 5, 'حفظ', 'quran1445 sharia1445 quranWomen quranEvening'],
  ['QRN102', 'التجويد', 1, 3, 'مادة', 'quran1445 sharia1445 quranWomen'],
  ['SHR101', 'الفقه', 1, 3, 'مادة', 'quran1445 sharia1445 sharia'],
  ['QRN110', 'الورد اليومي', 1, 2, 'تقييد يومي', 'quran1445 quranWomen quranEvening'],
  ['QRN120', 'مهارات التلاوة', 1, 2, 'مهارات', 'quranWomen'],
  ['QRN201', 'علوم القرآن', 2, 2, 'نظري', 'quran1445', 'completed'],
  ['SHR201', 'التفسير', 2, 3, 'مادة', 'sharia1445'],
  ['SHR110', 'المراجعة اليومية', 1, 2, 'تقييد يومي', 'sharia1445'],
  ['SHR102', 'التوحيد', 1, 3, 'مادة', 'sharia'],
  ['SHR103', 'الحديث الشريف', 1, 3, 'مادة', 'sharia'],
  ['SHR104', 'أحكام العبادات', 1, 2, 'عملي', 'sharia'],
  ['ARB101', 'النحو', 1, 4, 'مادة', 'arabic'],
  ['ARB102', 'الصرف', 1, 3, 'مادة', 'arabic'],
  ['ARB103', 'الخط والإملاء', 1, 2, 'مهارات', 'arabic', 'cancelled'],
  ['ARB110', 'القراءة اليومية', 1, 1, 'تقييد يومي', 'arabic'],
  ['QRN103', 'آداب حملة القرآن', 1, 1, 'مادة', 'quranEvening'],
];

const surahs = surahNames.map((name) => `${wholeSurah} ${name}`);
const ordinals = listed('الأول، الثاني، الثالث، الرابع، الخامس');
/** The first five parts: two halves (hizb) each, of four quarters each. */
const firstParts = ordinals.flatMap((part) =>
  ordinals
    .slice(0, 2)
    .flatMap((half) =>
      ordinals.slice(0, 4).map((quarter) => `ورد الربع ${quarter} من الحزب ${half} من الجزء ${part}`),
    ),
);

/** Settings of daily records: the portions (none: free text), whether pages are required, and how many are usual. */
const curriculum = (items: readonly string[], require_pages_count: 0 | 1, default_pages: number) => ({
  content_type: items.length > 0 ? fixedListContent : freeTextContent,
  curriculum_items: JSON.stringify(items),
  require_pages_count,
  default_pages,
});
const curriculumPlans: Record<string, ReturnType<typeof curriculum>> = {
  'QRN110 quran1445': curriculum(firstParts, 1, 2.5),
  'QRN110 quranWomen': curriculum(surahs.slice(77), 1, 1),
  'QRN110 quranEvening': curriculum(surahs.slice(66), 1, 0.5),
  'SHR110 sharia1445': curriculum([], 1, 2),
  'ARB110 arabic': curriculum([], 0, 1),
};

/** By base; the other subjects use the defaults. */
const gradeSettings: Record<string, Partial<GradeSettings>> = {
  QRN101: { attendanceMax: 20, exerciseMax: 10, readingMax: 20, readingName: 'التسميع', testMax: 40 },
  // The maxima add up to 50, not 100: letters and statistics use the percentage.
  QRN120: {
    participationEnabled: false,
    exerciseEnabled: false,
    attendanceMax: 10,
    readingMax: 20,
    testMax: 20,
  },
  SHR104: { exerciseMax: 20, exerciseName: 'التطبيق العملي', readingEnabled: false, testMax: 40 },
  ARB101: { participationMax: 10, attendanceMax: 20, exerciseMax: 20, readingMax: 10, testMax: 40 },
};

/** The teachers share one offering; the rest, among it everything of two batches, has no teacher yet. */
const taught: Record<string, readonly string[]> = {
  teacher: listed(`
    QRN101 quran1445, QRN102 quran1445, SHR101 quran1445, QRN110 quran1445,
    QRN101 sharia1445, QRN102 sharia1445, SHR101 sharia1445`),
  teacher2: listed(`
    SHR101 sharia1445, SHR201 sharia1445, SHR110 sharia1445, SHR101 sharia, SHR102 sharia, SHR103 sharia,
    QRN101 quranWomen, QRN110 quranWomen`),
};

/** Names that are hard for search, sorting or layout, by the student's place in the list. */
const remarkableNames: Record<number, readonly string[]> = {
  3: listed('مُحَمَّد، سَعْد، يوسف، الراشد'),
  5: listed('عبدالله، خالد، عبد الرحمن، السالم'),
  9: listed('عبد الله، خالد، عبدالرحمن، السالم'),
  40: listed('محمد المنتصر بالله، عبد الرحمن أبو الفضل، عبد العزيز إسماعيل، المبارك الأنصاري الحجازي'),
  66: listed('فاطمة الزهراء، عبد المحسن، نور الدين، الهاشمي المدني'),
};

/** The subject that is divided into circles; it has plans and records of every kind. */
const circled = 'QRN110 quran1445';
/** For how many days it has been divided. */
export const circleDays = 42;

/** Batches and what is taught to them. */
interface Courses {
  unit: UnitOfWork;
  today: string;
  faultKinds: Row<'fault_kinds'>[];
  batches: Row<'batches'>[];
  /** By base and batch, as `QRN110 quran1445`. */
  offerings: Map<string, Row<'subjects'>>;
  subjects: Row<'subjects'>[];
  curricula: Row<'subject_curriculum'>[];
  settings: Row<'subject_grade_settings'>[];
  students: DemoStudent[];
}

/** What is written already, for what is written next. */
export interface Institute extends Courses {
  /** @throws unless it is offered */
  offering: (name: string) => Row<'subjects'>;
  circled: Row<'subjects'>;
  users: Row<'users'>[];
  /** Of the circles. */
  members: Row<'circle_members'>[];
}

export const studentsIn = ({ students }: Pick<Institute, 'students'>, { batch_id }: Row<'subjects'>) =>
  students.filter((student) => student.batch_id === batch_id);

/** Writes settings, records and circles. */
export async function fillInstitute(
  unit: UnitOfWork,
  today: string,
  passwordHash: string,
): Promise<Institute> {
  await unit.insert('settings', demoSettings);
  const faultKinds = await unit.insertMany('fault_kinds', firstFaultKinds);
  await unit.insertMany('terms', demoTerms(today));
  const stored = await unit.insertMany(
    'programs',
    programPlans.map(([program_id, program_name, specialty, levels, duration]) => ({
      program_id,
      program_name,
      specialty,
      levels,
      duration,
      description: descriptions[program_id] ?? null,
      status: defaultProgramStatus,
      created_at: momentOf('2023-06-11', 90),
    })),
  );
  const written = { unit, today, faultKinds, batches: [], subjects: [], curricula: [], settings: [] };
  const courses: Courses = { ...written, students: [], offerings: new Map() };
  for (const plan of batchPlans) await writeBatch(courses, stored, plan);
  const offering = (name: string) => {
    const found = courses.offerings.get(name);
    if (!found) throw new Error(`the demo does not offer ${name}`);
    return found;
  };
  const [linked] = (courses.students = await writeStudents(unit, studentRows(courses)));
  if (!linked) throw new Error('the demo has no students');
  const users = await unit.insertMany('users', [
    account('admin', 'سليمان الحكيم', 'admin', passwordHash, { phone: fakePhone(90_001) }),
    account('teacher', 'معاذ الحافظ', 'teacher', passwordHash, { phone: fakePhone(90_002) }),
    account('teacher2', 'خديجة الفقيه', 'teacher', passwordHash, { phone: fakePhone(90_003) }),
    studentAccount(linked, passwordHash),
  ]);
  const links = users.flatMap(({ id, username }) =>
    (taught[username] ?? []).map((name) => ({ subject_id: offering(name).id, teacher_id: id })),
  );
  await unit.insertMany('subject_teachers', links);
  const institute = { ...courses, users, offering, circled: offering(circled) };
  return { ...institute, members: await fillCircles(institute) };
}

/** A batch with its offerings and their settings. Batches that are not of 1445 are of the current year. */
async function writeBatch(
  { unit, today, batches, offerings, subjects, curricula, settings }: Courses,
  stored: readonly Row<'programs'>[],
  [key, program, batch_number, title]: BatchPlan,
): Promise<void> {
  const academic_year = isOf1445(key) ? '1445' : currentAcademicYear(null, today);
  const start_date = isOf1445(key) ? firstLesson(2023) : lessonsBegan(today);
  const batch = await unit.insert('batches', {
    batch_name: `${title} ${academic_year}`,
    program_row_id: stored.find(({ program_id }) => program_id === program)?.id ?? 0,
    batch_number,
    academic_year,
    level: isOf1445(key) ? 2 : 1,
    start_date,
    end_date: `${Number(today.slice(0, 4)) + 1}-06-10`,
    status: defaultBatchStatus,
    created_at: momentOf(daysAfter(start_date, -21), 30 * batch_number),
  });
  batches.push(batch);
  const { id: batch_id, created_at } = batch;
  for (const [base, name, level, hours, type, keys, status = defaultOfferingStatus] of subjectPlans) {
    if (!keys.split(' ').includes(key)) continue;
    const own = { subject_code: offeringCode(base, batch_id), base_subject_code: base, batch_id, created_at };
    const semester = level === 1 ? 'الفصل الأول' : 'الفصل الثاني';
    const subject = await unit.insert('subjects', { ...own, name, level, hours, type, status, semester });
    subjects.push(subject);
    offerings.set(`${base} ${key}`, subject);
    const of = { subject_id: subject.id, created_at };
    const daily = curriculumPlans[`${base} ${key}`];
    if (daily) curricula.push(await unit.insert('subject_curriculum', { ...of, ...daily }));
    const marks = gradeSettings[base];
    if (marks)
      settings.push(await unit.insert('subject_grade_settings', { ...of, ...gradeColumnsOf(marks) }));
  }
}

function gradeColumnsOf(own: Partial<GradeSettings>) {
  const settings = { ...defaultGradeSettings, ...own };
  const columns = gradeColumns.flatMap((column) => [
    [`${column}_max`, settings[`${column}Max`]],
    [`${column}_enabled`, settings[`${column}Enabled`] ? 1 : 0],
    [`${column}_name`, settings[`${column}Name`]],
  ]);
  return Object.fromEntries(columns) as Omit<NewRow<'subject_grade_settings'>, 'subject_id'>;
}

/** The 150 students, batch by batch. */
function studentRows({ batches, today }: Courses) {
  const random = randomFor('students');
  const lastNumbers = new Map<string, string>();
  let index = 0;
  return batches.flatMap((batch, place) => {
    const [key = '', , , , gender = 'ذكر', length = 0] = batchPlans[place] ?? [];
    return Array.from({ length }, () => {
      index += 1;
      const student_id = nextStudentNumber(batch.academic_year, lastNumbers.get(batch.academic_year) ?? null);
      lastNumbers.set(batch.academic_year, student_id);
      const usual = personNames(random, gender);
      const names = remarkableNames[index] ?? usual;
      return studentOf(random, { batch, student_id, names, gender, index, isOpen: !isOf1445(key), today });
    });
  });
}

const circles = [
  { name: 'حلقة وادي السدر', time: '16:30', place: 'القاعة الأولى', capacity: 16 },
  { name: 'حلقة روضة النخيل', time: '17:15', place: 'مصلى المعهد', capacity: 15 },
];

/**
 * Divides the students of one offering between the two teachers; one was a substitute for the other on some days.
 * @returns the memberships of the circles, with their first day
 */
async function fillCircles(institute: Omit<Institute, 'members'>): Promise<Row<'circle_members'>[]> {
  const { unit, circled: subject, users, today } = institute;
  const from_date = daysAfter(today, -circleDays);
  const own = { subject_id: subject.id, created_at: `${from_date}T06:00:00.000Z` };
  const teachers = users.filter(({ role }) => role === 'teacher').map(({ id }) => id);
  const [first = 0, second = 0] = teachers;
  const rows = await unit.insertMany(
    'circles',
    circles.map((circle, place) => ({
      ...circle,
      ...own,
      teacher_id: teachers[place] ?? first,
      days: JSON.stringify([0, 1, 2, 3, 4]),
      ended_on: null,
    })),
  );
  const circleAt = (place: number) => rows[place % rows.length]?.id ?? 0;
  const days = { from_date: daysAfter(today, -10), to_date: daysAfter(today, -7) };
  await unit.insert('circle_substitutes', { ...own, circle_id: circleAt(0), teacher_id: second, ...days });
  const members = studentsIn(institute, subject).map(({ id: student_row_id }, place) => ({
    ...own,
    circle_id: circleAt(place),
    student_row_id,
    from_date,
    to_date: null,
  }));
  return unit.insertMany('circle_members', members);
}
