import type { HifzTask } from '../../contract/hifz/plan';
import { ayahFromNumber, ayahName, ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import type { TestApp } from './app';
import {
  ayahsOfJuzs,
  dayOf,
  type Happening,
  naiveMap,
  type NaivePlan,
  naiveProgress,
  naiveShares,
  naiveTask,
} from './naiveHifz';

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const numberOf = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
const nameOf = (ayah: number) => ayahName(ayahFromNumber(ayah) ?? { surah: 0, ayah: 0 });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const order = ['declared', 'new', 'near', 'far', 'sard'];

/** The ends of ranges as numbers, as `expectedHifz` has them. */
export function rangesOf({ new: lesson, near, far }: Pick<HifzTask, 'new' | 'near' | 'far'>) {
  const ends = ({ from, to }: { from: string; to: string }) => [numberOf(from), numberOf(to)];
  return {
    new: lesson.map(ends),
    near: near.map(ends),
    far: far.map((line) => ({ range: ends(line), last_heard: line.last_heard, faults: line.faults })),
  };
}
const endsOf = (ayahs: readonly number[]) => [ayahs[0], ayahs.at(-1)];

function byOwner<T>(rows: readonly T[], ownerOf: (row: T) => number): (owner: number) => T[] {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(ownerOf(row), [...(groups.get(ownerOf(row)) ?? []), row]);
  return (owner) => groups.get(owner) ?? [];
}

/** All rows on which memorisation rests. */
async function rowsOf({ data: { read } }: TestApp, students: number[]) {
  const records = await read
    .selectFrom('daily_records')
    .selectAll()
    .where('student_row_id', 'in', students)
    .orderBy('id')
    .execute();
  const sards = await read
    .selectFrom('sard')
    .selectAll()
    .where('student_row_id', 'in', students)
    .orderBy('id')
    .execute();
  return {
    records,
    sards,
    ranges: byOwner(
      await read.selectFrom('daily_record_ranges').selectAll().orderBy('position').execute(),
      ({ record_id }) => record_id,
    ),
    faults: byOwner(
      await read.selectFrom('daily_record_faults').selectAll().execute(),
      ({ record_id }) => record_id,
    ),
    sardFaults: byOwner(await read.selectFrom('sard_faults').selectAll().execute(), ({ sard_id }) => sard_id),
    kinds: await read.selectFrom('fault_kinds').selectAll().execute(),
    prior: await read.selectFrom('hifz_prior').selectAll().orderBy('id').execute(),
    skips: await read.selectFrom('hifz_skips').selectAll().execute(),
    plans: await read.selectFrom('hifz_plans').selectAll().execute(),
    subjects: await read.selectFrom('subjects').select(['id', 'subject_code', 'batch_id']).execute(),
    enrolments: await read.selectFrom('enrolments').selectAll().execute(),
    members: await read
      .selectFrom('circle_members')
      .innerJoin('students', 'students.id', 'circle_members.student_row_id')
      .select(['circle_id', 'from_date', 'to_date', 'students.id', 'students.student_id', 'subject_id'])
      .execute(),
  };
}
type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** What happened to a student, in its order. */
function happenings(rows: Rows, student: number): Happening[] {
  const weightOf = new Map(rows.kinds.map(({ id, weight }) => [id, weight]));
  const weighted = ({ kind_id, ayah, count }: { kind_id: number; ayah: number | null; count: number }) => ({
    ayah,
    weight: count * (weightOf.get(kind_id) ?? 0),
  });
  const all: Happening[] = [];
  const base = { isAccepted: true, faults: [], strength: 0 };
  for (const one of rows.prior.filter(({ student_row_id }) => student_row_id === student))
    all.push({
      ...base,
      day: dayOf(one.date),
      what: 'declared',
      ranges: [[one.from_ayah, one.to_ayah]],
      strength: one.strength,
    });
  for (const record of rows.records.filter(({ student_row_id }) => student_row_id === student)) {
    const ranges = rows.ranges(record.id);
    if (record.kind === 'tilawa' || ranges.length === 0) continue;
    const faults = rows.faults(record.id).map(weighted);
    const typed = record.mistakes_count ? [{ ayah: null, weight: record.mistakes_count }] : [];
    all.push({
      day: dayOf(record.date),
      what: record.kind,
      isAccepted: record.result === 'accepted',
      ranges: ranges.map(({ from_ayah, to_ayah }) => [from_ayah, to_ayah]),
      faults: faults.length > 0 ? faults : typed,
      strength: 0,
    });
  }
  for (const one of rows.sards.filter(({ student_row_id }) => student_row_id === student)) {
    const ayahs = ayahsOfJuzs(one.from_juz, one.to_juz);
    const faults = rows.sardFaults(one.id).map(weighted);
    const ranges: Happening['ranges'] = [[ayahs[0] ?? 0, ayahs.at(-1) ?? 0]];
    all.push({ ...base, day: dayOf(one.date), what: 'sard', ranges, faults });
  }
  return all.toSorted((a, b) => a.day - b.day || order.indexOf(a.what) - order.indexOf(b.what));
}

const asNaive = (row: Rows['plans'][number]): NaivePlan => ({
  direction: row.direction,
  ranges: (JSON.parse(row.ranges ?? '[]') as { from: number; to: number }[]).map(({ from, to }) => [
    from,
    to,
  ]),
  start: row.start_ayah,
  unit: row.amount_unit,
  value: row.amount_value,
  newDays: JSON.parse(row.new_days) as number[],
  revisionDays: JSON.parse(row.revision_days) as number[],
  near: { unit: row.near_unit, value: row.near_value },
  cycle: row.far_cycle_days,
  cap: row.far_pages_per_day,
  begin: dayOf(row.begin_date),
  end: row.end_date === null ? null : dayOf(row.end_date),
});

const isOn = (day: string, { from_date, to_date }: { from_date: string; to_date: string | null }) =>
  from_date <= day && (to_date === null || to_date > day);

/** The own plan of a student in each subject of the batch that is shown, else that of the circle, else of the subject. */
function plansOf(rows: Rows, student: number, day: string) {
  const batch = rows.enrolments.find((one) => one.student_row_id === student && one.is_shown === 1)?.batch_id;
  return rows.subjects
    .filter(({ batch_id }) => batch_id === batch)
    .flatMap((subject) => {
      const all = rows.plans.filter(({ subject_id }) => subject_id === subject.id);
      const circles = rows.members.filter((one) => one.id === student && isOn(day, one));
      const row =
        all.find(({ student_row_id }) => student_row_id === student) ??
        all.find(({ circle_id }) => circles.some((one) => one.circle_id === circle_id)) ??
        all.find(({ student_row_id, circle_id }) => student_row_id === null && circle_id === null);
      return row ? [{ subject, plan: asNaive(row) }] : [];
    });
}

const withDate = (day: number | null) => (day === null ? null : dateOf(day));

function hotSpots(rows: Rows, students: readonly number[], subjectCode: string | null) {
  const subject = rows.subjects.find(({ subject_code }) => subject_code === subjectCode)?.id;
  const isCounted = (one: { student_row_id: number; subject_id: number }) =>
    students.includes(one.student_row_id) && (subjectCode === null || one.subject_id === subject);
  const totals = new Map<number, { count: number; last: string }>();
  const add = (ayah: number | null, count: number, date: string) => {
    if (ayah === null) return;
    const total = totals.get(ayah) ?? { count: 0, last: '' };
    totals.set(ayah, { count: total.count + count, last: date > total.last ? date : total.last });
  };
  for (const record of rows.records.filter(isCounted))
    for (const { ayah, count } of rows.faults(record.id)) add(ayah, count, record.date);
  for (const sard of rows.sards.filter(isCounted))
    for (const { ayah, count } of rows.sardFaults(sard.id)) add(ayah, count, sard.date);
  return [...totals]
    .toSorted(
      ([a, one], [b, other]) =>
        other.count - one.count || (one.last < other.last ? 1 : one.last > other.last ? -1 : a - b),
    )
    .slice(0, 30)
    .map(([ayah, { count, last }]) => ({ ayah: nameOf(ayah), count, last }));
}

/** Remembers the results of a function: the task of a student is asked for by himself and in his circle. */
function once<R>(work: (...parameters: [number, string, string]) => R) {
  const results = new Map<string, R>();
  return (...parameters: [number, string, string]): R => {
    const key = parameters.join(' ');
    if (!results.has(key)) results.set(key, work(...parameters));
    return results.get(key) as R;
  };
}

/** The answers about these students, recomputed from all rows by `naiveHifz.ts`. */
export async function expectedHifz(server: TestApp, students: number[], today: string) {
  const rows = await rowsOf(server, students);
  const happeningsByStudent = new Map(students.map((id) => [id, happenings(rows, id)]));
  const of = (id: number) => happeningsByStudent.get(id) ?? [];
  return {
    map: (id: number) => {
      const cycles = plansOf(rows, id, today).map(({ plan }) => plan.cycle);
      const map = naiveMap(of(id), dayOf(today), cycles.length > 0 ? Math.min(...cycles) : 30);
      const pages = map.pages.map(({ lastHeard, ...cell }) => ({ ...cell, last_heard: withDate(lastHeard) }));
      return { ...map, pages };
    },
    shares: (id: number) => naiveShares(of(id)),
    progress: (id: number) =>
      naiveProgress(
        plansOf(rows, id, today).map(({ plan }) => plan),
        of(id),
        dayOf(today),
      ).map(({ week, ...pages }) => ({ week: dateOf(week), ...pages })),
    task: once((id: number, subjectCode: string, date: string) => {
      const match = plansOf(rows, id, date).find(({ subject }) => subject.subject_code === subjectCode);
      if (!match) return null;
      const skips = rows.skips.filter(
        (one) => one.student_row_id === id && one.date === date && one.subject_id === match.subject.id,
      );
      const skipped = skips.flatMap(({ from_ayah, to_ayah }) => range(from_ayah, to_ayah));
      const task = naiveTask(match.plan, of(id), dayOf(date), skipped);
      return {
        behind_days: task.behind_days,
        new: task.new.map(endsOf),
        near: task.near.map(endsOf),
        far: task.far.map(({ ayahs, lastHeard, faults }) => ({
          range: endsOf(ayahs),
          last_heard: withDate(lastHeard),
          faults,
        })),
      };
    }),
    hotSpots: (ids: readonly number[], subjectCode: string | null) => hotSpots(rows, ids, subjectCode),
    /** Of a circle today. */
    members: (circle: number) =>
      rows.members.filter((one) => {
        const batch = rows.subjects.find(({ id }) => id === one.subject_id)?.batch_id;
        const isThere = rows.enrolments.some(
          (enrolment) =>
            enrolment.student_row_id === one.id && enrolment.batch_id === batch && enrolment.to_date === null,
        );
        return one.circle_id === circle && isOn(today, one) && isThere;
      }),
  };
}
