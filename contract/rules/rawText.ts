/*
 * What is looked at before anything is done to text that somebody sent: cleaning and normalising cost more than
 * looking, and normalising costs the square of the marks that stand in a row.
 */

/** The most marks on one letter: the limit of Unicode's own "stream-safe" text; people write four at most. */
export const maxMarks = 30;

// What counts: combining marks; the half-width Japanese ones and the ready-made Arabic ones, which turn into them.
const mark = '\\p{M}\\uFF9E\\uFF9F\\uFC5E-\\uFC63\\uFCF2-\\uFCF4\\uFE70-\\uFE7F';
// What cleaning and folding take away, so that marks before and after it stand together: see arabicText.ts.
const passedOver =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\p{Cs}\\u00AD\\u0640\\u061C\\u066C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF';
const longRuns = new RegExp(`[${mark}${passedOver}]{${maxMarks + 1},}`, 'gu');
const notMarks = new RegExp(`[${passedOver}]`, 'gu');
const surplus = new RegExp(`([${mark}]{${maxMarks}})[${mark}]+`, 'gu');

/** Whether more than 30 marks stand in a row, or would once the text is clean. Takes linear time; never fails. */
export function hasTooManyMarks(text: string): boolean {
  if (text.length <= maxMarks) return false;
  return (text.match(longRuns) ?? []).some((run) => run.replace(notMarks, '').length > maxMarks);
}

/** The most UTF-16 units in which text of at most so many characters may be sent. Source: quality.md, Budgets. */
export const longestRaw = (max: number): number => 4 * max + 64;

/** What forbids text to be cleaned, or null. Takes linear time; never fails. */
export function rawTextProblem(text: string, max: number): 'TOO_LONG' | 'TOO_MANY_MARKS' | null {
  if (text.length > longestRaw(max)) return 'TOO_LONG';
  return hasTooManyMarks(text) ? 'TOO_MANY_MARKS' : null;
}

/** Normalised in linear time, whatever it is: of marks in a row the first thirty stay. Never fails. */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return (text.length > maxMarks ? text.replace(surplus, '$1') : text).normalize(form);
}

/** The deepest JSON that is read; an array of objects has two levels. */
export const maxLevels = 32;

/** Whether JSON, read to its end or broken, goes deeper than 32 levels. Takes linear time; never fails. */
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

/** Where the string ends that begins here. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === 0x22) return at;
    if (sign === 0x5c) at += 1;
  }
  return json.length;
}
