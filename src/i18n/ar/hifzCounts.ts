import { arabicPlural } from '../../../contract/rules/arabicText';

/** Pages by their Arabic plural; other cases replace the words that differ. */
export const pagesText = {
  zero: () => 'لا صفحات',
  one: () => 'صفحة واحدة',
  two: () => 'صفحتان',
  few: (count: number) => `${count} صفحات`,
  many: (count: number) => `${count} صفحة`,
  other: (count: number) => `${count} صفحة`,
};

const faultsText = {
  zero: () => 'بلا أخطاء',
  one: () => 'خطأ واحد',
  two: () => 'خطآن',
  few: (count: number) => `${count} أخطاء`,
  many: (count: number) => `${count} خطأ`,
  other: (count: number) => `${count} خطأ`,
};

/** «بلا أخطاء», «خطأ واحد» … */
export const countFaults = (count: number): string => faultsText[arabicPlural(count)](count);
