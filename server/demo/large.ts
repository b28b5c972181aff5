import { type RawBuilder, sql, type Transaction } from 'kysely';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { defaultGradeSettings, type GradeColumn, gradeColumns } from '../../contract/rules/gradeSettings';
import { offeringCode } from '../../contract/rules/subjectCode';
import { operationDescriptions } from '../../contract/successMessages';
import {
  dailyRecordType,
  defaultAbsenceType,
  defaultBatchStatus,
  defaultOfferingStatus,
  defaultProgramStatus,
  excusedAbsence,
  genders,
  gradedSubjectTypes,
  type Specialty,
} from '../../contract/vocabulary';
import { chunks } from '../db/engine/chunks';
import type { Data } from '../db/data';
import { systemActor } from '../db/log/operationLog';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { updateStudentResults, updateSubjectResults, setPercentages } from '../domain/results';
import type { Database, NewRow, Row } from '../db/schema';
import { daysAfter, findLessonStart, timeOnDay } from './calendar';
import { type SubjectPlan, subjectPlans } from './institute';
import {
  buildAccount,
  pickNames,
  type EnrolledStudent,
  pickShortName,
  buildStudentAccount,
  buildStudent,
  writeStudents,
} from './people';
import { splitList, createRandom } from './random';
import { demoSettings, initialFaultKinds, initialNoteCategories } from './settings';

/** Batches per operation: about 5,000 rows with their students and offerings. */
const batchesPerPortion = 50;
const studentsPerBatch = 40;
const batchesPerTeacher = 5;
const years = 10;
const chunkSize = 2_000;

const topics: readonly [Specialty, string][] = [
  ['قرآن', 'القرآن الكريم، التجويد، القراءات، الإقراء، تصحيح التلاوة، القاعدة النورانية، علوم القرآن'],
  ['علوم شرعية', 'التفسير، الحديث، الفقه، أصول الفقه، العقيدة، السيرة النبوية، الدعوة، الفرائض، الوقف'],
  ['لغة عربية', 'اللغة العربية، النحو والصرف، البلاغة والأدب، الخط العربي'],
];

const isDaily = ([, , , , type]: SubjectPlan) => type === dailyRecordType;
const largeSubjects = [
  ...subjectPlans.filter((plan) => !isDaily(plan)).slice(0, 10),
  ...subjectPlans.filter(isDaily).slice(0, 1),
];

interface LargeOptions {
  today: string;
  passwordHash: string;
  students: number;
  onProgress?: (writtenCount: number) => void;
}

/** Several operations keep the memory use constant. */
export async function fillLarge(data: Data, options: LargeOptions): Promise<void> {
  const batches = Math.ceil(options.students / studentsPerBatch);
  const staff = await data.write(systemActor, (unit) => writeStaff(unit, options.passwordHash, batches));
  const lastSerials = new Map<string, number>();
  for (let firstBatch = 0; firstBatch < batches; firstBatch += batchesPerPortion) {
    const end = Math.min(firstBatch + batchesPerPortion, batches);
    const portion = { ...options, ...staff, firstBatch, end, lastSerials };
    const batchRows = await data.write(systemActor, (unit) => writePortion(unit, portion));
    const now = data.now().toISOString();
    await data.writeUnlogged((trx) => writeTeaching(trx, batchRows, options.today, now));
    options.onProgress?.(Math.min(end * studentsPerBatch, options.students));
  }
  await data.write(systemActor, async (unit) => {
    unit.describe('import', 'users', null, operationDescriptions.seeded);
    const firstStudent = unit.trx.selectFrom('students').selectAll().orderBy('id').limit(1);
    await unit.insert(
      'users',
      buildStudentAccount(await firstStudent.executeTakeFirstOrThrow(), options.passwordHash),
    );
  });
}

/** Writes the settings, twenty programmes, and the accounts `admin`, `teacher`, `teacher2`, `teacher3` … */
async function writeStaff(unit: UnitOfWork, passwordHash: string, batches: number) {
  unit.describe('import', 'settings', demoSettings.institute_name, operationDescriptions.seeded);
  await unit.insert('settings', demoSettings);
  await unit.insertMany('fault_kinds', initialFaultKinds);
  await unit.insertMany('note_categories', initialNoteCategories);
  const programPlans = topics.flatMap(([specialty, names]) =>
    splitList(names).map((name) => ({ specialty, name })),
  );
  const programs = await unit.insertMany(
    'programs',
    programPlans.map(({ specialty, name }, index) => ({
      program_id: `P${String(index + 1).padStart(2, '0')}`,
      program_name: `برنامج ${name}`,
      specialty,
      levels: 4 + (index % 5),
      duration: 'سنتان',
      description: null,
      status: defaultProgramStatus,
    })),
  );
  const random = createRandom('large staff');
  const admin = buildAccount('admin', pickShortName(random), 'admin', passwordHash);
  const teachers = Array.from({ length: Math.max(2, Math.ceil(batches / batchesPerTeacher)) }, (_, index) =>
    buildAccount(
      index === 0 ? 'teacher' : `teacher${index + 1}`,
      pickShortName(random),
      'teacher',
      passwordHash,
    ),
  );
  const users = await unit.insertMany('users', [admin, ...teachers]);
  return { programs, teachers: users.slice(1) };
}

