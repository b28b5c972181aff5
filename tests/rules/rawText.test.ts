import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { line, optionalText, requiredLine } from '../../contract/fields';
import { cleanText, foldArabic, removeMarks } from '../../contract/rules/arabicText';
import { checkRecord } from '../../contract/rules/imports';
import { logoProblem } from '../../contract/rules/logo';
import { hasTooManyMarks, isTooDeep, maxRawLength, rawTextProblem } from '../../contract/rules/rawText';
import { problemDetails, setArabicMessages } from '../../contract/validation';
import { rounds } from '../support/rounds';

setArabicMessages();

/** Marks that normalising reorders. The work is quadratic in their number. */
const combiningMarks = (count: number) => '\u0300\u0316'.repeat(count / 2);

describe('the check of raw text', () => {
  test('thirty marks on a letter are accepted, thirty-one are not', () => {
    expect(hasTooManyMarks(`م${combiningMarks(30)}`)).toBe(false);
    expect(hasTooManyMarks(`م${combiningMarks(30)}\u0301`)).toBe(true);
    expect(hasTooManyMarks(`م${combiningMarks(30)}م${combiningMarks(30)}`)).toBe(false);
  });

  test('marks count as adjacent if cleaning would make them adjacent', () => {
    for (const between of ['\u200D', '\u202E', '\u0000', '\u0640', '\uD800', '\u066C', '\u0640\u200B'])
      expect(hasTooManyMarks(`م${`\u064E${between}`.repeat(31)}`), JSON.stringify(between)).toBe(true);
    for (const between of [' ', 'م', '\n', '\t'])
      expect(hasTooManyMarks(`م${`\u064E${between}`.repeat(31)}`), JSON.stringify(between)).toBe(false);
    expect(hasTooManyMarks('\uFF9E\u0316'.repeat(31))).toBe(true);
  });

  test('ordinary text is never refused: verses, stretched words, names joined by invisible characters', () => {
    for (const text of [
      'بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ',
      `محم${'ـ'.repeat(500)}د`,
      `م${'\u200B'.repeat(500)}`,
      'لَيْسُوا۟ سَوَآءًۭ ۗ '.repeat(100),
    ])
      expect(hasTooManyMarks(text)).toBe(false);
  });

  test('the longest raw text of a field is four times its stored length, and 64 units', () => {
    expect(maxRawLength(60)).toBe(304);
    expect(rawTextProblem(' '.repeat(304), 60)).toBeNull();
    expect(rawTextProblem(' '.repeat(305), 60)).toBe('TOO_LONG');
  });

  test('a field of a form shows an Arabic message, and accepts text that is too long only before cleaning', () => {
    const name = requiredLine(60);
    expect(name.parse(`${' '.repeat(200)}محمد${'\u200F'.repeat(90)}`)).toBe('محمد');
    const sentence = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues[0]?.message;
    expect(sentence(name, ' '.repeat(305))).toBe('يجب ألا يزيد عدد الحروف على 60');
    expect(sentence(line(60), `م${combiningMarks(40)}`)).toBe(
      'في النص علامات متتالية أكثر مما يُقبل على حرف واحد',
    );
    expect(sentence(optionalText(60), `م${combiningMarks(40)}`)).toMatch(/علامات/);
  });

  test('an invalid cell of a file refuses its row', () => {
    const { problems } = checkRecord('programs', { name: `م${combiningMarks(40)}`, code: 'X' });
    expect(problems).toMatchObject([{ field: 'name', code: 'TOO_MANY_MARKS' }]);
    expect(
      checkRecord('programs', { name: `م${combiningMarks(30)}`, code: 'X', levels: 4 }).problems,
    ).toEqual([]);
  });
});

test('cleaning and folding of very long texts with many marks ends', () => {
  const hostile = [
    `a${combiningMarks(400_000)}`,
    '\uFF9E\u0316'.repeat(200_000),
    '\u064E\u0640'.repeat(200_000),
    '\u0316\u200D\u0300'.repeat(150_000),
    `${'\u0300'.repeat(30)}${'\u200B'.repeat(400_000)}`,
    `data:image/png,${'='.repeat(400_000)}x`,
  ];
  // A quadratic algorithm exceeds the time limit of the test.
  for (const text of hostile) {
    for (const change of [cleanText, foldArabic, removeMarks, logoProblem])
      expect(String(change(text)).length).toBeLessThanOrEqual(2 * text.length);
    expect(hasTooManyMarks(text)).toEqual(expect.any(Boolean));
  }
});

describe('JSON', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('JSON with 32 levels is parsed, with 33 levels it is refused', () => {
    expect(isTooDeep(nested(32))).toBe(false);
    expect(isTooDeep(nested(33))).toBe(true);
    expect(isTooDeep('{"a":'.repeat(33))).toBe(true);
    expect(isTooDeep(`[${nested(20)},${nested(20)}]`)).toBe(false);
  });

  test('the levels of JSON are counted without the brackets in its strings', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.string({ unit: 'binary' }), (json, text) => {
        expect(isTooDeep(json)).toBe(false);
        expect(isTooDeep(JSON.stringify([`${text}"\\${'['.repeat(50)}`]))).toBe(false);
      }),
      { numRuns: rounds({ short: 15, all: 100 }) },
    );
  });
});

describe('the problems of a body', () => {
  const shape = z.array(z.strictObject({ a: z.int().optional() }));
  const details = (value: unknown) => problemDetails(shape.safeParse(value).error as z.ZodError);
  const unknownFields = (count: number, name = 'k') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, at]));

  test('the problems have the path of each unknown field, if there are only a few', () => {
    expect(details([unknownFields(2)])).toEqual([
      { path: '0.k0', message: 'حقل غير معروف: k0' },
      { path: '0.k1', message: 'حقل غير معروف: k1' },
    ]);
  });

  test('the problems have the number of unknown fields if there are many, and truncate long names', () => {
    expect(details([unknownFields(120_000)])).toEqual([
      { path: '0', message: 'حقول غير معروفة (120000)، منها: k0، k1، k2، k3، k4' },
    ]);
    const [long] = details([unknownFields(1, 'x'.repeat(100_000))]);
    expect(long?.path).toHaveLength(201);
    expect(long?.message.length).toBeLessThan(100);
  });

  test('the problems are at most a hundred', () => {
    expect(details(Array.from({ length: 5_000 }, () => ({ a: 'x' })))).toHaveLength(100);
    expect(details(Array.from({ length: 5_000 }, () => unknownFields(5)))).toHaveLength(100);
  });
});
