import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, matchesSearch, queryWords, searchTerms } from '../../contract/rules/arabicText';

const finds = (text: string, query: string) => matchesSearch([text], query);

describe('A name is found', () => {
  test.each([
    ['أحمد بن علي الغامدي', 'احمد', 'without its hamza'],
    ['فاطمة الزهراء', 'فاطمه', 'with heh for teh marbuta'],
    ['مُحَمَّد', 'محمد', 'without its tashkeel'],
    ['أحمد بن علي الغامدي', 'الغام احم', 'by the beginnings of its words, in any order'],
    ['أحمد بن علي', ' ،احمد؛  «علي» ', 'whatever punctuation is typed'],
    ['أحمد-علي', 'احمد علي', 'when it is joined by a dash'],
    ['أحمد علي', 'احمد-علي', 'when the query is joined by a dash'],
  ])('%s by %s: %s', (name, query) => {
    expect(finds(name, query)).toBe(true);
  });
  test('not by a part in the middle of a word, and not when one word of the query is missing', () => {
    expect(finds('أحمد الغامدي', 'غامدي')).toBe(false);
    expect(finds('أحمد الغامدي', 'احمد الزهراني')).toBe(false);
  });
  test('words of the query may be in different columns', () => {
    expect(matchesSearch(['أحمد', '14460012'], 'احمد 1446')).toBe(true);
  });
  test('by any beginning of any of its words', () => {
    const word = fc
      .array(fc.constantFrom(...'اأإآٱبتثجحخدعبدالهةىيئؤء', 'َ', 'ّ', 'ـ', 'A', 'z', '٣', '7'), {
        minLength: 1,
      })
      .map((letters) => letters.join(''));
    const name = fc.array(fc.oneof(word, fc.constantFrom('عبد', 'الله', 'عبدالرحمن')), { minLength: 1 });
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (words, which, length) => {
        const chosen = words[which % words.length] ?? '';
        expect(finds(words.join(' '), chosen.slice(0, 1 + (length % chosen.length)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('Names with عبد are found in both spellings', () => {
  test.each(['عبد الله', 'عبدالله', 'عبدُ  اللَّه', 'عبد', 'عبدال', 'عبد ال', 'الله'])('by %s', (query) => {
    expect(finds('سعد عبد الله القحطاني', query)).toBe(true);
    expect(finds('سعد عبدالله القحطاني', query)).toBe(true);
  });
  test('also where the second word has no article: عبد ربه', () => {
    expect(finds('عبد ربه', 'عبدربه')).toBe(true);
  });
  test('another name with عبد is not found', () => {
    expect(finds('عبد الرحمن', 'عبدالله')).toBe(false);
    expect(finds('عبدالرحمن', 'عبد الله')).toBe(false);
  });
  test('the index has the spelling with a space and the one without', () => {
    expect(searchTerms('عبد الله')).toEqual(['عبد', 'الله', 'عبدالله']);
    expect(searchTerms('عبدالله')).toEqual(['عبدالله', 'عبد', 'الله']);
  });
});

describe('Codes and numbers', () => {
  test('a code is indexed whole and by its parts', () => {
    expect(searchTerms('QRN101-3')).toEqual(['qrn101-3', 'qrn101', '3']);
  });
  test.each(['qrn', 'QRN101', 'qrn101-', 'QRN101-3', 'QRN١٠١–٣', '3'])('QRN101-3 is found by %s', (query) => {
    expect(finds('QRN101-3', query)).toBe(true);
  });
  test('a whole code does not find similar codes', () => {
    expect(finds('QRN101-4 QRN103-3', 'QRN101-3')).toBe(false);
  });
  test('two codes with a comma between them are two codes', () => {
    expect(queryWords('QRN101–3،الت101-4')).toEqual(['qrn101-3', 'الت101-4']);
  });
  test('an academic number is found by its beginning, an address by any beginning', () => {
    expect(finds('14460012', '١٤٤٦')).toBe(true);
    for (const query of ['ali', 'ali.s', 'ali.s@mail.com', 'mail'])
      expect(finds('Ali.S@mail.com', query)).toBe(true);
  });
  test('a code is found by each of its prefixes', () => {
    const part = fc.constantFrom('QRN', '101', 'الت', '٣', 'a1', 'ب');
    const code = fc
      .tuple(part, fc.constantFrom('-', '.', '@', '_', '--'), part, part)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(code, fc.nat(), (text, length) => {
        expect(finds(`مادة ${text}`, text.slice(0, 1 + (length % text.length)))).toBe(true);
      }),
    );
  });
});

describe('Any query', () => {
  test.each(['', '   ', '،؛؟ «»', '--- . @', '\u200F\u0640\u064B'])(
    'of punctuation alone (%j) matches everything',
    (query) => {
      expect(queryWords(query)).toEqual([]);
      expect(finds('أحمد', query)).toBe(true);
      expect(finds('', query)).toBe(true);
    },
  );
  test('every text is found by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(finds(text, text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
  test('a cleaned text has the same terms as the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(searchTerms(cleanText(text))).toEqual(searchTerms(text));
      }),
    );
  });
});
