import { plural } from '../plural';
import { typeNames } from './import/typeNames';

export const notifications = {
  readAll: 'تعليم الكل مقروءاً',
  read: 'تعليم الإشعار مقروءاً',
  isNew: 'جديد',
  empty: 'لا توجد إشعارات.',
  password_request: 'طلب «%{name}» (%{username}) كلمة مرور جديدة',
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
  }),
  operation_undone_by_admin: 'تراجع «%{by}» عن عملية قمت بها: %{description}',
  import_finished: 'انتهى استيراد %{what}: أُضيف %{imported} وحُدّث %{updated} وتعذّر %{failed}',
  imported: { ...typeNames, several: 'الأوراق' },
  assignment_published: 'واجب جديد في «%{subject}»: «%{title}»',
  assignment_graded: 'صُحّح واجبك في «%{subject}»: «%{title}»',
  excuse_sent: 'عذر جديد لـ«%{student}»: %{days}',
  submission_late: 'سلّم «%{student}» واجب «%{title}» متأخراً',
  unknown: 'إشعار جديد',
} as const;

export const search = {
  title: 'البحث في كل الشاشات',
  placeholder: 'اكتب اسماً أو رقماً أو رمزاً',
  results: 'نتائج البحث',
  none: 'لا توجد نتائج',
  searching: 'جارٍ البحث…',
  failed: 'تعذّر البحث',
  hint: 'الأسهم للتنقل، وزر الإدخال للفتح.',
  actionHint: 'اكتب الإجراء قبل الاسم: «كشف سعد»، «تحضير التجويد».',
  kinds: {
    students: 'الطلاب',
    subjects: 'المواد',
    batches: 'الدفعات',
    programs: 'البرامج',
    users: 'المستخدمون',
    screens: 'الشاشات',
    actions: 'الإجراءات',
  },
  actionsOf: 'إجراءات «%{name}»',
  actionOn: '%{action}: %{name}',
  register: 'تحضير اليوم',
  grades: 'رصد الدرجات',
} as const;
