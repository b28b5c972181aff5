import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldArabic } from '../../contract/rules/arabicText';
import * as mushaf from '../../contract/rules/mushaf';
import { ayahsOfHizb, ayahsOfPages, ayahsOfSurahs } from '../../contract/rules/mushafData';
import { otherSurahNames, surahNames } from '../../contract/rules/mushafNames';
import { describeRange, findSurahs, parseRange, surahName } from '../../contract/rules/mushafText';

const { ayahFromNumber, ayahNumber, nextAyah, pagesOfRange, rangeOfPages, rangeProblem } = mushaf;

const buildAyah = (surah: number, ayah: number) => ({ surah, ayah });
const range = (from: [number, number], to: [number, number]) => ({
  from: buildAyah(...from),
  to: buildAyah(...to),
});
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** The range between two ayah numbers. */
const pagesBetween = (first: number, last: number) => {
  const [from, to] = [ayahFromNumber(first), ayahFromNumber(last)];
  if (from === null || to === null) throw new RangeError(`${first}-${last}`);
  return { from, to };
};

const number = fc.integer({ min: 1, max: 6236 });
const page = fc.integer({ min: 1, max: 604 });
const inOrder = ([one, other]: [number, number]): [number, number] =>
  one <= other ? [one, other] : [other, one];
const anyRange = fc.tuple(number, number).map((pair) => pagesBetween(...inOrder(pair)));

describe('the mushaf of Madinah', () => {
  test('the mushaf of Madinah has 114 surahs, 6,236 ayahs, 604 pages, 30 juz and 60 hizb', () => {
    expect(ayahsOfSurahs).toHaveLength(114);
    expect(new Set(surahNames.map(foldArabic)).size).toBe(114);
    expect([mushaf.totalAyahs, mushaf.pageCount, mushaf.juzCount, mushaf.hizbCount]).toEqual([
      6236, 604, 30, 60,
    ]);
    expect([ayahsOfSurahs, ayahsOfPages, ayahsOfHizb].map(sum)).toEqual([6236, 6236, 6236]);
  });
  test.each([
    [1, 7, 'الفاتحة'],
    [2, 286, 'البقرة'],
    [9, 129, 'التوبة'],
    [26, 227, 'الشعراء'],
    [42, 53, 'الشورى'],
    [78, 40, 'النبأ'],
    [114, 6, 'الناس'],
  ])('surah %i has %i ayahs and the name %s', (surah, ayahs, name) => {
    expect(mushaf.ayahCount(surah)).toBe(ayahs);
    expect(surahName(surah)).toBe(name);
  });
  test.each([
    [buildAyah(1, 1), 1, 1, 1],
    [buildAyah(2, 1), 2, 1, 1],
    [buildAyah(2, 74), 11, 1, 1],
    [buildAyah(2, 75), 11, 1, 2],
    [buildAyah(2, 141), 21, 1, 2],
    [buildAyah(2, 142), 22, 2, 3],
    [buildAyah(2, 255), 42, 3, 5],
    [buildAyah(3, 1), 50, 3, 5],
    [buildAyah(18, 1), 293, 15, 30],
    [buildAyah(36, 1), 440, 22, 44],
    [buildAyah(67, 1), 562, 29, 57],
    [buildAyah(78, 1), 582, 30, 59],
    [buildAyah(87, 1), 591, 30, 60],
    [buildAyah(112, 1), 604, 30, 60],
    [buildAyah(114, 6), 604, 30, 60],
  ])('%j is on page %i, in juz %i and hizb %i', (position, onPage, juz, hizb) => {
    expect([mushaf.pageOf(position), mushaf.juzOf(position), mushaf.hizbOf(position)]).toEqual([
      onPage,
      juz,
      hizb,
    ]);
  });
  test('every ayah has a unique number, and every number an ayah', () => {
    for (let count = 1; count <= 6236; count++)
      expect(ayahNumber(ayahFromNumber(count) ?? buildAyah(0, 0))).toBe(count);
    for (const none of [0, 6237, 1.5, Number.NaN]) expect(ayahFromNumber(none)).toBeNull();
  });
});

