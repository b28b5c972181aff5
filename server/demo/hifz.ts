import { juzSpan } from '../../contract/rules/hifz/spans';
import { ayahNumber, juzOf, nextAyah } from '../../contract/rules/mushaf';
import type { NewRow } from '../db/schema';
import { daysAfter, momentOf } from './calendar';
import { circleDays, type Institute, studentsIn } from './institute';
import { randomFor } from './random';
import { faultsOf, type Learner, pagesFrom, type Recitation } from './recitations';

interface Memorised {
  /** The first day of the lessons, and their weekdays. */
  begin: string;
  weekdays: readonly number[];
  learners: readonly Learner[];
  recitations: readonly Recitation[];
}

/** The plans of the circles and two of students, what was memorised before, and tests of whole juz. */
export async function fillHifz(institute: Institute, memorised: Memorised): Promise<void> {
  await institute.unit.insertMany('hifz_plans', planRows(institute, memorised));
  await institute.unit.insertMany('hifz_prior', priorRows(memorised));
  await fillSard(institute, memorised);
}

function planRows(institute: Institute, { begin, weekdays }: Memorised): NewRow<'hifz_plans'>[] {
  const { circled, members, today } = institute;
  const days = JSON.stringify(weekdays);
  const template = {
    subject_id: circled.id,
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
    created_at: momentOf(begin, 30),
  };
  const [first, second] = studentsIn(institute, circled).map(({ id }) => ({
    ...template,
    juz_test: 5,
    student_row_id: id,
  }));
  if (!first || !second) throw new Error('the circles of the demo have no students');
  return [
    ...[...new Set(members.map(({ circle_id }) => circle_id))].map((circle_id) => ({
      ...template,
      circle_id,
    })),
    { ...first, far_pages_per_day: 20 },
    // A plan of his own since the circles, with less than he learns.
    { ...second, amount_unit: 'half', begin_date: daysAfter(today, -circleDays) },
  ];
}

/** In parts of eight juz, as well known as they were declared. */
function priorRows({ begin, learners }: Memorised): NewRow<'hifz_prior'>[] {
  const random = randomFor('memorised before');
  const date = daysAfter(begin, -1);
  const part = 160;
  return learners.flatMap(({ student, known }) =>
    Array.from({ length: Math.ceil(known / part) }, (_, place) => {
      const { from, to } = pagesFrom(1 + place * part, Math.min(part, known - place * part));
      const ayahs = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
      const own = { student_row_id: student.id, date, created_at: momentOf(date, 60) };
      return { ...own, ...ayahs, strength: random.integer(3, 5) };
    }),
  );
}

interface Sitting {
  student_row_id: number;
  date: string;
  from_juz: number;
  to_juz: number;
  faults: number;
}

/** With so many faults a test is not passed. */
const tooMany = 6;

/** Of every second student one test of what he memorised long ago. */
function recentTests(today: string, learners: readonly Learner[]): Sitting[] {
  const random = randomFor('sard');
  const daysAgo = [33, 26, 19, 12, 5];
  return learners.flatMap(({ student, learnt }, place) => {
    if (place % 2 !== 0) return [];
    const to_juz = random.integer(1, juzOf(pagesFrom(learnt, 1).to) - 1);
    const from_juz = random.happens(0.3) ? Math.max(to_juz - 1, 1) : to_juz;
    const date = daysAfter(today, -(daysAgo[(place / 2) % daysAgo.length] ?? 0));
    return [{ student_row_id: student.id, date, from_juz, to_juz, faults: random.integer(0, tooMany + 1) }];
  });
}

/** Before the circles a test of each juz soon after it was completed; of one that was not passed another a week later. */
function earlierTests(subject_id: number, today: string, recitations: readonly Recitation[]): Sitting[] {
  const random = randomFor('sard of the year');
  return recitations.flatMap(({ record, ranges: [range] }): Sitting[] => {
    const { student_row_id, date } = record;
    const isNew = record.subject_id === subject_id && record.kind === 'new' && record.result === 'accepted';
    const next = isNew && date < daysAfter(today, -circleDays) && range ? nextAyah(range) : null;
    const juz = range ? juzOf(range.to) : 0;
    if (!next || juzOf(next) === juz) return [];
    const sitting = (days: number, faults: number) => {
      return { student_row_id, from_juz: juz, to_juz: juz, date: daysAfter(date, days), faults };
    };
    const passed = random.integer(0, tooMany - 1);
    return random.happens(0.12) ? [sitting(3, tooMany + 2), sitting(10, passed)] : [sitting(3, passed)];
  });
}

async function fillSard(institute: Institute, { learners, recitations }: Memorised): Promise<void> {
  const { unit, circled, faultKinds, users, today } = institute;
  const random = randomFor('sittings');
  const examiners = users.filter(({ role }) => role === 'teacher').map(({ name }) => name);
  const all = [...earlierTests(circled.id, today, recitations), ...recentTests(today, learners)];
  const sittings = all.toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.student_row_id - b.student_row_id,
  );
  const rows = await unit.insertMany(
    'sard',
    sittings.map(({ faults, ...sitting }) => ({
      ...sitting,
      subject_id: circled.id,
      examiner: random.pick(examiners),
      mark: 100 - 4 * faults,
      max: 100,
      passed: faults < tooMany ? 1 : 0,
      faults_changed_at: null,
      created_at: momentOf(sitting.date, 200),
    })),
  );
  const kinds = new Map(faultKinds.map(({ key, id }) => [key, id]));
  const counted = rows.flatMap(({ id: sard_id, from_juz, to_juz, created_at }, place) =>
    faultsOf(random, sittings[place]?.faults ?? 0, 0.7, () =>
      random.integer(juzSpan(from_juz).from, juzSpan(to_juz).to),
    ).map(({ kind, ayah, count }) => ({ sard_id, kind_id: kinds.get(kind) ?? 0, ayah, count, created_at })),
  );
  await unit.insertMany('sard_faults', counted);
}
