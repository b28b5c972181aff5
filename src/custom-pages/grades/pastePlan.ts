import { foldArabic } from '../../../contract/rules/arabicText';
import {
  enabledColumns,
  type GradeColumn,
  type GradeSettings,
  columnName,
} from '../../../contract/rules/gradeSettings';
import type { TextTable } from './clipboard';
import type { CellText } from './sheetModel';

type UnmatchedReason = 'unknown' | 'ambiguous' | 'twice' | 'nobody';

interface UnmatchedRow {
  /** Row number in the pasted table, from 1, including the header. */
  row: number;
  number: string;
  name: string;
  reason: UnmatchedReason;
}

export interface PastePlan {
  entries: CellText[];
  unmatched: UnmatchedRow[];
  ignored: readonly string[];
  /** True if the table is larger than the rest of the sheet. */
  isCut: boolean;
}

/** The selected block. `students` has the order of the screen. */
export interface PasteTarget {
  students: readonly string[];
  firstRow: number;
  rowCount: number;
  firstColumn: GradeColumn;
  columnCount: number;
}

/**
 * Plans a paste without changing the sheet. Finds the rows by student number, or by name. A table without
 * numbers and names fills from the selected cell. Invalid marks stay in the plan.
 */
export function planPaste(
  table: TextTable,
  students: readonly Student[],
  settings: GradeSettings,
  target: PasteTarget,
  headerNames: HeaderNames,
): PastePlan {
  const columns = readColumns(table, students, settings, headerNames);
  if (columns.numberIndex !== -1 || columns.nameIndex !== -1) return planByStudent(table, columns, students);
  return planBlock(table, columns, settings, target);
}

function planByStudent(table: TextTable, columns: PasteColumns, students: readonly Student[]): PastePlan {
  const findStudent = createStudentFinder(students, readNumbers(table, columns));
  const pastedIds = new Set<string>();
  const plan: PastePlan = { entries: [], unmatched: [], ignored: columns.ignored, isCut: false };
  table.forEach((cells, index) => {
    if ((index === 0 && columns.hasHeader) || cells.every((cell) => cell === '')) return;
    const number = cells[columns.numberIndex] ?? '';
    const name = cells[columns.nameIndex] ?? '';
    const match = findStudent(number, name);
    const reason = match.reason ?? (pastedIds.has(match.studentId) ? 'twice' : null);
    if (reason !== null) plan.unmatched.push({ row: index + 1, number, name, reason });
    if (reason !== null || match.studentId === undefined) return;
    pastedIds.add(match.studentId);
    for (const [cellIndex, column] of columns.marks) {
      // As in an import, an empty cell does not clear a mark.
      const text = cells[cellIndex] ?? '';
      if (text !== '') plan.entries.push({ studentId: match.studentId, column, text });
    }
  });
  return plan;
}

type StudentMatch = { studentId: string; reason: null } | { studentId?: undefined; reason: UnmatchedReason };

const readNumbers = (table: TextTable, { numberIndex }: PasteColumns): string[] =>
  numberIndex === -1 ? [] : table.map((cells) => numberKey(cells[numberIndex] ?? ''));