describe('an invalid range', () => {
  test.each([
    [range([2, 1], [2, 287]), 'to', 'ayah'],
    [range([2, 0], [2, 286]), 'from', 'ayah'],
    [range([2, 1.5], [2, 286]), 'from', 'ayah'],
    [range([0, 1], [2, 286]), 'from', 'surah'],
    [range([1, 1], [115, 1]), 'to', 'surah'],
    [range([2, 20], [2, 19]), 'to', 'reversed'],
    [range([3, 1], [2, 286]), 'to', 'reversed'],
  ])('the range %j is refused', (wrong, end, problem) => {
    expect(rangeProblem(wrong)).toEqual({ end, problem });
    expect(pagesOfRange(wrong)).toBeNaN();
    expect(describeRange(wrong)).toBe('');
    expect(nextAyah(wrong)).toBeNull();
  });
  test('a range that does not exist in the mushaf is refused: 2:1 to 2:286 and a single ayah are accepted', () => {
    expect(rangeProblem(range([2, 1], [2, 286]))).toBeNull();
    expect(rangeProblem(range([2, 286], [2, 286]))).toBeNull();
  });
  test.each([
    [0, 1],
    [604, 605],
    [3, 2],
    [1.5, 2],
    [1, Number.NaN],
  ])('a range of the pages %d to %d is refused', (first, last) => {
    expect(rangeOfPages(first, last)).toBeNull();
  });
});

