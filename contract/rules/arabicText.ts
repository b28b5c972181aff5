/*
 * One way to clean, fold and search Arabic text, for both sides: what the server has indexed
 * and what the browser looks for must be cut into words by the same function.
 */
import { normalize } from './rawText';

// Marks of direction, zero-width characters, control characters and halves of surrogate pairs:
// invisible, and enough to make two equal names differ. PostgreSQL refuses NUL altogether.
const invisible =
  /(?![\s\u0085])\p{Cc}|[\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
const whiteSpace = /[\s\u0085]+/g;
// Text that may need cleaning: anything but ASCII, Arabic letters that do not compose, and single spaces inside. Most
// cells of a file do not match, and this test is much cheaper than cleaning.
const needsCleaning = /[^ -~\u0621-\u063A\u0641-\u064A\u0660-\u0669]|^ | $| {2}/;
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

// Tashkeel, Quranic signs, tatweel, and the ready-made forms of them, which NFKC would turn
// into a space with a mark on it, and so cut a word in two.
const marks =
  /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\uFC5E-\uFC63\uFCF2-\uFCF4\uFE70-\uFE7F]/g;

const separators = /[^\p{L}\p{N}\p{M}\-_.@]+/u;
const connectors = /[-_.@]+/;
const dashes = /[\u2010-\u2015\u2212]/g;
const codeSign = /[0-9@]/;

const abd = 'عبد';
const abdAl = 'عبدال';

/**
 * One line of text as it is stored: NFC, nothing invisible, white space (no-break spaces, tabs
 * and line breaks too) folded to single spaces, trimmed. Never fails. Source: api.md, Conventions.
 */
export function cleanText(text: string): string {
  if (!needsCleaning.test(text)) return text;
  return normalize(text.replace(invisible, ''), 'NFC').replace(whiteSpace, ' ').trim();
}

// The part of them that is removed from what identifies something; the rest of it is refused (`hasHidden`).
const controls = /(?![\s\u0085])\p{Cc}|[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
// A joiner shapes the letters around it; one is enough, and between other characters it only makes names differ.
const joiners = /[\u200C\u200D]+/g;
const idleJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?!\p{L})/gu;
const hidden = /(?![\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069])[\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * One line that identifies something, such as a name, as it is stored: as `cleanText`, but the joiners U+200C and
 * U+200D stay between letters. Text with another hidden character stays as it is, so that it is refused. Never fails.
 */
export function cleanName(text: string): string {
  if (!needsCleaning.test(text) || hidden.test(text)) return text;
  const bare = text
    .replace(controls, '')
    .replace(joiners, ([first = '']) => first)
    .replace(idleJoiners, '');
  return normalize(bare, 'NFC').replace(whiteSpace, ' ').trim();
}

/**
 * Whether text has a character that shows nothing: Unicode's `Default_Ignorable_Code_Point` except bidi controls and
 * joiners, and the blank Braille pattern. With them a name is blank, or looks like another. Never fails.
 */
export const hasHidden = (text: string): boolean => needsCleaning.test(text) && hidden.test(text);

/**
 * Text of several lines as it is stored: every line as `cleanText` leaves it, line breaks of any
 * system as `\n`, blank lines kept inside and dropped at both ends. Never fails.
 */
export function cleanLines(text: string): string {
  return text.split(lineBreak).map(cleanText).join('\n').trim();
}

/**
 * Arabic-Indic and Persian digits as ASCII ones, the Arabic decimal sign as a full stop, the
 * Arabic thousands sign dropped; all else as it was. Never fails. Source: api.md, Conventions.
 */
export function foldDigits(text: string): string {
  if (!/[٠-٩۰-۹٫٬]/.test(text)) return text;
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, '');
}

/**
 * Text without tashkeel, Quranic signs and tatweel, its letters as they were. Never fails.
 * Source: "Search in Arabic" of the decisions.
 */
export function removeMarks(text: string): string {
  return normalize(text, 'NFC').replace(marks, '');
}

