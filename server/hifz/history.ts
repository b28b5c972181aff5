import { sql, type SqlBool } from 'kysely';
import { dayNumber } from '../../contract/rules/hifz/days';
import type { Declared, Hearing, History } from '../../contract/rules/hifz/memorised';
import { ayahsOfJuz, type Span } from '../../contract/rules/hifz/spans';
import { chunks } from '../db/engine/chunks';
import type { Db } from '../db/schema';

/** Students per statement. */
const chunkSize = 200;

interface HeardRow {
  student: number;
  record: number;
  date: string;
  kind: string;
  result: string;
  mistakes: number | null;
  from_ayah: number;
  to_ayah: number;
}

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
  const isWanted =
    asked === 'all'
      ? sql<SqlBool>`records.kind <> 'tilawa'`
      : sql<SqlBool>`records.kind = 'new' and records.result = 'accepted'`;
  const found = new Map<number, { hearings: Hearing[]; declared: Declared[] }>(
    students.map((id) => [id, { hearings: [], declared: [] }]),
  );
  for (const ids of chunks(students, chunkSize)) {
    const among = sql.join([...ids]);
    const faults = asked === 'all' ? await faultsOf(db, ids) : new Map<number, Fault[]>();
    const { rows } = await sql<HeardRow>`
      select records.student_row_id as student, records.id as record, records.date, records.kind, records.result,
        records.mistakes_count as mistakes, ranges.from_ayah, ranges.to_ayah
      from daily_records as records join daily_record_ranges as ranges on ranges.record_id = records.id
      where records.student_row_id in (${among}) and ${isWanted}
      order by records.student_row_id, records.date,
        case records.kind when 'new' then 1 when 'near' then 2 else 3 end, records.id, ranges.position`.execute(
      db,
    );
    let last: HeardRow | undefined;
    let spans: Span[] = [];
    for (const row of rows) {
      if (row.record === last?.record) spans.push({ from: row.from_ayah, to: row.to_ayah });
      else {
        spans = [{ from: row.from_ayah, to: row.to_ayah }];
        found.get(row.student)?.hearings.push(asHearing(row, spans, faults.get(row.record)));
      }
      last = row;
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

type Fault = Hearing['faults'][number];

/** Without faults of kinds, the mistakes that were typed weigh 1 each. */
function asHearing(
  { date, kind, result, mistakes }: HeardRow,
  spans: readonly Span[],
  faults: Fault[] = mistakes ? [{ ayah: null, weight: mistakes }] : [],
): Hearing {
  const isNew = kind === 'new';
  return {
    day: dayNumber(date),
    isNew,
    isLesson: isNew && result === 'accepted',
    isRepeat: result === 'repeat',
    spans,
    faults,
  };
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
  const { rows } = await sql<FaultRow>`
    select faults.record_id as owner, faults.ayah, faults.count * fault_kinds.weight as weight
    from daily_records as records join daily_record_faults as faults on faults.record_id = records.id
      join fault_kinds on fault_kinds.id = faults.kind_id
    where records.student_row_id in (${sql.join([...students])}) and records.kind <> 'tilawa'`.execute(db);
  return byOwner(rows);
}

async function sardOf(db: Db, students: readonly number[]): Promise<Map<number, Hearing[]>> {
  const sittings = await db
    .selectFrom('sard')
    .select(['id', 'student_row_id', 'date', 'from_juz', 'to_juz'])
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
  for (const { id, student_row_id, date, from_juz, to_juz } of sittings) {
    const span = { from: ayahsOfJuz(from_juz).from, to: ayahsOfJuz(to_juz).to };
    const hearing = {
      day: dayNumber(date),
      isNew: false,
      isLesson: false,
      isRepeat: false,
      spans: [span],
      faults: faults.get(id) ?? [],
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
