// Some programs skip white space and invisible marks before the sign. A tab or line break at the start also counts.
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * For .csv files and the clipboard; cells of .xlsx files never run. The import removes the apostrophe (decision 29).
 */
export function safeCell(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

export const isFormula = (text: string): boolean => formulaStart.test(text);
