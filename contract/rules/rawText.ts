/* Checks user input before it is cleaned: normalisation needs quadratic time for adjacent marks. */

/** The limit of Unicode's "Stream-Safe Text Format". Real text has at most four adjacent marks. */
export const maxMarks = 30;

// Combining marks, and half-width Japanese and Arabic presentation forms that normalise to marks.
const mark = '\\p{M}\\uFF9E\\uFF9F\\uFC5E-\\uFC63\\uFCF2-\\uFCF4\\uFE70-\\uFE7F';
// Cleaning removes these characters, so that the marks before and after become adjacent (arabicText.ts).
const ignoredCharacters =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\p{Cs}\\u00AD\\u0640\\u061C\\u066C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF';
const longRuns = new RegExp(`[${mark}${ignoredCharacters}]{${maxMarks + 1},}`, 'gu');
const allIgnoredCharacters = new RegExp(`[${ignoredCharacters}]`, 'gu');
const excessMarks = new RegExp(`([${mark}]{${maxMarks}})[${mark}]+`, 'gu');

export function hasTooManyMarks(text: string): boolean {
  if (text.length <= maxMarks) return false;
  return (text.match(longRuns) ?? []).some((run) => run.replace(allIgnoredCharacters, '').length > maxMarks);
}

/** UTF-16 units. Source: quality.md, Budgets. */
export const maxRawLength = (max: number): number => 4 * max + 64;

export function rawTextProblem(text: string, max: number): 'TOO_LONG' | 'TOO_MANY_MARKS' | null {
  if (text.length > maxRawLength(max)) return 'TOO_LONG';
  return hasTooManyMarks(text) ? 'TOO_MANY_MARKS' : null;
}

/** Linear time, because only the first 30 of adjacent marks stay. */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return (text.length > maxMarks ? text.replace(excessMarks, '$1') : text).normalize(form);
}

/** An array of objects has two levels. */
export const maxLevels = 32;

export function isTooDeep(json: string): boolean {
  let level = 0;
  for (let index = 0; index < json.length; index += 1) {
    const charCode = json.charCodeAt(index);
    if (charCode === 0x22) index = endOfString(json, index);
    else if (charCode === 0x5b || charCode === 0x7b) {
      level += 1;
      if (level > maxLevels) return true;
    } else if (charCode === 0x5d || charCode === 0x7d) level -= 1;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const charCode = json.charCodeAt(index);
    if (charCode === 0x22) return index;
    if (charCode === 0x5c) index += 1;
  }
  return json.length;
}
