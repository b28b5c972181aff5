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
  many: (count: number) => `${count} خطأ`,
  other: (count: number) => `${count} خطأ`,
};

export const countFaults = (count: number): string => faultForms[arabicPlural(count)](count);
