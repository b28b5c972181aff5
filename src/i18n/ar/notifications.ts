import { plural } from '../plural';

/** The bell of the top bar. */
export const notifications = {
  title: 'الإشعارات',
  unread: plural({
    zero: 'الإشعارات، لا جديد',
    one: 'الإشعارات، إشعار واحد غير مقروء',
    two: 'الإشعارات، إشعاران غير مقروءين',
    few: 'الإشعارات، %{smart_count} إشعارات غير مقروءة',
    many: 'الإشعارات، %{smart_count} إشعاراً غير مقروء',
    other: 'الإشعارات، %{smart_count} إشعار غير مقروء',
  }),
  readAll: 'تعليم الكل مقروءاً',
  read: 'تعليم الإشعار مقروءاً',
  isNew: 'جديد',
  empty: 'لا توجد إشعارات.',
  failed: 'تعذّر تعليم الإشعارات مقروءة',
  password_request: 'طلب %{name} (%{username}) كلمة مرور جديدة',
  archive_expiring: plural({
    zero: 'لا سجلات محذوفة تنتهي مدة استعادتها قريباً',
    one: 'سجل محذوف تنتهي مدة استعادته قريباً، وآخر يوم له %{date}',
    two: 'سجلان محذوفان تنتهي مدة استعادتهما قريباً، وآخر يوم لأولهما %{date}',
    few: '%{smart_count} سجلات محذوفة تنتهي مدة استعادتها قريباً، وآخر يوم لأولها %{date}',
    many: '%{smart_count} سجلاً محذوفاً تنتهي مدة استعادتها قريباً، وآخر يوم لأولها %{date}',
    other: '%{smart_count} سجل محذوف تنتهي مدة استعادتها قريباً، وآخر يوم لأولها %{date}',
  }),
  registers_not_taken: plural({
    zero: 'لا مواد لك بلا تحضير يوم %{date}',
    one: 'مادة واحدة لك لم يُسجَّل تحضيرها يوم %{date}',
    two: 'مادتان لك لم يُسجَّل تحضيرهما يوم %{date}',
    few: '%{smart_count} مواد لك لم يُسجَّل تحضيرها يوم %{date}',
    many: '%{smart_count} مادة لك لم يُسجَّل تحضيرها يوم %{date}',
    other: '%{smart_count} مادة لك لم يُسجَّل تحضيرها يوم %{date}',
  }),
  operation_undone_by_admin: 'تراجع %{by} عن عملية قمت بها: %{description}',
  assignment_published: 'واجب جديد في %{subject}: %{title}',
  assignment_graded: 'صُحّح واجبك في %{subject}: %{title}',
  submission_late: 'سلّم %{student} واجب %{title} متأخراً',
  unknown: 'إشعار جديد',
} as const;
