import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames, splitCompounds } from '../../contract/rules/personNames';

describe('A name is split', () => {
  test.each([
    ['عبد الله محمد علي الحسن', ['عبد الله', 'محمد', 'علي', 'الحسن']],
    ['نور الدين زين العابدين سيف الإسلام', ['نور الدين', 'زين العابدين', 'سيف الإسلام']],
    ['فضل الله أبو بكر آل سعيد', ['فضل الله', 'أبو بكر', 'آل سعيد']],
    ['أبو عبد الله بن محمد', ['أبو عبد الله', 'بن محمد']],
    ['محمد ولد أحمد', ['محمد', 'ولد أحمد']],
    ['أمة الله بنت علي', ['أمة الله', 'بنت علي']],
    ['محمد', ['محمد']],
    ['الدين', ['الدين']],
    ['محمد عبد', ['محمد', 'عبد']],
  ])('%s into its words, with compounds together', (name, words) => {
    expect(splitCompounds(name)).toEqual(words);
    expect(splitCompounds(name).join(' ')).toBe(name);
  });
});

describe('Two names', () => {
  test.each([
    ['عمر وليد رائد الصالح', 'عمر وليد رائد الصالح'],
    ['عمر وليد رائد الصالح', 'عمر وليد الصالح'],
    ['عمر الصالح', 'عمر وليد رائد الصالح'],
    ['عمر بن وليد الصالح', 'عمر وليد رائد الصالح'],
    ['عبدالله وليد الصالح', 'عبد الله وليد الصالح'],
    ['نورالدين وليد الصالح', 'نور الدين وليد الصالح'],
    ['أحمد وليد الصالح', 'احمد وليد الصالح'],
    ['فاطمة بنت علي', 'فاطمه علي'],
    ['عمر وليد الأمين', ' عُمَر  وليد الأمين'],
    ['محمد', 'محمد'],
  ])('%s and %s agree', (first, second) => {
    expect([compareNames(first, second), compareNames(second, first)]).toEqual(['agree', 'agree']);
  });

  test.each([
    ['رائد وليد معاذ الجابر', 'حسن وليد أنس السالم'],
    ['عمر وليد رائد الصالح', 'زيد وليد رائد الصالح'],
    ['عمر وليد رائد الصالح', 'عمر رائد وليد الصالح'],
    ['عمر وليد الصالح', 'عمر وليد الهادي'],
    ['محمد', 'محمد علي'],
    ['محمد', 'محمود'],
    ['حسن وليد الصالح', 'حسين وليد رائد الصالح'],
    ['عبد الله الصالح', 'عبد العزيز الصالح'],
    ['', 'محمد'],
    ['بن', 'بن'],
  ])('%s and %s differ', (first, second) => {
    expect([compareNames(first, second), compareNames(second, first)]).toEqual(['differ', 'differ']);
  });

  test('with given names one letter apart are a correction if all other words are equal', () => {
    expect(compareNames('حسن وليد رائد الصالح', 'حسين وليد رائد الصالح')).toBe('correction');
    expect(compareNames('حسن وليد الصالح', 'حسين وليد رائد الصالح')).toBe('differ');
  });

  test('of a class of thirty agree only if they are equal', () => {
    const firstNames = 'محمد محمد محمد أحمد أحمد عبدالله عبدالله علي عمر يوسف خالد حسن حسين سعد'.split(' ');
    const family = 'الصالح الهادي الناصر اليوسف الجابر الأمين الراشد السالم البشير النعيم'.split(' ');
    const name = fc
      .tuple(...[firstNames, firstNames, firstNames, family].map((words) => fc.constantFrom(...words)))
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(name, { minLength: 30, maxLength: 30 }), (names) => {
        for (const [index, first] of names.entries())
          for (const second of names.slice(index + 1))
            expect(compareNames(first, second) === 'agree').toBe(first === second);
      }),
      { numRuns: 1000 },
    );
  });
});
