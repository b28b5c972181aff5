import { plural } from '../plural';

/** Exact texts: spec 1 §8. */
export const archive = {
  title: 'الأرشيف',
  subtitle: 'السجلات المحذوفة، تُستعاد مع كل ما حُذف معها قبل انتهاء مدة الاحتفاظ.',
  restoreOf: 'استعادة %{name}',
  emptyTitle: 'الأرشيف فارغ',
  emptyText: 'لم يُحذف شيء بعد.',
  loadFailed: 'فشل جلب سجل الأرشيف',
  days: plural({
    zero: 'آخر يوم',
    one: 'يوم واحد',
    two: 'يومان',
    few: '%{smart_count} أيام',
    many: '%{smart_count} يوماً',
    other: '%{smart_count} يوم',
  }),
  related: plural({
    zero: 'لا سجلات مرتبطة',
    one: 'مع سجل واحد مرتبط',
    two: 'مع سجلين مرتبطين',
    few: 'مع %{smart_count} سجلات مرتبطة',
    many: 'مع %{smart_count} سجلاً مرتبطاً',
    other: 'مع %{smart_count} سجل مرتبط',
  }),
  deletions: plural({
    zero: 'لا عمليات',
    one: 'عملية واحدة',
    two: 'عمليتان',
    few: '%{smart_count} عمليات',
    many: '%{smart_count} عملية',
  }),
} as const;

/** Texts for other screens. The texts of the page are in `adminPages.ts`. */
export const cleanup = {
  others: plural({
    zero: 'لا سجلات أخرى',
    one: 'سجل آخر مرتبط',
    two: 'سجلان آخران مرتبطان',
    few: '%{smart_count} سجلات أخرى مرتبطة',
    many: '%{smart_count} سجلاً آخر مرتبطاً',
    other: '%{smart_count} سجل آخر مرتبط',
  }),
} as const;
