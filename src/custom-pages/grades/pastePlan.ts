import { foldArabic } from '../../../contract/rules/arabicText';
import {
  enabledColumns,
  type GradeColumn,
  type GradeSettings,
  columnName,
} from '../../../contract/rules/gradeSettings';
import type { TextTable } from './clipboard';
import type { Entry } from './sheetModel';

type UnmatchedReason = 'unknown' | 'ambiguous' | 'twice' | 'nobody';

interface UnmatchedRow {
  /** Its number in the pasted table, from 1, with the header counted. */
  row: number;
  number: string;
  name: string;
  reason: UnmatchedReason;
}

export interface PastePlan {
  entries: Entry[];
  /** Rows whose student is unknown or ambiguous. */
  unmatched: UnmatchedRow[];
  /** Columns that were not pasted. */
  ignored: readonly string[];
  /** The table is larger than the rest of the sheet. */
  isCut: boolean;
}

/** Where a paste without names begins: the selected block of students (in the order of the screen) and columns. */
export interface PasteTarget {
  students: readonly string[];
  /** The first row and the number of rows of the block; its first mark column and the number of them. */
  row: number;
  rows: number;
  column: GradeColumn;
  columns: number;
}

/**
 * What a paste would change; it changes nothing itself. A table with student numbers or names is matched by number, else
 * by name; any other table is placed from the selected cell on. A text that is not a mark is passed on unchanged.
 */
export function planPaste(
  table: TextTable,
  students: readonly Student[],
  settings: GradeSettings,
  target: PasteTarget,
  words: HeaderWords,
): PastePlan {
  const columns = readColumns(table, students, settings, words);
  if (columns.number !== -1 || columns.name !== -1) return planByStudent(table, columns, students);
  return planBlock(table, columns, settings, target);
}

function planByStudent(table: TextTable, columns: PasteColumns, students: readonly Student[]): PastePlan {
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
      // As in an import, an empty cell does not clear a mark.
      const text = cells[at] ?? '';
      if (text !== '') plan.entries.push({ studentId: found.studentId, column, text });
    }
  });
  return plan;
}

type Found = { studentId: string; reason: null } | { studentId?: undefined; reason: UnmatchedReason };

const numbersIn = (table: TextTable, { number }: PasteColumns): string[] =>
  number === -1 ? [] : table.map((cells) => numberKey(cells[number] ?? ''));

/** @param pasted the numbers in the table: if none is known here, they are not student numbers */
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
    // A student of another batch may have the same name, so an unknown number is not matched by name.
    if (number !== '' && areKnown) return { reason: 'unknown' };
    if (name === '') return { reason: 'nobody' };
    const [first, second] = byName.get(nameKey(name)) ?? [];
    if (first === undefined) return { reason: 'unknown' };
    return second === undefined ? { studentId: first, reason: null } : { reason: 'ambiguous' };
  };
}

function planBlock(
  table: TextTable,
  { hasHeader, marks, ignored }: PasteColumns,
  settings: GradeSettings,
  target: PasteTarget,
): PastePlan {
  const body = hasHeader ? table.slice(1) : table;
  const enabled = enabledColumns(settings);
  const from = enabled.indexOf(target.column);
  const width = body.reduce((max, { length }) => Math.max(max, length), 0);
  if (hasHeader) return placeMarks(body, marks, target, body.length, ignored);
  // One value, or a block that fits a whole number of times, fills the selection.
  const isRepeated =
    width > 0 &&
    target.rows % body.length === 0 &&
    target.columns % width === 0 &&
    target.rows * target.columns > 1;
  const places = isRepeated ? target.columns : width;
  const markColumns = [...Array(places).keys()].flatMap((at) => {
    const column = enabled[from + at];
    return column ? [[at % width, column] as const] : [];
  });
  const plan = placeMarks(body, markColumns, target, isRepeated ? target.rows : body.length, []);
  const isWide =
    !isRepeated && body.some((row) => row.slice(enabled.length - from).some((cell) => cell !== ''));
  return { ...plan, isCut: plan.isCut || isWide };
}