/** @param pastedNumbers if no student has one of these numbers, the names decide */
function createStudentFinder(
  students: readonly Student[],
  pastedNumbers: readonly string[],
): (number: string, name: string) => StudentMatch {
  const idsByNumber = new Map(students.map(({ studentId }) => [numberKey(studentId), studentId]));
  const hasStudentNumbers = pastedNumbers.some((number) => idsByNumber.has(number));
  const idsByName = new Map<string, string[]>();
  for (const { studentId, studentName } of students) {
    const key = nameKey(studentName);
    idsByName.set(key, [...(idsByName.get(key) ?? []), studentId]);
  }
  return (number, name) => {
    const studentId = number === '' ? undefined : idsByNumber.get(numberKey(number));
    if (studentId !== undefined) return { studentId, reason: null };
    // An unknown number is not matched by name, because another batch may have a student with the same name.
    if (number !== '' && hasStudentNumbers) return { reason: 'unknown' };
    if (name === '') return { reason: 'nobody' };
    const [first, second] = idsByName.get(nameKey(name)) ?? [];
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
  const columns = enabledColumns(settings);
  const firstIndex = columns.indexOf(target.firstColumn);
  const width = body.reduce((max, { length }) => Math.max(max, length), 0);
  if (hasHeader) return placeMarks(body, marks, target, body.length, ignored);
  // One value fills the selection. So does a block, if the selection is a multiple of its size.
  const isRepeated =
    width > 0 &&
    target.rowCount % body.length === 0 &&
    target.columnCount % width === 0 &&
    target.rowCount * target.columnCount > 1;
  const columnCount = isRepeated ? target.columnCount : width;
  const markColumns = [...Array(columnCount).keys()].flatMap((offset) => {
    const column = columns[firstIndex + offset];
    return column ? [[offset % width, column] as const] : [];
  });
  const plan = placeMarks(body, markColumns, target, isRepeated ? target.rowCount : body.length, []);
  const isWide =
    !isRepeated && body.some((row) => row.slice(columns.length - firstIndex).some((cell) => cell !== ''));
  return { ...plan, isCut: plan.isCut || isWide };
}

function placeMarks(
  body: TextTable,
  marks: PasteColumns['marks'],
  target: PasteTarget,
  rows: number,
  ignored: readonly string[],
): PastePlan {
  const entries: CellText[] = [];
  for (let offset = 0; offset < rows; offset += 1) {
    const studentId = target.students[target.firstRow + offset];
    const cells = body[offset % body.length];
    if (studentId === undefined || !cells) break;
    for (const [cellIndex, column] of marks)
      entries.push({ studentId, column, text: cells[cellIndex] ?? '' });
  }
  return { entries, unmatched: [], ignored, isCut: target.firstRow + rows > target.students.length };
}

export interface HeaderNames {
  number: readonly string[];
  name: readonly string[];
  computed: readonly string[];
}

interface Student {
  studentId: string;
  studentName: string;
}

/** Column indexes of a pasted table; -1 if the column is missing. */
interface PasteColumns {
  hasHeader: boolean;
  numberIndex: number;
  nameIndex: number;
  marks: readonly (readonly [index: number, column: GradeColumn])[];
  /** Headers of columns that are not pasted. A column without a header has its number, from 1. */
  ignored: readonly string[];
}

/** "Test / 50" and "Test (50)" are the same column. */
const headerKey = (text: string) => foldArabic(text.replace(/[/(].*$/, '')).replaceAll(' ', '');
/** "Abd Allah" and "Abdallah" are the same name. */
const nameKey = (text: string) => foldArabic(text).replaceAll(' ', '');
const numberKey = (text: string) => foldArabic(text);

function readColumns(
  table: TextTable,
  students: readonly Student[],
  settings: GradeSettings,
  headerNames: HeaderNames,
): PasteColumns {
  const headerKeys = (table[0] ?? []).map(headerKey);
  const isAnyOf = (names: readonly string[]) => (key: string) =>
    key !== '' && names.map(headerKey).includes(key);
  const columnNames = enabledColumns(settings).map(
    (column) => [columnName(settings, column), column] as const,
  );
  const findColumn = (key: string) =>
    columnNames.find(([name]) => headerKey(name) === key && key !== '')?.[1];
  const headerIndexes = {
    number: headerKeys.findIndex(isAnyOf(headerNames.number)),
    name: headerKeys.findIndex(isAnyOf(headerNames.name)),
  };
  const marksByHeader = headerKeys.flatMap((key, index) => {
    const column = findColumn(key);
    return column && headerKeys.indexOf(key) === index ? [[index, column] as const] : [];
  });
  const hasHeader =
    headerIndexes.number !== -1 ||
    headerIndexes.name !== -1 ||
    marksByHeader.length > 0 ||
    headerKeys.some(isAnyOf(headerNames.computed));
  const body = hasHeader ? table.slice(1) : table;
  const numberIndex =
    headerIndexes.number === -1 ? findIdentityColumn(body, students, isStudentNumber) : headerIndexes.number;
  const nameIndex =
    headerIndexes.name === -1 ? findIdentityColumn(body, students, isStudentName) : headerIndexes.name;
  const marks =
    hasHeader && marksByHeader.length > 0
      ? marksByHeader
      : assignInOrder(body, Math.max(numberIndex, nameIndex), [numberIndex, nameIndex], settings);
  const usedIndexes = new Set([numberIndex, nameIndex, ...marks.map(([index]) => index)]);
  const ignored = columnIndexes(body).flatMap((index) =>
    usedIndexes.has(index) || isEmptyColumn(body, index)
      ? []
      : [(hasHeader && table[0]?.[index]) || String(index + 1)],
  );
  return { hasHeader, numberIndex, nameIndex, marks, ignored };
}

type IdentityTest = (cell: string, students: Identities) => boolean;
interface Identities {
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
}
const isStudentName: IdentityTest = (cell, { names }) => names.has(nameKey(cell));
/** A number up to 100 may be a mark, so it does not identify a student. */
const isStudentNumber: IdentityTest = (cell, { numbers }) =>
  numbers.has(numberKey(cell)) && !(Number(numberKey(cell)) <= 100);

/**
 * Returns the first column that identifies at least half of the rows, or half of the students; -1 if none
 * does.
 */
function findIdentityColumn(body: TextTable, students: readonly Student[], identifies: IdentityTest): number {
  const identities = {
    numbers: new Set(students.map(({ studentId }) => numberKey(studentId))),
    names: new Set(students.map(({ studentName }) => nameKey(studentName))),
  };
  const minMatches = Math.max(1, Math.min(body.length, students.length) / 2);
  return columnIndexes(body).findIndex(
    (index) => body.filter((row) => identifies(row[index] ?? '', identities)).length >= minMatches,
  );
}

/**
 * Without headers, the columns after the student's column are the marks. If there are none, the columns
 * before it are.
 */
function assignInOrder(
  body: TextTable,
  identityIndex: number,
  usedIndexes: readonly number[],
  settings: GradeSettings,
): [number, GradeColumn][] {
  const freeIndexes = columnIndexes(body).filter((index) => !usedIndexes.includes(index));
  const followingIndexes = freeIndexes.filter((index) => index > identityIndex);
  const markIndexes = followingIndexes.length > 0 ? followingIndexes : freeIndexes;
  return enabledColumns(settings).flatMap((column, offset): [number, GradeColumn][] => {
    const index = markIndexes[offset];
    return index === undefined ? [] : [[index, column]];
  });
}

const columnIndexes = (table: TextTable): number[] => [
  ...Array(table.reduce((max, { length }) => Math.max(max, length), 0)).keys(),
];
const isEmptyColumn = (table: TextTable, index: number) => table.every((row) => (row[index] ?? '') === '');
