import { sql, type SqlBool } from 'kysely';
import { dayNumber } from '../../contract/rules/hifz/days';
import type { Declared, Hearing, History } from '../../contract/rules/hifz/memorised';
import { ayahsOfJuz, type Span } from '../../contract/rules/hifz/spans';
import { chunks } from '../db/engine/chunks';
import { listOf } from '../db/engine/dialect';
import type { Db } from '../db/schema';

/** Students per statement. */
const chunkSize = 200;

/** The records of a kind that a student has in a subject; a list has an entry for each range. */
interface HeardRow {
  student: number;
  kind: string;
  records: string;
  dates: string;
  mistakes: string;
  /** With its position in the record before it. */
  first_ayahs: string;
  last_ayahs: string;
  /** Records whose result is `repeat`. */
  repeated: string | null;
}

/** A record with one of its ranges. */
interface HeardRange {
  record: number;
  day: number;
  kind: string;
  isRepeat: boolean;
  mistakes: number;
  position: number;
  span: Span;
}

/** Positions are multiplied by it; no ayah has a number so high. */
const perPosition = 10_000;

/**
 * What is known of the memorisation of students, in all of their subjects, by row number; from the records themselves,
 * so that it is right after every write and undo (ADR 43). Recitation (`tilawa`) is left out.
 * @param asked `lessons`: what makes something memorised alone, without faults
 */
export async function historiesOf(
  db: Db,
  students: readonly number[],
  asked: 'all' | 'lessons' = 'all',
): Promise<Map<number, History>> {
  const found = new Map<number, { hearings: Hearing[]; declared: Declared[] }>(
    students.map((id) => [id, { hearings: [], declared: [] }]),
  );
  for (const ids of chunks(students, chunkSize)) {
    const faults = asked === 'all' ? await faultsOf(db, ids) : new Map<number, Fault[]>();
    for (const [student, ranges] of await rangesOf(db, ids, asked)) {
      const known = found.get(student);
      if (known) known.hearings = hearingsOf(ranges, faults);
    }
    for (const [student, hearings] of asked === 'all' ? await sardOf(db, ids) : []) {
      const known = found.get(student);
      if (known) known.hearings = [...known.hearings, ...hearings].toSorted((a, b) => a.day - b.day);
    }
    for (const { student, ...declared } of await declaredOf(db, ids))
      found.get(student)?.declared.push(declared);
  }
  return found;
}

/** The history of one student. */
export const historyOf = async (db: Db, student: number): Promise<History> =>
  (await historiesOf(db, [student])).get(student) ?? { hearings: [], declared: [] };

const numbersOf = (list: string | null): number[] => (list ? list.split(',').map(Number) : []);

/** What was recited, by student. Two years of a circle are ten thousand records, so they are read as lists. */
async function rangesOf(
  db: Db,
  students: readonly number[],
  asked: 'all' | 'lessons',
): Promise<Map<number, HeardRange[]>> {
  const isWanted =
    asked === 'all'
      ? sql<SqlBool>`records.kind <> 'tilawa'`
      : sql<SqlBool>`records.kind = 'new' and records.result = 'accepted'`;
  const { rows } = await sql<HeardRow>`
    select records.student_row_id as student, records.kind,
      ${listOf(db, sql`records.id`)} as records, ${listOf(db, sql`records.date`)} as dates,
      ${listOf(db, sql`coalesce(records.mistakes_count, 0)`)} as mistakes,
      ${listOf(db, sql`ranges.position * ${sql.lit(perPosition)} + ranges.from_ayah`)} as first_ayahs,
      ${listOf(db, sql`ranges.to_ayah`)} as last_ayahs,
      ${listOf(db, sql`case when records.result = 'repeat' then records.id end`)} as repeated
    from daily_records as records join daily_record_ranges as ranges on ranges.record_id = records.id
    where records.student_row_id in (${sql.join([...students])}) and ${isWanted}
    group by records.student_row_id, records.subject_id, records.kind`.execute(db);
  const found = new Map<number, HeardRange[]>();
  /** Most records are of the same days. */
  const days = new Map<string, number>();
  for (const { student, kind, ...lists } of rows) {
    const ranges = found.get(student) ?? [];
    found.set(student, ranges);
    const dates = lists.dates.split(',');
    const mistakes = numbersOf(lists.mistakes);
    const firsts = numbersOf(lists.first_ayahs);
    const lasts = numbersOf(lists.last_ayahs);
    const repeated = new Set(numbersOf(lists.repeated));
    for (const [place, record] of numbersOf(lists.records).entries()) {
      const date = dates[place] ?? '';
      const day = days.get(date) ?? dayNumber(date);
      days.set(date, day);
      const first = firsts[place] ?? 0;
      ranges.push({
        record,
        day,
        kind,
        isRepeat: repeated.has(record),
        mistakes: mistakes[place] ?? 0,
        position: Math.floor(first / perPosition),
        span: { from: first % perPosition, to: lasts[place] ?? 0 },
      });
    }
  }
  return found;
}

