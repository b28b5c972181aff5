import { proposedResult, weightedFaults } from '../../../contract/rules/hearing';
import { ayahNumber, type MushafRange, pagesOfRanges, rangeOfPages } from '../../../contract/rules/mushaf';
import {
  defaultFaultKinds,
  defaultResultRules,
  type RecordKind,
  type RecordResult,
} from '../../../contract/vocabulary';
import type { NewRow } from '../schema';
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

/** The pages that the student has learnt before, and his faults per page. */
interface Learner {
  learnt: number;
  faultsAPage: number;
}

/** Pages of the far revision of a lesson, and of each of its ranges. */
const farPages = 9;
const farRange = 3;
const nearPages = 4;
const tilawaPages = 5;
/** One lesson in this many also has tilawa. */
const oneInTilawa = 3;

/** Faults per page of the students; most know what they have learnt. */
const faultsAPage = [0, 0.1, 0.2, 0.2, 0.3, 0.5, 3];

const pagesFrom = (first: number, count: number): MushafRange => {
  const range = rangeOfPages(first, first + count - 1);
  if (!range) throw new Error(`the mushaf of the demo has no pages from ${first}`);
  return range;
};

/**
 * What a student revised in the lessons that he attended, besides the new portion: near, far, and sometimes tilawa.
 */
export function demoRevisions(student: DemoStudent, lessons: readonly Attended[]): DemoRecord[] {
  const random = randomFor(`revision ${student.id}`);
  const learner = { learnt: random.integer(24, 160), faultsAPage: random.pick(faultsAPage) };
  return lessons.flatMap((lesson, step) => {
    const heard = (kind: RecordKind, ranges: readonly MushafRange[]) =>
      hearing(random, { lesson, student, kind, learner }, ranges);
    const last = learner.learnt + step;
    const near = [pagesFrom(last - nearPages + 1, nearPages)];
    const span = learner.learnt - nearPages - farPages;
    const far = Array.from({ length: farPages / farRange }, (_, place) =>
      // The ranges are apart from each other, like a revision of weak parts; the pages of a lesson do not overlap.
      pagesFrom(1 + ((step * farPages + place * farRange) % Math.max(span, farPages)), farRange),
    ).filter((range, place, all) => all.findIndex((one) => one.from === range.from) === place);
    const tilawa = [pagesFrom(1 + ((last + step * tilawaPages) % 590), tilawaPages)];
    return [
      heard('near', near),
      ...(random.happens(0.85) ? [heard('far', withoutOverlap(far))] : []),
      ...(step % oneInTilawa === 0 ? [heard('tilawa', tilawa)] : []),
    ];
  });
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
