import { plural } from '../plural';

/** The undo control of the top bar; exact sentences: spec 1 §8. */
export const undo = {
  title: 'التراجع',
  open: 'التراجع عن العمليات',
  subtitle: 'آخر ما قمت به في هذه الجلسة، والأحدث أولاً.',
  latest: 'التراجع عن آخر عملية',
  one: 'تراجع',
  oneOf: 'التراجع عن: %{description}',
  related: 'معها سجلات مرتبطة',
  empty: 'لا توجد عمليات يمكن التراجع عنها في هذه الجلسة.',
  loadFailed: 'تعذّر تحميل العمليات',
  questionTitle: 'تأكيد التراجع',
  question: 'هل تريد التراجع عن هذه العملية؟',
  relatedNote: 'شملت هذه العملية سجلات مرتبطة، وستعود كلها إلى ما كانت عليه.',
  confirm: 'تراجع',
  undoing: 'جارٍ التراجع…',
  done: 'تم التراجع عن العملية بنجاح',
  failed: 'فشل التراجع عن العملية',
  latestFailed: 'فشل التراجع عن آخر عملية',
  moved: 'أُجريت عملية أحدث في نافذة أخرى، راجع القائمة ثم أعد المحاولة.',
  conflictTitle: 'لم يتم التراجع',
  changedSince: 'ما تغيّر بعد هذه العملية:',
} as const;

/** How long ago something happened. */
export const ago = {
  now: 'الآن',
  minutes: plural({
    zero: 'الآن',
    one: 'قبل دقيقة',
    two: 'قبل دقيقتين',
    few: 'قبل %{smart_count} دقائق',
    many: 'قبل %{smart_count} دقيقة',
    other: 'قبل %{smart_count} دقيقة',
  }),
  hours: plural({
    zero: 'الآن',
    one: 'قبل ساعة',
    two: 'قبل ساعتين',
    few: 'قبل %{smart_count} ساعات',
    many: 'قبل %{smart_count} ساعة',
    other: 'قبل %{smart_count} ساعة',
  }),
  days: plural({
    zero: 'الآن',
    one: 'قبل يوم',
    two: 'قبل يومين',
    few: 'قبل %{smart_count} أيام',
    many: 'قبل %{smart_count} يوماً',
    other: 'قبل %{smart_count} يوم',
  }),
} as const;
