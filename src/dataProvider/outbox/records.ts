import type { DailyRecord } from '../../../contract/dailyRecords';
import { defaultRecordKind, type RecordKind } from '../../../contract/vocabulary';
import { type Sheet, teaching } from '../teaching';
import {
  type Arrived,
  inPlaceOf,
  type Joined,
  type Kind,
  laneOfOffering,
  type Named,
  orderBehind,
  orderOf,
  type Queued,
} from './kind';

/** A row of a save: the student by number, and what is left out stays as it is stored. */
export type RecordRow = Partial<
  Pick<
    DailyRecord,
    | 'studentId'
    | 'studentName'
    | 'kind'
    | 'recordContent'
    | 'pagesCount'
    | 'performanceLevel'
    | 'mistakesCount'
    | 'teacherNotes'
    | 'result'
    | 'ranges'
    | 'faults'
    | 'version'
  >
>;

/** A row as it was typed, with the stored values when typing began. */
interface TypedRow {
  texts: Record<string, string>;
  base: Record<string, string>;
}

/** Daily records to send: those that were saved together for a day, or one that was heard. */
export interface SentRecordsOfDay extends Sheet, Queued {
  kind: 'records';
  date: string;
  /** The row number of the circle; missing for everybody. */
  circle?: number;
  named: Named;
  rows: readonly RecordRow[];
  /** The names of the students, by academic number. */
  students: Record<string, string>;
  /** Missing for what was saved on the screen of a day. */
  hearing?: { student: string; kind: RecordKind; kindName: string };
  /** What was typed on the screen of a day, to decide about it where somebody else has saved meanwhile. */
  edits?: Record<string, TypedRow>;
}

type DayOfRecords = Pick<SentRecordsOfDay, 'batchName' | 'subjectCode' | 'date'>;

export const isOfDay = (one: DayOfRecords, { batchName, subjectCode, date }: DayOfRecords): boolean =>
  one.batchName === batchName && one.subjectCode === subjectCode && one.date === date;

/** Whose record of which kind a row is; a server has one for each on a day. */
export const placeOfRow = ({ studentId, studentName, kind = defaultRecordKind }: RecordRow) =>
  `${kind}:${studentId ?? studentName ?? ''}`;

const rowAt = ({ rows }: SentRecordsOfDay, place: string): RecordRow | undefined =>
  rows.find((row) => placeOfRow(row) === place);

/**
 * The key of what is saved together: the record of one student and kind that was heard, or the records of the day of a
 * circle.
 */
const aboutRecords = ({
  batchName,
  subjectCode,
  date,
  circle,
  hearing,
}: Pick<SentRecordsOfDay, 'batchName' | 'subjectCode' | 'date' | 'circle' | 'hearing'>): string =>
  JSON.stringify([
    batchName,
    subjectCode,
    date,
    ...(hearing ? [hearing.student, hearing.kind] : [circle ?? null]),
  ]);

export const recordsKind: Kind<SentRecordsOfDay> = {
  about: aboutRecords,
  lane: laneOfOffering,
  isForAnyServer: false,
  deliver: ({ id, batchName, subjectCode, date, rows }) =>
    teaching.saveDailyRecords({ batchName, subjectCode, recordDate: date, records: [...rows] }, id),
  join: joinRecords,
  follow: followRecords,
};

/**
 * A row that waits already is continued: what the later one leaves out is as in the earlier one, and it is over the same
 * stored record. An entry about the same is replaced, with its other rows, unless the server may have it already. What
 * was refused before an entry that is on its way stays: its texts are earlier than those.
 */
function joinRecords(sent: SentRecordsOfDay, waiting: readonly SentRecordsOfDay[]): Joined<SentRecordsOfDay> {
  const before = waiting.filter((one) => isOfDay(one, sent));
  const isSame = (one: SentRecordsOfDay) => aboutRecords(one) === aboutRecords(sent);
  const isRefused = ({ state }: SentRecordsOfDay) => state === 'refused';
  const hasOnWay = !sent.hearing && before.some((one) => isSame(one) && one.isTried && !isRefused(one));
  const replaced = before.filter((one) => isSame(one) && (isRefused(one) ? !hasOnWay : !one.isTried));
  // What was refused elsewhere is decided there; of a hearing that is saved anew the person has decided already.
  const isContinued = (one: SentRecordsOfDay) => !isRefused(one) || (!sent.hearing && isSame(one));
  const rows = sent.rows.map((row): RecordRow => {
    const was = before.findLast((one) => isContinued(one) && rowAt(one, placeOfRow(row)) !== undefined);
    const known = was && rowAt(was, placeOfRow(row));
    return known ? { ...known, ...row, ...(known.version !== undefined && { version: known.version }) } : row;
  });
  const entry = replaced.reduceRight<SentRecordsOfDay>(withEarlier, { ...sent, rows });
  const others = before.filter((one) => !replaced.includes(one));
  const tried = others.findLast((one) => isSame(one) && one.isTried && !isRefused(one));
  return { entry: inTheirPlace(entry, replaced, others, tried), replaced };
}

