import { fullName } from '../../../contract/rules/identity';
import { genders } from '../../../contract/vocabulary';
import type { NewRow, Row } from '../../db/schema';
import { personNames, shortName } from '../names';
import { randomFor } from '../random';
import { joinedAt, personalColumns, type PlacedStudent } from '../students';
import { account } from '../users';

/** Batches for each teacher; one offering in eight has no teacher. */
const batchesPerTeacher = 5;

/** `admin`, `teacher`, `teacher2`, `teacher3` … */
export function largeStaff(passwordHash: string, batches: number): NewRow<'users'>[] {
  const random = randomFor('large staff');
  const teachers = Math.max(2, Math.ceil(batches / batchesPerTeacher));
  return [
    account('admin', shortName(random), 'admin', passwordHash),
    ...Array.from({ length: teachers }, (_, index) =>
      account(index === 0 ? 'teacher' : `teacher${index + 1}`, shortName(random), 'teacher', passwordHash),
    ),
  ];
}

/** The teacher of a batch teaches all its offerings but the last. */
export function teachersOf(
  subjects: readonly Row<'subjects'>[],
  batchIndex: number,
  teachers: readonly Row<'users'>[],
): NewRow<'subject_teachers'>[] {
  const teacher = teachers[Math.floor(batchIndex / batchesPerTeacher) % teachers.length];
  return teacher ? subjects.slice(0, -1).map(({ id }) => ({ subject_id: id, teacher_id: teacher.id })) : [];
}

interface Class {
  batch: Row<'batches'>;
  batchIndex: number;
  size: number;
  /** The number of students before these in the institute. */
  before: number;
  /** The last number given for the academic year of the batch. */
  lastSerial: number;
  today: string;
  isOpen: boolean;
}

/** The students of one batch, all of one gender. */
export function studentsOf({
  batch,
  batchIndex,
  size,
  before,
  lastSerial,
  today,
  isOpen,
}: Class): PlacedStudent<NewRow<'students'>>[] {
  const random = randomFor(`large batch ${batchIndex}`);
  const gender = genders[batchIndex % genders.length] ?? genders[0];
  return Array.from({ length: size }, (_, place) => {
    const student_id = batch.academic_year + String(lastSerial + place + 1).padStart(4, '0');
    const names = personNames(random, gender);
    return {
      student_id,
      ...names,
      full_name: fullName(names),
      ...personalColumns(random, gender, before + place + 1, student_id),
      program_row_id: batch.program_row_id,
      batch_id: batch.id,
      created_at: joinedAt(random, { startDate: batch.start_date ?? today, isOpen, today }),
    };
  });
}
