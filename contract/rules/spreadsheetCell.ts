// Some programs skip white space and invisible marks before the sign.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Only for .csv files and the clipboard, because .xlsx cells never run. */
export function safeCell(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

export const isFormula = (text: string): boolean => formulaStart.test(text);
