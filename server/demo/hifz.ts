import { juzOfAyah, ayahsOfJuz } from '../../contract/rules/hifz/spans';
import { ayahNumber } from '../../contract/rules/mushaf';
import type { NewRow, Row } from '../db/schema';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { daysAfter, daysBetween, momentOf } from './calendar';
import { demoEarlierHearings, type EarlierHearings, learnerOf, pagesFrom } from './hearings';
import { randomFor } from './random';
import type { DemoStudent } from './students';

interface Institute {
  /** The offering with circles. */
  subject: Row<'subjects'>;
  students: readonly DemoStudent[];
  members: readonly Row<'circle_members'>[];
  registers: readonly Row<'registers'>[];
  users: readonly Row<'users'>[];
  faultKinds: readonly Row<'fault_kinds'>[];
  today: string;
  hasYear: boolean;
}

/** What a student recited before the circles, with him. */
interface Earlier extends EarlierHearings {
  student: DemoStudent;
  learnt: number;
}

const daysOfYear = 365;

const pupilsOf = ({ students, subject }: Pick<Institute, 'students' | 'subject'>) =>
  students.filter(({ batch_id }) => batch_id === subject.batch_id);

/** The days of the week of its lessons; on today's there may be a register anyway. */
function weekdaysOf({ registers, subject, today }: Institute): number[] {
  const days = registers.filter(({ subject_id, date }) => subject_id === subject.id && date !== today);
  return [...new Set(days.map(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay()))].toSorted(
    (a, b) => a - b,
  );
}

/** The first day of the circles. */
const begin = ({ members, today }: Institute) => members[0]?.from_date ?? today;

/** What the students recited in the year before the circles; without it, what they had memorised alone. */
export function earlierOf(institute: Institute): Earlier[] {
  const { subject, today, hasYear } = institute;
  const last = daysAfter(begin(institute), -1);
  const days = hasYear ? daysBetween(daysAfter(today, -daysOfYear), last, weekdaysOf(institute)) : [];
  const lessons = days.map((date) => ({ subject_id: subject.id, date, created_at: momentOf(date, 300) }));
  return pupilsOf(institute).map((student, place) => {
    const learner = learnerOf(student, place === 0);
    return { student, learnt: learner.learnt, ...demoEarlierHearings(student, learner, lessons) };
  });
}

/** The plans of the circles and two of students, what was memorised before, and tests of whole juz. */
export async function fillHifz(
  unit: UnitOfWork,
  { earlier, ...institute }: Institute & { earlier: readonly Earlier[] },
): Promise<void> {
  await unit.insertMany('hifz_plans', demoPlans(institute));
  await unit.insertMany('hifz_prior', demoPrior(institute, earlier));
  await fillSard(unit, institute, earlier);
}

function demoPlans(institute: Institute): NewRow<'hifz_plans'>[] {
  const { subject, members, today, hasYear } = institute;
  const days = JSON.stringify(weekdaysOf(institute));
  const begin_date = hasYear ? daysAfter(today, -daysOfYear) : begin(institute);
  const created_at = momentOf(begin_date, 30);
  const template = {
    subject_id: subject.id,
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
    begin_date,
    end_date: null,
    created_at,
  };
  const circles = [...new Set(members.map(({ circle_id }) => circle_id))];
  const [first, second] = pupilsOf(institute);
  if (!first || !second) throw new Error('the circles of the demo have no students');
  const own = { ...template, juz_test: 5, far_pages_per_day: 20 };
  return [
    ...circles.map((circle_id) => ({ ...template, circle_id })),
    { ...own, student_row_id: first.id },
    // A plan of his own since the circles, with less than he learns.
    {
      ...own,
      student_row_id: second.id,
      amount_unit: 'half' as const,
      far_pages_per_day: null,
      begin_date: begin(institute),
    },
  ];
}

