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
import { daysAfter, momentOf } from './calendar';
import { circleDays, type Institute, studentsIn } from './institute';
import type { DemoStudent } from './people';
import { listed, type Random, randomFor } from './random';
import { listedIn } from './teaching';

/** The number of faults of a kind, by its key; `ayah` is the number in the whole mushaf. */
interface Fault {
  kind: string;
  ayah: number | null;
  count: number;
}

/** A daily record with its ranges and faults. */
export interface Recitation {
  record: NewRow<'daily_records'>;
  ranges: readonly MushafRange[];
  faults: readonly Fault[];
}

/** A lesson that a student attended. */
type Lesson = Pick<NewRow<'daily_records'>, 'subject_id' | 'date' | 'created_at'>;

/** A student of the circles. */
export interface Learner {
  student: DemoStudent;
  /** The pages that he had memorised before his first lesson, from the first one on. */
  known: number;
  /** About those that he had memorised before the circles. */
  learnt: number;
  faultsAPage: number;
}

/** @param earlier the days of lessons before the circles, in which he learnt a page each, or most of it */
export function learnersOf(institute: Institute, earlier: readonly string[]): Learner[] {
  return studentsIn(institute, institute.circled).map((student, place) => {
    const random = randomFor(`learner ${student.id}`);
    const usual = { learnt: random.integer(150, 330), faultsAPage: random.pick(usualFaultsAPage) };
    // The first of all has nearly everything, which fills the first map that is seen.
    const own = place === 0 ? { learnt: 548, faultsAPage: 0.2 } : usual;
    return { student, ...own, known: own.learnt - Math.round(0.85 * earlier.length) };
  });
}

/** Most know what they have learnt. */
const usualFaultsAPage = [0, 0.1, 0.2, 0.2, 0.3, 0.5, 3];

/** Pages of the near revision of a lesson; ranges of the far one, and the pages of each. */
const nearPages = 4;
const farRanges = 3;
const farRange = ({ learnt }: Learner) => Math.min(Math.max(Math.ceil(learnt / 50), 3), 10);

/** These pages, from one on. */
export const pagesFrom = (first: number, count: number): MushafRange => {
  const range = rangeOfPages(first, first + count - 1);
  if (!range) throw new Error(`the mushaf of the demo has no pages from ${first}`);
  return range;
};

/** Faults at random, counted by kind and ayah; `share` of them are at an ayah. */
export function faultsOf(random: Random, count: number, share: number, ayahOf: () => number): Fault[] {
  const faults = new Map<string, Fault>();
  for (let number = 0; number < count; number += 1) {
    const { key: kind } = random.pick(defaultFaultKinds);
    const ayah = random.happens(share) ? ayahOf() : null;
    const counted = faults.get(`${kind} ${ayah}`)?.count ?? 0;
    faults.set(`${kind} ${ayah}`, { kind, ayah, count: counted + 1 });
  }
  return [...faults.values()];
}

/** A recitation of ranges, with the level and result that the rules of the institute propose. */
function recite(
  random: Random,
  { student, faultsAPage }: Learner,
  lesson: Lesson,
  kind: RecordKind,
  ...ranges: MushafRange[]
): Recitation {
  const pages_count = pagesOfRanges(ranges);
  const count = Math.round((pages_count ?? 1) * faultsAPage * (random.integer(0, 20) / 10));
  const faults = faultsOf(random, count, 0.6, () => {
    const { from, to } = random.pick(ranges);
    return random.integer(ayahNumber(from), ayahNumber(to));
  });
  const proposed = proposedResult(weightedFaults(faults, defaultFaultKinds), pages_count, defaultResultRules);
  const record = {
    ...lesson,
    student_row_id: student.id,
    kind,
    record_content: null,
    pages_count,
    performance_level: proposed?.performanceLevel ?? null,
    mistakes_count: faults.reduce((sum, fault) => sum + fault.count, 0),
    teacher_notes: null,
    result: proposed?.result ?? 'accepted',
  };
  return { record, ranges, faults };
}

/** Older records are left out, so that the demo starts quickly. */
const recordedDays = 21;
/** The portions of this subject are ranges of the mushaf. */
const mushafBase = 'SHR110';

/** Whom the records are of, and of which lessons. */
interface Recited {
  registers: readonly Row<'registers'>[];
  absences: readonly NewRow<'absences'>[];
  learners: readonly Learner[];
  /** The days of lessons of the circles before them. */
  earlier: readonly string[];
  /** Revisions before these days are left out. */
  revisedDays: number | undefined;
}

