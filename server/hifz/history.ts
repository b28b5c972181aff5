import { sql, type SqlBool } from 'kysely';
import { dayNumber } from '../../contract/rules/hifz/days';
import type { DeclaredSpan, Recitation, History } from '../../contract/rules/hifz/memorised';
import { juzSpan, pageOfAyah, type Span } from '../../contract/rules/hifz/spans';
import { pageCount } from '../../contract/rules/mushaf';
import { chunks } from '../db/engine/chunks';
import { databaseKind, joinValues, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';

const studentsPerStatement = 200;

/**
 * Selects the part of the history. `lessons`: only accepted new ranges, without faults. `last`: all
 * recitations before a day (null: no limit); only the last two recitations of each page have faults.
 */
export type HistoryExtent = 'all' | 'lessons' | { last: string | null };

/** Comma-separated lists of one student, subject and kind. Each list has an item for each range. */
interface RecordLists {
  student: number;
  kind: string;
  records: string;
  dates: string;
  /** Position, first ayah and last ayah, encoded in one number. */
  ranges: string;
  repeated: string | null;
}

/** Greater than the highest number of an ayah. */
const ayahFactor = 10_000;
const positionFactor = ayahFactor * ayahFactor;

interface RecordRecitation extends Recitation {
  record: number;
  faults: Fault[];
  spans: Span[];
  isNear: boolean;
}

/**
 * Key: row id of the student. Reads the records, so the history is right after every write and undo (ADR
 * 43). Excludes `tilawa`.
 */
export async function loadHistories(
  db: Db,
  students: readonly number[],
  extent: HistoryExtent = 'all',
): Promise<Map<number, History>> {
  const histories = new Map<number, { recitations: Recitation[]; declared: DeclaredSpan[] }>(
    students.map((id) => [id, { recitations: [], declared: [] }]),
  );
  for (const ids of chunks(students, studentsPerStatement)) {
    const recitationsByStudent = await loadRecordRecitations(db, ids, extent);
    if (extent !== 'lessons')
      await addFaults(
        db,
        [...recitationsByStudent.values()].flatMap((recitations) =>
          extent === 'all' ? recitations : selectLastTwoOfEachPage(recitations),
        ),
      );
    for (const [student, recitations] of recitationsByStudent) {
      const history = histories.get(student);
      if (history) history.recitations = recitations;
    }
    for (const [student, recitations] of extent === 'lessons' ? [] : await loadSardRecitations(db, ids)) {
      const history = histories.get(student);
      if (history)
        history.recitations = [...history.recitations, ...recitations].toSorted((a, b) => a.day - b.day);
    }
    for (const { student, ...declared } of await loadDeclared(db, ids))
      histories.get(student)?.declared.push(declared);
  }
  return histories;
}

export const loadHistory = async (db: Db, student: number, extent: HistoryExtent = 'all'): Promise<History> =>
  (await loadHistories(db, [student], extent)).get(student) ?? { recitations: [], declared: [] };

const [comma, zero] = [44, 48];

/**
 * The parser reads digit by digit, for speed: a circle has 100,000 numbers. A date is a number of eight
 * digits.
 */
function parseNumbers(list: string | null): number[] {
  const numbers: number[] = [];
  if (!list) return numbers;
  let number = 0;
  for (let index = 0; index < list.length; index += 1) {
    const charCode = list.charCodeAt(index);
    if (charCode === comma) {
      numbers.push(number);
      number = 0;
    } else if (charCode >= zero) number = number * 10 + charCode - zero;
  }
  numbers.push(number);
  return numbers;
}

/** On one day, new ranges come first, then near revision, then far revision. */
const orderInDay = ({ isNew, isNear }: RecordRecitation) => (isNew ? 1 : isNear ? 2 : 3);

/** Loads lists instead of rows, and no faults: two years of a circle are 10,000 records. */
async function loadRecordRecitations(
  db: Db,
  students: readonly number[],
  extent: HistoryExtent,
): Promise<Map<number, RecordRecitation[]>> {
  const isIncluded =
    extent === 'lessons'
      ? sql<SqlBool>`records.kind = 'new' and records.result = 'accepted'`
      : extent === 'all' || extent.last === null
        ? sql<SqlBool>`records.kind <> 'tilawa'`
        : sql<SqlBool>`records.kind <> 'tilawa' and records.date < ${extent.last}`;
  const range = sql`cast(ranges.position as bigint) * ${sql.lit(positionFactor)} + ranges.from_ayah * ${sql.lit(ayahFactor)}
    + ranges.to_ayah`;
  const { rows } = await sql<RecordLists>`
    select records.student_row_id as student, records.kind,
      ${joinValues(db, sql`records.id`)} as records, ${joinValues(db, sql`records.date`)} as dates,
      ${joinValues(db, range)} as ranges,
      ${joinValues(db, sql`case when records.result = 'repeat' then records.id end`)} as repeated
    from daily_records as records join daily_record_ranges as ranges on ranges.record_id = records.id
    where records.student_row_id in (${sql.join([...students])}) and ${isIncluded}
    group by records.student_row_id, records.subject_id, records.kind`.execute(db);
  const recitationsByStudent = new Map<number, RecordRecitation[]>();
  for (const row of rows) {
    const recitations = recitationsByStudent.get(row.student);
    const parsed = parseRecitations(row);
    recitationsByStudent.set(row.student, recitations ? [...recitations, ...parsed] : parsed);
  }
  for (const recitations of recitationsByStudent.values())
    recitations.sort((a, b) => a.day - b.day || orderInDay(a) - orderInDay(b) || a.record - b.record);
  return recitationsByStudent;
}

/** @param date a date without hyphens: 20261122 */
const dayFromDigits = (date: number): number =>
  Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) / 86_400_000;