function placeMarks(
  body: TextTable,
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

/** Headers that tell what a column has, besides the subject's own column names. */
export interface HeaderWords {
  number: readonly string[];
  name: readonly string[];
  /** Of computed columns, which are not pasted. */
  others: readonly string[];
}

interface Student {
  studentId: string;
  studentName: string;
}

/** The columns of a pasted table, by index; -1 for none. */
interface PasteColumns {
  hasHeader: boolean;
  number: number;
  name: number;
  marks: readonly (readonly [place: number, column: GradeColumn])[];
  /** Columns with text that are not pasted: their header, else their number from 1. */
  ignored: readonly string[];
}

/** A name of a column as people type it: "Test / 50" and "Test (50)" are the same one. */
const headerKey = (text: string) => foldArabic(text.replace(/[/(].*$/, '')).replaceAll(' ', '');
/** Without spaces: "Abd Allah" and "Abdallah" are the same name. */
const nameKey = (text: string) => foldArabic(text).replaceAll(' ', '');
const numberKey = (text: string) => foldArabic(text);

function readColumns(
  table: TextTable,
  students: readonly Student[],
  settings: GradeSettings,
  words: HeaderWords,
): PasteColumns {
  const first = (table[0] ?? []).map(headerKey);
  const isOne = (known: readonly string[]) => (key: string) =>
    key !== '' && known.map(headerKey).includes(key);
  const named = enabledColumns(settings).map((column) => [columnName(settings, column), column] as const);
  const columnOf = (key: string) => named.find(([name]) => headerKey(name) === key && key !== '')?.[1];
  const places = { number: first.findIndex(isOne(words.number)), name: first.findIndex(isOne(words.name)) };
  const byHeader = first.flatMap((key, place) => {
    const column = columnOf(key);
    return column && first.indexOf(key) === place ? [[place, column] as const] : [];
  });
  const hasHeader =
    places.number !== -1 || places.name !== -1 || byHeader.length > 0 || first.some(isOne(words.others));
  const body = hasHeader ? table.slice(1) : table;
  const number = places.number === -1 ? identityPlace(body, students, isNumber) : places.number;
  const name = places.name === -1 ? identityPlace(body, students, isName) : places.name;
  const marks =
    hasHeader && byHeader.length > 0
      ? byHeader
      : inOrder(body, Math.max(number, name), [number, name], settings);
  const used = new Set([number, name, ...marks.map(([place]) => place)]);
  const ignored = widthOf(body).flatMap((place) =>
    used.has(place) || isEmptyColumn(body, place)
      ? []
      : [(hasHeader && table[0]?.[place]) || String(place + 1)],
  );
  return { hasHeader, number, name, marks, ignored };
}

type Identifies = (cell: string, students: Identities) => boolean;
interface Identities {
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
}
const isName: Identifies = (cell, { names }) => names.has(nameKey(cell));
/** A number up to 100 could also be a mark, so it does not identify a student. */
const isNumber: Identifies = (cell, { numbers }) =>
  numbers.has(numberKey(cell)) && !(Number(numberKey(cell)) <= 100);

/** The index of the column that identifies at least half of the rows, or half of the students; -1 for none. */
function identityPlace(body: TextTable, students: readonly Student[], identifies: Identifies): number {
  const identities = {
    numbers: new Set(students.map(({ studentId }) => numberKey(studentId))),
    names: new Set(students.map(({ studentName }) => nameKey(studentName))),
  };
  const enough = Math.max(1, Math.min(body.length, students.length) / 2);
  return widthOf(body).findIndex(
    (place) => body.filter((row) => identifies(row[place] ?? '', identities)).length >= enough,
  );
}

/** Without headers: the columns in use, in order, after the student's column, or before it if none follow. */
function inOrder(
  body: TextTable,
  identity: number,
  taken: readonly number[],
  settings: GradeSettings,
): [number, GradeColumn][] {
  const free = widthOf(body).filter((place) => !taken.includes(place));
  const behind = free.filter((place) => place > identity);
  const places = behind.length > 0 ? behind : free;
  return enabledColumns(settings).flatMap((column, at): [number, GradeColumn][] => {
    const place = places[at];
    return place === undefined ? [] : [[place, column]];
  });
}

const widthOf = (table: TextTable): number[] => [
  ...Array(table.reduce((max, { length }) => Math.max(max, length), 0)).keys(),
];
const isEmptyColumn = (table: TextTable, place: number) => table.every((row) => (row[place] ?? '') === '');