interface Portion extends LargeOptions {
  programs: Row<'programs'>[];
  teachers: Row<'users'>[];
  firstBatch: number;
  end: number;
  /** Key: academic year. */
  lastSerials: Map<string, number>;
}

async function writePortion(unit: UnitOfWork, portion: Portion): Promise<Row<'batches'>[]> {
  const { programs, teachers, firstBatch, end, lastSerials, students, today } = portion;
  unit.describe('import', 'students', null, operationDescriptions.seeded);
  const batchIndexes = Array.from({ length: end - firstBatch }, (_, index) => firstBatch + index);
  const findProgram = (index: number) => {
    const program = programs[index % programs.length];
    if (!program) throw new Error('a large institute needs programmes');
    return program;
  };
  const batchPlans = batchIndexes.map((index) => {
    return buildBatch(index, Math.floor(index / programs.length), findProgram(index), today);
  });
  const batches = await unit.insertMany('batches', batchPlans);
  const offerings = batches.flatMap((batch, index) => buildOfferings(batch, findProgram(firstBatch + index)));
  const subjects = await unit.insertMany('subjects', offerings);
  // The teacher of a batch teaches all of its offerings except the last one.
  const links = batches.flatMap(({ id }, index) => {
    const teacher = teachers[Math.floor((firstBatch + index) / batchesPerTeacher) % teachers.length];
    const taughtSubjects = subjects.filter(({ batch_id }) => batch_id === id).slice(0, -1);
    return taughtSubjects.map((subject) => ({ subject_id: subject.id, teacher_id: teacher?.id ?? 0 }));
  });
  await unit.insertMany('subject_teachers', links);
  const newStudents = batches.flatMap((batch, index) => {
    const studentsBefore = (firstBatch + index) * studentsPerBatch;
    const size = Math.min(studentsPerBatch, students - studentsBefore);
    const lastSerial = lastSerials.get(batch.academic_year) ?? 0;
    lastSerials.set(batch.academic_year, lastSerial + size);
    const isOpen = isCurrent(batch, today);
    return buildStudents({
      batch,
      batchIndex: firstBatch + index,
      size,
      studentsBefore,
      lastSerial,
      today,
      isOpen,
    });
  });
  await writeStudents(unit, newStudents);
  return batches;
}

const isCurrent = ({ academic_year }: Row<'batches'>, today: string) =>
  academic_year === currentAcademicYear(null, today);

function buildBatch(
  index: number,
  round: number,
  program: Row<'programs'>,
  today: string,
): NewRow<'batches'> {
  const yearsAgo = round % years;
  const academic_year = String(Number(currentAcademicYear(null, today)) - yearsAgo);
  const start_date = daysAfter(findLessonStart(today), -364 * yearsAgo);
  return {
    batch_name: `دفعة ${program.program_name.replace('برنامج ', '')} ${round + 1} لعام ${academic_year}`,
    program_row_id: program.id,
    batch_number: round + 1,
    academic_year,
    level: Math.min(1 + yearsAgo, 8),
    start_date,
    end_date: null,
    status: defaultBatchStatus,
    created_at: timeOnDay(daysAfter(start_date, -21), index % 480),
  };
}

/** Eleven offerings; ten of them have marks. The batches of a programme share the base codes. */
export const buildOfferings = (batch: Row<'batches'>, program: Row<'programs'>): NewRow<'subjects'>[] =>
  largeSubjects.map(([, name, , , type], index) => {
    const base = `${program.program_id}${101 + index}`;
    return {
      subject_code: offeringCode(base, batch.id),
      base_subject_code: base,
      name,
      level: 1 + (index % 4),
      hours: 1 + (index % 5),
      type,
      batch_id: batch.id,
      status: defaultOfferingStatus,
      semester: 'الفصل الأول',
      created_at: batch.created_at,
    };
  });

interface ClassPlan {
  batch: Row<'batches'>;
  batchIndex: number;
  size: number;
  studentsBefore: number;
  lastSerial: number;
  today: string;
  isOpen: boolean;
}

export function buildStudents({
  batch,
  batchIndex,
  size,
  studentsBefore,
  lastSerial,
  today,
  isOpen,
}: ClassPlan) {
  const random = createRandom(`large batch ${batchIndex}`);
  const gender = genders[batchIndex % genders.length] ?? genders[0];
  return Array.from({ length: size }, (_, index): EnrolledStudent<NewRow<'students'>> => {
    const student_id = batch.academic_year + String(lastSerial + index + 1).padStart(4, '0');
    const names = pickNames(random, gender);
    return buildStudent(random, {
      batch,
      student_id,
      names,
      gender,
      index: studentsBefore + index + 1,
      isOpen,
      today,
    });
  });
}