/** Recitations without faults share this array, so no code may change it. */
const noFaults: Fault[] = [];

function parseRecitations({ kind, ...lists }: RecordLists): RecordRecitation[] {
  const records = parseNumbers(lists.records);
  const dates = parseNumbers(lists.dates);
  const ranges = parseNumbers(lists.ranges);
  const repeated = new Set(parseNumbers(lists.repeated));
  const compareBy = (numbers: readonly number[], a: number, b: number) =>
    (numbers[a] ?? 0) - (numbers[b] ?? 0);
  const compare = (a: number, b: number) =>
    compareBy(dates, a, b) || compareBy(records, a, b) || compareBy(ranges, a, b);
  const indexes = records.map((_, index) => index);
  // The database index gives this order in practice, but without a guarantee.
  if (indexes.some((index) => index > 0 && compare(index - 1, index) > 0)) indexes.sort(compare);
  const isNew = kind === 'new';
  const isNear = kind === 'near';
  const recitations: RecordRecitation[] = [];
  let [date, day] = [0, 0];
  for (const index of indexes) {
    const ayahs = (ranges[index] ?? 0) % positionFactor;
    const span = { from: Math.floor(ayahs / ayahFactor), to: ayahs % ayahFactor };
    const record = records[index] ?? 0;
    const previous = recitations.at(-1);
    if (previous?.record === record) {
      previous.spans.push(span);
      continue;
    }
    if (dates[index] !== date) day = dayFromDigits((date = dates[index] ?? 0));
    const isRepeat = repeated.has(record);
    const isLesson = isNew && !isRepeat;
    recitations.push({ record, day, isNew, isNear, isLesson, isRepeat, spans: [span], faults: noFaults });
  }
  return recitations;
}

type Fault = Recitation['faults'][number];

