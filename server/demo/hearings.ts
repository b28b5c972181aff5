import { proposedResult, weightedFaults } from '../../contract/rules/hearing';
import { ayahNumber, type MushafRange, pagesOfRanges, rangeOfPages } from '../../contract/rules/mushaf';
import {
  defaultFaultKinds,
  defaultResultRules,
  type RecordKind,
  type RecordResult,
} from '../../contract/vocabulary';
import type { NewRow } from '../db/schema';
import { type Random, randomFor } from './random';
import type { DemoStudent } from './students';

/** The number of faults of a kind, by its key; `ayah` is the number in the whole mushaf. */
export interface DemoFault {
  kind: string;
  ayah: number | null;
  count: number;
}

/** A daily record with its ranges and faults. */
export interface DemoRecord {
  record: NewRow<'daily_records'>;
  ranges: readonly MushafRange[];
  faults: readonly DemoFault[];
}

/** A lesson that the student attended. */
interface Attended {
  subject_id: number;
  date: string;
  created_at: string;
}

/** A lesson with the last page that was memorised before it. */
export interface RevisedLesson extends Attended {
  last: number;
}

/** The pages that a student memorised before the circles, from the first one on, and his faults per page. */
export interface Learner {
  learnt: number;
  faultsAPage: number;
}

/** Ranges of the far revision of a lesson, and the pages of each. */
const farRanges = 3;
const farRange = ({ learnt }: Learner) => Math.min(Math.max(Math.ceil(learnt / 50), 3), 10);
const nearPages = 4;
const tilawaPages = 5;
/** One lesson in this many also has tilawa. */
const oneInTilawa = 3;

/** Faults per page of the students; most know what they have learnt. */
const faultsAPage = [0, 0.1, 0.2, 0.2, 0.3, 0.5, 3];

/** What a student had memorised; the first of all has nearly everything, which fills the first map that is seen. */
export function learnerOf(student: Pick<DemoStudent, 'id'>, isFirst: boolean): Learner {
  const random = randomFor(`learner ${student.id}`);
  const learnt = random.integer(150, 330);
  return isFirst ? { learnt: 548, faultsAPage: 0.2 } : { learnt, faultsAPage: random.pick(faultsAPage) };
}

/** These pages, from one on. */
export const pagesFrom = (first: number, count: number): MushafRange => {
  const range = rangeOfPages(first, first + count - 1);
  if (!range) throw new Error(`the mushaf of the demo has no pages from ${first}`);
  return range;
};

/**
 * What a student revised in the lessons that he attended, besides the new portion: near, far, and sometimes tilawa.
 */
export function demoRevisions(
  student: DemoStudent,
  learner: Learner,
  lessons: readonly RevisedLesson[],
): DemoRecord[] {
  const random = randomFor(`revision ${student.id}`);
  const range = farRange(learner);
  const pages = farRanges * range;
  return lessons.flatMap(({ last, ...lesson }, step) => {
    const heard = (kind: RecordKind, ranges: readonly MushafRange[]) =>
      hearing(random, { lesson, student, kind, learner }, ranges);
    const near = [pagesFrom(last - nearPages + 1, nearPages)];
    const span = learner.learnt - nearPages - pages;
    const far = Array.from({ length: farRanges }, (_, place) =>
      // The ranges are apart from each other, like a revision of weak parts; the pages of a lesson do not overlap.
      pagesFrom(1 + ((step * pages + place * range) % Math.max(span, pages)), range),
    );
    const tilawa = [pagesFrom(1 + ((last + step * tilawaPages) % 590), tilawaPages)];
    return [
      heard('near', near),
      ...(random.happens(0.85) ? [heard('far', withoutOverlap(far))] : []),
      ...(step % oneInTilawa === 0 ? [heard('tilawa', tilawa)] : []),
    ];
  });
}

/** What a student recited before the circles, and how many pages he had memorised before that, from the first one on. */
export interface EarlierHearings {
  records: DemoRecord[];
  known: number;
}

const attendedShare = 0.95;
const acceptedShare = 0.97;