/**
 * Writes marks for all batches, registers and absences for open batches, and the stored results. SQL
 * computes the values from row ids. The rows are not logged, because a log of a million marks is larger
 * than the data.
 */
async function writeTeaching(
  trx: Transaction<Database>,
  batches: readonly Row<'batches'>[],
  today: string,
  now: string,
): Promise<void> {
  const batchIds = sql.join(batches.map(({ id }) => id));
  await writeMarks(trx, batchIds, now);
  const openIds = batches.filter((batch) => isCurrent(batch, today)).map(({ id }) => id);
  if (openIds.length > 0) await writeAttendance(trx, sql.join(openIds), [daysAfter(today, -1), today], now);
  const loadIds = async (table: 'subjects' | 'enrolments', column: 'id' | 'student_row_id') => {
    const { rows } = await sql<{ found: number }>`
      select ${sql.ref(column)} as found from ${sql.table(table)} where batch_id in (${batchIds})`.execute(
      trx,
    );
    return rows.map((row) => row.found);
  };
  for (const chunk of chunks(await loadIds('subjects', 'id'), chunkSize)) {
    await setPercentages(trx, sql`subject_id`, chunk);
    await updateSubjectResults(trx, chunk);
  }
  for (const chunk of chunks(await loadIds('enrolments', 'student_row_id'), chunkSize))
    await updateStudentResults(trx, chunk);
}

/** An integer from 0 to `limit` − 1. The factors are small, so that the product fits into four bytes. */
const pseudoRandom = (studentFactor: number, subjectFactor: number, limit: number): RawBuilder<number> =>
  sql`((students.id * ${sql.lit(studentFactor)} + subjects.id * ${sql.lit(subjectFactor)}) % ${sql.lit(limit)})`;

/** Average percentage of a student, 50 to 91, before random variation. */
const talent = sql`(50 + ((students.id * 37) % 41 + (students.id * 61) % 43) / 2)`;

/** Half marks are integers, and integer division gives the same result in both databases. */
const computeMark = (column: GradeColumn, columnIndex: number) => sql`
  ((${sql.lit(2 * defaultGradeSettings[`${column}Max`])} * (${talent} + ${pseudoRandom(31 + 2 * columnIndex, 17, 9)}) + 50) / 100) / 2.0`;

/** One row in fifty is missing, and one row in about thirty has no mark in the test. */
async function writeMarks(
  trx: Transaction<Database>,
  batches: RawBuilder<unknown>,
  now: string,
): Promise<void> {
  const marks = gradeColumns.map((column, columnIndex) =>
    column === 'test'
      ? sql`case when ${pseudoRandom(13, 7, 29)} = 0 then null else ${computeMark(column, columnIndex)} end`
      : computeMark(column, columnIndex),
  );
  await sql`
    insert into grades (version, created_at, updated_at, subject_id, student_row_id,
      ${sql.join(gradeColumns.map((column) => sql.ref(column)))})
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, students.id, ${sql.join(marks)}
    from subjects join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
    where subjects.batch_id in (${batches}) and subjects.type in (${sql.join(gradedSubjectTypes)})
      and ${pseudoRandom(11, 5, 50)} <> 0
    order by subjects.id, students.id`.execute(trx);
}

const hasJoinedBy = (date: RawBuilder<unknown>) => sql`substr(students.created_at, 1, 10) <= ${date}`;

async function writeAttendance(
  trx: Transaction<Database>,
  batches: RawBuilder<unknown>,
  dates: readonly string[],
  now: string,
): Promise<void> {
  for (const date of dates)
    await sql`
      insert into registers (version, created_at, updated_at, subject_id, date, students_count, absences_changed_at)
      select 1, ${sql.lit(now)}, ${sql.lit(now)}, subjects.id, ${sql.lit(date)}, count(*), ${sql.lit(now)}
      from subjects join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
      where subjects.batch_id in (${batches}) and ${hasJoinedBy(sql.lit(date))}
      group by subjects.id order by subjects.id`.execute(trx);
  const type = sql`case when ${pseudoRandom(3, 1, 3)} = 0 then ${sql.lit(excusedAbsence)} else ${sql.lit(defaultAbsenceType)} end`;
  await sql`
    insert into absences (version, created_at, updated_at, register_id, subject_id, date, student_row_id, type)
    select 1, ${sql.lit(now)}, ${sql.lit(now)}, registers.id, subjects.id, registers.date, students.id, ${type}
    from subjects join registers on registers.subject_id = subjects.id
      join enrolments on enrolments.batch_id = subjects.batch_id
      join students on students.id = enrolments.student_row_id
    where subjects.batch_id in (${batches}) and ${hasJoinedBy(sql.ref('registers.date'))}
      and (students.id * 7 + registers.id * 3) % 20 = 0
    order by registers.id, students.id`.execute(trx);
}