/** Returns each recitation that is one of the last two recitations of a page. */
function selectLastTwoOfEachPage(recitations: readonly RecordRecitation[]): RecordRecitation[] {
  const countByPage = new Uint8Array(pageCount + 1);
  const lastRecordByPage = new Int32Array(pageCount + 1);
  return recitations.toReversed().filter(({ record, spans }) => {
    let isLast = false;
    for (const { from, to } of spans)
      for (let page = pageOfAyah(from); page <= pageOfAyah(to); page += 1) {
        if (lastRecordByPage[page] === record || (countByPage[page] ?? 0) >= 2) continue;
        lastRecordByPage[page] = record;
        countByPage[page] = (countByPage[page] ?? 0) + 1;
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

function groupByOwner(rows: readonly FaultRow[]): Map<number, Fault[]> {
  const faultsByOwner = new Map<number, Fault[]>();
  for (const { owner, ayah, weight } of rows) {
    const faults = faultsByOwner.get(owner);
    const fault = { ayah, weight };
    if (faults) faults.push(fault);
    else faultsByOwner.set(owner, [fault]);
  }
  return faultsByOwner;
}

/** Greater than the highest count of a fault. */
const countFactor = 2 ** 31;

const recordsPerStatement = 20_000;

/**
 * Adds the faults to recitations. For a record without fault kinds, each mistake in `mistakes_count` is a
 * fault of weight 1.
 */
async function addFaults(db: Db, recitations: readonly RecordRecitation[]): Promise<void> {
  const kinds = await db.selectFrom('fault_kinds').select(['id', 'weight']).execute();
  const weights = new Map(kinds.map(({ id, weight }) => [id, weight]));
  const byRecord = new Map(recitations.map((recitation) => [recitation.record, recitation]));
  for (const ids of chunks([...byRecord.keys()], recordsPerStatement)) {
    const recordIds = numbersInJson(databaseKind(db), ids);
    const { rows } = await sql<{ kind: number; owners: string; counts: string }>`
      select coalesce(faults.kind_id, 0) as kind, ${joinValues(db, sql`records.id`)} as owners,
        ${joinValues(
          db,
          sql`cast(coalesce(faults.ayah, 0) as bigint) * ${sql.lit(countFactor)}
            + coalesce(faults.count, records.mistakes_count)`,
        )} as counts
      from daily_records as records left join daily_record_faults as faults on faults.record_id = records.id
      where records.id in (${recordIds}) and (faults.id is not null or records.mistakes_count > 0)
      group by faults.kind_id`.execute(db);
    for (const { kind, owners, counts } of rows) {
      const weight = kind === 0 ? 1 : (weights.get(kind) ?? 0);
      const ayahsAndCounts = parseNumbers(counts);
      for (const [index, record] of parseNumbers(owners).entries()) {
        const number = ayahsAndCounts[index] ?? 0;
        const ayah = Math.floor(number / countFactor);
        const fault = { ayah: ayah === 0 ? null : ayah, weight: (number - ayah * countFactor) * weight };
        const recitation = byRecord.get(record);
        if (recitation?.faults === noFaults) recitation.faults = [fault];
        else recitation?.faults.push(fault);
      }
    }
  }
}

async function loadSardRecitations(db: Db, students: readonly number[]): Promise<Map<number, Recitation[]>> {
  const sards = await db
    .selectFrom('sard')
    .select(['id', 'student_row_id', 'date', 'from_juz', 'to_juz', 'passed'])
    .where('student_row_id', 'in', students)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const recitationsByStudent = new Map<number, Recitation[]>();
  if (sards.length === 0) return recitationsByStudent;
  const { rows } = await sql<FaultRow>`
    select faults.sard_id as owner, faults.ayah, faults.count * fault_kinds.weight as weight
    from sard join sard_faults as faults on faults.sard_id = sard.id
      join fault_kinds on fault_kinds.id = faults.kind_id
    where sard.student_row_id in (${sql.join([...students])})`.execute(db);
  const faults = groupByOwner(rows);
  for (const { id, student_row_id, date, from_juz, to_juz, passed } of sards) {
    const span = { from: juzSpan(from_juz).from, to: juzSpan(to_juz).to };
    const recitation = {
      day: dayNumber(date),
      isNew: false,
      isLesson: false,
      isRepeat: false,
      spans: [span],
      faults: faults.get(id) ?? [],
      sard: { fromJuz: from_juz, toJuz: to_juz, isPassed: passed === 1 },
    };
    recitationsByStudent.set(student_row_id, [
      ...(recitationsByStudent.get(student_row_id) ?? []),
      recitation,
    ]);
  }
  return recitationsByStudent;
}

async function loadDeclared(
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