/**
 * Text in the form in which it is compared and sorted: NFKC, without marks, one shape for each
 * of alef, yeh, waw and teh marbuta, ASCII digits, lower case, single spaces. The Persian yeh
 * and kaf, which some keyboards type, become the Arabic ones. Folding twice changes nothing;
 * never fails. Source: "Search in Arabic" of the decisions.
 */
export function foldArabic(text: string): string {
  // NFKD splits a letter with hamza or madda (أ إ آ ؤ ئ) into the bare letter and a mark, and the mark is removed.
  // Lower case is applied twice: NFKC turns some signs into capitals, and the capital dotted I into two characters.
  const bare = normalize(text.replace(invisible, '').toLowerCase().replace(marks, ''), 'NFKD');
  return foldDigits(normalize(bare.replace(marks, ''), 'NFKC'))
    .replace(/ٱ/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ک/g, 'ك')
    .toLowerCase()
    .replace(whiteSpace, ' ')
    .trim();
}

/** The key by which Arabic text is sorted, in code-point order: its folded form. Never fails. */
export function sortKey(text: string): string {
  return foldArabic(text);
}

/** The name with its article in a word that begins with "abd" ("servant of"); null for any other word. */
export const partAfterAbd = (word: string): string | null =>
  word.startsWith(abdAl) && word.length > abdAl.length ? word.slice(abd.length) : null;

type Token = { code: string | null; parts: string[] };

// A chunk is the text between spaces or punctuation. A chunk with connectors and a digit or @ is a code or an
// address: it is also indexed whole. Any other chunk gives only its parts.
function splitTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const raw of foldArabic(text).replace(dashes, '-').split(separators)) {
    const parts = raw.split(connectors).filter((part) => part !== '');
    const first = parts[0];
    const last = parts.at(-1);
    if (first === undefined || last === undefined) continue;
    const isCode = parts.length > 1 && codeSign.test(raw);
    const end = raw.lastIndexOf(last) + last.length;
    tokens.push({ code: isCode ? raw.slice(raw.indexOf(first), end) : null, parts });
  }
  return tokens;
}

/**
 * The terms under which a text is indexed, folded, each once. A code (`QRN101-3`) is indexed whole and in parts. A
 * name with "abd" ("servant of") is indexed both as one word and as two, so that both spellings find each other.
 * Never fails; an empty text has no terms. Source: "Search in Arabic" of the decisions.
 */
export function searchTerms(text: string): string[] {
  const terms = new Set<string>();
  let previous = '';
  for (const { code, parts } of splitTokens(text)) {
    if (code !== null) terms.add(code);
    for (const word of parts) {
      terms.add(word);
      if (previous === abd) terms.add(abd + word);
      const partAfter = partAfterAbd(word);
      if (partAfter !== null) terms.add(abd).add(partAfter);
      previous = word;
    }
  }
  return [...terms];
}

/** Maximum words of a query that are searched; each needs a look-up. */
const maxWords = 8;

/**
 * The words of a query, folded, each once, at most eight. They are split as in `searchTerms`, but a code stays whole.
 * Empty if the query has only punctuation. Never fails. Source: "Search in Arabic" of the decisions.
 */
export function queryWords(query: string): string[] {
  const words = splitTokens(query).flatMap(({ code, parts }) => (code === null ? parts : [code]));
  return [...new Set(words)].slice(0, maxWords);
}

/** A word of fewer letters matches beginnings only. */
export const minInsideLetters = 3;
/** How many letters a word must have for one wrong letter to be forgiven, and may have at most. */
export const minTypoLetters = 4;
const maxTypoLetters = 24;

const digit = /\p{N}/u;

