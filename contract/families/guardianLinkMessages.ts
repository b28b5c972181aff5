import { arabicPlural } from '../rules/arabicText';

const linksText = {
  zero: () => 'لا روابط',
  one: () => 'رابط واحد',
  two: () => 'رابطان',
  few: (count: number) => `${count} روابط`,
  many: (count: number) => `${count} رابطاً`,
  other: (count: number) => `${count} رابط`,
};

export const countLinks = (count: number): string => linksText[arabicPlural(count)](count);

export const guardianLinkMessages = {
  revoked: 'أُلغي رابط ولي الأمر، ولا تفتح الصفحة به بعد الآن',
  made: (count: number) => `الروابط الجديدة: ${countLinks(count)}`,
  ofOtherSection: 'لولي الأمر هذا طلاب في غير قسمك، فلا ينشئ رابطه إلا مدير لكل الأقسام',
  noChildren: 'لا يظهر في صفحة ولي الأمر هذا أي طالب: إما أنه بلا حق فتح الصفحة، أو أن طلابه بلغوا سن الرشد',
  noLink: 'ليس لولي الأمر هذا رابط',
  linkDescription: (guardian: string) => `إنشاء رابط صفحة ولي الأمر «${guardian}»`,
  linksDescription: (batch: string, count: number) =>
    `إنشاء روابط أولياء أمور الدفعة «${batch}»: ${countLinks(count)}`,
  revokeDescription: (guardian: string) => `إلغاء رابط صفحة ولي الأمر «${guardian}»`,
} as const;
