import { sql, type SqlBool } from 'kysely';
import { dayNumber } from '../../contract/rules/hifz/days';
import type { DeclaredSpan, Hearing, History } from '../../contract/rules/hifz/memorised';
import { juzSpan, pageOfAyah, type Span } from '../../contract/rules/hifz/spans';
import { pageCount } from '../../contract/rules/mushaf';
import { chunks } from '../db/engine/chunks';
import { databaseKind, joinValues, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';

/** Students per statement. */
const chunkSize = 200;

/**
 * What is asked for. `lessons`: what makes something memorised alone, without faults. `last`: of the hearings before a day
 * (null: of all) also the faults, but those of the last two hearings of each page alone: nothing that is asked about that
 * day looks at others.
 */
export type Asked = 'all' | 'lessons' | { last: string | null };

/** Records of one kind that a student has in a subject, as lists; they have an entry for each range. */
interface HeardRow {
  student: number;
  kind: string;
  records: string;
  dates: string;
  /** Position, first and last ayah as one number. */
  ranges: string;
  /** Records whose result is `repeat`. */
  repeated: string | null;
}

/** No ayah has a number so high. */
const perAyah = 10_000;
const perPosition = perAyah * perAyah;

/** A hearing of a record, whose faults are set when they are read. */
interface Heard extends Hearing {
  record: number;
  faults: Fault[];
  spans: Span[];
  isNear: boolean;
}

/**
 * What is known of the memorisation of students, in all of their subjects, by row number; from the records themselves,
 * so that it is right after every write and undo (ADR 43). Recitation (`tilawa`) is left out.
 */
export async function historiesOf(
  db: Db,
  students: readonly number[],
  asked: Asked = 'all',
): Promise<Map<number, History>> {
  const found = new Map<number, { hearings: Hearing[]; declared: DeclaredSpan[] }>(
    students.map((id) => [id, { hearings: [], declared: [] }]),
  );
  for (const ids of chunks(students, chunkSize)) {
    const heard = await heardBy(db, ids, asked);
    if (asked !== 'lessons')
      await addFaults(
        db,
        [...heard.values()].flatMap((hearings) => (asked === 'all' ? hearings : lastOf(hearings))),
      );
    for (const [student, hearings] of heard) {
      const known = found.get(student);
      if (known) known.hearings = hearings;
    }
    for (const [student, hearings] of asked === 'lessons' ? [] : await sardOf(db, ids)) {
      const known = found.get(student);
      if (known) known.hearings = [...known.hearings, ...hearings].toSorted((a, b) => a.day - b.day);
    }
    for (const { student, ...declared } of await declaredOf(db, ids))
      found.get(student)?.declared.push(declared);
  }
  return found;
}

/** The history of one student. */
export const historyOf = async (db: Db, student: number, asked: Asked = 'all'): Promise<History> =>
  (await historiesOf(db, [student], asked)).get(student) ?? { hearings: [], declared: [] };

const [comma, zero] = [44, 48];

/** The numbers of a list; a date is a number of eight digits. Read digit by digit: a circle has a hundred thousand. */
function numbersOf(list: string | null): number[] {
  const found: number[] = [];
  if (!list) return found;
  let number = 0;
  for (let place = 0; place < list.length; place += 1) {
    const sign = list.charCodeAt(place);
    if (sign === comma) {
      found.push(number);
      number = 0;
    } else if (sign >= zero) number = number * 10 + sign - zero;
  }
  found.push(number);
  return found;
}

/** Of one day, what is new comes first, then near, then far revision. */
const placeOf = ({ isNew, isNear }: Heard) => (isNew ? 1 : isNear ? 2 : 3);

/** What was recited, by student, without faults. Two years of a circle are ten thousand records, so they are read as lists. */
async function heardBy(db: Db, students: readonly number[], asked: Asked): Promise<Map<number, Heard[]>> {
  const isWanted =
    asked === 'lessons'
      ? sql<SqlBool>`records.kind = 'new' and records.result = 'accepted'`
      : asked === 'all' || asked.last === null
        ? sql<SqlBool>`records.kind <> 'tilawa'`
        : sql<SqlBool>`records.kind <> 'tilawa' and records.date < ${asked.last}`;
  const range = sql`cast(ranges.position as bigint) * ${sql.lit(perPosition)} + ranges.from_ayah * ${sql.lit(perAyah)}
    + ranges.to_ayah`;
  const { rows } = await sql<HeardRow>`
    select records.student_row_id as student, records.kind,
      ${joinValues(db, sql`records.id`)} as records, ${joinValues(db, sql`records.date`)} as dates,
      ${joinValues(db, range)} as ranges,
      ${joinValues(db, sql`case when records.result = 'repeat' then records.id end`)} as repeated
    from daily_records as records join daily_record_ranges as ranges on ranges.record_id = records.id
    where records.student_row_id in (${sql.join([...students])}) and ${isWanted}
    group by records.student_row_id, records.subject_id, records.kind`.execute(db);
  const found = new Map<number, Heard[]>();
  for (const row of rows) {
    const known = found.get(row.student);
    const heard = heardOf(row);
    found.set(row.student, known ? [...known, ...heard] : heard);
  }
  for (const heard of found.values())
    heard.sort((a, b) => a.day - b.day || placeOf(a) - placeOf(b) || a.record - b.record);
  return found;
}

/** The day of a date without its signs: 20261122. */
const dayOfDigits = (date: number): number =>
  Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / 86_400_000;

/** What hearings share that have none; nothing is added to it. */
const noFaults: Fault[] = [];

/** The hearings of a kind in the order of their days. */
function heardOf({ kind, ...lists }: HeardRow): Heard[] {
  const records = numbersOf(lists.records);
  const dates = numbersOf(lists.dates);
  const ranges = numbersOf(lists.ranges);
  const repeated = new Set(numbersOf(lists.repeated));
  const by = (numbers: readonly number[], a: number, b: number) => (numbers[a] ?? 0) - (numbers[b] ?? 0);
  const order = (a: number, b: number) => by(dates, a, b) || by(records, a, b) || by(ranges, a, b);
  const places = records.map((_, place) => place);
  // They come in this order from an index, but no database promises it.
  if (places.some((place) => place > 0 && order(place - 1, place) > 0)) places.sort(order);
  const isNew = kind === 'new';
  const isNear = kind === 'near';
  const found: Heard[] = [];
  let [date, day] = [0, 0];
  for (const place of places) {
    const ayahs = (ranges[place] ?? 0) % perPosition;
    const span = { from: Math.floor(ayahs / perAyah), to: ayahs % perAyah };
    const record = records[place] ?? 0;
    const last = found.at(-1);
    if (last?.record === record) {
      last.spans.push(span);
      continue;
    }
    if (dates[place] !== date) day = dayOfDigits((date = dates[place] ?? 0));
    const isRepeat = repeated.has(record);
    const isLesson = isNew && !isRepeat;
    found.push({ record, day, isNew, isNear, isLesson, isRepeat, spans: [span], faults: noFaults });
  }
  return found;
}

type Fault = Hearing['faults'][number];

/** The hearings that are one of the last two of a page. */
function lastOf(hearings: readonly Heard[]): Heard[] {
  const times = new Uint8Array(pageCount + 1);
  const counted = new Int32Array(pageCount + 1);
  return hearings.toReversed().filter(({ record, spans }) => {
    let isLast = false;
    for (const { from, to } of spans)
      for (let page = pageOfAyah(from); page <= pageOfAyah(to); page += 1) {
        if (counted[page] === record || (times[page] ?? 0) >= 2) continue;
        counted[page] = record;
        times[page] = (times[page] ?? 0) + 1;
        isLast = true;
      }
    return isLast;
  });
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

/** No count is so high. */
const perCount = 2 ** 31;

/** Records whose faults are read with a statement. */
const recordsAtOnce = 20_000;

/** Reads the faults of hearings. Without faults of kinds, the mistakes that were typed weigh 1 each. */
async function addFaults(db: Db, hearings: readonly Heard[]): Promise<void> {
  const kinds = await db.selectFrom('fault_kinds').select(['id', 'weight']).execute();
  const weights = new Map(kinds.map(({ id, weight }) => [id, weight]));
  const byRecord = new Map(hearings.map((hearing) => [hearing.record, hearing]));
  for (const ids of chunks([...byRecord.keys()], recordsAtOnce)) {
    const wanted = numbersInJson(databaseKind(db), ids);
    const { rows } = await sql<{ kind: number; owners: string; counts: string }>`
      select coalesce(faults.kind_id, 0) as kind, ${joinValues(db, sql`records.id`)} as owners,
        ${joinValues(
          db,
          sql`cast(coalesce(faults.ayah, 0) as bigint) * ${sql.lit(perCount)}
            + coalesce(faults.count, records.mistakes_count)`,
        )} as counts
      from daily_records as records left join daily_record_faults as faults on faults.record_id = records.id
      where records.id in (${wanted}) and (faults.id is not null or records.mistakes_count > 0)
      group by faults.kind_id`.execute(db);
    for (const { kind, owners, counts } of rows) {
      const each = kind === 0 ? 1 : (weights.get(kind) ?? 0);
      const ayahsAndCounts = numbersOf(counts);
      for (const [at, record] of numbersOf(owners).entries()) {
        const number = ayahsAndCounts[at] ?? 0;
        const ayah = Math.floor(number / perCount);
        const fault = { ayah: ayah === 0 ? null : ayah, weight: (number - ayah * perCount) * each };
        const hearing = byRecord.get(record);
        if (hearing?.faults === noFaults) hearing.faults = [fault];
        else hearing?.faults.push(fault);
      }
    }
  }
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
    const span = { from: juzSpan(from_juz).from, to: juzSpan(to_juz).to };
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

async function declaredOf(
  db: Db,
  students: readonly number[],
): Promise<(DeclaredSpan & { student: number })[]> {
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