/** Whether a word is a code or an address, as `searchTerms` keeps it whole. */
export const isCode = (word: string): boolean => connectors.test(word);
export const hasDigit = (word: string): boolean => digit.test(word);
export const countLetters = (word: string): number => [...word].length;
/** Whether one wrong letter is forgiven in a word, of a query or of a text: never in numbers and codes. */
export const canHaveTypo = (word: string, minLetters = minTypoLetters): boolean =>
  !hasDigit(word) &&
  !isCode(word) &&
  countLetters(word) >= minLetters &&
  countLetters(word) <= maxTypoLetters;

/** Whether a term has a word as its beginning or, from three letters on, inside of it. */
const matchesTerm = (term: string, word: string): boolean =>
  countLetters(word) < minInsideLetters ? term.startsWith(word) : term.includes(word);

/**
 * Whether a word is a term, with or without its article, but for one letter that is wrong, missing, too many or swapped
 * with its neighbour. Folded words; never fails. Source: "Search" of the workspace design.
 */
export function isTypoOf(term: string, word: string): boolean {
  if (!canHaveTypo(word) || !canHaveTypo(term, minTypoLetters - 1)) return false;
  return isOneLetterOff(term, word) || isOneLetterOff(removeArticle(term, minTypoLetters - 1), word);
}

/** Whether at most one letter differs. */
function isOneLetterOff(first: string, second: string): boolean {
  const [a, b] = [[...first], [...second]];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const tail = (letters: string[], from: number) => letters.slice(start + from).join('');
  if (a.length > b.length) return tail(a, 1) === tail(b, 0);
  if (a.length < b.length) return tail(a, 0) === tail(b, 1);
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start] && tail(a, 2) === tail(b, 2);
  return isSwapped || tail(a, 1) === tail(b, 1);
}

/**
 * Whether every word of the query is in one of the texts, in any order: a word of one or two letters at the beginning
 * of a term, a longer one also inside. If the texts do not match so, one wrong letter of each word is forgiven, unless
 * `forgives` is false. A query without words matches everything. The same answer as the server's index gives; for
 * several records see `findRows`.
 */
export function matchesSearch(texts: readonly string[], query: string, allowsTypo = true): boolean {
  const words = queryWords(query);
  if (words.length === 0) return true;
  const terms = texts.flatMap(searchTerms);
  return words.every((word) =>
    terms.some((term) => matchesTerm(term, word) || (allowsTypo && isTypoOf(term, word))),
  );
}

/**
 * How near texts are to a query that they match: 0 if each of its words is a word of theirs, 1 if words of theirs begin
 * with each, else 2. Never fails. Source: "Search" of the workspace design.
 */
export function matchRank(texts: readonly string[], query: string): 0 | 1 | 2 {
  const words = queryWords(query);
  const terms = texts.flatMap(searchTerms);
  if (words.every((word) => terms.includes(word))) return 0;
  return words.every((word) => terms.some((term) => term.startsWith(word))) ? 1 : 2;
}

/** The records that match a query, in their order; a wrong letter is forgiven only if nothing matches without. */
export function filterRows<R>(
  rows: readonly R[],
  query: string,
  getTexts: (row: R) => readonly string[],
): R[] {
  const findMatches = (allowsTypo: boolean) =>
    rows.filter((row) => matchesSearch(getTexts(row), query, allowsTypo));
  const exact = findMatches(false);
  return exact.length > 0 ? exact : findMatches(true);
}

const article = 'ال';

/** Removes the article of a folded word if at least `minLength` letters remain. */
export const removeArticle = (word: string, minLength: number): string =>
  word.startsWith(article) && word.length >= article.length + minLength ? word.slice(article.length) : word;

export type PluralCategory = Intl.LDMLPluralRule;

const pluralRules = new Intl.PluralRules('ar', { maximumFractionDigits: 20 });

/**
 * The CLDR plural category of a count in Arabic: 0 zero, 1 one, 2 two, then by the last two digits
 * 3-10 few and 11-99 many, all else (100, 101, 102, fractions) other. The sign does not matter.
 * Never fails.
 */
export const arabicPlural = (count: number): PluralCategory => pluralRules.select(count);
