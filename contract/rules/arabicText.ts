/* Server and browser must split text into words with the same function, or a search misses indexed words. */
import { normalize } from './rawText';

// Invisible characters make two equal names differ, and PostgreSQL refuses NUL.
const invisible =
  /(?![\s\u0085])\p{Cc}|[\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
const whiteSpace = /[\s\u0085]+/g;
// Matches text that may need cleaning. Most cells do not match, and this test is much cheaper than cleaning.
const needsCleaning = /[^ -~\u0621-\u063A\u0641-\u064A\u0660-\u0669]|^ | $| {2}/;
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

// Includes presentation forms, because NFKC turns them into a space with a mark and so splits a word.
const marks =
  /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\uFC5E-\uFC63\uFCF2-\uFCF4\uFE70-\uFE7F]/g;

const separators = /[^\p{L}\p{N}\p{M}\-_.@]+/u;
const connectors = /[-_.@]+/;
const dashes = /[\u2010-\u2015\u2212]/g;
const codeSign = /[0-9@]/;

export const abd = 'عبد';
const abdAl = 'عبدال';

/** Returns one line in NFC without invisible characters, with single spaces (api.md, Conventions). */
export function cleanText(text: string): string {
  if (!needsCleaning.test(text)) return text;
  return normalize(text.replace(invisible, ''), 'NFC').replace(whiteSpace, ' ').trim();
}

// Removed from names. Names with other hidden characters are refused.
const controls = /(?![\s\u0085])\p{Cc}|[\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
// A joiner has a meaning only between letters. Other joiners make equal names differ.
const joiners = /[\u200C\u200D]+/g;
const idleJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?!\p{L})/gu;
const hidden = /(?![\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069])[\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Keeps hidden characters and joiners between letters, so that validation can refuse the name. */
export function cleanName(text: string): string {
  if (!needsCleaning.test(text) || hidden.test(text)) return text;
  const bare = text
    .replace(controls, '')
    .replace(joiners, ([first = '']) => first)
    .replace(idleJoiners, '');
  return normalize(bare, 'NFC').replace(whiteSpace, ' ').trim();
}

/** Text with a hidden character looks empty, or like another name. */
export const hasHidden = (text: string): boolean => needsCleaning.test(text) && hidden.test(text);

export function cleanLines(text: string): string {
  return text.split(lineBreak).map(cleanText).join('\n').trim();
}

/** Also reads the Arabic decimal sign and drops thousands signs (api.md, Conventions). */
export function foldDigits(text: string): string {
  if (!/[٠-٩۰-۹٫٬]/.test(text)) return text;
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, '.')
    .replace(/٬/g, '');
}

/** Removes tashkeel, Quranic signs and tatweel ("Search in Arabic" of the decisions). */
export function removeMarks(text: string): string {
  return normalize(text, 'NFC').replace(marks, '');
}

/**
 * The fold of user names and of the first migrations. It never changes, because two user names of today must
 * not become equal.
 */
