import type { HifzTask } from '../../contract/hifz/plan';
import { ayahFromNumber, ayahName, ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import type { TestApp } from './app';
import {
  listJuzAyahs,
  parseDay,
  type HifzEvent,
  naiveMap,
  type NaivePlan,
  naiveProgress,
  naiveShares,
  naiveTask,
} from './naiveHifz';

const formatDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const parseAyahNumber = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
const formatAyah = (ayah: number) => ayahName(ayahFromNumber(ayah) ?? { surah: 0, ayah: 0 });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const kindOrder = ['declared', 'new', 'near', 'far', 'sard'];

/** Converts ranges to ayah numbers, as in `expectedHifz`. */
export function toNumericRanges({ new: lesson, near, far }: Pick<HifzTask, 'new' | 'near' | 'far'>) {
  const parseEnds = ({ from, to }: { from: string; to: string }) => [
    parseAyahNumber(from),
    parseAyahNumber(to),
  ];
  return {
    new: lesson.map(parseEnds),
    near: near.map(parseEnds),
    far: far.map((line) => ({ range: parseEnds(line), last_heard: line.last_heard, faults: line.faults })),
  };
}
const endsOf = (ayahs: readonly number[]) => [ayahs[0], ayahs.at(-1)];

function groupByOwner<T>(rows: readonly T[], ownerOf: (row: T) => number): (owner: number) => T[] {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(ownerOf(row), [...(groups.get(ownerOf(row)) ?? []), row]);
  return (owner) => groups.get(owner) ?? [];
}

async function loadRows({ data: { read } }: TestApp, students: number[]) {
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
    ranges: groupByOwner(
      await read.selectFrom('daily_record_ranges').selectAll().orderBy('position').execute(),
      ({ record_id }) => record_id,
    ),
    faults: groupByOwner(
      await read.selectFrom('daily_record_faults').selectAll().execute(),
      ({ record_id }) => record_id,
    ),
    sardFaults: groupByOwner(
      await read.selectFrom('sard_faults').selectAll().execute(),
      ({ sard_id }) => sard_id,
    ),
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
type Rows = Awaited<ReturnType<typeof loadRows>>;

function buildEvents(rows: Rows, student: number): HifzEvent[] {
  const weightById = new Map(rows.kinds.map(({ id, weight }) => [id, weight]));
  const weighFault = ({ kind_id, ayah, count }: { kind_id: number; ayah: number | null; count: number }) => ({
    ayah,
    weight: count * (weightById.get(kind_id) ?? 0),
  });
  const events: HifzEvent[] = [];
  const base = { isAccepted: true, faults: [], strength: 0 };
  for (const prior of rows.prior.filter(({ student_row_id }) => student_row_id === student))
    events.push({
      ...base,
      day: parseDay(prior.date),
      kind: 'declared',
      ranges: [[prior.from_ayah, prior.to_ayah]],
      strength: prior.strength,
    });
  for (const record of rows.records.filter(({ student_row_id }) => student_row_id === student)) {
    const ranges = rows.ranges(record.id);
    if (record.kind === 'tilawa' || ranges.length === 0) continue;
    const faults = rows.faults(record.id).map(weighFault);
    const countedFaults = record.mistakes_count ? [{ ayah: null, weight: record.mistakes_count }] : [];
    events.push({
      day: parseDay(record.date),
      kind: record.kind,
      isAccepted: record.result === 'accepted',
      ranges: ranges.map(({ from_ayah, to_ayah }) => [from_ayah, to_ayah]),
      faults: faults.length > 0 ? faults : countedFaults,
      strength: 0,
    });
  }
  for (const sard of rows.sards.filter(({ student_row_id }) => student_row_id === student)) {
    const ayahs = listJuzAyahs(sard.from_juz, sard.to_juz);
    const faults = rows.sardFaults(sard.id).map(weighFault);
    const ranges: HifzEvent['ranges'] = [[ayahs[0] ?? 0, ayahs.at(-1) ?? 0]];
    events.push({ ...base, day: parseDay(sard.date), kind: 'sard', ranges, faults });
  }
  return events.toSorted((a, b) => a.day - b.day || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind));
}

const toNaivePlan = (row: Rows['plans'][number]): NaivePlan => ({
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
  begin: parseDay(row.begin_date),
  end: row.end_date === null ? null : parseDay(row.end_date),
});

const isMemberOn = (day: string, { from_date, to_date }: { from_date: string; to_date: string | null }) =>
  from_date <= day && (to_date === null || to_date > day);

/** The plan for each subject of the shown batch: the student's, the circle's, or the subject's. */
function findPlans(rows: Rows, student: number, day: string) {
  const batch = rows.enrolments.find((one) => one.student_row_id === student && one.is_shown === 1)?.batch_id;
  return rows.subjects
    .filter(({ batch_id }) => batch_id === batch)
    .flatMap((subject) => {
      const plans = rows.plans.filter(({ subject_id }) => subject_id === subject.id);
      const memberships = rows.members.filter((one) => one.id === student && isMemberOn(day, one));
      const row =
        plans.find(({ student_row_id }) => student_row_id === student) ??
        plans.find(({ circle_id }) => memberships.some((one) => one.circle_id === circle_id)) ??
        plans.find(({ student_row_id, circle_id }) => student_row_id === null && circle_id === null);
      return row ? [{ subject, plan: toNaivePlan(row) }] : [];
    });
}

const formatDayOrNull = (day: number | null) => (day === null ? null : formatDay(day));

function findHotSpots(rows: Rows, students: readonly number[], subjectCode: string | null) {
  const subject = rows.subjects.find(({ subject_code }) => subject_code === subjectCode)?.id;
  const isCounted = (row: { student_row_id: number; subject_id: number }) =>
    students.includes(row.student_row_id) && (subjectCode === null || row.subject_id === subject);
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
    .map(([ayah, { count, last }]) => ({ ayah: formatAyah(ayah), count, last }));
}

/** Caches results, because tests request a task by student and by circle. */
function memoise<R>(work: (...parameters: [number, string, string]) => R) {
  const results = new Map<string, R>();
  return (...parameters: [number, string, string]): R => {
    const key = parameters.join(' ');
    if (!results.has(key)) results.set(key, work(...parameters));
    return results.get(key) as R;
  };
}

/** Expected answers for these students, computed from all rows by `naiveHifz.ts`. */
export async function expectedHifz(server: TestApp, students: number[], today: string) {
  const rows = await loadRows(server, students);
  const eventsByStudent = new Map(students.map((id) => [id, buildEvents(rows, id)]));
  const eventsOf = (id: number) => eventsByStudent.get(id) ?? [];
  return {
    map: (id: number) => {
      const cycles = findPlans(rows, id, today).map(({ plan }) => plan.cycle);
      const map = naiveMap(eventsOf(id), parseDay(today), cycles.length > 0 ? Math.min(...cycles) : 30);
      const pages = map.pages.map(({ lastHeard, ...cell }) => ({
        ...cell,
        last_heard: formatDayOrNull(lastHeard),
      }));
      return { ...map, pages };
    },
    shares: (id: number) => naiveShares(eventsOf(id)),
    progress: (id: number) =>
      naiveProgress(
        findPlans(rows, id, today).map(({ plan }) => plan),
        eventsOf(id),
        parseDay(today),
      ).map(({ week, ...pages }) => ({ week: formatDay(week), ...pages })),
    task: memoise((id: number, subjectCode: string, date: string) => {
      const match = findPlans(rows, id, date).find(({ subject }) => subject.subject_code === subjectCode);
      if (!match) return null;
      const skips = rows.skips.filter(
        (one) => one.student_row_id === id && one.date === date && one.subject_id === match.subject.id,
      );
      const skipped = skips.flatMap(({ from_ayah, to_ayah }) => range(from_ayah, to_ayah));
      const task = naiveTask(match.plan, eventsOf(id), parseDay(date), skipped);
      return {
        behind_days: task.behind_days,
        new: task.new.map(endsOf),
        near: task.near.map(endsOf),
        far: task.far.map(({ ayahs, lastHeard, faults }) => ({
          range: endsOf(ayahs),
          last_heard: formatDayOrNull(lastHeard),
          faults,
        })),
      };
    }),
    hotSpots: (ids: readonly number[], subjectCode: string | null) => findHotSpots(rows, ids, subjectCode),
    members: (circle: number) =>
      rows.members.filter((member) => {
        const batch = rows.subjects.find(({ id }) => id === member.subject_id)?.batch_id;
        const isEnrolled = rows.enrolments.some(
          (enrolment) =>
            enrolment.student_row_id === member.id &&
            enrolment.batch_id === batch &&
            enrolment.to_date === null,
        );
        return member.circle_id === circle && isMemberOn(today, member) && isEnrolled;
      }),
  };
}
