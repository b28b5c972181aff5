import { type GradeColumn, enabledColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import type { Table } from './clipboard';
import {
  type HeaderWords,
  nameKey,
  numberKey,
  type PasteColumns,
  readColumns,
  type Student,
} from './pasteColumns';
import type { Entry } from './sheetModel';

export type UnmatchedReason = 'unknown' | 'ambiguous' | 'twice' | 'nobody';

export interface UnmatchedRow {
  /** In the pasted table, the header counted, from 1. */
  row: number;
  number: string;
  name: string;
  reason: UnmatchedReason;
}

export interface PastePlan {
  entries: Entry[];
  /** Rows that belong to nobody here, or to nobody for sure. */
  unmatched: UnmatchedRow[];
  /** Columns that were not pasted. */
  ignored: readonly string[];
  /** The table is larger than what is left of the sheet. */
  isCut: boolean;
}

/** Where a paste without names begins: the chosen block of students (as they stand on screen) and columns. */
export interface PasteTarget {
  students: readonly string[];
  /** The first row and the number of rows of the block; its first mark column and the number of them. */
  row: number;
  rows: number;
  column: GradeColumn;
  columns: number;
}

/**
 * What a paste does. A table that tells the students is matched by number first, else by name; any other is laid
 * down from the chosen cell on. Nothing is changed here, and a text that is no mark is handed on as it is.
 */
export function planPaste(
  table: Table,
  students: readonly Student[],
  settings: GradeSettings,
  target: PasteTarget,
  words: HeaderWords,
): PastePlan {
  const columns = readColumns(table, students, settings, words);
  if (columns.number !== -1 || columns.name !== -1) return planByStudent(table, columns, students);
  return planBlock(table, columns, settings, target);
}

function planByStudent(table: Table, columns: PasteColumns, students: readonly Student[]): PastePlan {
  const find = studentFinder(students, numbersIn(table, columns));
  const seen = new Set<string>();
  const plan: PastePlan = { entries: [], unmatched: [], ignored: columns.ignored, isCut: false };
  table.forEach((cells, place) => {
    if ((place === 0 && columns.hasHeader) || cells.every((cell) => cell === '')) return;
    const number = cells[columns.number] ?? '';
    const name = cells[columns.name] ?? '';
    const found = find(number, name);
    const reason = found.reason ?? (seen.has(found.studentId) ? 'twice' : null);
    if (reason !== null) plan.unmatched.push({ row: place + 1, number, name, reason });
    if (reason !== null || found.studentId === undefined) return;
    seen.add(found.studentId);
    for (const [at, column] of columns.marks) {
      // As in an import, an empty cell says nothing about a mark that is there.
      const text = cells[at] ?? '';
      if (text !== '') plan.entries.push({ studentId: found.studentId, column, text });
    }
  });
  return plan;
}

type Found = { studentId: string; reason: null } | { studentId?: undefined; reason: UnmatchedReason };

const numbersIn = (table: Table, { number }: PasteColumns): string[] =>
  number === -1 ? [] : table.map((cells) => numberKey(cells[number] ?? ''));

/** @param pasted the numbers of the table: where none of them is known here, they are another kind of number */
function studentFinder(
  students: readonly Student[],
  pasted: readonly string[],
): (number: string, name: string) => Found {
  const byNumber = new Map(students.map(({ studentId }) => [numberKey(studentId), studentId]));
  const areKnown = pasted.some((number) => byNumber.has(number));
  const byName = new Map<string, string[]>();
  for (const { studentId, studentName } of students) {
    const key = nameKey(studentName);
    byName.set(key, [...(byName.get(key) ?? []), studentId]);
  }
  return (number, name) => {
    const known = number === '' ? undefined : byNumber.get(numberKey(number));
    if (known !== undefined) return { studentId: known, reason: null };
    // A namesake in another batch has another number.
    if (number !== '' && areKnown) return { reason: 'unknown' };
    if (name === '') return { reason: 'nobody' };
    const [first, second] = byName.get(nameKey(name)) ?? [];
    if (first === undefined) return { reason: 'unknown' };
    return second === undefined ? { studentId: first, reason: null } : { reason: 'ambiguous' };
  };
}

function planBlock(
  table: Table,
  { hasHeader, marks, ignored }: PasteColumns,
  settings: GradeSettings,
  target: PasteTarget,
): PastePlan {
  const body = hasHeader ? table.slice(1) : table;
  const enabled = enabledColumns(settings);
  const from = enabled.indexOf(target.column);
  const width = body.reduce((max, { length }) => Math.max(max, length), 0);
  if (hasHeader) return layDown(body, marks, target, body.length, ignored);
  // One value, or a pattern that fits a whole number of times, fills the chosen block.
  const isRepeated =
    width > 0 &&
    target.rows % body.length === 0 &&
    target.columns % width === 0 &&
    target.rows * target.columns > 1;
  const places = isRepeated ? target.columns : width;
  const laid = [...Array(places).keys()].flatMap((at) => {
    const column = enabled[from + at];
    return column ? [[at % width, column] as const] : [];
  });
  const plan = layDown(body, laid, target, isRepeated ? target.rows : body.length, []);
  const isWide =
    !isRepeated && body.some((row) => row.slice(enabled.length - from).some((cell) => cell !== ''));
  return { ...plan, isCut: plan.isCut || isWide };
}

function layDown(
  body: Table,
  marks: PasteColumns['marks'],
  target: PasteTarget,
  rows: number,
  ignored: readonly string[],
): PastePlan {
  const entries: Entry[] = [];
  for (let at = 0; at < rows; at += 1) {
    const studentId = target.students[target.row + at];
    const cells = body[at % body.length];
    if (studentId === undefined || !cells) break;
    for (const [place, column] of marks) entries.push({ studentId, column, text: cells[place] ?? '' });
  }
  return { entries, unmatched: [], ignored, isCut: target.row + rows > target.students.length };
}
