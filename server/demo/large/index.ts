import { operationDescriptions } from '../../../contract/successMessages';
import { currentAcademicYear } from '../../../contract/rules/academicYear';
import { defaultBatchStatus } from '../../../contract/vocabulary';
import type { Data } from '../../db/engine/connection';
import type { NewRow, Row } from '../../db/schema';
import type { UnitOfWork } from '../../db/log/unitOfWork';
import { systemActor } from '../../db/log/operationLog';
import { daysAfter, lessonsBegan, momentOf } from '../calendar';
import { demoSettings, firstFaultKinds } from '../settings';
import { type PlacedStudent, writeStudents } from '../students';
import { account } from '../users';
import { largeStaff, studentsOf, teachersOf } from './people';
import { batchName, largePrograms, offeringsOf, studentsPerBatch } from './plan';
import { writeTeaching } from './teaching';

/** Batches that are written in one operation: about five thousand rows with their students and offerings. */
const batchesPerPortion = 50;
const years = 10;

interface LargeOptions {
  today: string;
  /** The hash of the password that all accounts share. */
  passwordHash: string;
  students: number;
  /** Called after each portion with the number of students written so far. */
  onProgress?: (written: number) => void;
}

interface Staff {
  programs: Row<'programs'>[];
  teachers: Row<'users'>[];
}

/** Fills an empty database with an institute of any size, in portions, so that memory use stays constant. */
export async function fillLarge(data: Data, options: LargeOptions): Promise<void> {
  const batches = Math.ceil(options.students / studentsPerBatch);
  const staff = await data.write(systemActor, (unit) => writeStaff(unit, options.passwordHash, batches));
  const lastSerials = new Map<string, number>();
  const registerDates = [daysAfter(options.today, -1), options.today];
  for (let first = 0; first < batches; first += batchesPerPortion) {
    const end = Math.min(first + batchesPerPortion, batches);
    const written = await data.write(systemActor, (unit) =>
      writePortion(unit, { ...options, ...staff, first, end, lastSerials }),
    );
    await data.writeUnlogged((trx) =>
      writeTeaching(trx, { ...written, registerDates, now: data.now().toISOString() }),
    );
    options.onProgress?.(Math.min(end * studentsPerBatch, options.students));
  }
  await data.write(systemActor, (unit) => writeStudentAccount(unit, options.passwordHash));
}

async function writeStaff(unit: UnitOfWork, passwordHash: string, batches: number): Promise<Staff> {
  unit.describe('import', 'settings', demoSettings.institute_name, operationDescriptions.seeded);
  await unit.insert('settings', demoSettings);
  await unit.insertMany('fault_kinds', firstFaultKinds);
  const programs = await unit.insertMany('programs', largePrograms());
  const users = await unit.insertMany('users', largeStaff(passwordHash, batches));
  return { programs, teachers: users.filter((user) => user.role === 'teacher') };
}

interface Portion extends LargeOptions, Staff {
  first: number;
  end: number;
  lastSerials: Map<string, number>;
}

interface Written {
  batchIds: number[];
  openBatchIds: number[];
}

async function writePortion(unit: UnitOfWork, portion: Portion): Promise<Written> {
  const { programs, teachers, first, end, lastSerials, students, today } = portion;
  unit.describe('import', 'students', null, operationDescriptions.seeded);
  const planned = Array.from({ length: end - first }, (_, place) => batchOf(first + place, programs, today));
  const batches = await unit.insertMany('batches', planned);
  const currentYear = currentAcademicYear(null, today);
  const isCurrent = (batch: Row<'batches'>) => batch.academic_year === currentYear;
  const offerings = batches.flatMap((batch, place) => offeringsOf(batch, programOf(first + place, programs)));
  const subjects = await unit.insertMany('subjects', offerings);
  const people: PlacedStudent<NewRow<'students'>>[] = [];
  const teaching: NewRow<'subject_teachers'>[] = [];
  for (const [place, batch] of batches.entries()) {
    const batchIndex = first + place;
    const before = batchIndex * studentsPerBatch;
    const size = Math.min(studentsPerBatch, students - before);
    const lastSerial = lastSerials.get(batch.academic_year) ?? 0;
    const isOpen = isCurrent(batch);
    people.push(...studentsOf({ batch, batchIndex, size, before, lastSerial, today, isOpen }));
    const offered = subjects.filter((subject) => subject.batch_id === batch.id);
    teaching.push(...teachersOf(offered, batchIndex, teachers));
    lastSerials.set(batch.academic_year, lastSerial + size);
  }
  await unit.insertMany('subject_teachers', teaching);
  await writeStudents(unit, people);
  const idsOf = (rows: readonly Row<'batches'>[]) => rows.map(({ id }) => id);
  return { batchIds: idsOf(batches), openBatchIds: idsOf(batches.filter(isCurrent)) };
}

function programOf(batchIndex: number, programs: readonly Row<'programs'>[]): Row<'programs'> {
  const program = programs[batchIndex % programs.length];
  if (!program) throw new Error('a large institute needs programmes');
  return program;
}

/** Batches are spread over the programmes in turn; each round is a year earlier. */
function batchOf(batchIndex: number, programs: readonly Row<'programs'>[], today: string): NewRow<'batches'> {
  const program = programOf(batchIndex, programs);
  const round = Math.floor(batchIndex / programs.length);
  const yearsAgo = round % years;
  const academicYear = String(Number(currentAcademicYear(null, today)) - yearsAgo);
  const startDate = daysAfter(lessonsBegan(today), -364 * yearsAgo);
  return {
    batch_name: batchName(program, round + 1, academicYear),
    program_row_id: program.id,
    batch_number: round + 1,
    academic_year: academicYear,
    level: Math.min(1 + yearsAgo, 8),
    start_date: startDate,
    end_date: null,
    status: defaultBatchStatus,
    created_at: momentOf(daysAfter(startDate, -21), batchIndex % 480),
  };
}

/** The account `student` belongs to the first student. */
async function writeStudentAccount(unit: UnitOfWork, passwordHash: string): Promise<void> {
  unit.describe('import', 'users', null, operationDescriptions.seeded);
  const linked = await unit.trx
    .selectFrom('students')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await unit.insert('users', {
    ...account('student', linked.full_name, 'student', passwordHash),
    email: linked.email,
    phone: linked.phone,
    student_row_id: linked.id,
  });
}
