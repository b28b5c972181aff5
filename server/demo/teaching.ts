import { defaultGradeSettings, type GradeColumn, gradeColumns } from '../../contract/rules/gradeSettings';
import { markStep } from '../../contract/rules/grading';
import { defaultAbsenceType, excusedAbsence, gradedSubjectTypes } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, daysBetween, momentOf } from './calendar';
import { type Institute, studentsIn } from './institute';
import { listed, type Random, randomFor } from './random';

/** The base of a running offering that has no marks yet; a cancelled offering has none either. */
const ungradedBase = 'QRN103';
/** The index, in the first batch, of the student who has no mark in any subject. */
const neverGraded = 11;

/** A term of marks: most rows are complete, some lack a mark, some students and two offerings have none. */
export function demoGrades(institute: Institute): NewRow<'grades'>[] {
  const { subjects, students, settings, today } = institute;
  const random = randomFor('grades');
  const talents = new Map(students.map(({ id }) => [id, talent(random)]));
  return subjects.filter(isGraded).flatMap((subject) => {
    const isActive = subject.status === 'active';
    const own = settings.find(({ subject_id }) => subject_id === subject.id);
    const created_at = momentOf(daysAfter(today, -random.integer(2, 20)), random.integer(0, 480));
    return studentsIn(institute, subject).flatMap(({ id, batch_id }, place) => {
      const isMissing = isActive && random.happens(0.03);
      if (isMissing || (batch_id === students[0]?.batch_id && place === neverGraded)) return [];
      const marks = marksOf(random, talents.get(id) ?? 0, own);
      if (isActive && random.happens(0.07)) marks.test = null;
      return [{ subject_id: subject.id, student_row_id: id, ...marks, created_at }];
    });
  });
}

const isGraded = ({ type, status, base_subject_code }: Row<'subjects'>): boolean =>
  gradedSubjectTypes.some((graded) => graded === type) &&
  status !== 'cancelled' &&
  base_subject_code !== ungradedBase;

/** The average of a student in percent: most about 80, few below 60, nobody 100. */
const talent = (random: Random): number =>
  random.happens(0.1)
    ? random.integer(45, 62)
    : Math.round((random.integer(60, 97) + random.integer(66, 97)) / 2);

/** A mark for each enabled column, in steps of one half, near the student's average. */
function marksOf(random: Random, percent: number, own: Row<'subject_grade_settings'> | undefined) {
  const day = random.integer(-6, 6);
  const entries = gradeColumns.map((column) => {
    const max = own ? own[`${column}_max`] : defaultGradeSettings[`${column}Max`];
    const share = Math.min(99, percent + day + random.integer(-8, 8));
    const mark = Math.round((max * share) / (100 * markStep)) * markStep;
    return [column, own?.[`${column}_enabled`] === 0 ? null : mark];
  });
  return Object.fromEntries(entries) as Record<GradeColumn, number | null>;
}

/** Weekdays of the lessons, by index of the offering; 0 is Sunday. */
const timetable = [
  [0, 2, 4],
  [1, 3],
  [0, 2],
  [1, 3, 4],
];

/** The registers of the last 98 days, from ten days after the start; a third of the offerings has one of today. */
export function demoRegisters(institute: Institute): NewRow<'registers'>[] {
  const { unit, subjects, batches, members, today } = institute;
  const running = subjects.filter(({ status }) => status === 'active');
  return running.flatMap((subject, place) => {
    const began = batches.find(({ id }) => id === subject.batch_id)?.start_date ?? today;
    const from = [daysAfter(began, 10), daysAfter(today, -98)].toSorted()[1] ?? today;
    const days = daysBetween(from, daysAfter(today, -1), timetable[place % timetable.length] ?? []);
    if (place % 3 === 0) days.push(today);
    return days.flatMap((date) => {
      const [written = ''] = [momentOf(date, 30 + place * 10), unit.now].toSorted();
      const circles = members.flatMap(({ subject_id, from_date, circle_id }) =>
        subject_id === subject.id && from_date <= date ? [circle_id] : [],
      );
      return (circles.length > 0 ? [...new Set(circles)] : [null]).map((circle_id) => {
        const register = { subject_id: subject.id, circle_id, date };
        const ids = listedIn(institute, register).map(({ id }) => id);
        const listedIds = circle_id === null ? null : JSON.stringify(ids);
        const times = { absences_changed_at: written, created_at: written };
        return { ...register, students_count: ids.length, listed: listedIds, ...times };
      });
    });
  });
}

type Lesson = Pick<Row<'registers'>, 'subject_id' | 'circle_id' | 'date'>;

/** The students of a batch on the day of a lesson, with their index; a register without a circle lists them all. */
export function listedIn(institute: Institute, { subject_id, circle_id, date }: Lesson) {
  const batchId = institute.subjects.find(({ id }) => id === subject_id)?.batch_id;
  const inCircle = new Set(
    institute.members.flatMap((one) => (one.circle_id === circle_id ? [one.student_row_id] : [])),
  );
  return institute.students
    .filter(({ batch_id, created_at }) => batch_id === batchId && created_at.slice(0, 10) <= date)
    .map(({ id }, place) => ({ id, place }))
    .filter(({ id }) => circle_id === null || inCircle.has(id));
}

/** The share of lessons that a student misses, by index in his dozen: one is absent often, one sometimes. */
const oftenAbsent = 5;
const missedShares: Record<number, number> = { [oftenAbsent]: 0.22, 8: 0.12 };
const excuses = listed('مراجعة طبية، ظرف عائلي، سفر مع الأسرة، موعد في المستشفى، وعكة صحية');
const remarks = listed('لم يُبلغ عن غيابه، تأخر ثم انصرف، تكرر الغياب هذا الأسبوع');

/** An absent student misses all lessons of a day for the same reason. At least one student is absent today. */
export function demoAbsences(
  institute: Institute,
  registers: readonly Row<'registers'>[],
): NewRow<'absences'>[] {
  const random = randomFor('absences');
  const decided = new Map<string, Pick<Row<'absences'>, 'type' | 'notes'> | null>();
  const decide = (place: number, date: string) => {
    const position = place % 12;
    const isAway = random.happens(missedShares[position] ?? 0.03);
    if (!isAway && !(position === oftenAbsent && date === institute.today)) return null;
    const isExcused = random.happens(0.4);
    const notes = random.happens(isExcused ? 0.7 : 0.1) ? random.pick(isExcused ? excuses : remarks) : null;
    return { type: isExcused ? excusedAbsence : defaultAbsenceType, notes };
  };
  return registers.flatMap((register) =>
    listedIn(institute, register).flatMap(({ id, place }) => {
      const { id: register_id, subject_id, date, created_at } = register;
      const key = `${id} ${date}`;
      if (!decided.has(key)) decided.set(key, decide(place, date));
      const reason = decided.get(key);
      return reason ? [{ register_id, subject_id, date, student_row_id: id, ...reason, created_at }] : [];
    }),
  );
}
