import { proposedResult, weightedFaults } from '../../contract/rules/hearing';
import {
  ayahNumber,
  type MushafRange,
  findOverlap,
  pageCount,
  pagesOfRange,
  pagesOfRanges,
  rangeOfPages,
} from '../../contract/rules/mushaf';
import { describeRange } from '../../contract/rules/mushafText';
import {
  dailyRecordType,
  defaultFaultKinds,
  defaultRecordKind,
  defaultRecordResult,
  defaultResultRules,
  fixedListContent,
  performanceLevels,
  type RecordKind,
} from '../../contract/vocabulary';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, timeOnDay } from './calendar';
import { circleDays, type Institute, studentsIn } from './institute';
import type { DemoStudent } from './people';
import { splitList, type Random, createRandom } from './random';
import { studentsInRegister } from './teaching';

/** `ayah` is the ayah's number in the whole mushaf. */
interface Fault {
  kind: string;
  ayah: number | null;
  count: number;
}

export interface Recitation {
  record: NewRow<'daily_records'>;
  ranges: readonly MushafRange[];
  faults: readonly Fault[];
}

type Lesson = Pick<NewRow<'daily_records'>, 'subject_id' | 'date' | 'created_at'>;

export interface Learner {
  student: DemoStudent;
  /** Number of pages memorised before the student's first lesson, from page 1. */
  pagesBefore: number;
  /** Approximate number of pages memorised when the circles started. */
  pagesBeforeCircles: number;
  faultsPerPage: number;
}

/** @param earlierDays lesson days before the circles started, with about one page a day */
export function planLearners(institute: Institute, earlierDays: readonly string[]): Learner[] {
  return studentsIn(institute, institute.circledSubject).map((student, index) => {
    const random = createRandom(`learner ${student.id}`);
    const randomPlan = {
      pagesBeforeCircles: random.integer(150, 330),
      faultsPerPage: random.pick(usualFaultsPerPage),
    };
    // Visitors open the first student's map first, so he has memorised nearly everything.
    const plan = index === 0 ? { pagesBeforeCircles: 548, faultsPerPage: 0.2 } : randomPlan;
    return { student, ...plan, pagesBefore: plan.pagesBeforeCircles - Math.round(0.85 * earlierDays.length) };
  });
}

/** Most students make few faults. */
const usualFaultsPerPage = [0, 0.1, 0.2, 0.2, 0.3, 0.5, 3];

/** Pages of near revision in a lesson. */
const nearPages = 4;
const farRanges = 3;
const pagesPerFarRange = ({ pagesBeforeCircles }: Learner) =>
  Math.min(Math.max(Math.ceil(pagesBeforeCircles / 50), 3), 10);

export const rangeFromPage = (first: number, count: number): MushafRange => {
  const range = rangeOfPages(first, first + count - 1);
  if (!range) throw new Error(`no page range of ${count} pages from page ${first}`);
  return range;
};

/** @param share share of the faults that have an ayah */
export function pickFaults(random: Random, count: number, share: number, pickAyah: () => number): Fault[] {
  const faults = new Map<string, Fault>();
  for (let number = 0; number < count; number += 1) {
    const { key: kind } = random.pick(defaultFaultKinds);
    const ayah = random.happens(share) ? pickAyah() : null;
    const previousCount = faults.get(`${kind} ${ayah}`)?.count ?? 0;
    faults.set(`${kind} ${ayah}`, { kind, ayah, count: previousCount + 1 });
  }
  return [...faults.values()];
}

