import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanLines,
  cleanText,
  foldArabic,
  foldDigits,
  matchesSearch,
  keyBeginnings,
  sortKey,
  usernameKey,
  removeMarks,
} from '../../contract/rules/arabicText';
import { rounds } from '../support/rounds';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('the cleaning of text', () => {
  test('tabs, line breaks and no-break spaces become one space, and are removed at the ends', () => {
    expect(cleanText(' \u00A0محمد\t\n  بن\u00A0علي\u3000 ')).toBe('محمد بن علي');
  });
  test('pasted direction marks and zero-width characters are removed', () => {
    expect(cleanText('\u202Bم\u200Fح\u200Dم\u2066د\u061C\uFEFF')).toBe('محمد');
  });
  test('a zero byte, which PostgreSQL refuses, is removed', () => {
    expect(cleanText('عل\u0000ي')).toBe('علي');
  });
  test('a hamza typed separately from its alef becomes one letter with it', () => {
    expect(cleanText('ا\u0654حمد')).toBe('أحمد');
  });
  test('tashkeel and the end-of-verse sign stay', () => {
    expect(cleanText('قُلْ هُوَ \u06DD')).toBe('قُلْ هُوَ \u06DD');
  });
  test('a second cleaning changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
      }),
    );
  });
  test('cleaning would not change plain text, which it skips', () => {
    // Half a surrogate pair is removed, and disables the shortcut for plain text.
    const cleanSlowly = (text: string) => cleanText(`${text}\uD800`);
    const different: string[] = [];
    for (let code = 0; code < 0x1_00_00; code += 1) {
      const sign = String.fromCharCode(code);
      if (/[\uD800-\uDFFF]/.test(sign)) continue;
      for (const text of [sign, `ا${sign}`, `${sign}ب`, `a ${sign} ب`])
        if (cleanText(text) !== cleanSlowly(text)) different.push(text);
    }
    expect(different).toEqual([]);
    const words = fc.string({
      unit: fc.constantFrom(...'ابأآءؤئةىي١9aZ@-_. \u0653\u0654\u0655\u064E\u0640\t\n\u00A0\u200F'),
    });
    fc.assert(
      fc.property(fc.oneof(words, anyText), (text) => {
        expect(cleanText(text)).toBe(cleanSlowly(text));
      }),
    );
  });
  test('notes keep their line breaks and lose white space around them', () => {
    expect(cleanLines('\r\n أول \r\n\r\n ثان\u2028ثالث\n \n')).toBe('أول\n\nثان\nثالث');
  });
});