describe('the pages of a range', () => {
  test('the pages are counted exactly for whole pages', () => {
    const pages = fc.tuple(page, page).map(inOrder);
    fc.assert(
      fc.property(pages, ([first, last]) => {
        const whole = rangeOfPages(first, last);
        expect(whole && pagesOfRange(whole)).toBe(last - first + 1);
      }),
    );
    expect(pagesOfRange(pagesBetween(1, 6236))).toBe(604);
  });
  test('the pages of all juz and of all hizb equal those of the mushaf', () => {
    const rangesOf = (count: number, rangeOf: typeof mushaf.rangeOfJuz) =>
      Array.from({ length: count }, (_, index) => rangeOf(index + 1));
    for (const ranges of [rangesOf(30, mushaf.rangeOfJuz), rangesOf(60, mushaf.rangeOfHizb)]) {
      expect(sum(ranges.map((one) => (one ? ayahNumber(one.to) - ayahNumber(one.from) + 1 : 0)))).toBe(6236);
    }
    expect(mushaf.rangeOfJuz(30)).toEqual(range([78, 1], [114, 6]));
    expect(mushaf.rangeOfHizb(1, 2)).toEqual(mushaf.rangeOfJuz(1));
  });
  test.each([
    [range([2, 1], [2, 5]), 1],
    [range([2, 1], [2, 2]), 0.5],
    [range([2, 1], [2, 1]), 0.5],
    [range([2, 1], [2, 16]), 2],
    [range([2, 1], [2, 20]), 2.5],
    [range([2, 255], [2, 255]), 0.5],
    [range([113, 1], [113, 5]), 0.5],
  ])('the pages of %j are %d', (some, pages) => {
    expect(pagesOfRange(some)).toBe(pages);
  });
  test('the pages are rounded to halves, and at least one half', () => {
    fc.assert(
      fc.property(anyRange, (some) => {
        const halves = pagesOfRange(some) * 2;
        expect(Number.isInteger(halves) && halves >= 1).toBe(true);
      }),
    );
  });
  test('the pages of both halves of a range differ from the pages of the range by at most half a page', () => {
    const threeInOrder = fc
      .tuple(number, number, number)
      .map((all) => all.toSorted((a, b) => a - b))
      .filter(([, cut, last]) => cut !== last);
    fc.assert(
      fc.property(threeInOrder, ([first = 1, cut = 1, last = 1]) => {
        const parts = pagesOfRange(pagesBetween(first, cut)) + pagesOfRange(pagesBetween(cut + 1, last));
        expect(Math.abs(parts - pagesOfRange(pagesBetween(first, last)))).toBeLessThanOrEqual(0.5);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the next range', () => {
  test.each([
    [range([2, 1], [2, 20]), buildAyah(2, 21)],
    [range([2, 280], [2, 286]), buildAyah(3, 1)],
    [range([114, 1], [114, 6]), null],
  ])('the next range after %j starts at %j', (done, next) => {
    expect(nextAyah(done)).toEqual(next);
  });
});

describe('the text of a range', () => {
  const written = [
    [range([2, 1], [2, 20]), 'البقرة 1-20'],
    [range([2, 255], [2, 255]), 'البقرة 255'],
    [range([2, 280], [3, 5]), 'البقرة 280 - آل عمران 5'],
    [range([2, 1], [3, 5]), 'البقرة 1 - آل عمران 5'],
    [range([113, 1], [113, 5]), 'سورة الفلق'],
    [range([78, 1], [114, 6]), 'سورة النبأ - سورة الناس'],
  ] as const;
  test.each(written)('the text of %j is %s, and is parsed back', (some, text) => {
    expect(describeRange(some)).toBe(text);
    expect(parseRange(text)).toEqual(some);
  });
  test('the text of any range is parsed back', () => {
    fc.assert(
      fc.property(anyRange, (some) => {
        expect(parseRange(describeRange(some))).toEqual(some);
      }),
    );
    for (let surah = 1; surah <= 114; surah++) {
      const whole = { from: buildAyah(surah, 1), to: buildAyah(surah, mushaf.ayahCount(surah)) };
      expect(parseRange(describeRange(whole))).toEqual(whole);
    }
  });
  test.each([
    ['البقرة ١-٢٠', range([2, 1], [2, 20])],
    [' سورة البقره  1 – 20 ', range([2, 1], [2, 20])],
    ['ال عمران 200', range([3, 200], [3, 200])],
    ['النساء ١ ـ ٥', range([4, 1], [4, 5])],
    ['سورة الإخلاص - الفلق 2', range([112, 1], [113, 2])],
    ['البقرة 20-1', range([2, 1], [2, 20])],
    ['سورة الناس - سورة النبأ', range([78, 1], [114, 6])],
    ['آل عمران 5 - البقرة 280', range([2, 280], [3, 5])],
    ['براءة 1-10', range([9, 1], [9, 10])],
    ['المؤمن 3', range([40, 3], [40, 3])],
    ['المؤمنين 3', range([23, 3], [23, 3])],
    ['حم السجدة 1-4', range([41, 1], [41, 4])],
    ['السجدة 1-4', range([32, 1], [32, 4])],
    ['سورة الدهر', range([76, 1], [76, 31])],
    ['سورة تبارك - سورة عم', range([67, 1], [78, 40])],
    ['الانشراح 1-8', range([94, 1], [94, 8])],
    ['سورة اللهب', range([111, 1], [111, 5])],
    ['بني إسرائيل 1', range([17, 1], [17, 1])],
    ['والضحى 1-11', range([93, 1], [93, 11])],
    ['بقرة 1-5', range([2, 1], [2, 5])],
  ])('%s is parsed as %j', (text, meant) => {
    expect(parseRange(text)).toEqual(meant);
  });
  test.each([
    '',
    'البقرة',
    'الورد الأول',
    'البقرة 287',
    'البقرة 287-1',
    'وعمران 5',
    'البقرة 1-20-30',
    'سورة البقرة - 20',
    'البقرة 1-20 مراجعة',
    'سورة سورة الفلق',
    'الصفحة 5',
  ])('%j stays free text', (text) => {
    expect(parseRange(text)).toBeNull();
  });
});

describe('Surahs are found', () => {
  test('by each of their names, of which no two surahs share one', () => {
    const names = surahNames.flatMap((name, index) =>
      [name, ...otherSurahNames(index + 1)].map((one) => [foldArabic(one), index + 1] as const),
    );
    expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
    for (const [name, surah] of names) expect(findSurahs(name)[0]).toBe(surah);
  });
  test.each([
    ['عم', 78],
    ['براءه', 9],
    ['المؤمن', 40],
    ['تبارك', 67],
    ['اللهب', 111],
    ['عمران', 3],
    ['بقرة', 2],
    ['٢', 2],
  ])('%s leads to surah %i first', (query, surah) => {
    expect(findSurahs(query)[0]).toBe(surah);
  });
  test('by the start of a number, by parts of a name, and not at all by another text', () => {
    expect(findSurahs('11')).toEqual([11, 110, 111, 112, 113, 114]);
    expect(findSurahs('ق').slice(0, 3)).toEqual([50, 106, 58]);
    expect([findSurahs('115'), findSurahs('الحلقة')]).toEqual([[], []]);
    expect(findSurahs(' ')).toHaveLength(114);
  });
});