/** The rules of the institute give level and result. */
function buildRecitation(
  random: Random,
  { student, faultsPerPage }: Learner,
  lesson: Lesson,
  kind: RecordKind,
  ...ranges: MushafRange[]
): Recitation {
  const pages_count = pagesOfRanges(ranges);
  const count = Math.round((pages_count ?? 1) * faultsPerPage * (random.integer(0, 20) / 10));
  const faults = pickFaults(random, count, 0.6, () => {
    const { from, to } = random.pick(ranges);
    return random.integer(ayahNumber(from), ayahNumber(to));
  });
  const proposal = proposedResult(weightedFaults(faults, defaultFaultKinds), pages_count, defaultResultRules);
  const record = {
    ...lesson,
    student_row_id: student.id,
    kind,
    record_content: null,
    pages_count,
    performance_level: proposal?.performanceLevel ?? null,
    mistakes_count: faults.reduce((sum, fault) => sum + fault.count, 0),
    teacher_notes: null,
    result: proposal?.result ?? 'accepted',
  };
  return { record, ranges, faults };
}

/** In other subjects, only these last days have records, so that the demo starts quickly. */
const recordedDays = 21;
const mushafBase = 'SHR110';

interface RecitationSources {
  registers: readonly Row<'registers'>[];
  absences: readonly NewRow<'absences'>[];
  learners: readonly Learner[];
  earlierDays: readonly string[];
  revisionDays: number | undefined;
}

/** Absent students have no recitations. Each student continues after his last portion. */
export function buildRecitations(institute: Institute, sources: RecitationSources): Recitation[] {
  const { registers, absences, learners, earlierDays, revisionDays } = sources;
  const { subjects, circledSubject, today } = institute;
  const random = createRandom('daily records');
  const absentKeys = new Set(absences.map((absence) => `${absence.register_id} ${absence.student_row_id}`));
  const firstRevisionDay = revisionDays === undefined ? '' : daysAfter(today, -revisionDays);
  const createAttendanceLookup = (subject: Row<'subjects'>) => {
    const firstDay = daysAfter(today, subject === circledSubject ? -circleDays : -recordedDays);
    const lessons = registers
      .filter(({ subject_id, date }) => subject_id === subject.id && date >= firstDay)
      .map((lesson) => ({
        ...lesson,
        ids: new Set(studentsInRegister(institute, lesson).map(({ id }) => id)),
      }));
    const earlierLessons = (subject === circledSubject ? earlierDays : []).map((date) => ({
      date,
      created_at: timeOnDay(date, 300),
    }));
    return (id: number): Lesson[] =>
      [
        ...earlierLessons,
        ...lessons.filter((lesson) => lesson.ids.has(id) && !absentKeys.has(`${lesson.id} ${id}`)),
      ].map(({ date, created_at }) => ({ subject_id: subject.id, date, created_at }));
  };
  const dailySubjects = subjects.filter(({ type }) => type === dailyRecordType);
  return dailySubjects.flatMap((subject) => {
    const pickPortion = createPortionPicker(institute, subject);
    const lessonsOfStudent = createAttendanceLookup(subject);
    return studentsIn(institute, subject).flatMap(({ id }) => {
      const learner =
        subject === circledSubject ? learners.find(({ student }) => student.id === id) : undefined;
      let step = random.integer(0, 30);
      // In a circle, the student recites one page per lesson; a page with the result "repeat" is recited
      // again.
      let lastPage = learner?.pagesBefore ?? 0;
      const lessonsWithRevision: [Lesson, number][] = [];
      const newRecitations = lessonsOfStudent(id).flatMap((lesson): Recitation[] => {
        // Before the circles started, only every second lesson has a revision, so that the demo starts
        // quickly.
        if (lesson.date > (earlierDays.at(-1) ?? '') || step % 2 === 0)
          lessonsWithRevision.push([lesson, lastPage]);
        if (random.happens(0.05)) return [];
        const { ranges, ...portion } = learner ? buildPagePortion(lastPage + 1, 1) : pickPortion(step);
        step += 1;
        const assessment = pickAssessment(random);
        if (assessment.result === defaultRecordResult) lastPage += 1;
        const record = { ...lesson, student_row_id: id, kind: defaultRecordKind, ...portion, ...assessment };
        return [{ record, ranges, faults: [] }];
      });
      const revisions = learner ? buildRevisions(learner, lessonsWithRevision) : [];
      return [...newRecitations, ...revisions.filter(({ record }) => record.date >= firstRevisionDay)];
    });
  });
}