/** Of one day, what is new comes first, then near, then far revision. */
const kindPlace = (kind: string) => (kind === 'new' ? 1 : kind === 'near' ? 2 : 3);

/** The records of one student in the order in which they were recited. */
function hearingsOf(ranges: HeardRange[], faults: ReadonlyMap<number, Fault[]>): Hearing[] {
  ranges.sort(
    (a, b) =>
      a.day - b.day ||
      kindPlace(a.kind) - kindPlace(b.kind) ||
      a.record - b.record ||
      a.position - b.position,
  );
  const found: Hearing[] = [];
  let last: HeardRange | undefined;
  let spans: Span[] = [];
  for (const range of ranges) {
    if (range.record === last?.record) spans.push(range.span);
    else {
      spans = [range.span];
      found.push(asHearing(range, spans, faults.get(range.record)));
    }
    last = range;
  }
  return found;
}

type Fault = Hearing['faults'][number];

/** Without faults of kinds, the mistakes that were typed weigh 1 each. */
function asHearing(
  { day, kind, isRepeat, mistakes }: HeardRange,
  spans: readonly Span[],
  faults: Fault[] = mistakes > 0 ? [{ ayah: null, weight: mistakes }] : [],
): Hearing {
  const isNew = kind === 'new';
  return { day, isNew, isLesson: isNew && !isRepeat, isRepeat, spans, faults };
}

interface FaultRow {
  owner: number;
  ayah: number | null;
  weight: number;
}

function byOwner(rows: readonly FaultRow[]): Map<number, Fault[]> {
  const found = new Map<number, Fault[]>();
  for (const { owner, ayah, weight } of rows) {
    const known = found.get(owner);
    const fault = { ayah, weight };
    if (known) known.push(fault);
    else found.set(owner, [fault]);
  }
  return found;
}

async function faultsOf(db: Db, students: readonly number[]): Promise<Map<number, Fault[]>> {
  const kinds = await db.selectFrom('fault_kinds').select(['id', 'weight']).execute();
  const weights = new Map(kinds.map(({ id, weight }) => [id, weight]));
  const { rows } = await sql<{ owners: string; ayahs: string; kinds: string; counts: string }>`
    select ${listOf(db, sql`faults.record_id`)} as owners, ${listOf(db, sql`coalesce(faults.ayah, 0)`)} as ayahs,
      ${listOf(db, sql`faults.kind_id`)} as kinds, ${listOf(db, sql`faults.count`)} as counts
    from daily_records as records join daily_record_faults as faults on faults.record_id = records.id
    where records.student_row_id in (${sql.join([...students])}) and records.kind <> 'tilawa'
    group by records.student_row_id`.execute(db);
  return byOwner(
    rows.flatMap((lists) => {
      const [ayahs, kindIds, counts] = [lists.ayahs, lists.kinds, lists.counts].map(numbersOf);
      return numbersOf(lists.owners).map((owner, at) => ({
        owner,
        ayah: ayahs?.[at] || null,
        weight: (counts?.[at] ?? 0) * (weights.get(kindIds?.[at] ?? 0) ?? 0),
      }));
    }),
  );
}

async function sardOf(db: Db, students: readonly number[]): Promise<Map<number, Hearing[]>> {
  const sittings = await db
    .selectFrom('sard')
    .select(['id', 'student_row_id', 'date', 'from_juz', 'to_juz', 'passed'])
    .where('student_row_id', 'in', students)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const found = new Map<number, Hearing[]>();
  if (sittings.length === 0) return found;
  const { rows } = await sql<FaultRow>`
    select faults.sard_id as owner, faults.ayah, faults.count * fault_kinds.weight as weight
    from sard join sard_faults as faults on faults.sard_id = sard.id
      join fault_kinds on fault_kinds.id = faults.kind_id
    where sard.student_row_id in (${sql.join([...students])})`.execute(db);
  const faults = byOwner(rows);
  for (const { id, student_row_id, date, from_juz, to_juz, passed } of sittings) {
    const span = { from: ayahsOfJuz(from_juz).from, to: ayahsOfJuz(to_juz).to };
    const hearing = {
      day: dayNumber(date),
      isNew: false,
      isLesson: false,
      isRepeat: false,
      spans: [span],
      faults: faults.get(id) ?? [],
      sard: { fromJuz: from_juz, toJuz: to_juz, isPassed: passed === 1 },
    };
    found.set(student_row_id, [...(found.get(student_row_id) ?? []), hearing]);
  }
  return found;
}

async function declaredOf(db: Db, students: readonly number[]): Promise<(Declared & { student: number })[]> {
  const rows = await db
    .selectFrom('hifz_prior')
    .select(['student_row_id', 'from_ayah', 'to_ayah', 'date', 'strength'])
    .where('student_row_id', 'in', students)
    .orderBy('id')
    .execute();
  return rows.map(({ student_row_id, from_ayah, to_ayah, date, strength }) => ({
    student: student_row_id,
    from: from_ayah,
    to: to_ayah,
    day: dayNumber(date),
    strength,
  }));
}
