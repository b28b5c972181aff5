import { fullName, nextStudentNumber } from '../../contract/rules/identity';
import { dateInZone } from '../../contract/rules/hijri';
import type { Gender } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import type { PlannedBatch } from './batches';
import { daysAfter, momentOf } from './calendar';
import { fakeEmail, fakeNationalId, fakePhone } from './identity';
import { nationality, type PersonNames, personNames } from './names';
import { type Random, randomFor } from './random';
import { demoSettings } from './settings';

/** Names that are hard for search, sorting or layout, by the student's place in the list. */
const remarkableNames: Record<number, PersonNames> = {
  3: { first_name: 'مُحَمَّد', second_name: 'سَعْد', third_name: 'يوسف', last_name: 'الراشد' },
  5: { first_name: 'عبدالله', second_name: 'خالد', third_name: 'عبد الرحمن', last_name: 'السالم' },
  9: { first_name: 'عبد الله', second_name: 'خالد', third_name: 'عبدالرحمن', last_name: 'السالم' },
  40: {
    first_name: 'محمد المنتصر بالله',
    second_name: 'عبد الرحمن أبو الفضل',
    third_name: 'عبد العزيز إسماعيل',
    last_name: 'المبارك الأنصاري الحجازي',
  },
  66: {
    first_name: 'فاطمة الزهراء',
    second_name: 'عبد المحسن',
    third_name: 'نور الدين',
    last_name: 'الهاشمي المدني',
  },
};

/** Share of the students of an open batch who joined in the last four weeks. */
const lateShare = 0.125;

interface JoinOptions {
  startDate: string;
  isOpen: boolean;
  today: string;
}

/** When a student was added: near the beginning of the batch or, in an open one, in the last weeks. */
export function joinedAt(random: Random, { startDate, isOpen, today }: JoinOptions): string {
  const isLate = random.happens(lateShare);
  const day =
    isOpen && isLate
      ? daysAfter(today, -random.integer(1, 28))
      : daysAfter(startDate, random.integer(-14, 10));
  return momentOf(day, random.integer(0, 480));
}

/** The personal columns except names and student number; `index` makes national ids and phones unique. */
export function personalColumns(random: Random, gender: Gender, index: number, studentNumber: string) {
  const { name, isCitizen } = nationality(random, gender);
  return {
    national_id: fakeNationalId(index, isCitizen),
    gender,
    nationality: name,
    phone: random.happens(0.92) ? fakePhone(index) : null,
    additional_phone: random.happens(0.25) ? fakePhone(index + 50_000) : null,
    email: random.happens(0.8) ? fakeEmail(`student${studentNumber}`) : null,
  };
}

/** A student with the batch that he belongs to. */
export type PlacedStudent<S> = S & { batch_id: number };
export type DemoStudent = PlacedStudent<Row<'students'>>;

/** The 150 students, batch by batch. */
export function demoStudents(
  batches: readonly PlannedBatch[],
  today: string,
): PlacedStudent<NewRow<'students'>>[] {
  const random = randomFor('students');
  const lastNumbers = new Map<string, string>();
  let index = 0;
  return batches.flatMap(({ plan, row }) =>
    Array.from({ length: plan.students }, () => {
      index += 1;
      const academicYear = row.academic_year;
      const student_id = nextStudentNumber(academicYear, lastNumbers.get(academicYear) ?? null);
      lastNumbers.set(academicYear, student_id);
      const names = { ...personNames(random, plan.gender), ...remarkableNames[index] };
      const joining = { startDate: row.start_date ?? today, isOpen: !plan.isOf1445, today };
      return {
        student_id,
        ...names,
        full_name: fullName(names),
        ...personalColumns(random, plan.gender, index, student_id),
        program_row_id: row.program_row_id,
        batch_id: row.id,
        created_at: joinedAt(random, joining),
      };
    }),
  );
}

/** Writes students and that each belongs to the batch since he was added. */
export async function writeStudents(
  unit: UnitOfWork,
  planned: readonly PlacedStudent<NewRow<'students'>>[],
): Promise<DemoStudent[]> {
  const rows = await unit.insertMany(
    'students',
    planned.map(({ batch_id: _batch, ...student }) => student),
  );
  const students = rows.map((row, place) => ({ ...row, batch_id: Number(planned[place]?.batch_id) }));
  await unit.insertMany(
    'enrolments',
    students.map(({ id, batch_id, created_at }) => ({
      student_row_id: id,
      batch_id,
      from_date: dateInZone(new Date(created_at), demoSettings.time_zone),
      to_date: null,
      began_as: 'joined' as const,
      ended_as: null,
      reason: null,
      is_shown: 1,
      created_at,
    })),
  );
  return students;
}
