// What a spreadsheet may run: = + - @ and their full-width forms, at the very start or after white
// space and invisible marks, which some programs skip; and a first tab or line break.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * Text for a cell of a .csv or of the clipboard, with an apostrophe before it when a spreadsheet could take it
 * for a formula; else as it was. The text cells of an .xlsx never run and need none. Never fails.
 * Source: "Excel export" in the decisions; the import drops the apostrophe again (decision 29).
 */
export function safeCell(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Whether a spreadsheet could take the text for a formula. Never fails. */
export const isFormula = (text: string): boolean => formulaStart.test(text);
