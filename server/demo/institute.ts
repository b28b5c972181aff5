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
import { daysAfter, findFirstLesson, findLessonStart, timeOnDay } from './calendar';
import { familyOf, fillGuardians } from './guardians';
import {
  buildAccount,
  type DemoStudent,
  fakePhone,
  pickNames,
  buildStudentAccount,
  buildStudent,
  writeStudents,
} from './people';
import { splitList, createRandom } from './random';
import { buildHolidays, demoSettings, buildTerms, initialFaultKinds } from './settings';

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

/**
 * Key, programme, number, title, gender and number of students. The specification names the batches of
 * 1445.
 */
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

/** Base code, name, level, hours, type and batches. The specification names QRN101, QRN102 and SHR101. */
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
const ordinals = splitList('الأول، الثاني، الثالث، الرابع، الخامس');
const firstJuz = ordinals.flatMap((juz) =>
  ordinals
    .slice(0, 2)
    .flatMap((half) =>
      ordinals.slice(0, 4).map((quarter) => `ورد الربع ${quarter} من الحزب ${half} من الجزء ${juz}`),
    ),
);

/** @param items the portions; an empty list means free text */
const planCurriculum = (items: readonly string[], require_pages_count: 0 | 1, default_pages: number) => ({
  content_type: items.length > 0 ? fixedListContent : freeTextContent,
  curriculum_items: JSON.stringify(items),
  require_pages_count,
  default_pages,
});
const curriculumPlans: Record<string, ReturnType<typeof planCurriculum>> = {
  'QRN110 quran1445': planCurriculum(firstJuz, 1, 2.5),
  'QRN110 quranWomen': planCurriculum(surahs.slice(77), 1, 1),
  'QRN110 quranEvening': planCurriculum(surahs.slice(66), 1, 0.5),
  'SHR110 sharia1445': planCurriculum([], 1, 2),
  'ARB110 arabic': planCurriculum([], 0, 1),
};