describe('digits of every script', () => {
  test('Arabic and Persian digits become ASCII', () => {
    expect(foldDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789 0123456789');
  });
  test('the decimal sign becomes a full stop and the thousands sign is removed', () => {
    expect(foldDigits('١٬٢٣٤٫٥')).toBe('1234.5');
  });
});

describe('the comparison of spellings', () => {
  test.each([
    ['أحمد إبراهيم آدم ٱلله', 'احمد ابراهيم ادم الله'],
    ['مصطفى فاطمة', 'مصطفي فاطمه'],
    ['مؤمن عائشة', 'مومن عايشه'],
    ['مُحَمَّـــد', 'محمد'],
    ['ٱلرَّحْمَٰنِ', 'الرحمن'],
    ['علی کریم', 'علي كريم'],
    ['ﻻﻣﻴﺔ', 'لاميه'],
    ['م\uFE77حم\uFE76د', 'محمد'],
    ['QRN١٠١', 'qrn101'],
    ['طاہر', 'طاهر'],
    ['ہبۃ', 'هبه'],
    ['زھراء', 'زهراء'],
    ['فاطمە', 'فاطمه'],
    ['خانۀ', 'خانه'],
    ['\u06C0 \u06D5\u0654', 'ه ه'],
    ['ﮨﮭﮦ', 'ههه'],
    ['علي مېرزا ێار اے', 'علي ميرزا يار اي'],
    ['مۓ', 'مي'],
    ['گل بڭر ڪمال', 'كل بكر كمال'],
    ['پرویز چنگیز ژاله', 'برويز جنكيز زاله'],
    ['ٹیپو ڈار گڑھ خاں', 'تيبو دار كره خان'],
    ['کوردۆ ڕۆژ دڵ ڤیان', 'كوردو روز دل فيان'],
  ])('%s is compared as %s', (written, folded) => {
    expect(foldArabic(written)).toBe(folded);
  });
  test('a user name keeps the folds of its first key, so that no two stored keys become equal', () => {
    expect(usernameKey('طاہر')).toBe('طاہر');
    expect(usernameKey('علی کریم')).toBe('علي كريم');
    expect(usernameKey('ADMIN١')).toBe('admin1');
    expect(foldArabic(usernameKey('طاہر'))).toBe(foldArabic('طاهر'));
  });
  test('a second folding changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldArabic(foldArabic(text))).toBe(foldArabic(text));
      }),
      { numRuns: rounds({ short: 400, all: 2_000 }) },
    );
  });
  test('a second folding of signs and letters of other scripts changes nothing', () => {
    expect(foldArabic('\u2121')).toBe('tel');
    const folded = foldArabic('\u0130\uFE27');
    expect(foldArabic(folded)).toBe(folded);
  });
  test('invisible characters make no difference to the comparison', () => {
    const noise = fc.constantFrom('\u200F', '\u200B', '\u2066', '\u0640', '\u064E', '\u0651');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'أبتةىيعبدالله ')), fc.array(noise), (letters, marks) => {
        const noisy = letters.map((letter, i) => letter + (marks[i] ?? '')).join('');
        expect(foldArabic(noisy)).toBe(foldArabic(letters.join('')));
      }),
    );
  });
  test('the removal of the tashkeel keeps the hamza', () => {
    expect(removeMarks('ا\u0654َلتَّجويـد')).toBe('ألتجويد');
  });
});

// The benchmark measures the speed. A quadratic algorithm exceeds the time limit of the test.

test('a search through ten thousand rows ends', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [`عبد الرحمن محمد الأحمدي ${i}`, `1446${i}`]);
  expect(rows.filter((row) => matchesSearch(row, 'الاحمدي 99')).length).toBeGreaterThan(100);
});

test('a search of a text that is crafted to be slow ends', () => {
  const times = 1_000_000;
  expect(matchesSearch(['-'.repeat(times) + '1'], '\n'.repeat(times) + '-'.repeat(times) + 'x')).toBe(false);
  expect(cleanLines(`a${'\n'.repeat(times)}a${' '.repeat(times)}b`)).toMatch(/^a\n+a b$/);
});

describe('the order of names', () => {
  const sorted = (names: readonly string[]) =>
    names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0));

  test('counts numbers by their value, in any script of digits', () => {
    const names = ['الحلقة 1', 'الحلقة 2', 'الحلقة 10', 'الحلقة ١١', 'الحلقة 100', 'الحلقة الأولى'];
    expect(sorted(names.toReversed())).toEqual(names);
    expect(sorted(['دفعة 1448 ب', 'دفعة 1448 أ', 'دفعة 999'])).toEqual([
      'دفعة 999',
      'دفعة 1448 أ',
      'دفعة 1448 ب',
    ]);
    expect(sorted(['ق 12345678901', 'ق 1234567890', 'ق 123456789'])).toEqual([
      'ق 123456789',
      'ق 1234567890',
      'ق 12345678901',
    ]);
  });

  test('has equal keys only for names that are equal after folding', () => {
    const name = fc.stringMatching(/^[ا-ث0-9٠-٩ ]{0,14}$/u);
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(sortKey(a) === sortKey(b)).toBe(foldArabic(a) === foldArabic(b));
      }),
    );
  });

  test('finds a name by each of its beginnings', () => {
    const name = 'الدفعة 12 لعام 1448';
    for (let length = 1; length <= name.length; length += 1) {
      const beginning = name.slice(0, length);
      expect(
        keyBeginnings(beginning).some((key) => sortKey(name).startsWith(key)),
        beginning,
      ).toBe(true);
    }
    expect(keyBeginnings('الدفعة 2').some((key) => sortKey(name).startsWith(key))).toBe(false);
  });
});