/** Of the students who were present in the last weeks; each student continues where he stopped. */
export function demoRecitations(institute: Institute, recited: Recited): Recitation[] {
  const { registers, absences, learners, earlier, revisedDays } = recited;
  const { subjects, circled, today } = institute;
  const random = randomFor('daily records');
  const away = new Set(absences.map((one) => `${one.register_id} ${one.student_row_id}`));
  const shownFrom = revisedDays === undefined ? '' : daysAfter(today, -revisedDays);
  const attendedBy = (subject: Row<'subjects'>) => {
    const since = daysAfter(today, subject === circled ? -circleDays : -recordedDays);
    const lessons = registers
      .filter(({ subject_id, date }) => subject_id === subject.id && date >= since)
      .map((lesson) => ({ ...lesson, ids: new Set(listedIn(institute, lesson).map(({ id }) => id)) }));
    const before = (subject === circled ? earlier : []).map((date) => ({
      date,
      created_at: momentOf(date, 300),
    }));
    return (id: number): Lesson[] =>
      [...before, ...lessons.filter((one) => one.ids.has(id) && !away.has(`${one.id} ${id}`))].map(
        ({ date, created_at }) => ({ subject_id: subject.id, date, created_at }),
      );
  };
  const daily = subjects.filter(({ type }) => type === dailyRecordType);
  return daily.flatMap((subject) => {
    const portionAt = portionsOf(institute, subject);
    const attended = attendedBy(subject);
    return studentsIn(institute, subject).flatMap(({ id }) => {
      const learner = subject === circled ? learners.find(({ student }) => student.id === id) : undefined;
      let step = random.integer(0, 30);
      // In the circles a page a lesson, after what he had memorised; one to be repeated comes again.
      let last = learner?.known ?? 0;
      const revised: [Lesson, number][] = [];
      const fresh = attended(id).flatMap((lesson): Recitation[] => {
        // Before the circles in every second lesson, so that the demo starts quickly.
        if (lesson.date > (earlier.at(-1) ?? '') || step % 2 === 0) revised.push([lesson, last]);
        if (random.happens(0.05)) return [];
        const { ranges, ...portion } = learner ? pagePortion(last + 1, 1) : portionAt(step);
        step += 1;
        const judged = judgement(random);
        if (judged.result === defaultRecordResult) last += 1;
        const record = { ...lesson, student_row_id: id, kind: defaultRecordKind, ...portion, ...judged };
        return [{ record, ranges, faults: [] }];
      });
      const revisions = learner ? revisionsOf(learner, revised) : [];
      return [...fresh, ...revisions.filter(({ record }) => record.date >= shownFrom)];
    });
  });
}

/**
 * What a student revised in the lessons that he attended, besides the new portion: near, far, and sometimes tilawa.
 * @param lessons each with the last page that was memorised before it
 */
function revisionsOf(learner: Learner, lessons: readonly [Lesson, number][]): Recitation[] {
  const random = randomFor(`revision ${learner.student.id}`);
  const range = farRange(learner);
  const pages = farRanges * range;
  return lessons.flatMap(([lesson, last], step) => {
    const span = Math.max(Math.min(last, learner.learnt) - nearPages - pages, pages);
    // The ranges are apart from each other, like a revision of weak parts.
    const far: MushafRange[] = [];
    for (let place = 0; place < farRanges; place += 1) {
      const next = pagesFrom(1 + ((step * pages + place * range) % span), range);
      if (findOverlap([...far, next]) < 0) far.push(next);
    }
    const recited = [recite(random, learner, lesson, 'near', pagesFrom(last - nearPages + 1, nearPages))];
    if (random.happens(0.85)) recited.push(recite(random, learner, lesson, 'far', ...far));
    if (step % 3 === 0)
      recited.push(recite(random, learner, lesson, 'tilawa', pagesFrom(1 + ((last + step * 5) % 590), 5)));
    return recited;
  });
}

type Portion = Pick<NewRow<'daily_records'>, 'record_content' | 'pages_count'> & Pick<Recitation, 'ranges'>;

function pagePortion(first: number, count: number): Portion {
  const range = pagesFrom(first, count);
  return { record_content: describeRange(range), pages_count: pagesOfRange(range), ranges: [range] };
}

const texts = listed(`
  نص النخلة الكريمة، نص رحلة إلى القرية، قصيدة في حب الوطن، نص أخلاق طالب العلم، نص الجار الصالح،
  قصة الصياد والبحر، نص في وصف الربيع، حوار بين القلم والكتاب`);
const advice = listed(`
  أحسن، يُراجع أحكام المد، يحتاج إلى تثبيت الآيات الأخيرة، إتقان ممتاز، يعيد الورد غداً،
  تحسن ملحوظ، يُنتبه إلى مخارج الحروف`);

/** The portion at each step, as the settings of the offering have it. */
function portionsOf({ curricula }: Institute, subject: Row<'subjects'>): (step: number) => Portion {
  if (subject.base_subject_code === mushafBase) return (step) => pagePortion(1 + ((2 * step) % pageCount), 2);
  const own = curricula.find(({ subject_id }) => subject_id === subject.id);
  const isFixed = own?.content_type === fixedListContent;
  const items = isFixed ? (JSON.parse(own.curriculum_items) as string[]) : texts;
  const pages_count = own?.require_pages_count === 1 ? own.default_pages : null;
  return (step) => ({ record_content: items[step % items.length] ?? null, pages_count, ranges: [] });
}

/** A random number of at least the first (of 100) gives the level at this index, and mistakes from … to …. */
const performances = [
  [65, 0, 1],
  [35, 1, 3],
  [15, 2, 5],
  [5, 4, 8],
  [0, 7, 12],
] as const;

function judgement(random: Random) {
  const reached = random.integer(0, 99);
  const isAssessed = !random.happens(0.03);
  const level = performances.findIndex(([least]) => reached >= least);
  const [, least = 0, most = 0] = performances[level] ?? [];
  return {
    performance_level: isAssessed ? (performanceLevels[level] ?? null) : null,
    result: isAssessed && level === 4 ? ('repeat' as const) : defaultRecordResult,
    mistakes_count: isAssessed ? random.integer(least, most) : null,
    teacher_notes: random.happens(0.15) ? random.pick(advice) : null,
  };
}
