import { foldArabic } from '../../../contract/rules/arabicText';
import { enabledColumns, type GradeColumn, type GradeSettings } from '../../../contract/rules/gradeSettings';
import type { Table } from './clipboard';
import { columnName } from './useMarkProblem';

/** Words in the first row that tell what a column holds, besides the subject's own names of its columns. */
export interface HeaderWords {
  number: readonly string[];
  name: readonly string[];
  /** Computed or counted ones, which are not pasted. */
  others: readonly string[];
}

export interface Student {
  studentId: string;
  studentName: string;
}

/** What the columns of a pasted table hold, by place; -1 for none. */
export interface PasteColumns {
  hasHeader: boolean;
  number: number;
  name: number;
  marks: readonly (readonly [place: number, column: GradeColumn])[];
  /** Columns with something in them that go nowhere, by their header, else their place from 1. */
  ignored: readonly string[];
}

/** A name of a column as people type it: "Test / 50" and "Test (50)" are the same one. */
const headerKey = (text: string) => foldArabic(text.replace(/[/(].*$/, '')).replaceAll(' ', '');
/** Two spellings of a name with "servant of" are one name. */
export const nameKey = (text: string) => foldArabic(text).replaceAll(' ', '');
export const numberKey = (text: string) => foldArabic(text);

export function readColumns(
  table: Table,
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
/** A number that could as well be a mark tells nothing. */
const isNumber: Identifies = (cell, { numbers }) =>
  numbers.has(numberKey(cell)) && !(Number(numberKey(cell)) <= 100);

/** The column whose values are those of at least half of the rows, or of half of the students. */
function identityPlace(body: Table, students: readonly Student[], identifies: Identifies): number {
  const identities = {
    numbers: new Set(students.map(({ studentId }) => numberKey(studentId))),
    names: new Set(students.map(({ studentName }) => nameKey(studentName))),
  };
  const enough = Math.max(1, Math.min(body.length, students.length) / 2);
  return widthOf(body).findIndex(
    (place) => body.filter((row) => identifies(row[place] ?? '', identities)).length >= enough,
  );
}

/** Without names the columns in use, in their order, behind what tells the student; else before it. */
function inOrder(
  body: Table,
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

const widthOf = (table: Table): number[] => [
  ...Array(table.reduce((max, { length }) => Math.max(max, length), 0)).keys(),
];
const isEmptyColumn = (table: Table, place: number) => table.every((row) => (row[place] ?? '') === '');
