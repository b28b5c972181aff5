import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekText } from '../../contract/reports/paperText';
import { arabicPlural } from '../../contract/rules/arabicText';
import { operationDescriptions, successMessages } from '../../contract/successMessages';

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [10, 'few'],
  [11, 'many'],
  [99, 'many'],
  [100, 'other'],
  [102, 'other'],
  [103, 'few'],
  [111, 'many'],
  [0.5, 'other'],
  [3.5, 'other'],
])('%d students take the plural "%s"', (count, category) => {
  expect(arabicPlural(count)).toBe(category);
});
test('every count has the same plural form as in the browser', () => {
  const rules = new Intl.PluralRules('ar');
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(arabicPlural(count)).toBe(rules.select(count));
    }),
  );
});

test.each([
  [2, 'تم حذف طالبين', 'حذف طالبين'],
  [3, 'تم حذف 3 طلاب', 'حذف 3 طلاب'],
  [11, 'تم حذف 11 طالباً', 'حذف 11 طالباً'],
  [100, 'تم حذف 100 طالب', 'حذف 100 طالب'],
  [103, 'تم حذف 103 طلاب', 'حذف 103 طلاب'],
])('%d deleted students are counted in Arabic', (count, message, description) => {
  expect(successMessages.severalDeleted('students', count)).toBe(message);
  expect(operationDescriptions.severalDeleted('students', null, count)).toBe(description);
});

test.each([
  [1, 'تأخر بدرس واحد'],
  [2, 'تأخر بدرسين'],
  [3, 'تأخر بـ3 دروس'],
  [11, 'تأخر بـ11 درساً'],
])('a delay of %d lessons is counted in Arabic', (lessons, text) => {
  expect(weekText.behind(lessons)).toBe(text);
});

test.each([
  [0.5, null, 'الحفظ الجديد: نصف صفحة'],
  [2, null, 'الحفظ الجديد: صفحتان'],
  [3.5, null, 'الحفظ الجديد: 3.5 صفحة'],
  [5, null, 'الحفظ الجديد: 5 صفحات'],
  [1, 5, 'الحفظ الجديد: 1 من 5 صفحات'],
  [1, 12, 'الحفظ الجديد: 1 من 12 صفحة'],
])('%d new pages of %s are counted in Arabic', (pages, planned, text) => {
  expect(weekText.newPagesSummary(pages, planned)).toBe(text);
});

test.each([
  [30, 30, 'حان سرد الجزء 30.'],
  [29, 30, 'حان سرد الجزأين 29 و30.'],
  [28, 30, 'حان سرد الأجزاء من 28 إلى 30.'],
])('the juz %d to %d of a due test have the right number and case', (from, to, text) => {
  expect(weekText.test(from, to)).toBe(text);
});