/**
 * A corrected record goes where the earlier one stood, or right behind it if the server may have that: a further recitation
 * of the day that waits goes after both. It does not go before another entry of the same records, whose later text it has.
 */
function inTheirPlace(
  entry: SentRecordsOfDay,
  replaced: readonly SentRecordsOfDay[],
  others: readonly SentRecordsOfDay[],
  tried: SentRecordsOfDay | undefined,
): SentRecordsOfDay {
  const placed = tried ? { ...entry, order: orderBehind(tried) } : inPlaceOf(entry, replaced);
  const isPassed = (one: SentRecordsOfDay) =>
    orderOf(one) > orderOf(placed) && one.rows.some((row) => rowAt(entry, placeOfRow(row)) !== undefined);
  return others.some(isPassed) ? entry : placed;
}

function withEarlier(later: SentRecordsOfDay, earlier: SentRecordsOfDay): SentRecordsOfDay {
  const others = earlier.rows.filter((row) => !rowAt(later, placeOfRow(row)));
  return {
    ...later,
    rows: [...others, ...later.rows],
    students: { ...earlier.students, ...later.students },
    ...((earlier.edits ?? later.edits) && { edits: joinEdits(earlier.edits, later.edits) }),
  };
}

/** Typed rows, the later over the earlier, each with what was stored when the earlier one began. */
export function joinEdits<Row extends TypedRow>(
  earlier: Readonly<Record<string, Row>> = {},
  later: Readonly<Record<string, Row>> = {},
): Record<string, Row> {
  const continued = Object.entries(later).map(([key, row]): [string, Row] => {
    const was = earlier[key];
    return [key, was ? { ...row, texts: { ...was.texts, ...row.texts }, base: was.base } : row];
  });
  return { ...earlier, ...Object.fromEntries(continued) };
}

/** What was typed in all of these entries, which are given oldest first. */
export const editsOf = (entries: readonly SentRecordsOfDay[]): Record<string, TypedRow> =>
  entries.reduce<Record<string, TypedRow>>((sum, { edits }) => joinEdits(sum, edits), {});

/**
 * What was refused of the screen of a day, oldest first: of a circle, or of everybody (null). Nothing while something of
 * it is on its way, which may hold the later text of the same field.
 */
export function refusedOfScreen(
  entries: readonly SentRecordsOfDay[],
  circle: number | null,
): readonly SentRecordsOfDay[] {
  const ofScreen = entries.filter((one) => isOfScreen(one, circle));
  return ofScreen.every(({ state }) => state === 'refused') ? ofScreen : [];
}

/** Whether an entry was saved on the screen of a day of this circle. */
export const isOfScreen = (one: SentRecordsOfDay, circle: number | null): boolean =>
  !one.hearing && (one.circle ?? null) === circle;

/** The key of a row among the edits of a day. */
const keyOfRow = ({ studentId, studentName, kind = defaultRecordKind }: RecordRow): string => {
  const student = studentId ?? studentName ?? '';
  return kind === defaultRecordKind ? student : `${kind}:${student}`;
};

/** What is left of a refused entry after a later one about the same has arrived; null: nothing. */
function withoutRows(refused: SentRecordsOfDay, done: SentRecordsOfDay): SentRecordsOfDay | null {
  const rows = refused.rows.filter((row) => !rowAt(done, placeOfRow(row)));
  if (rows.length === 0) return null;
  if (rows.length === refused.rows.length) return refused;
  const over = new Set(done.rows.map(keyOfRow));
  const edits = Object.entries(refused.edits ?? {}).filter(([key]) => !over.has(key));
  return { ...refused, rows, ...(refused.edits && { edits: Object.fromEntries(edits) }) };
}

/**
 * A later entry goes on from the records as the server has answered them, and so is over this person's own save. What
 * was refused and has been saved anew is over.
 */
function followRecords(
  later: SentRecordsOfDay,
  done: SentRecordsOfDay,
  { records = [] }: Arrived,
): SentRecordsOfDay | null {
  if (!isOfDay(later, done)) return later;
  if (later.state === 'refused')
    return aboutRecords(later) === aboutRecords(done) ? withoutRows(later, done) : later;
  const versions = new Map(records.map((record) => [placeOfRow(record), record.version]));
  if (!later.rows.some((row) => versions.has(placeOfRow(row)))) return later;
  return {
    ...later,
    rows: later.rows.map((row) => {
      const version = versions.get(placeOfRow(row));
      return version === undefined ? row : { ...row, version };
    }),
  };
}