/** A page in each of these lessons that he attended, up to what he had memorised then, and a revision, near or far. */
export function demoEarlierHearings(
  student: DemoStudent,
  learner: Learner,
  lessons: readonly Attended[],
): EarlierHearings {
  const random = randomFor(`earlier ${student.id}`);
  const range = farRange(learner);
  const attended = lessons
    .filter(() => random.happens(attendedShare))
    .map((lesson) => ({ lesson, isAccepted: random.happens(acceptedShare) }));
  const most = learner.learnt - nearPages - farRanges * range;
  const accepted = attended.filter(({ isAccepted }) => isAccepted).length;
  const known = learner.learnt - Math.min(accepted, most);
  let last = known;
  const records = attended.flatMap(({ lesson, isAccepted }, step): DemoRecord[] => {
    const heard = (kind: RecordKind, ranges: readonly MushafRange[]) =>
      hearing(random, { lesson, student, kind, learner }, ranges);
    const far = pagesFrom(1 + ((step * range) % Math.max(last - 2 * range, 1)), Math.min(2 * range, last));
    const near = pagesFrom(Math.max(last - nearPages + 1, 1), nearPages);
    const revision = step % 2 === 0 ? heard('far', [far]) : heard('near', [near]);
    if (last >= learner.learnt) return [revision];
    const page = [pagesFrom(last + 1, 1)];
    if (isAccepted) last += 1;
    const { record, faults } = hearing(random, { lesson, student, kind: 'new', learner }, page);
    const result = isAccepted ? ('accepted' as const) : ('repeat' as const);
    return [{ record: { ...record, result }, ranges: page, faults }, revision];
  });
  return { records, known };
}

/** In order, without ranges that share an ayah with an earlier one. */
const withoutOverlap = (ranges: readonly MushafRange[]) =>
  ranges.filter((range, place) =>
    ranges
      .slice(0, place)
      .every(
        (other) =>
          ayahNumber(range.from) > ayahNumber(other.to) || ayahNumber(other.from) > ayahNumber(range.to),
      ),
  );

interface Heard {
  lesson: Attended;
  student: DemoStudent;
  kind: RecordKind;
  learner: Learner;
}

function hearing(
  random: Random,
  { lesson, student, kind, learner }: Heard,
  ranges: readonly MushafRange[],
): DemoRecord {
  const pages_count = pagesOfRanges(ranges);
  const count = Math.round((pages_count ?? 1) * learner.faultsAPage * (random.integer(0, 20) / 10));
  const faults = demoFaults(random, count, ranges);
  const judged = judge(faults, pages_count);
  return {
    record: {
      ...lesson,
      student_row_id: student.id,
      kind,
      record_content: null,
      pages_count,
      performance_level: judged.performance_level,
      mistakes_count: faults.reduce((sum, fault) => sum + fault.count, 0),
      teacher_notes: null,
      result: judged.result,
    },
    ranges,
    faults,
  };
}

/** The level and result that the rules of the institute propose. */
function judge(
  faults: readonly DemoFault[],
  pages: number | null,
): { performance_level: string | null; result: RecordResult } {
  const proposed = proposedResult(weightedFaults(faults, defaultFaultKinds), pages, defaultResultRules);
  return { performance_level: proposed?.performanceLevel ?? null, result: proposed?.result ?? 'accepted' };
}

/** This many faults; for each kind one row without an ayah, and one row for each ayah. */
function demoFaults(random: Random, count: number, ranges: readonly MushafRange[]): readonly DemoFault[] {
  const faults = new Map<string, DemoFault>();
  for (let place = 0; place < count; place += 1) {
    const { key } = random.pick(defaultFaultKinds);
    const range = ranges.length > 0 && random.happens(0.6) ? random.pick(ranges) : null;
    const ayah = range && random.integer(ayahNumber(range.from), ayahNumber(range.to));
    const known = faults.get(`${key} ${ayah}`);
    faults.set(`${key} ${ayah}`, { kind: key, ayah, count: (known?.count ?? 0) + 1 });
  }
  return [...faults.values()];
}
