import { plural } from '../plural';

/** Navigation, top bar, footer, guards and the dashboard. */
export const shell = {
  product: 'رصد',
  skipToContent: 'تخطَّ إلى المحتوى',
  navigation: 'التنقل الرئيس',
  openNavigation: 'فتح قائمة التنقل',
  collapseNavigation: 'طي قائمة التنقل',
  expandNavigation: 'توسيع قائمة التنقل',
  groups: { teaching: 'الدراسة', data: 'البيانات', administration: 'الإدارة' },
  dashboard: 'لوحة التحكم',
  accountOf: 'حساب %{name}',
  batchOf: 'الدفعة: %{batch}',
  signOut: 'تسجيل الخروج',
  settings: 'الإعدادات',
  changePassword: 'تغيير كلمة المرور',
  currentPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
  repeatPassword: 'تأكيد كلمة المرور الجديدة',
  passwordChanged: 'تم تغيير كلمة المرور بنجاح',
  passwordFailed: 'تعذّر تغيير كلمة المرور',
  theme: 'المظهر',
  themeLight: 'فاتح',
  themeDark: 'داكن',
  themeSystem: 'حسب الجهاز',
  version: 'الإصدار %{version}',
  notFoundTitle: 'الصفحة غير موجودة',
  notFoundText: 'العنوان المكتوب غير صحيح، أو الرابط لم يعد صالحاً.',
  toDashboard: 'إلى لوحة التحكم',
  crashedTitle: 'حدث خطأ في هذه الصفحة',
  crashedText: 'ما حُفظ لم يتأثر. أعد المحاولة، فإن تكرر الخطأ فأعد تحميل الصفحة.',
  reload: 'إعادة تحميل الصفحة',
  roles: { admin: 'مدير', teacher: 'معلم', student: 'طالب' },
  installed: {
    newVersion: 'إصدار جديد متاح.',
    takeNew: 'التحديث الآن',
    saveFirst: 'إصدار جديد متاح. احفظ ما كتبته أو تراجع عنه أولاً، ثم حدِّث.',
    keptSince: 'لا اتصال بالخادم. المعروض محفوظ على هذا الجهاز، وقُرئ من الخادم في %{time}.',
    title: 'التطبيق على هذا الجهاز',
    can: 'يُفتح التطبيق على هذا الجهاز دون اتصال بالخادم. ولتثبيته بين تطبيقاتك اختر «تثبيت» أو «الإضافة إلى الشاشة الرئيسة» من قائمة المتصفح.',
    insecure:
      'لا يمكن تثبيت التطبيق من هذا العنوان: تشترط المتصفحات للتثبيت وللعمل دون اتصال عنواناً آمناً يبدأ بـ https. ويبقى التحضير الذي لم يُرسل محفوظاً على هذا الجهاز.',
    unsupported: 'لا يتيح هذا المتصفح تثبيت التطبيق، ولا فتحه دون اتصال.',
  },
  notLinked: 'لم يُربط حسابك ببيانات طالب بعد. الرجاء مراجعة إدارة المعهد.',
} as const;

/** Search from anywhere. */
export const search = {
  open: 'بحث شامل',
  title: 'البحث في كل الشاشات',
  placeholder: 'اكتب اسماً أو رقماً أو رمزاً',
  results: 'نتائج البحث',
  none: 'لا توجد نتائج',
  searching: 'جارٍ البحث…',
  failed: 'تعذّر البحث',
  hint: 'الأسهم للتنقل، وزر الإدخال للفتح',
  shortcut: 'Ctrl K',
  kinds: {
    students: 'الطلاب',
    subjects: 'المواد',
    batches: 'الدفعات',
    programs: 'البرامج',
    users: 'المستخدمون',
    screens: 'الشاشات',
  },
} as const;

/** The dialog that asks for the password again. */
export const stepUp = {
  title: 'تأكيد كلمة المرور',
  text: 'هذه العملية تمسّ حساب مدير، أو تنقل حساباً إلى صاحب آخر. اكتب كلمة مرور حسابك أنت لإتمامها، ولن تُطلب مرة أخرى لخمس دقائق.',
  password: 'كلمة المرور',
  passwordRequired: 'الرجاء إدخال كلمة المرور',
  confirm: 'تأكيد ومتابعة',
  checking: 'جارٍ التحقق…',
  wrongPassword: 'كلمة المرور غير صحيحة',
} as const;

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
  }),
  hours: plural({
    zero: 'الآن',
    one: 'قبل ساعة',
    two: 'قبل ساعتين',
    few: 'قبل %{smart_count} ساعات',
    many: 'قبل %{smart_count} ساعة',
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
  imported: {
    students: 'الطلاب',
    subjects: 'المواد',
    programs: 'البرامج',
    batches: 'الدفعات',
    grades: 'الدرجات',
    users: 'حسابات المعلمين',
    several: 'الأوراق',
  },
  assignment_published: 'واجب جديد في «%{subject}»: «%{title}»',
  assignment_graded: 'صُحّح واجبك في «%{subject}»: «%{title}»',
  submission_late: 'سلّم «%{student}» واجب «%{title}» متأخراً',
  unknown: 'إشعار جديد',
} as const;
