import { arabicPlural } from '../../../contract/rules/arabicText';

/** Forms in the nominative. For other grammatical cases, the caller overrides the forms that differ. */
export const pageForms = {
  zero: () => 'لا صفحات',
  one: () => 'صفحة واحدة',
  two: () => 'صفحتان',
  few: (count: number) => `${count} صفحات`,
  many: (count: number) => `${count} صفحة`,
  other: (count: number) => `${count} صفحة`,
};

const faultForms = {
  zero: () => 'بلا أخطاء',
  one: () => 'خطأ واحد',
  two: () => 'خطآن',
  few: (count: number) => `${count} أخطاء`,
  many: (count: number) => `${count} خطأً`,
  other: (count: number) => `${count} خطأ`,
};

export const countFaults = (count: number): string => faultForms[arabicPlural(count)](count);

const lateForms = {
  zero: () => 'على الخطة',
  one: () => 'متأخر عن الخطة بدرس واحد',
  two: () => 'متأخر عن الخطة بدرسين',
  few: (count: number) => `متأخر عن الخطة بـ${count} دروس`,
  many: (count: number) => `متأخر عن الخطة بـ${count} درساً`,
  other: (count: number) => `متأخر عن الخطة بـ${count} درس`,
};

const aheadForms = {
  zero: () => 'على الخطة',
  one: () => 'متقدم على الخطة بدرس واحد',
  two: () => 'متقدم على الخطة بدرسين',
  few: (count: number) => `متقدم على الخطة بـ${count} دروس`,
  many: (count: number) => `متقدم على الخطة بـ${count} درساً`,
  other: (count: number) => `متقدم على الخطة بـ${count} درس`,
};

/** Lessons behind the plan. A negative number is ahead of it. */
export const describeDelay = (lessons: number): string =>
  lessons >= 0 ? lateForms[arabicPlural(lessons)](lessons) : aheadForms[arabicPlural(-lessons)](-lessons);
