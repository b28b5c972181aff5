import { defaultGradeSettings, type GradeColumn, gradeColumns } from '../../contract/rules/gradeSettings';
import { markStep } from '../../contract/rules/grading';
import { defaultAbsenceType, excusedAbsence, gradedSubjectTypes } from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, daysBetween, timeOnDay } from './calendar';
import { type Institute, studentsIn } from './institute';
import { splitList, type Random, createRandom } from './random';

/** This offering is running but has no marks. The cancelled offering has no marks either. */
const ungradedBase = 'QRN103';
/** Index of a student of the first batch; he has no marks. */
const unmarkedIndex = 11;

/** Most rows are complete. Some rows lack a mark; some students and two offerings have no rows. */
export function buildGrades(institute: Institute): NewRow<'grades'>[] {
  const { subjects, students, settings, today } = institute;
  const random = createRandom('grades');
  const talentByStudent = new Map(students.map(({ id }) => [id, pickTalent(random)]));
  return subjects.filter(isGraded).flatMap((subject) => {
    const isActive = subject.status === 'active';
    const ownSettings = settings.find(({ subject_id }) => subject_id === subject.id);
    const created_at = timeOnDay(daysAfter(today, -random.integer(2, 20)), random.integer(0, 480));
    return studentsIn(institute, subject).flatMap(({ id, batch_id }, index) => {
      const isMissing = isActive && random.happens(0.03);
      if (isMissing || (batch_id === students[0]?.batch_id && index === unmarkedIndex)) return [];
      const marks = pickMarks(random, talentByStudent.get(id) ?? 0, ownSettings);
      if (isActive && random.happens(0.07)) marks.test = null;
      return [{ subject_id: subject.id, student_row_id: id, ...marks, created_at }];
    });
  });
}

const isGraded = ({ type, status, base_subject_code }: Row<'subjects'>): boolean =>
  gradedSubjectTypes.some((graded) => graded === type) &&
  status !== 'cancelled' &&
  base_subject_code !== ungradedBase;

const pickTalent = (random: Random): number =>
  random.happens(0.1)
    ? random.integer(45, 62)
    : Math.round((random.integer(60, 97) + random.integer(66, 97)) / 2);

function pickMarks(random: Random, percent: number, settings: Row<'subject_grade_settings'> | undefined) {
  const variation = random.integer(-6, 6);
  const entries = gradeColumns.map((column) => {
    const max = settings ? settings[`${column}_max`] : defaultGradeSettings[`${column}Max`];
    const share = Math.min(99, percent + variation + random.integer(-8, 8));
    const mark = Math.round((max * share) / (100 * markStep)) * markStep;
    return [column, settings?.[`${column}_enabled`] === 0 ? null : mark];
  });
  return Object.fromEntries(entries) as Record<GradeColumn, number | null>;
}

/** Weekdays (0 is Sunday) by index of the offering. */
const timetable = [
  [0, 2, 4],
  [1, 3],
  [0, 2],
  [1, 3, 4],
];

export function buildRegisters(institute: Institute): NewRow<'registers'>[] {
  const { unit, subjects, batches, members, today } = institute;
  const runningSubjects = subjects.filter(({ status }) => status === 'active');
  return runningSubjects.flatMap((subject, index) => {
    const startDate = batches.find(({ id }) => id === subject.batch_id)?.start_date ?? today;
    const from = [daysAfter(startDate, 10), daysAfter(today, -98)].toSorted()[1] ?? today;
    const days = daysBetween(from, daysAfter(today, -1), timetable[index % timetable.length] ?? []);
    if (index % 3 === 0) days.push(today);
    return days.flatMap((date) => {
      const [createdAt = ''] = [timeOnDay(date, 30 + index * 10), unit.now].toSorted();
      const circles = members.flatMap(({ subject_id, from_date, circle_id }) =>
        subject_id === subject.id && from_date <= date ? [circle_id] : [],
      );
      return (circles.length > 0 ? [...new Set(circles)] : [null]).map((circle_id) => {
        const register = { subject_id: subject.id, circle_id, date };
        const ids = studentsInRegister(institute, register).map(({ id }) => id);
        const listedIds = circle_id === null ? null : JSON.stringify(ids);
        const times = { absences_changed_at: createdAt, created_at: createdAt };
        return { ...register, students_count: ids.length, listed: listedIds, ...times };
      });
    });
  });
}

type Lesson = Pick<Row<'registers'>, 'subject_id' | 'circle_id' | 'date'>;

/**
 * Students who had joined by that day, with their index in the batch. Without a circle, the register lists
 * all of them.
 */
export function studentsInRegister(institute: Institute, { subject_id, circle_id, date }: Lesson) {
  const batchId = institute.subjects.find(({ id }) => id === subject_id)?.batch_id;
  const circleStudents = new Set(
    institute.members.flatMap((member) => (member.circle_id === circle_id ? [member.student_row_id] : [])),
  );
  return institute.students
    .filter(({ batch_id, created_at }) => batch_id === batchId && created_at.slice(0, 10) <= date)
    .map(({ id }, index) => ({ id, place: index }))
    .filter(({ id }) => circle_id === null || circleStudents.has(id));
}

/** Share of missed lessons. Key: index within each twelve students. */
const oftenAbsentIndex = 5;
const missedShares: Record<number, number> = { [oftenAbsentIndex]: 0.22, 8: 0.12 };
const excuses = splitList('مراجعة طبية، ظرف عائلي، سفر مع الأسرة، موعد في المستشفى، وعكة صحية');
const remarks = splitList('لم يُبلغ عن غيابه، تأخر ثم انصرف، تكرر الغياب هذا الأسبوع');

/** A student's reason is the same for all lessons of a day. At least one student is absent today. */
export function buildAbsences(
  institute: Institute,
  registers: readonly Row<'registers'>[],
): NewRow<'absences'>[] {
  const random = createRandom('absences');
  const reasonByKey = new Map<string, Pick<Row<'absences'>, 'type' | 'notes'> | null>();
  const pickReason = (index: number, date: string) => {
    const indexInDozen = index % 12;
    const isRandomlyAbsent = random.happens(missedShares[indexInDozen] ?? 0.03);
    if (!isRandomlyAbsent && !(indexInDozen === oftenAbsentIndex && date === institute.today)) return null;
    const isExcused = random.happens(0.4);
    const notes = random.happens(isExcused ? 0.7 : 0.1) ? random.pick(isExcused ? excuses : remarks) : null;
    return { type: isExcused ? excusedAbsence : defaultAbsenceType, notes };
  };
  return registers.flatMap((register) =>
    studentsInRegister(institute, register).flatMap(({ id, place: index }) => {
      const { id: register_id, subject_id, date, created_at } = register;
      const key = `${id} ${date}`;
      if (!reasonByKey.has(key)) reasonByKey.set(key, pickReason(index, date));
      const reason = reasonByKey.get(key);
      return reason ? [{ register_id, subject_id, date, student_row_id: id, ...reason, created_at }] : [];
    }),
  );
}
