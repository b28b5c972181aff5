import { ayahsOfJuz, juzOfAyah } from '../../contract/rules/hifz/spans';
import { ayahNumber } from '../../contract/rules/mushaf';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, daysBetween, momentOf } from './calendar';
import { circleDays, type Institute, studentsIn } from './institute';
import { randomFor } from './random';
import {
  farRange,
  faultsOf,
  type Learner,
  learnerOf,
  pagesFrom,
  pagesNear,
  type Recitation,
  recite,
  revisedSpan,
} from './recitations';

/** What a student recited before the circles, and how many pages he had memorised before that, from the first one on. */
export interface Earlier {
  learner: Learner;
  records: Recitation[];
  known: number;
}

/** The institute with the days of its memorisation: with a year before today, or from the first day of the circles on. */
export interface Memorising extends Institute {
  begin: string;
  weekdays: number[];
}

export function memorisingOf(
  institute: Institute,
  registers: readonly Row<'registers'>[],
  hasYear: boolean,
): Memorising {
  const { circled, today } = institute;
  // On today's weekday there may be a register anyway.
  const days = registers.filter(({ subject_id, date }) => subject_id === circled.id && date !== today);
  const weekdays = new Set(days.map(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay()));
  const begin = daysAfter(today, hasYear ? -365 : -circleDays);
  return { ...institute, begin, weekdays: [...weekdays].toSorted((a, b) => a - b) };
}

/** What the students recited in the year before the circles; without it, what they had memorised alone. */
export function earlierOf(memorising: Memorising): Earlier[] {
  const { circled, today, begin, weekdays } = memorising;
  const dates = daysBetween(begin, daysAfter(today, -circleDays - 1), weekdays);
  return studentsIn(memorising, circled).map((student, place) => {
    const learner = learnerOf(student, place === 0);
    const { learnt } = learner;
    const random = randomFor(`earlier ${student.id}`);
    const attended = dates
      .filter(() => random.happens(0.95))
      .map((date) => ({ date, isAccepted: random.happens(0.97) }));
    const accepted = attended.filter(({ isAccepted }) => isAccepted).length;
    const known = learnt - Math.min(accepted, revisedSpan(learner));
    const range = farRange(learner);
    let last = known;
    // A page in each lesson, up to what he had memorised then, and a revision, near or far.
    const records = attended.flatMap(({ date, isAccepted }, step): Recitation[] => {
      const lesson = { subject_id: circled.id, date, created_at: momentOf(date, 300) };
      const first = 1 + ((step * range) % Math.max(last - 2 * range, 1));
      const far = pagesFrom(first, Math.min(2 * range, last));
      const revision =
        step % 2 === 0
          ? recite(random, learner, lesson, 'far', far)
          : recite(random, learner, lesson, 'near', pagesNear(last));
      if (last >= learnt) return [revision];
      const page = recite(random, learner, lesson, 'new', pagesFrom(last + 1, 1));
      if (isAccepted) last += 1;
      return [{ ...page, record: { ...page.record, result: isAccepted ? 'accepted' : 'repeat' } }, revision];
    });
    return { learner, records, known };
  });
}

/** The plans of the circles and two of students, what was memorised before, and tests of whole juz. */
export async function fillHifz(memorising: Memorising, earlier: readonly Earlier[]): Promise<void> {
  await memorising.unit.insertMany('hifz_plans', planRows(memorising));
  await memorising.unit.insertMany('hifz_prior', priorRows(memorising, earlier));
  await fillSard(memorising, earlier);
}

function planRows(memorising: Memorising): NewRow<'hifz_plans'>[] {
  const { circled, members, today, begin, weekdays } = memorising;
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
  const [first, second] = studentsIn(memorising, circled).map(({ id }) => ({
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
function priorRows({ begin }: Memorising, earlier: readonly Earlier[]): NewRow<'hifz_prior'>[] {
  const random = randomFor('memorised before');
  const date = daysAfter(begin, -1);
  const part = 160;
  return earlier.flatMap(({ learner, known }) =>
    Array.from({ length: Math.ceil(known / part) }, (_, place) => {
      const { from, to } = pagesFrom(1 + place * part, Math.min(part, known - place * part));
      const ayahs = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
      const own = { student_row_id: learner.student.id, date, created_at: momentOf(date, 60) };
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
const juzOfPage = (page: number) => juzOfAyah(ayahNumber(pagesFrom(page, 1).to));

/** Of every second student one test of what he memorised long ago. */
function recentTests(today: string, earlier: readonly Earlier[]): Sitting[] {
  const random = randomFor('sard');
  const daysAgo = [33, 26, 19, 12, 5];
  return earlier.flatMap(({ learner: { student, learnt } }, place) => {
    if (place % 2 !== 0) return [];
    const to_juz = random.integer(1, juzOfPage(learnt) - 1);
    const from_juz = random.happens(0.3) ? Math.max(to_juz - 1, 1) : to_juz;
    const date = daysAfter(today, -(daysAgo[(place / 2) % daysAgo.length] ?? 0));
    return [{ student_row_id: student.id, date, from_juz, to_juz, faults: random.integer(0, tooMany + 1) }];
  });
}

/** A test of each juz soon after it was completed; of one that was not passed another a week later. */
function testsOfYear(earlier: readonly Earlier[]): Sitting[] {
  const random = randomFor('sard of the year');
  return earlier.flatMap(({ learner, records, known }) => {
    const accepted = records.filter(({ record }) => record.kind === 'new' && record.result === 'accepted');
    return accepted.flatMap(({ record }, place): Sitting[] => {
      const juz = juzOfPage(known + 1 + place);
      if (juzOfPage(known + 2 + place) === juz) return [];
      const of = { student_row_id: learner.student.id, from_juz: juz, to_juz: juz };
      const passed = random.integer(0, tooMany - 1);
      const isRepeated = random.happens(0.12);
      const sitting = (days: number, faults: number) => ({
        ...of,
        date: daysAfter(record.date, days),
        faults,
      });
      return isRepeated ? [sitting(3, tooMany + 2), sitting(10, passed)] : [sitting(3, passed)];
    });
  });
}

async function fillSard(memorising: Memorising, earlier: readonly Earlier[]): Promise<void> {
  const { unit, circled, faultKinds, users, today } = memorising;
  const random = randomFor('sittings');
  const examiners = users.filter(({ role }) => role === 'teacher').map(({ name }) => name);
  const sittings = [...testsOfYear(earlier), ...recentTests(today, earlier)]
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.student_row_id - b.student_row_id);
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
      random.integer(ayahsOfJuz(from_juz).from, ayahsOfJuz(to_juz).to),
    ).map(({ kind, ayah, count }) => ({ sard_id, kind_id: kinds.get(kind) ?? 0, ayah, count, created_at })),
  );
  await unit.insertMany('sard_faults', counted);
}
