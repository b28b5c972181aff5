import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phoneProblem } from '../../contract/rules/identity';
import { splitPhones } from '../../contract/rules/phones';
import { phoneKey, phoneTerms } from '../../server/db/search/phones';

describe('the key of a phone number in an institute of Saudi Arabia', () => {
  test.each([
    ['0500031054', '+966500031054'],
    ['500031054', '+966500031054'],
    ['966500031054', '+966500031054'],
    ['+966500031054', '+966500031054'],
    ['00966500031054', '+966500031054'],
    ['966500031054+', '+966500031054'],
    ['٠٥٠٠٠٣١٠٥٤', '+966500031054'],
    ['۰۵۰۰۰۳۱۰۵۴', '+966500031054'],
    ['050 003 1054', '+966500031054'],
    ['050-003-1054', '+966500031054'],
    ['(050) 003.1054', '+966500031054'],
    ['+966 (0) 50 003 1054', '+966500031054'],
    ['+966 0500031054', '+966500031054'],
    ['966500031054.0', '+966500031054'],
    ['9.66500031054E+11', '+966500031054'],
    ['\u202A+966 50 003 1054\u202C', '+966500031054'],
    ['0500031054 واتس', '+966500031054'],
    // Egypt
    ['+201001234567', '+201001234567'],
    ['00201001234567', '+201001234567'],
    ['201001234567', '+201001234567'],
    ['01001234567', null],
    // Yemen
    ['+967712345678', '+967712345678'],
    ['967712345678', '+967712345678'],
    ['00967 712 345 678', '+967712345678'],
    ['712345678', null],
    // Indonesia
    ['+6281234567890', '+6281234567890'],
    ['6281234567890', '+6281234567890'],
    ['+62 812-3456-7890', '+6281234567890'],
    ['081234567890', null],
    // a landline has a country only with its code
    ['0112345678', null],
    ['+966112345678', '+966112345678'],
    // no number of any country
    ['9665000310540', null],
    ['12345', null],
    ['+9665', null],
    ['لا يوجد', null],
    ['-', null],
    ['', null],
  ])('%j has the key %j', (text, key) => {
    expect(phoneKey(text, 'SA')).toBe(key);
  });

  test('a number without a country is a number of the country of the settings', () => {
    expect(phoneKey('01001234567', 'EG')).toBe('+201001234567');
    expect(phoneKey('712345678', 'YE')).toBe('+967712345678');
    expect(phoneKey('081234567890', 'ID')).toBe('+6281234567890');
    expect(phoneKey('0500031054', 'EG')).toBeNull();
    expect(phoneKey('+966500031054', 'EG')).toBe('+966500031054');
  });

  test('a key has its four spellings as terms or as parts of terms', () => {
    const terms = phoneTerms('+966500031054');
    for (const digits of ['0500031054', '966500031054', '00966500031054', '500031054'])
      expect(terms.some((term) => term.includes(digits))).toBe(true);
  });

  test('no text has a key that is longer than fifteen digits', () => {
    const part = fc.constantFrom('05', '966', '00', '+', ' ', '-', '/', '.0', 'و', '٣', '7', '1234567', 'E');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        expect(phoneKey(parts.join(''), 'SA') ?? '+1').toMatch(/^\+\d{1,15}$/);
      }),
    );
  });
});

describe('the numbers of a cell', () => {
  test.each([
    ['0500031054 - 0500031055', ['0500031054', '0500031055'], []],
    ['0500031054-0500031055', ['0500031054', '0500031055'], []],
    ['0500031056/0500031057', ['0500031056', '0500031057'], []],
    ['0500031056, 0500031057', ['0500031056', '0500031057'], []],
    ['0500031056؛0500031057', ['0500031056', '0500031057'], []],
    ['0500031059 0500031060', ['0500031059', '0500031060'], []],
    ['0500031059\n0500031060', ['0500031059', '0500031060'], []],
    ['0500031059 و 0500031060', ['0500031059', '0500031060'], []],
    ['0500031059و0500031060', ['0500031059', '0500031060'], []],
    ['050 003 1059 050 003 1060', ['0500031059', '0500031060'], []],
    ['+966500031059+966500031060', ['+966500031059', '+966500031060'], []],
    ['966500031059.0 / 0500031060', ['966500031059', '0500031060'], []],
    ['0500031059/0500031059', ['0500031059'], []],
    ['1111111 2222222 3333333', ['1111111', '2222222', '3333333'], []],
    ['٠٥٠٠٠٣١٩٠١ (الأب)', ['0500031901'], ['الأب']],
    ['0500031061 واتس', ['0500031061'], ['واتس']],
    ['واتس آب 0500031061 جوال', ['0500031061'], ['واتس آب', 'جوال']],
    ['0112345678 تحويلة 12', ['0112345678'], ['تحويلة', '12']],
    ['9.665E+11', [], ['9.665E+11']],
    ['12', ['12'], []],
    ['لا يوجد', [], ['لا يوجد']],
    ['-', [], []],
    ['', [], []],
  ])('%j has the numbers %j and the words %j', (text, numbers, words) => {
    expect(splitPhones(text)).toEqual({ numbers, words });
  });
});

describe('a cell of any signs', () => {
  /** Reads the digit groups of a cell in one pass: a plus stays only directly before the next digit. */
  function readGroups(text: string): string[] {
    const groups: string[] = [];
    let [hasPlus, isOpen] = [false, false];
    for (const sign of text) {
      const isDigit = sign >= '0' && sign <= '9';
      if (sign === '+') hasPlus = true;
      if (isDigit && isOpen) groups[groups.length - 1] += sign;
      else if (isDigit) groups.push(hasPlus ? `+${sign}` : sign);
      isOpen = isDigit;
      if (isDigit) hasPlus = false;
    }
    return groups;
  }

  test('a plus before signs belongs to the next digits, and without digits to no number', () => {
    // Each group is long enough to be a number.
    const part = fc.constantFrom('1234567', '0500031054', '+', '++', ' ', '-', '(', ')', '.');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const text = `${parts.join('')} 7654321`;
        expect(splitPhones(text).numbers).toEqual([...new Set(readGroups(text))]);
      }),
    );
  });

  test.each(['+', '+ ', '+-', '(+'])(
    '%j a hundred thousand times, in a hundred cells, is no number',
    (sign) => {
      // With a quadratic pattern, one of these cells takes many seconds.
      const signs = sign.repeat(100_000);
      for (let cell = 0; cell < 100; cell += 1)
        expect(splitPhones(signs)).toEqual({ numbers: [], words: [] });
      expect(splitPhones(`${signs}0500031054`).numbers).toEqual(['+0500031054']);
      expect(splitPhones(`0500031054${signs}`).numbers).toEqual(['+0500031054']);
    },
  );
});

describe('a phone number in a form', () => {
  test.each([
    ['0500031054', null],
    ['+966 50 003 1054', null],
    ['', null],
    ['  ', null],
    ['123456789012345', null],
    ['1234567890123456', 'phoneTooLong'],
    ['0500031054 / 0500031055', 'phoneTooLong'],
    ['لا يوجد', 'phoneWithoutDigits'],
    ['-', 'phoneWithoutDigits'],
    ['واتس', 'phoneWithoutDigits'],
  ])('%j has the problem %j', (text, problem) => {
    expect(phoneProblem(text)).toBe(problem);
  });
});
