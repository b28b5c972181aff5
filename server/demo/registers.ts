import { defaultAbsenceType, excusedAbsence } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, daysBetween, momentOf } from './calendar';
import { circlesOn, isListed } from './circles';
import { listed } from './listed';
import { randomFor } from './random';
import type { DemoStudent } from './students';

/** Lessons further back are left out, so that the demo starts quickly. */
const lessonsInDays = 98;
/** Students join within this many days of the start of a batch. */
const daysOfJoining = 10;
/** Weekdays of the lessons, by index of the offering; 0 is Sunday. */
const timetable: readonly (readonly number[])[] = [
  [0, 2, 4],
  [1, 3],
  [0, 2],
  [1, 3, 4],
];
/** One in this many offerings already has today's register, on any weekday. */
const oneInTakenToday = 3;

/** The share of lessons that a student misses, by index in the batch: one is absent often, one sometimes. */
const absencePeriod = 12;
const oftenAbsent = 5;
const missedShares: Record<number, number> = { [oftenAbsent]: 0.22, 8: 0.12 };
const usualMissedShare = 0.03;

const excuses = listed('مراجعة طبية، ظرف عائلي، سفر مع الأسرة، موعد في المستشفى، وعكة صحية');
const remarks = listed('لم يُبلغ عن غيابه، تأخر ثم انصرف، تكرر الغياب هذا الأسبوع');

export interface Taught {
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  batches: readonly Row<'batches'>[];
  members: readonly Row<'circle_members'>[];
  today: string;
  /** A time; no register is later than this. */
  now: string;
}

/** The registers of the last 98 days, with some of today. */
export function demoRegisters({
  subjects,
  students,
  batches,
  members,
  today,
  now,
}: Taught): NewRow<'registers'>[] {
  const running = subjects.filter(({ status }) => status === 'active');
  return running.flatMap((subject, place) => {
    const began = batches.find(({ id }) => id === subject.batch_id)?.start_date ?? today;
    const from = [daysAfter(began, daysOfJoining), daysAfter(today, -lessonsInDays)].toSorted()[1] ?? today;
    const weekdays = timetable[place % timetable.length] ?? [];
    const days = daysBetween(from, daysAfter(today, -1), weekdays);
    if (place % oneInTakenToday === 0) days.push(today);
    return days.flatMap((date) => {
      const written = [momentOf(date, 30 + place * 10), now].toSorted()[0] ?? now;
      const present = classOn(students, subject.batch_id, date);
      return circlesOn(members, subject.id, date).map((circle_id) => {
        const there = present.filter((student) => isListed(members, { circle_id }, student));
        return {
          subject_id: subject.id,
          circle_id,
          date,
          students_count: there.length,
          listed: circle_id === null ? null : JSON.stringify(there.map(({ id }) => id)),
          absences_changed_at: written,
          created_at: written,
        };
      });
    });
  });
}

/** The students of a batch on a date. */
const classOn = (students: readonly DemoStudent[], batchId: number, date: string) =>
  students.filter(({ batch_id, created_at }) => batch_id === batchId && created_at.slice(0, 10) <= date);

type Reason = Pick<Row<'absences'>, 'type' | 'notes'>;

/**
 * The absences of these registers. An absent student misses all lessons of a day for the same reason. At least one
 * student is absent today.
 */
export function demoAbsences(
  registers: readonly Row<'registers'>[],
  { subjects, students, members, today }: Taught,
): NewRow<'absences'>[] {
  const random = randomFor('absences');
  const batchOf = new Map(subjects.map(({ id, batch_id }) => [id, batch_id]));
  const decided = new Map<string, Reason | null>();

  const reasonOf = (place: number, date: string): Reason | null => {
    const position = place % absencePeriod;
    const isAway = random.happens(missedShares[position] ?? usualMissedShare);
    if (!isAway && !(position === oftenAbsent && date === today)) return null;
    const isExcused = random.happens(0.4);
    const notes = random.happens(isExcused ? 0.7 : 0.1) ? random.pick(isExcused ? excuses : remarks) : null;
    return { type: isExcused ? excusedAbsence : defaultAbsenceType, notes };
  };

  return registers.flatMap(({ id, subject_id, circle_id, date, created_at }) =>
    classOn(students, batchOf.get(subject_id) ?? 0, date).flatMap((student, place) => {
      if (!isListed(members, { circle_id }, student)) return [];
      const key = `${student.id} ${date}`;
      const reason = decided.has(key) ? (decided.get(key) ?? null) : reasonOf(place, date);
      decided.set(key, reason);
      const absence = { register_id: id, subject_id, date, student_row_id: student.id };
      return reason ? [{ ...absence, ...reason, created_at }] : [];
    }),
  );
}