/**
 * Each lesson has near and far revision, and sometimes tilawa.
 * @param lessons each with the last page memorised before the lesson
 */
function buildRevisions(learner: Learner, lessons: readonly [Lesson, number][]): Recitation[] {
  const random = createRandom(`revision ${learner.student.id}`);
  const pagesPerRange = pagesPerFarRange(learner);
  const farPages = farRanges * pagesPerRange;
  return lessons.flatMap(([lesson, lastPage], step) => {
    const pageCycle = Math.max(
      Math.min(lastPage, learner.pagesBeforeCircles) - nearPages - farPages,
      farPages,
    );
    // The ranges are not adjacent, like a revision of weak pages.
    const far: MushafRange[] = [];
    for (let index = 0; index < farRanges; index += 1) {
      const range = rangeFromPage(1 + ((step * farPages + index * pagesPerRange) % pageCycle), pagesPerRange);
      if (findOverlap([...far, range]) < 0) far.push(range);
    }
    const recitations = [
      buildRecitation(random, learner, lesson, 'near', rangeFromPage(lastPage - nearPages + 1, nearPages)),
    ];
    if (random.happens(0.85)) recitations.push(buildRecitation(random, learner, lesson, 'far', ...far));
    if (step % 3 === 0)
      recitations.push(
        buildRecitation(
          random,
          learner,
          lesson,
          'tilawa',
          rangeFromPage(1 + ((lastPage + step * 5) % 590), 5),
        ),
      );
    return recitations;
  });
}

type Portion = Pick<NewRow<'daily_records'>, 'record_content' | 'pages_count'> & Pick<Recitation, 'ranges'>;

function buildPagePortion(first: number, count: number): Portion {
  const range = rangeFromPage(first, count);
  return { record_content: describeRange(range), pages_count: pagesOfRange(range), ranges: [range] };
}

const portionTexts = splitList(`
  نص النخلة الكريمة، نص رحلة إلى القرية، قصيدة في حب الوطن، نص أخلاق طالب العلم، نص الجار الصالح،
  قصة الصياد والبحر، نص في وصف الربيع، حوار بين القلم والكتاب`);
const advice = splitList(`
  أحسن، يُراجع أحكام المد، يحتاج إلى تثبيت الآيات الأخيرة، إتقان ممتاز، يعيد الورد غداً،
  تحسن ملحوظ، يُنتبه إلى مخارج الحروف`);

function createPortionPicker({ curricula }: Institute, subject: Row<'subjects'>): (step: number) => Portion {
  if (subject.base_subject_code === mushafBase)
    return (step) => buildPagePortion(1 + ((2 * step) % pageCount), 2);
  const settings = curricula.find(({ subject_id }) => subject_id === subject.id);
  const isFixed = settings?.content_type === fixedListContent;
  const items = isFixed ? (JSON.parse(settings.curriculum_items) as string[]) : portionTexts;
  const pages_count = settings?.require_pages_count === 1 ? settings.default_pages : null;
  return (step) => ({ record_content: items[step % items.length] ?? null, pages_count, ranges: [] });
}

/**
 * [minScore, minMistakes, maxMistakes] of a level; the index is the level, and the score is random (0 to
 * 99).
 */
const performances = [
  [65, 0, 1],
  [35, 1, 3],
  [15, 2, 5],
  [5, 4, 8],
  [0, 7, 12],
] as const;

function pickAssessment(random: Random) {
  const score = random.integer(0, 99);
  const isAssessed = !random.happens(0.03);
  const level = performances.findIndex(([minScore]) => score >= minScore);
  const [, minMistakes = 0, maxMistakes = 0] = performances[level] ?? [];
  return {
    performance_level: isAssessed ? (performanceLevels[level] ?? null) : null,
    result: isAssessed && level === 4 ? ('repeat' as const) : defaultRecordResult,
    mistakes_count: isAssessed ? random.integer(minMistakes, maxMistakes) : null,
    teacher_notes: random.happens(0.15) ? random.pick(advice) : null,
  };
}
