import { type Cell, type Entry, findRow, setTexts, type Sheet, sheetRow, type Step } from './sheetModel';

/** Maximum edits that can be undone. */
export const maxSteps = 200;

/**
 * Types texts into cells, as one edit. Cells of unknown students and unused columns are ignored.
 * @param isTyping all keys in one cell become one edit, until `endTyping`
 */
export function enter(sheet: Sheet, entries: readonly Entry[], isTyping = false): Sheet {
  const fitting = entries.filter(
    ({ studentId, column }) => sheet.places.has(studentId) && sheet.settings[`${column}Enabled`],
  );
  const after = setTexts(sheet, fitting);
  const cells = fitting.flatMap(({ studentId, column }) => {
    const was = findRow(sheet, studentId)?.typed[column];
    const is = findRow(after, studentId)?.typed[column];
    return was === is ? [] : [{ studentId, column, before: was, after: is }];
  });
  if (cells.length === 0) return sheet;
  return { ...after, past: pastWith(sheet.past, cells, isTyping), future: [] };
}

function pastWith(past: readonly Step[], cells: Step['cells'], isTyping: boolean): readonly Step[] {
  const [cell] = cells;
  const last = past.at(-1);
  const [lastCell] = last?.cells ?? [];
  const isSame =
    isTyping && last?.isOpen && cell && isSameCell(cell, lastCell) && last.cells.length === cells.length;
  if (!isSame) return [...past, { cells, isOpen: isTyping }].slice(-maxSteps);
  const joined = { ...cell, before: lastCell?.before };
  return [...past.slice(0, -1), { cells: [joined], isOpen: true }];
}

const isSameCell = (one: Cell, other: Cell | undefined) =>
  one.studentId === other?.studentId && one.column === other.column;

/** The cell is left: further typing is another edit. An edit without a change is removed. */
export function endTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  const before = sheet.past.slice(0, -1);
  const isNothing = last.cells.every(({ before: was, after }) => was === after);
  return { ...sheet, past: isNothing ? before : [...before, { ...last, isOpen: false }] };
}

/** Escape: restores the cell as it was when it was entered. */
export function cancelTyping(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last?.isOpen) return sheet;
  return { ...stepBack(sheet, last), past: sheet.past.slice(0, -1) };
}

const stepBack = (sheet: Sheet, { cells }: Step) =>
  setTexts(
    sheet,
    cells.map(({ before, ...cell }) => ({ ...cell, text: before })),
  );

export function undo(sheet: Sheet): Sheet {
  const last = sheet.past.at(-1);
  if (!last) return sheet;
  const step = { ...last, isOpen: false };
  return { ...stepBack(sheet, last), past: sheet.past.slice(0, -1), future: [...sheet.future, step] };
}

export function redo(sheet: Sheet): Sheet {
  const next = sheet.future.at(-1);
  if (!next) return sheet;
  const after = setTexts(
    sheet,
    next.cells.map(({ after: text, ...cell }) => ({ ...cell, text })),
  );
  return { ...after, past: [...sheet.past, next], future: sheet.future.slice(0, -1) };
}

/** Discards everything typed, together with its history. */
export const dropTyped = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    Object.keys(row.typed).length > 0 ? sheetRow(row.stored, {}, sheet.settings) : row,
  ),
  past: [],
  future: [],
});
