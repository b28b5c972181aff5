import type { NewRow, Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { PlannedBatch } from './batches';
import { daysAfter } from './calendar';
import type { DemoStudent } from './students';

/** The offering that is divided, and for how many days it has been. */
const divided = { base: 'QRN110', batch: 'quran1445' };
const dividedDays = 42;

const plans: readonly Pick<NewRow<'circles'>, 'name' | 'time' | 'place' | 'capacity'>[] = [
  { name: 'حلقة وادي السدر', time: '16:30', place: 'القاعة الأولى', capacity: 16 },
  { name: 'حلقة روضة النخيل', time: '17:15', place: 'مصلى المعهد', capacity: 15 },
];

interface Institute {
  batches: readonly PlannedBatch[];
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  users: readonly Row<'users'>[];
  today: string;
}

/**
 * Divides the students of one offering between the two teachers; one of them was a substitute for the other on some
 * days.
 * @returns who is in which circle since when
 */
export async function fillCircles(
  unit: UnitOfWork,
  { batches, subjects, students, users, today }: Institute,
): Promise<Row<'circle_members'>[]> {
  const batch = batches.find(({ plan }) => plan.key === divided.batch);
  const subject = subjects.find(
    (one) => one.base_subject_code === divided.base && one.batch_id === batch?.row.id,
  );
  const [teacher, other] = users.filter(({ role }) => role === 'teacher');
  if (!subject || !teacher || !other) throw new Error('the demo has nothing to divide');
  const from_date = daysAfter(today, -dividedDays);
  const created_at = `${from_date}T06:00:00.000Z`;
  const circles = await unit.insertMany(
    'circles',
    plans.map((plan, place) => ({
      ...plan,
      subject_id: subject.id,
      teacher_id: [teacher, other][place]?.id ?? null,
      days: JSON.stringify([0, 1, 2, 3, 4]),
      ended_on: null,
      created_at,
    })),
  );
  const [first] = circles;
  if (!first) throw new Error('the demo has no circles');
  const of = { subject_id: subject.id, created_at };
  await unit.insert('circle_substitutes', {
    ...of,
    circle_id: first.id,
    teacher_id: other.id,
    from_date: daysAfter(today, -10),
    to_date: daysAfter(today, -7),
  });
  const pupils = students.filter(({ batch_id }) => batch_id === subject.batch_id);
  return unit.insertMany(
    'circle_members',
    pupils.map(({ id }, place) => ({
      ...of,
      circle_id: circles[place % circles.length]?.id ?? first.id,
      student_row_id: id,
      from_date,
      to_date: null,
    })),
  );
}

type Membership = Pick<Row<'circle_members'>, 'subject_id' | 'circle_id' | 'student_row_id' | 'from_date'>;

/** The circles of a subject on a date; only null if it had none. */
export function circlesOn(
  members: readonly Membership[],
  subjectId: number,
  date: string,
): (number | null)[] {
  const of = members.filter(({ subject_id, from_date }) => subject_id === subjectId && from_date <= date);
  return of.length > 0 ? [...new Set(of.map(({ circle_id }) => circle_id))] : [null];
}

/** Whether a register lists a student: a register without a circle lists everybody. */
export const isListed = (
  members: readonly Membership[],
  { circle_id }: Pick<Row<'registers'>, 'circle_id'>,
  student: Pick<Row<'students'>, 'id'>,
): boolean =>
  circle_id === null ||
  members.some((member) => member.circle_id === circle_id && member.student_row_id === student.id);
