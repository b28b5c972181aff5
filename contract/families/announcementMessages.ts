import type { UntilProblem } from '../rules/families/announcements';
import { maxShownDays } from '../rules/families/announcements';
import type { PageLanguage } from './guardianPageText';

/** The Arabic texts about announcements in answers. */
export const announcementMessages = {
  ofTwo: 'اختر للإعلان قسماً أو برنامجاً أو دفعة أو حلقة، واحداً منها فقط',
  unknownCircle: 'الحلقة المحددة غير موجودة',
  onlyOwnBatches: 'اختر للإعلان دفعة من دفعاتك أو حلقة من حلقاتك',
  notAuthor: 'كتب هذا الإعلان غيرك، فيعدّله كاتبه أو إدارة المعهد',
  removed: 'حُذف الإعلان',
} as const;

export const untilProblems: Record<UntilProblem, string> = {
  over: 'آخر يوم للإعلان مضى، اختر اليوم أو يوماً بعده',
  'too far': `يبقى الإعلان ${maxShownDays} يوماً على الأكثر`,
};

/** The texts of the operation log. */
export const announcementDescriptions = {
  created: (title: string) => `نشر الإعلان «${title}»`,
  updated: (title: string) => `تعديل الإعلان «${title}»`,
  deleted: (title: string) => `حذف الإعلان «${title}»`,
} as const;

export const announcementPageTexts: Record<PageLanguage, { title: string; pinned: string }> = {
  ar: { title: 'إعلانات المعهد', pinned: 'مهم' },
  en: { title: 'Announcements of the institute', pinned: 'Important' },
};
