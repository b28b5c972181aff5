import { plural } from '../plural';

/** Exact texts: spec 2 §5 and §8. */
export const users = {
  title: 'إدارة المستخدمين',
  subtitle: 'حسابات المديرين والمعلمين والطلاب، وصلاحية كل منها.',
  useFreeName: 'استخدام «%{name}»',
  addSubtitle: 'الاسم الكامل واسم المستخدم بيانات مطلوبة، وما عداها اختياري.',
  addSubtitleWithEmail: 'الاسم الكامل واسم المستخدم والبريد الإلكتروني بيانات مطلوبة.',
  linkScreen: 'ربط الطلاب بالحسابات',
  active: 'نشط',
  disabled: 'معطّل',
  activeOf: 'حساب %{name} نشط',
  enable: 'تفعيل الحساب',
  enableOf: 'تفعيل حساب %{name}',
  disable: 'تعطيل الحساب',
  disableOf: 'تعطيل حساب %{name}',
  enabled: 'تم تفعيل حساب «%{name}»',
  disabledNow: 'تم تعطيل حساب «%{name}»',
  rolesExplained: {
    admin: 'كل الشاشات: البيانات الأساسية والمستخدمون والاستيراد والأرشيف والإعدادات.',
    teacher: 'الدرجات والغياب والسجل اليومي والتقارير والواجبات في مواده.',
    student: 'تقريره ودرجاته وواجباته هو فقط، ولا بد من ربط الحساب ببيانات طالب.',
  },
  sectionHint: 'المقيد بقسم لا يرى إلا دفعاته وطلابها',
  ownSectionLocked: 'لا يمكنك تغيير قسمك أنت',
  studentNote: '%{number} · الهوية %{identity}',
  linkOf: 'ربط %{name} بطالب',
  linkButton: 'ربط',
  linkDone: 'تم ربط الطالب بنجاح',
  giveOf: 'إعطاء حساب %{name} لطالب آخر',
  giveDone: 'أُعطي الحساب للطالب',
  unlink: 'فك الربط',
  unlinkDone: 'تم فك ربط الطالب بنجاح',
  failed: 'حدث خطأ',
  passwordOf: 'تغيير كلمة مرور %{name}',
  passwordShow: 'إظهار كلمة المرور',
  passwordHide: 'إخفاء كلمة المرور',
  passwordDone: 'تم تغيير كلمة المرور بنجاح',
  oneTimeText: 'تظهر كلمة المرور هذه مرة واحدة فقط، فسلّمها إلى «%{name}» قبل إغلاق النافذة.',
  oneTimeEnds: {
    staff: 'تصلح للدخول خلال 72 ساعة، وبعدها لا بد من كلمة جديدة.',
    student: 'تصلح للدخول خلال 14 يوماً، وبعدها لا بد من كلمة جديدة.',
  },
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ، حدّد النص وانسخه',
  losesSubjects: plural({
    zero: 'لن يبقى صاحب الحساب معلماً، وليست له مواد مسندة.',
    one: 'لن يبقى صاحب الحساب معلماً، وسيُلغى إسناد مادة واحدة إليه.',
    two: 'لن يبقى صاحب الحساب معلماً، وسيُلغى إسناد مادتين إليه.',
    few: 'لن يبقى صاحب الحساب معلماً، وسيُلغى إسناد %{smart_count} مواد إليه.',
    many: 'لن يبقى صاحب الحساب معلماً، وسيُلغى إسناد %{smart_count} مادة إليه.',
  }),
  disableQuestion: 'تعطيل الحسابات المختارة (%{what})؟ لن يستطيع أصحابها الدخول حتى تُفعَّل.',
  created: 'تم إضافة المستخدم بنجاح',
  updated: 'تم تحديث بيانات المستخدم بنجاح',
  loadFailed: 'تعذّر تحميل المستخدمين',
  emptyTitle: 'لا يوجد مستخدمون بعد',
  emptyText: 'أضف حساباً لكل مدير ومعلم وطالب.',
} as const;

export const duplicates = {
  title: 'سجلات يُشتبه في تكرارها',
  menu: 'سجلات مكررة',
  listButton: 'المكررات',
  merge: 'دمج مع سجل آخر',
  formerNumbers: 'أرقام سابقة',
} as const;

/** Translated from the English texts of spec 2 §8. */
export const links = {
  title: 'ربط الطلاب بالحسابات',
  matchLink: plural({
    zero: 'لا شيء للربط',
    one: 'ربط طالب واحد',
    two: 'ربط طالبين',
    few: 'ربط %{smart_count} طلاب',
    many: 'ربط %{smart_count} طالباً',
    other: 'ربط %{smart_count} طالب',
  }),
  matched: plural({
    zero: 'لم يُربط أحد',
    one: 'تم ربط طالب واحد، وحُدّثت السجلات على الجانبين.',
    two: 'تم ربط طالبين، وحُدّثت السجلات على الجانبين.',
    few: 'تم ربط %{smart_count} طلاب، وحُدّثت السجلات على الجانبين.',
    many: 'تم ربط %{smart_count} طالباً، وحُدّثت السجلات على الجانبين.',
    other: 'تم ربط %{smart_count} طالب، وحُدّثت السجلات على الجانبين.',
  }),
} as const;

export const teachers = {
  menu: 'المعلمون',
  load: '%{subjects} · %{hours}',
  assignedTitle: 'المواد المسندة إلى «%{name}»',
  choose: 'اختيار %{name} (%{batch})',
  assignOf: 'إسناد %{name} (%{batch})',
  assignMany: plural({
    zero: 'إسناد المختار',
    one: 'إسناد مادة واحدة',
    two: 'إسناد مادتين',
    few: 'إسناد %{smart_count} مواد',
    many: 'إسناد %{smart_count} مادة',
  }),
  assignedNow: plural({
    zero: 'المواد المختارة مسندة إليه من قبل',
    one: 'تم إسناد المادة إلى المعلم',
    two: 'تم إسناد مادتين إلى المعلم',
    few: 'تم إسناد %{smart_count} مواد إلى المعلم',
    many: 'تم إسناد %{smart_count} مادة إلى المعلم',
  }),
  unassignOf: 'إلغاء إسناد %{name} (%{batch})',
} as const;
