import { type MushafRange, pageCount, pagesOfRange } from '../../contract/rules/mushaf';
import { describeRange } from '../../contract/rules/mushafText';
import {
  dailyRecordType,
  defaultRecordKind,
  defaultRecordResult,
  fixedListContent,
  type PerformanceLevel,
  performanceLevels,
} from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter } from './calendar';
import { isListed } from './circles';
import { type DemoRecord, demoRevisions, learnerOf, pagesFrom, type RevisedLesson } from './hearings';
import { listed } from './listed';
import { type Random, randomFor } from './random';
import type { DemoStudent } from './students';

/** Older records are left out, so that the demo starts quickly; the offering with revisions has six weeks. */
const recordedDays = 21;
const weeksOfRevisions = 42;
/** The first offering of this subject has circles, and records of every kind. */
const revisedBase = 'QRN110';
/** The portions of this subject are ranges of the mushaf. */
const mushafBase = 'SHR110';

/** A random number of at least `least` (of 100) gives this level, and mistakes within this range. */
const performances: readonly { least: number; level: PerformanceLevel; mistakes: [number, number] }[] = [
  { least: 65, level: performanceLevels[0], mistakes: [0, 1] },
  { least: 35, level: performanceLevels[1], mistakes: [1, 3] },
  { least: 15, level: performanceLevels[2], mistakes: [2, 5] },
  { least: 5, level: performanceLevels[3], mistakes: [4, 8] },
  { least: 0, level: performanceLevels[4], mistakes: [7, 12] },
];
const notAssessedShare = 0.03;
const withoutRecordShare = 0.05;

const texts = listed(`
  نص النخلة الكريمة، نص رحلة إلى القرية، قصيدة في حب الوطن، نص أخلاق طالب العلم، نص الجار الصالح،
  قصة الصياد والبحر، نص في وصف الربيع، حوار بين القلم والكتاب`);
const advice = listed(`
  أحسن، يُراجع أحكام المد، يحتاج إلى تثبيت الآيات الأخيرة، إتقان ممتاز، يعيد الورد غداً،
  تحسن ملحوظ، يُنتبه إلى مخارج الحروف`);

interface Recited {
  subjects: readonly Row<'subjects'>[];
  students: readonly DemoStudent[];
  curricula: readonly Row<'subject_curriculum'>[];
  registers: readonly Row<'registers'>[];
  absences: readonly Row<'absences'>[];
  members: readonly Row<'circle_members'>[];
  today: string;
  revisedDays: number | undefined;
}

type Portion = Pick<NewRow<'daily_records'>, 'record_content' | 'pages_count'> & {
  ranges: readonly MushafRange[];
};

/** The offering with circles, plans and records of every kind. */
export function revisedOffering(subjects: readonly Row<'subjects'>[]): Row<'subjects'> {
  const found = subjects.find(({ base_subject_code }) => base_subject_code === revisedBase);
  if (!found) throw new Error(`the demo does not offer ${revisedBase}`);
  return found;
}

/** The records of the students who were present in the last weeks; each student continues where he stopped. */
export function demoDailyRecords(recited: Recited): DemoRecord[] {
  const { subjects, students, curricula, registers, absences, members, today } = recited;
  const { revisedDays = weeksOfRevisions } = recited;
  const random = randomFor('daily records');
  const away = new Set(absences.map((one) => `${one.register_id} ${one.student_row_id}`));
  const daily = subjects.filter(({ type }) => type === dailyRecordType);
  const revised = revisedOffering(subjects);
  return daily.flatMap((subject) => {
    const curriculum = curricula.find(({ subject_id }) => subject_id === subject.id);
    const portionAt = portionsOf(subject, curriculum);
    const since = daysAfter(today, subject === revised ? -weeksOfRevisions : -recordedDays);
    const lessons = registers.filter(({ subject_id, date }) => subject_id === subject.id && date >= since);
    const pupils = students.filter(({ batch_id }) => batch_id === subject.batch_id);
    return pupils.flatMap((student, place) => {
      const learner = subject === revised ? learnerOf(student, place === 0) : null;
      let step = random.integer(0, 30);
      // In the subject with revisions a page a lesson, after what he had memorised; one to be repeated comes again.
      let last = learner?.learnt ?? 0;
      const lessonsOf: RevisedLesson[] = [];
      const attended = lessons.filter(
        (lesson) =>
          isListed(members, lesson, student) &&
          !away.has(`${lesson.id} ${student.id}`) &&
          student.created_at.slice(0, 10) <= lesson.date,
      );
      const fresh = attended.flatMap(({ date, created_at }): DemoRecord[] => {
        lessonsOf.push({ subject_id: subject.id, date, created_at, last });
        if (random.happens(withoutRecordShare)) return [];
        const { ranges, ...portion } = learner ? pagePortion(last + 1, 1) : portionAt(step);
        step += 1;
        const judged = judgement(random);
        if (judged.result === defaultRecordResult) last += 1;
        const record = { subject_id: subject.id, date, student_row_id: student.id, created_at };
        return [
          { record: { ...record, kind: defaultRecordKind, ...portion, ...judged }, ranges, faults: [] },
        ];
      });
      if (!learner) return fresh;
      const revisions = demoRevisions(student, learner, lessonsOf);
      return [...fresh, ...revisions.filter(({ record }) => record.date >= daysAfter(today, -revisedDays))];
    });
  });
}

function pagePortion(first: number, count: number): Portion {
  const range = pagesFrom(first, count);
  return { record_content: describeRange(range), pages_count: pagesOfRange(range), ranges: [range] };
}

/** The portion at each step, as the settings of the offering have it. */
function portionsOf(
  subject: Row<'subjects'>,
  curriculum: Row<'subject_curriculum'> | undefined,
): (step: number) => Portion {
  if (subject.base_subject_code === mushafBase) return (step) => pagePortion(1 + ((2 * step) % pageCount), 2);
  const isFixed = curriculum?.content_type === fixedListContent;
  const items = isFixed ? (JSON.parse(curriculum.curriculum_items) as string[]) : texts;
  const pages_count = curriculum?.require_pages_count === 1 ? curriculum.default_pages : null;
  return (step) => ({ record_content: items[step % items.length] ?? null, pages_count, ranges: [] });
}

function judgement(random: Random) {
  const reached = random.integer(0, 99);
  const found = random.happens(notAssessedShare) ? null : performances.find(({ least }) => reached >= least);
  return {
    performance_level: found?.level ?? null,
    result: found?.level === performanceLevels[4] ? ('repeat' as const) : defaultRecordResult,
    mistakes_count: found ? random.integer(...found.mistakes) : null,
    teacher_notes: random.happens(0.15) ? random.pick(advice) : null,
  };
}