export function foldBasicLetters(text: string): string {
  // NFKD splits a letter with hamza. `toLowerCase` runs twice, because NFKC makes capitals.
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

/** Arabic letters, each with the Persian, Urdu, Kurdish and other letters that people write for it. */
const foreignLetters: Record<string, string> = {
  ب: 'پ',
  ت: 'ٹټ',
  ج: 'چ',
  د: 'ڈډ',
  ر: 'ڑڕ',
  ز: 'ژ',
  ف: 'ڤ',
  ق: 'ڨ',
  ك: 'گڪڭڬ',
  ل: 'ڵ',
  ن: 'ںڼ',
  ه: 'ہھەۃۀۂ',
  و: 'ۆۇۋ',
  ي: 'ېێۍےۓؠ',
};
const arabicLetters = new Map(
  Object.entries(foreignLetters).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
);
export const foldedLetters: readonly string[] = [...arabicLetters.keys()];
const foldedLetter = new RegExp(`[${foldedLetters.join('')}]`, 'g');

/** For comparing and sorting; idempotent. Letters of other languages become Arabic ("Search in Arabic"). */
export function foldArabic(text: string): string {
  return foldBasicLetters(text).replace(foldedLetter, (letter) => arabicLetters.get(letter) ?? letter);
}

/** Longer numbers have a longer count before them. */
const maxShortNumber = 9;

/** A longer number comes later, so each number begins with the count of its digits, less one. */
const numberKey = (digits: string): string =>
  digits.length <= maxShortNumber
    ? `${digits.length - 1}${digits}`
    : `9${Math.min(digits.length, 99)}${digits}`;

/** The order of names, in which 2 comes before 10. Names with equal keys are equal (`foldArabic`). */
export function sortKey(text: string, fold = foldArabic): string {
  return fold(text).replace(/\d+/g, numberKey);
}

/** The beginnings of sort keys for names that begin with `text`, whose last number may be incomplete. */
export function keyBeginnings(text: string): string[] {
  const key = sortKey(text);
  const count = /\d+$/.exec(foldArabic(text))?.[0].length ?? 0;
  if (count === 0 || count > maxShortNumber) return [key];
  const [start, digits] = [key.slice(0, -count - 1), key.slice(-count)];
  return Array.from(
    { length: maxShortNumber - count + 1 },
    (_, more) => `${start}${count - 1 + more}${digits}`,
  );
}

/** Identifies an account: the case and the script of digits do not count. */
export const usernameKey = (username: string): string => foldBasicLetters(username);

/** Returns the part after "abd" ("servant of"), with its article. Returns null for other words. */
export const partAfterAbd = (word: string): string | null =>
  word.startsWith(abdAl) && word.length > abdAl.length ? word.slice(abd.length) : null;

type Token = { code: string | null; parts: string[] };

// A code or address (connectors with a digit or @) is also indexed as a whole.
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

/** "Son of" and "daughter of" before the name of the father. */
export const descentWords = ['بن', 'ابن', 'بنت', 'ابنة'];
/** A particle belongs to the word after it. */
export const nameParticles = 'عبد أبو أبي بو أم أمة ابن بن ابنة بنت ولد آل ال ذو ذي'.split(' ');
/** The second words of compounds such as «نور الدين» and «فضل الله». */
export const nameSuffixes = ['الدين', 'الله', 'الإسلام', 'العابدين'];

/** "Son of" and its kind stand in most names, so they are not indexed together with the word after them. */
const joiningWords: ReadonlySet<string> = new Set(
  nameParticles.map(foldArabic).filter((word) => !descentWords.map(foldArabic).includes(word)),
);
const joinedWords: ReadonlySet<string> = new Set(nameSuffixes.map(foldArabic));
/** "Abu Abd Allah" has three words. */
const maxJoinedWords = 3;

/**
 * A compound such as "Abd Allah", "Nur al-Din" or "Abu Bakr" is also indexed as one word, so that both
 * spellings match. The other spelling has both words as parts; only "abd" is common enough for own terms.
 */
export function searchTerms(text: string): string[] {
  const joinedPhone = joinPhone(text);
  const terms = new Set<string>(joinedPhone === text ? [] : [joinedPhone]);
  let previous = '';
  /** The previous word, and the compounds that end with it. */
  let endings: string[] = [];
  for (const { code, parts } of splitTokens(text)) {
    if (code !== null) terms.add(code);
    if (code !== null && longNumberCode.test(code)) terms.add(code.replace(/\D/g, ''));
    for (const word of parts) {
      terms.add(word);
      const isJoined = joiningWords.has(previous) || joinedWords.has(word);
      const compounds = isJoined ? endings.slice(0, maxJoinedWords - 1).map((ending) => ending + word) : [];
      for (const compound of compounds) terms.add(compound);
      const partAfter = partAfterAbd(word);
      if (partAfter !== null) terms.add(abd).add(partAfter);
      previous = word;
      endings = [word, ...compounds];
    }
  }
  return [...terms];
}

/** A query for such a code looks like a phone number. So its digits are a term too. */
const longNumberCode = /^0(?=(?:\D*\d){6})[\d.-]+$/;
const phoneSigns = /^\(?[+0][\d\s+().-]+$/;
const [minDigitsWithPlus, minDigitsWithZero, maxPhoneDigits] = [4, 7, 15];

/** A phone number with spaces, dashes or brackets is one word. It begins with + or 0. */
function joinPhone(text: string): string {
  const folded = foldArabic(text).replace(dashes, '-').replace('(0)', '');
  if (!phoneSigns.test(folded)) return text;
  const digits = folded.replace(/\D/g, '');
  const minDigits = folded.includes('+') ? minDigitsWithPlus : minDigitsWithZero;
  return digits.length >= minDigits && digits.length <= maxPhoneDigits ? digits : text;
}

export const maxWords = 8;

/** Returns at most eight words. A code is one word ("Search in Arabic" of the decisions). */
export function queryWords(query: string): string[] {
  return [...new Set(orderedQueryWords(query))].slice(0, maxWords);
}

/** Also returns repeated words. */
export const orderedQueryWords = (query: string): string[] =>
  splitTokens(joinPhone(query)).flatMap(({ code, parts }) => (code === null ? parts : [code]));

/** A shorter word matches only the beginning of a term. */
export const minInsideLetters = 3;
/** A shorter word must match without a typing mistake. */
export const minTypoLetters = 4;
const maxTypoLetters = 24;

const digit = /\p{N}/u;

export const isCode = (word: string): boolean => connectors.test(word);
export const hasDigit = (word: string): boolean => digit.test(word);
export const countLetters = (word: string): number => [...word].length;
export const canHaveTypo = (word: string, minLetters = minTypoLetters): boolean =>
  !hasDigit(word) &&
  !isCode(word) &&
  countLetters(word) >= minLetters &&
  countLetters(word) <= maxTypoLetters;

const matchesTerm = (term: string, word: string): boolean =>
  countLetters(word) < minInsideLetters ? term.startsWith(word) : term.includes(word);

/** One letter may be wrong, missing, added or swapped, and the article may be missing. */
export function isTypoOf(term: string, word: string): boolean {
  if (!canHaveTypo(word) || !canHaveTypo(term, minTypoLetters - 1)) return false;
  return isOneLetterOff(term, word) || isOneLetterOff(removeArticle(term, minTypoLetters - 1), word);
}

/** One letter is wrong, missing, added or swapped with its neighbour. True for equal words. */
export function isOneLetterOff(first: string, second: string): boolean {
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

/** All words must match, in any order. A query without words matches all texts, like on the server. */
export function matchesSearch(texts: readonly string[], query: string, allowsTypo = true): boolean {
  const words = queryWords(query);
  if (words.length === 0) return true;
  const terms = texts.flatMap(searchTerms);
  return words.every((word) =>
    terms.some((term) => matchesTerm(term, word) || (allowsTypo && isTypoOf(term, word))),
  );
}

/** Allows a wrong letter only if no row matches exactly. */
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

export const article = 'ال';

export const removeArticle = (word: string, minLength: number): string =>
  word.startsWith(article) && word.length >= article.length + minLength ? word.slice(article.length) : word;

export type PluralCategory = Intl.LDMLPluralRule;

const pluralRules = new Intl.PluralRules('ar', { maximumFractionDigits: 20 });

/** CLDR plural category: 0 zero, 1 one, 2 two; last two digits 3-10 few, 11-99 many; else other. */
export const arabicPlural = (count: number): PluralCategory => pluralRules.select(count);
