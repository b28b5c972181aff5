/*
 * Checks of text from outside before it is cleaned. Checking is cheaper than cleaning, and Unicode normalisation takes
 * quadratic time in the number of adjacent combining marks.
 */

/**
 * Maximum number of marks on one letter: the limit of Unicode's "Stream-Safe Text Format"; real text has at most four.
 */
export const maxMarks = 30;

// Counted as marks: combining marks, and the half-width Japanese and Arabic presentation forms that normalise to them.
const mark = '\\p{M}\\uFF9E\\uFF9F\\uFC5E-\\uFC63\\uFCF2-\\uFCF4\\uFE70-\\uFE7F';
// Characters that cleaning and folding remove, so that the marks before and after them become adjacent; see
// arabicText.ts.
const removed =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\p{Cs}\\u00AD\\u0640\\u061C\\u066C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF';
const longRuns = new RegExp(`[${mark}${removed}]{${maxMarks + 1},}`, 'gu');
const removedCharacters = new RegExp(`[${removed}]`, 'gu');
const surplus = new RegExp(`([${mark}]{${maxMarks}})[${mark}]+`, 'gu');

/** Whether the text has more than 30 adjacent marks, before or after cleaning. Takes linear time; never fails. */
export function hasTooManyMarks(text: string): boolean {
  if (text.length <= maxMarks) return false;
  return (text.match(longRuns) ?? []).some((run) => run.replace(removedCharacters, '').length > maxMarks);
}

/**
 * Maximum length in UTF-16 units of the raw text for a field of at most `max` characters. Source: quality.md, Budgets.
 */
export const maxRawLength = (max: number): number => 4 * max + 64;

/** Why text must not be cleaned, or null. Takes linear time; never fails. */
export function rawTextProblem(text: string, max: number): 'TOO_LONG' | 'TOO_MANY_MARKS' | null {
  if (text.length > maxRawLength(max)) return 'TOO_LONG';
  return hasTooManyMarks(text) ? 'TOO_MANY_MARKS' : null;
}

/** Normalises any text in linear time: of adjacent marks only the first 30 are kept. Never fails. */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return (text.length > maxMarks ? text.replace(surplus, '$1') : text).normalize(form);
}

/** Maximum nesting of JSON; an array of objects has two levels. */
export const maxLevels = 32;

/** Whether JSON text, valid or not, is nested deeper than 32 levels. Takes linear time; never fails. */
export function isTooDeep(json: string): boolean {
  let level = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) at = endOfString(json, at);
    else if (sign === 0x5b || sign === 0x7b) {
      level += 1;
      if (level > maxLevels) return true;
    } else if (sign === 0x5d || sign === 0x7d) level -= 1;
  }
  return false;
}

/** The index of the quote that closes the string opened at `start`; the length of the text if none does. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) return at;
    if (sign === 0x5c) at += 1;
  }
  return json.length;
}
