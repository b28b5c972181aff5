// What a spreadsheet may run as a formula: = + - @ and their full-width forms, at the start or after white space and
// invisible marks, which some programs skip; also a tab or line break at the start.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * Text for a cell of a .csv file or of the clipboard: an apostrophe is put before it if a spreadsheet could read it
 * as a formula. The text cells of an .xlsx file never run, so they need none. Never fails. Source: "Excel export" in
 * the decisions; the import removes the apostrophe again (decision 29).
 */
export function safeCell(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Whether a spreadsheet could read the text as a formula. Never fails. */
export const isFormula = (text: string): boolean => formulaStart.test(text);
