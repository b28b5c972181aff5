import { juzSpan } from '../../contract/rules/hifz/spans';
import { ayahNumber, juzOf, nextAyah } from '../../contract/rules/mushaf';
import type { NewRow } from '../db/schema';
import { daysAfter, timeOnDay } from './calendar';
import { circleDays, type Institute, studentsIn } from './institute';
import { createRandom } from './random';
import { pickFaults, type Learner, rangeFromPage, type Recitation } from './recitations';

interface Memorisation {
  begin: string;
  weekdays: readonly number[];
  learners: readonly Learner[];
  recitations: readonly Recitation[];
}

export async function fillHifz(institute: Institute, memorisation: Memorisation): Promise<void> {
  await institute.unit.insertMany('hifz_plans', buildPlans(institute, memorisation));
  await institute.unit.insertMany('hifz_prior', buildPrior(memorisation));
  await fillSard(institute, memorisation);
}

function buildPlans(institute: Institute, { begin, weekdays }: Memorisation): NewRow<'hifz_plans'>[] {
  const { circledSubject, members, today } = institute;
  const days = JSON.stringify(weekdays);
  const template = {
    subject_id: circledSubject.id,
    student_row_id: null,
    circle_id: null,
    direction: 'from_baqarah' as const,
    ranges: null,
    start_ayah: 1,
    amount_unit: 'page' as const,
    amount_value: 1,
    new_days: days,
    revision_days: days,
    near_unit: 'lessons' as const,
    near_value: 5,
    far_cycle_days: 60,
    far_pages_per_day: null,
    juz_test: 1,
    begin_date: begin,
    end_date: null,
    created_at: timeOnDay(begin, 30),
  };
  const [firstPlan, secondPlan] = studentsIn(institute, circledSubject).map(({ id }) => ({
    ...template,
    juz_test: 5,
    student_row_id: id,
  }));
  if (!firstPlan || !secondPlan) throw new Error('the circles of the demo have no students');
  return [
    ...[...new Set(members.map(({ circle_id }) => circle_id))].map((circle_id) => ({
      ...template,
      circle_id,
    })),
    { ...firstPlan, far_pages_per_day: 20 },
    // The second student has had his own plan since the circles started. Its portions are smaller than those
    // that the student recites.
    { ...secondPlan, amount_unit: 'half', begin_date: daysAfter(today, -circleDays) },
  ];
}

function buildPrior({ begin, learners }: Memorisation): NewRow<'hifz_prior'>[] {
  const random = createRandom('memorised before');
  const date = daysAfter(begin, -1);
  const pagesPerRange = 160;
  return learners.flatMap(({ student, pagesBefore }) =>
    Array.from({ length: Math.ceil(pagesBefore / pagesPerRange) }, (_, index) => {
      const { from, to } = rangeFromPage(
        1 + index * pagesPerRange,
        Math.min(pagesPerRange, pagesBefore - index * pagesPerRange),
      );
      const ayahs = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
      const ownColumns = { student_row_id: student.id, date, created_at: timeOnDay(date, 60) };
      return { ...ownColumns, ...ayahs, strength: random.integer(3, 5) };
    }),
  );
}

interface SardPlan {
  student_row_id: number;
  date: string;
  from_juz: number;
  to_juz: number;
  faults: number;
}

/** A sard with at least this number of faults is failed. */
const failingFaults = 6;

function buildRecentSard(today: string, learners: readonly Learner[]): SardPlan[] {
  const random = createRandom('sard');
  const daysAgo = [33, 26, 19, 12, 5];
  return learners.flatMap(({ student, pagesBeforeCircles }, index) => {
    if (index % 2 !== 0) return [];
    const to_juz = random.integer(1, juzOf(rangeFromPage(pagesBeforeCircles, 1).to) - 1);
    const from_juz = random.happens(0.3) ? Math.max(to_juz - 1, 1) : to_juz;
    const date = daysAfter(today, -(daysAgo[(index / 2) % daysAgo.length] ?? 0));
    return [
      { student_row_id: student.id, date, from_juz, to_juz, faults: random.integer(0, failingFaults + 1) },
    ];
  });
}

/**
 * In the year before the circles started, each completed juz has a sard. A failed sard is repeated a week
 * later.
 */
function buildEarlierSard(subject_id: number, today: string, recitations: readonly Recitation[]): SardPlan[] {
  const random = createRandom('sard of the year');
  return recitations.flatMap(({ record, ranges: [range] }): SardPlan[] => {
    const { student_row_id, date } = record;
    const isNew = record.subject_id === subject_id && record.kind === 'new' && record.result === 'accepted';
    const next = isNew && date < daysAfter(today, -circleDays) && range ? nextAyah(range) : null;
    const juz = range ? juzOf(range.to) : 0;
    if (!next || juzOf(next) === juz) return [];
    const planSard = (days: number, faults: number) => {
      return { student_row_id, from_juz: juz, to_juz: juz, date: daysAfter(date, days), faults };
    };
    const passingFaults = random.integer(0, failingFaults - 1);
    return random.happens(0.12)
      ? [planSard(3, failingFaults + 2), planSard(10, passingFaults)]
      : [planSard(3, passingFaults)];
  });
}

async function fillSard(institute: Institute, { learners, recitations }: Memorisation): Promise<void> {
  const { unit, circledSubject, faultKinds, users, today } = institute;
  const random = createRandom('sittings');
  const examiners = users.filter(({ role }) => role === 'teacher').map(({ name }) => name);
  const plans = [
    ...buildEarlierSard(circledSubject.id, today, recitations),
    ...buildRecentSard(today, learners),
  ];
  const sortedPlans = plans.toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.student_row_id - b.student_row_id,
  );
  const rows = await unit.insertMany(
    'sard',
    sortedPlans.map(({ faults, ...sard }) => ({
      ...sard,
      subject_id: circledSubject.id,
      examiner: random.pick(examiners),
      mark: 100 - 4 * faults,
      max: 100,
      passed: faults < failingFaults ? 1 : 0,
      faults_changed_at: null,
      created_at: timeOnDay(sard.date, 200),
    })),
  );
  const kinds = new Map(faultKinds.map(({ key, id }) => [key, id]));
  const faultRows = rows.flatMap(({ id: sard_id, from_juz, to_juz, created_at }, index) =>
    pickFaults(random, sortedPlans[index]?.faults ?? 0, 0.7, () =>
      random.integer(juzSpan(from_juz).from, juzSpan(to_juz).to),
    ).map(({ kind, ayah, count }) => ({ sard_id, kind_id: kinds.get(kind) ?? 0, ayah, count, created_at })),
  );
  await unit.insertMany('sard_faults', faultRows);
}