/** In parts of eight juz, as well known as they were declared. */
function demoPrior(institute: Institute, earlier: readonly Earlier[]): NewRow<'hifz_prior'>[] {
  const random = randomFor('memorised before');
  const { today, hasYear } = institute;
  const first = hasYear ? daysAfter(today, -daysOfYear) : begin(institute);
  const date = daysAfter(first, -1);
  const part = 160;
  return earlier.flatMap(({ student, known }) =>
    Array.from({ length: Math.ceil(known / part) }, (_, place) => {
      const from = 1 + place * part;
      const { from: start, to } = pagesFrom(from, Math.min(part, known - from + 1));
      return {
        student_row_id: student.id,
        from_ayah: ayahNumber(start),
        to_ayah: ayahNumber(to),
        date,
        strength: random.integer(3, 5),
        created_at: momentOf(date, 60),
      };
    }),
  );
}

interface Sitting {
  student: DemoStudent;
  date: string;
  from_juz: number;
  to_juz: number;
  faults: number;
}

/** Days before today on which juz were tested that were memorised long ago. */
const recentSittings = [33, 26, 19, 12, 5];
/** With so many faults a test is not passed. */
const tooMany = 6;

/** Of every second student one test of what he memorised long ago. */
function recentTests({ today }: Institute, earlier: readonly Earlier[]): Sitting[] {
  const random = randomFor('sard');
  return earlier.flatMap(({ student, learnt }, place) => {
    if (place % 2 !== 0) return [];
    const to_juz = random.integer(1, juzOfPage(learnt) - 1);
    const from_juz = random.happens(0.3) ? Math.max(to_juz - 1, 1) : to_juz;
    const date = daysAfter(today, -(recentSittings[(place / 2) % recentSittings.length] ?? 5));
    return [{ student, date, from_juz, to_juz, faults: random.integer(0, tooMany + 1) }];
  });
}

const juzOfPage = (page: number) => juzOfAyah(ayahNumber(pagesFrom(page, 1).to));

/** A test of each juz soon after it was completed; of one that was not passed another a week later. */
function testsOfYear(earlier: readonly Earlier[]): Sitting[] {
  const random = randomFor('sard of the year');
  return earlier.flatMap(({ student, records, known }) => {
    const accepted = records.filter(({ record }) => record.kind === 'new' && record.result === 'accepted');
    return accepted.flatMap(({ record }, place): Sitting[] => {
      const page = known + 1 + place;
      const juz = juzOfPage(page);
      if (juzOfPage(page + 1) === juz) return [];
      const sitting = (days: number, faults: number): Sitting => {
        const date = daysAfter(record.date, days);
        return { student, date, from_juz: juz, to_juz: juz, faults };
      };
      const passed = random.integer(0, tooMany - 1);
      return random.happens(0.12) ? [sitting(3, tooMany + 2), sitting(10, passed)] : [sitting(3, passed)];
    });
  });
}

async function fillSard(unit: UnitOfWork, institute: Institute, earlier: readonly Earlier[]): Promise<void> {
  const { subject, faultKinds, users, today } = institute;
  const random = randomFor('sittings');
  const examiners = users.filter(({ role }) => role === 'teacher').map(({ name }) => name);
  const all = [...testsOfYear(earlier), ...recentTests(institute, earlier)]
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.student.id - b.student.id));
  const rows = await unit.insertMany(
    'sard',
    all.map(({ student, faults, ...sitting }) => ({
      ...sitting,
      subject_id: subject.id,
      student_row_id: student.id,
      examiner: random.pick(examiners),
      mark: 100 - 4 * faults,
      max: 100,
      passed: faults < tooMany ? 1 : 0,
      faults_changed_at: null,
      created_at: momentOf(sitting.date, 200),
    })),
  );
  const counted = rows.flatMap(({ id, from_juz, to_juz, created_at }, place) => {
    const at = new Map<string, NewRow<'sard_faults'>>();
    for (let fault = 0; fault < (all[place]?.faults ?? 0); fault += 1) {
      const kind_id = random.pick(faultKinds).id;
      const isPlaced = random.happens(0.7);
      const ayah = isPlaced ? random.integer(ayahsOfJuz(from_juz).from, ayahsOfJuz(to_juz).to) : null;
      const count = (at.get(`${kind_id} ${ayah}`)?.count ?? 0) + 1;
      at.set(`${kind_id} ${ayah}`, { sard_id: id, kind_id, ayah, count, created_at });
    }
    return [...at.values()];
  });
  await unit.insertMany('sard_faults', counted);
}
