import { copyOperation } from '../operations';
import type { GradeRow } from '../../../contract/grades';
import { type GradeColumn, gradeColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import { ui } from '../../i18n/ar/ui';
import { ApiProblem, storedRows } from '../ApiProblem';
import { newKey } from '../lostWrites';
import { currentSession } from '../session';
import { type SentGrades, type Sheet, teaching } from '../teaching';
import { type ServerAnswer, type Kind, offeringLane, type Queued } from './kind';

// A new save of a sheet replaces the queued save and contains its marks. The server may have stored the
// queued save. So each cell lists the marks that this user has read or saved. Any other mark is from another
// user.

export interface MarkCell {
  mark: number | null;
  /** Marks that the user has read or saved. */
  seen: readonly (number | null)[];
}

export interface MarkRow {
  studentId: string;
  /** The version before the first queued save. */
  version?: number;
  cells: Readonly<Partial<Record<GradeColumn, MarkCell>>>;
}

export interface QueuedMarks extends Sheet, Queued {
  kind: 'marks';
  subjectName: string;
  rows: readonly MarkRow[];
  base: readonly GradeRow[];
  settings: GradeSettings;
}

const maxAttempts = 4;

export const storedMark = (row: GradeRow, column: GradeColumn): number | null =>
  row[`${column}Grade`] ?? null;

const listCells = ({ cells }: MarkRow): [GradeColumn, MarkCell][] =>
  gradeColumns.flatMap((column): [GradeColumn, MarkCell][] => {
    const cell = cells[column];
    return cell ? [[column, cell]] : [];
  });

const toGradeFields = (row: MarkRow): Partial<Record<`${GradeColumn}Grade`, number | null>> =>
  Object.fromEntries(listCells(row).map(([column, { mark }]) => [`${column}Grade`, mark]));

export const toSentGrades = (rows: readonly MarkRow[]): SentGrades =>
  rows.map((row) => ({
    studentId: row.studentId,
    ...toGradeFields(row),
    ...(row.version === undefined ? {} : { version: row.version }),
  }));

/** Repeats a stale save. Rejects with STALE if another user changed the same cells. */
async function deliverMarks({ id, batchName, subjectCode, rows }: QueuedMarks): Promise<ServerAnswer> {
  const userId = currentSession()?.user.id;
  const alreadyStored: GradeRow[] = [];
  let remaining = rows;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const changes = toSentGrades(remaining);
      // The server stores no response for a refused save. The rebased save needs a new key.
      const key = attempt === 1 ? id : newKey();
      const answer = await teaching.saveGrades({ batchName, subjectCode }, changes, key);
      const { message, grades } = answer;
      return copyOperation(answer, { message, grades: grades && [...alreadyStored, ...grades] });
    } catch (problem) {
      // Another user may have signed in during the call.
      if (currentSession()?.user.id !== userId) throw new ApiProblem(0, ui.offline, null, 'NETWORK');
      const current = storedRows<GradeRow>(problem);
      const merged = current && attempt < maxAttempts ? rebaseRows(remaining, current) : null;
      if (!merged) throw problem;
      alreadyStored.push(...merged.alreadyStored);
      remaining = merged.remaining;
      if (remaining.length === 0) return { message: '', grades: alreadyStored };
    }
  }
}

export const marksKind: Kind<QueuedMarks> = {
  targetKey: offeringLane,
  lane: offeringLane,
  isForAnyServer: false,
  isPlainTextAllowed: false,
  deliver: deliverMarks,
};

/** Rebases rows, and drops marks that are already stored. Null if another user changed one of these cells. */
export function rebaseRows(
  rows: readonly MarkRow[],
  current: readonly GradeRow[],
): { remaining: MarkRow[]; alreadyStored: GradeRow[] } | null {
  const stored = new Map(current.map((row) => [row.studentId, row]));
  const remaining: MarkRow[] = [];
  const alreadyStored: GradeRow[] = [];
  for (const row of rows) {
    const storedRow = stored.get(row.studentId);
    if (!storedRow) {
      remaining.push(row);
      continue;
    }
    const unsavedCells = listCells(row).filter(
      ([column, { mark }]) => storedMark(storedRow, column) !== mark,
    );
    if (
      unsavedCells.some(([column, { seen: seenMarks }]) => !seenMarks.includes(storedMark(storedRow, column)))
    )
      return null;
    if (unsavedCells.length === 0) alreadyStored.push(storedRow);
    else
      remaining.push({
        studentId: row.studentId,
        version: storedRow.version,
        cells: Object.fromEntries(unsavedCells),
      });
  }
  return { remaining, alreadyStored };
}

/** Each cell gets its later mark. Each row keeps the version that was read first. */
export function joinRows(earlier: readonly MarkRow[], later: readonly MarkRow[]): MarkRow[] {
  const rows = new Map(earlier.map((row) => [row.studentId, row]));
  for (const row of later) {
    const earlierRow = rows.get(row.studentId);
    const cells = listCells(row).map(([column, { mark, seen: seenMarks }]): [GradeColumn, MarkCell] => {
      const earlierCell = earlierRow?.cells[column];
      return [
        column,
        {
          mark,
          seen: earlierCell ? [...new Set([...earlierCell.seen, earlierCell.mark, ...seenMarks])] : seenMarks,
        },
      ];
    });
    rows.set(row.studentId, {
      ...row,
      ...earlierRow,
      cells: { ...earlierRow?.cells, ...Object.fromEntries(cells) },
    });
  }
  return [...rows.values()];
}

/** Shows queued marks instead of stored marks. Rows without changes keep their identity. */
export function applyQueuedMarks(stored: readonly GradeRow[], queued: readonly MarkRow[]): GradeRow[] {
  const marks = new Map(queued.map((row) => [row.studentId, toGradeFields(row)]));
  return stored.map((row) => {
    const rowMarks = marks.get(row.studentId);
    return rowMarks ? { ...row, ...rowMarks } : row;
  });
}