const gradeSettings: Record<string, Partial<GradeSettings>> = {
  QRN101: { attendanceMax: 20, exerciseMax: 10, readingMax: 20, readingName: 'التسميع', testMax: 40 },
  // The maxima add up to 50, not 100, because letters and statistics use the percentage.
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

/**
 * Both teachers have one offering in common. Offerings that are not listed have no teacher, including all
 * offerings of a batch. The batches of 1445 are not active, so each teacher also has a batch of this year.
 */
const offeringsByTeacher: Record<string, readonly string[]> = {
  teacher: splitList(`
    QRN101 quran1445, QRN102 quran1445, SHR101 quran1445, QRN110 quran1445,
    QRN101 sharia1445, QRN102 sharia1445, SHR101 sharia1445,
    QRN101 quranEvening`),
  teacher2: splitList(`
    SHR101 sharia1445, SHR201 sharia1445, SHR110 sharia1445, SHR101 sharia, SHR102 sharia, SHR103 sharia,
    QRN101 quranWomen, QRN110 quranWomen`),
};

/** Names that are hard to search, sort or display. Key: index of the student. */
const remarkableNames: Record<number, readonly string[]> = {
  3: splitList('مُحَمَّد، سَعْد، يوسف، الراشد'),
  5: splitList('عبدالله، خالد، عبد الرحمن، السالم'),
  9: splitList('عبد الله، خالد، عبدالرحمن، السالم'),
  40: splitList('محمد المنتصر بالله، عبد الرحمن أبو الفضل، عبد العزيز إسماعيل، المبارك الأنصاري الحجازي'),
  66: splitList('فاطمة الزهراء، عبد المحسن، نور الدين، الهاشمي المدني'),
};

/** The subject with circles; it has plans and records of every kind. */
const circledOffering = 'QRN110 quran1445';
export const circleDays = 42;

interface Courses {
  unit: UnitOfWork;
  today: string;
  faultKinds: Row<'fault_kinds'>[];
  batches: Row<'batches'>[];
  /** Key: base code and batch, for example `QRN110 quran1445`. */
  offerings: Map<string, Row<'subjects'>>;
  subjects: Row<'subjects'>[];
  curricula: Row<'subject_curriculum'>[];
  settings: Row<'subject_grade_settings'>[];
  students: DemoStudent[];
}

export interface Institute extends Courses {
  findOffering: (name: string) => Row<'subjects'>;
  circledSubject: Row<'subjects'>;
  users: Row<'users'>[];
  members: Row<'circle_members'>[];
}

export const studentsIn = ({ students }: Pick<Institute, 'students'>, { batch_id }: Row<'subjects'>) =>
  students.filter((student) => student.batch_id === batch_id);

export async function fillInstitute(
  unit: UnitOfWork,
  today: string,
  passwordHash: string,
): Promise<Institute> {
  await unit.insert('settings', demoSettings);
  const faultKinds = await unit.insertMany('fault_kinds', initialFaultKinds);
  await unit.insertMany('terms', buildTerms(today));
  const programs = await unit.insertMany(
    'programs',
    programPlans.map(([program_id, program_name, specialty, levels, duration]) => ({
      program_id,
      program_name,
      specialty,
      levels,
      duration,
      description: descriptions[program_id] ?? null,
      status: defaultProgramStatus,
      created_at: timeOnDay('2023-06-11', 90),
    })),
  );
  const emptyCourses = { unit, today, faultKinds, batches: [], subjects: [], curricula: [], settings: [] };
  const courses: Courses = { ...emptyCourses, students: [], offerings: new Map() };
  for (const plan of batchPlans) await writeBatch(courses, programs, plan);
  const travellers = courses.batches[batchPlans.findIndex(([key]) => key === 'quranEvening')];
  await unit.insertMany('holidays', buildHolidays(today, travellers?.id ?? 0));
  const findOffering = (name: string) => {
    const subject = courses.offerings.get(name);
    if (!subject) throw new Error(`the demo does not offer ${name}`);
    return subject;
  };
  const [firstStudent] = (courses.students = await writeStudents(unit, planStudents(courses)));
  if (!firstStudent) throw new Error('the demo has no students');
  await fillGuardians(unit, courses.students, today);
  const users = await unit.insertMany('users', [
    buildAccount('admin', 'سليمان الحكيم', 'admin', passwordHash, { phone: fakePhone(90_001) }),
    buildAccount('teacher', 'معاذ الحافظ', 'teacher', passwordHash, { phone: fakePhone(90_002) }),
    buildAccount('teacher2', 'خديجة الفقيه', 'teacher', passwordHash, { phone: fakePhone(90_003) }),
    buildStudentAccount(firstStudent, passwordHash),
  ]);
  const links = users.flatMap(({ id, username }) =>
    (offeringsByTeacher[username] ?? []).map((name) => ({
      subject_id: findOffering(name).id,
      teacher_id: id,
    })),
  );
  await unit.insertMany('subject_teachers', links);
  const institute = { ...courses, users, findOffering, circledSubject: findOffering(circledOffering) };
  return { ...institute, members: await fillCircles(institute) };
}

/** The specification names the batches of 1445. All other batches belong to the current year. */
async function writeBatch(
  { unit, today, batches, offerings, subjects, curricula, settings }: Courses,
  programs: readonly Row<'programs'>[],
  [key, program, batch_number, title, gender]: BatchPlan,
): Promise<void> {
  const academic_year = isOf1445(key) ? '1445' : currentAcademicYear(null, today);
  const start_date = isOf1445(key) ? findFirstLesson(2023) : findLessonStart(today);
  const batch = await unit.insert('batches', {
    batch_name: `${title} ${academic_year}`,
    program_row_id: programs.find(({ program_id }) => program_id === program)?.id ?? 0,
    batch_number,
    academic_year,
    level: isOf1445(key) ? 2 : 1,
    start_date,
    end_date: `${Number(today.slice(0, 4)) + 1}-06-10`,
    status: defaultBatchStatus,
    ...(gender === 'أنثى' && { section: 'girls' as const }),
    created_at: timeOnDay(daysAfter(start_date, -21), 30 * batch_number),
  });
  batches.push(batch);
  const { id: batch_id, created_at } = batch;
  for (const [base, name, level, hours, type, keys, status = defaultOfferingStatus] of subjectPlans) {
    if (!keys.split(' ').includes(key)) continue;
    const codes = {
      subject_code: offeringCode(base, batch_id),
      base_subject_code: base,
      batch_id,
      created_at,
    };
    const semester = level === 1 ? 'الفصل الأول' : 'الفصل الثاني';
    const subject = await unit.insert('subjects', { ...codes, name, level, hours, type, status, semester });
    subjects.push(subject);
    offerings.set(`${base} ${key}`, subject);
    const owner = { subject_id: subject.id, created_at };
    const dailySettings = curriculumPlans[`${base} ${key}`];
    if (dailySettings)
      curricula.push(await unit.insert('subject_curriculum', { ...owner, ...dailySettings }));
    const markSettings = gradeSettings[base];
    if (markSettings)
      settings.push(
        await unit.insert('subject_grade_settings', { ...owner, ...toGradeColumns(markSettings) }),
      );
  }
}

function toGradeColumns(ownSettings: Partial<GradeSettings>) {
  const settings = { ...defaultGradeSettings, ...ownSettings };
  const columns = gradeColumns.flatMap((column) => [
    [`${column}_max`, settings[`${column}Max`]],
    [`${column}_enabled`, settings[`${column}Enabled`] ? 1 : 0],
    [`${column}_name`, settings[`${column}Name`]],
  ]);
  return Object.fromEntries(columns) as Omit<NewRow<'subject_grade_settings'>, 'subject_id'>;
}

function planStudents({ batches, today }: Courses) {
  const random = createRandom('students');
  const namesByIndex = new Map<number, readonly string[]>();
  const lastNumbers = new Map<string, string>();
  let index = 0;
  return batches.flatMap((batch, batchIndex) => {
    const [key = '', , , , gender = 'ذكر', length = 0] = batchPlans[batchIndex] ?? [];
    return Array.from({ length }, () => {
      index += 1;
      const student_id = nextStudentNumber(batch.academic_year, lastNumbers.get(batch.academic_year) ?? null);
      lastNumbers.set(batch.academic_year, student_id);
      const randomNames = pickNames(random, gender);
      const [firstName = '', ...fathers] = remarkableNames[index] ?? randomNames;
      const names = [firstName, ...(namesByIndex.get(familyOf(index))?.slice(1) ?? fathers)];
      namesByIndex.set(index, names);
      return buildStudent(random, { batch, student_id, names, gender, index, isOpen: !isOf1445(key), today });
    });
  });
}

const circlePlans = [
  { name: 'حلقة وادي السدر', time: '16:30', place: 'القاعة الأولى', capacity: 16 },
  { name: 'حلقة روضة النخيل', time: '17:15', place: 'مصلى المعهد', capacity: 15 },
];

async function fillCircles(institute: Omit<Institute, 'members'>): Promise<Row<'circle_members'>[]> {
  const { unit, circledSubject: subject, users, today } = institute;
  const from_date = daysAfter(today, -circleDays);
  const ownColumns = { subject_id: subject.id, created_at: `${from_date}T06:00:00.000Z` };
  const teachers = users.filter(({ role }) => role === 'teacher').map(({ id }) => id);
  const [firstTeacher = 0, secondTeacher = 0] = teachers;
  const rows = await unit.insertMany(
    'circles',
    circlePlans.map((circle, index) => ({
      ...circle,
      ...ownColumns,
      teacher_id: teachers[index] ?? firstTeacher,
      days: JSON.stringify([0, 1, 2, 3, 4]),
      ended_on: null,
    })),
  );
  const circleIdAt = (index: number) => rows[index % rows.length]?.id ?? 0;
  const days = { from_date: daysAfter(today, -10), to_date: daysAfter(today, -7) };
  await unit.insert('circle_substitutes', {
    ...ownColumns,
    circle_id: circleIdAt(0),
    teacher_id: secondTeacher,
    ...days,
  });
  const members = studentsIn(institute, subject).map(({ id: student_row_id }, index) => ({
    ...ownColumns,
    circle_id: circleIdAt(index),
    student_row_id,
    from_date,
    to_date: null,
  }));
  return unit.insertMany('circle_members', members);
}
