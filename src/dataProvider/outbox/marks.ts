import { withOperationOf } from '../operations';
import type { GradeRow } from '../../../contract/grades';
import { type GradeColumn, gradeColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import { ui } from '../../i18n/ar/ui';
import { ApiProblem, storedRows } from '../ApiProblem';
import { newKey } from '../lostWrites';
import { currentSession } from '../session';
import { type SentGrades, type Sheet, teaching } from '../teaching';
import { type Arrived, type Kind, laneOfOffering, type Queued } from './kind';

/*
 * Marks that wait. A later save of the same sheet takes the place of an earlier one that has not arrived, with the marks of
 * both. Whether the earlier one had been stored, its reply being lost, is not known then: each cell says which marks this
 * person has seen in it or has saved, and only another one is somebody else's.
 */

export interface MarkCell {
  mark: number | null;
  /** What was read, and what was saved here before. */
  seen: readonly (number | null)[];
}

/** The changed marks of one student. */
export interface MarkRow {
  studentId: string;
  /** The version that was read, before the first save that waits; missing on a server without versions. */
  version?: number;
  cells: Readonly<Partial<Record<GradeColumn, MarkCell>>>;
}

/** Marks of a sheet, on their way to the server. */
export interface SentMarks extends Sheet, Queued {
  kind: 'marks';
  subjectName: string;
  rows: readonly MarkRow[];
  /** The sheet as it was read, to show it where it cannot be read again. */
  base: readonly GradeRow[];
  settings: GradeSettings;
}

/** Attempts of one save, if other people save the same rows again and again. */
const maxTries = 4;

/** The stored mark; a server may leave a field out. */
export const storedMark = (row: GradeRow, column: GradeColumn): number | null =>
  row[`${column}Grade`] ?? null;

const cellsOf = ({ cells }: MarkRow): [GradeColumn, MarkCell][] =>
  gradeColumns.flatMap((column): [GradeColumn, MarkCell][] => {
    const cell = cells[column];
    return cell ? [[column, cell]] : [];
  });

const byColumn = (row: MarkRow): Partial<Record<`${GradeColumn}Grade`, number | null>> =>
  Object.fromEntries(cellsOf(row).map(([column, { mark }]) => [`${column}Grade`, mark]));

/** The rows as a save sends them. */
export const sentRows = (rows: readonly MarkRow[]): SentGrades =>
  rows.map((row) => ({
    studentId: row.studentId,
    ...byColumn(row),
    ...(row.version === undefined ? {} : { version: row.version }),
  }));

/**
 * Sends marks. Rows that somebody else has changed meanwhile, but not in these cells, are sent again over the new version.
 * @throws ApiProblem STALE where somebody else has changed one of these cells
 */
async function deliverMarks({ id, batchName, subjectCode, rows }: SentMarks): Promise<Arrived> {
  const person = currentSession()?.user.id;
  const there: GradeRow[] = [];
  let left = rows;
  for (let tries = 1; ; tries += 1) {
    try {
      const sent = sentRows(left);
      // A refused save has left no key on the server; over other versions it is another save.
      const key = tries === 1 ? id : newKey();
      const answer = await teaching.saveGrades({ batchName, subjectCode }, sent, key);
      const { message, grades } = answer;
      return withOperationOf(answer, { message, grades: grades && [...there, ...grades] });
    } catch (problem) {
      // Not as another person who has signed in meanwhile.
      if (currentSession()?.user.id !== person) throw new ApiProblem(0, ui.offline, null, 'NETWORK');
      const current = storedRows<GradeRow>(problem);
      const merged = current && tries < maxTries ? overCurrent(left, current) : null;
      if (!merged) throw problem;
      there.push(...merged.there);
      left = merged.left;
      if (left.length === 0) return { message: '', grades: there };
    }
  }
}

export const marksKind: Kind<SentMarks> = {
  about: laneOfOffering,
  lane: laneOfOffering,
  isForAnyServer: false,
  deliver: deliverMarks,
};

/**
 * The rows over what is stored now, without the marks that stand there already; null if one of these cells has a mark of
 * somebody else.
 * @param current the rows that have changed meanwhile
 */
export function overCurrent(
  rows: readonly MarkRow[],
  current: readonly GradeRow[],
): { left: MarkRow[]; there: GradeRow[] } | null {
  const stored = new Map(current.map((row) => [row.studentId, row]));
  const left: MarkRow[] = [];
  const there: GradeRow[] = [];
  for (const row of rows) {
    const now = stored.get(row.studentId);
    if (!now) {
      left.push(row);
      continue;
    }
    const open = cellsOf(row).filter(([column, { mark }]) => storedMark(now, column) !== mark);
    if (open.some(([column, { seen }]) => !seen.includes(storedMark(now, column)))) return null;
    if (open.length === 0) there.push(now);
    else left.push({ studentId: row.studentId, version: now.version, cells: Object.fromEntries(open) });
  }
  return { left, there };
}

/** The marks of a save and of an earlier one that has not arrived: the later mark of each cell, over what was read first. */
export function withEarlier(earlier: readonly MarkRow[], later: readonly MarkRow[]): MarkRow[] {
  const rows = new Map(earlier.map((row) => [row.studentId, row]));
  for (const row of later) {
    const before = rows.get(row.studentId);
    const cells = cellsOf(row).map(([column, { mark, seen }]): [GradeColumn, MarkCell] => {
      const was = before?.cells[column];
      return [column, { mark, seen: was ? [...new Set([...was.seen, was.mark, ...seen])] : seen }];
    });
    rows.set(row.studentId, { ...row, ...before, cells: { ...before?.cells, ...Object.fromEntries(cells) } });
  }
  return [...rows.values()];
}

/** The rows of a sheet with the marks that wait in place of the stored ones. Other rows keep their identity. */
export function withWaiting(stored: readonly GradeRow[], waiting: readonly MarkRow[]): GradeRow[] {
  const marks = new Map(waiting.map((row) => [row.studentId, byColumn(row)]));
  return stored.map((row) => {
    const over = marks.get(row.studentId);
    return over ? { ...row, ...over } : row;
  });
}
