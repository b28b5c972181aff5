import { arabicPlural } from '../../../contract/rules/arabicText';

const studentForms = {
  zero: () => 'لا طلاب',
  one: () => 'طالب واحد',
  two: () => 'طالبان',
  few: (count: number) => `${count} طلاب`,
  many: (count: number) => `${count} طالباً`,
  other: (count: number) => `${count} طالب`,
};

/** This file is separate, so that other screens do not load these texts. */
export const accounts = {
  button: 'إنشاء حسابات',
  title: 'إنشاء حسابات للطلاب',
  explained:
    'لكل طالب حساب اسم المستخدم فيه رقمه الأكاديمي، وكلمة مرور للدخول الأول صالحة 14 يوماً، تُطبع على بطاقة تُسلّم إليه.',
  chosen: (count: number) => `عدد المختارين: ${studentForms[arabicPlural(count)](count)}`,
  whom: 'لمن؟',
  all: 'كل من ليس له حساب',
  ofBatch: 'طلاب دفعة',
  batch: 'الدفعة',
  chooseBatch: 'ابحث باسم الدفعة',
  make: 'إنشاء الحسابات',
  making: 'جارٍ الإنشاء…',
  mayTakeLong: 'قد يستغرق إنشاء مئات الحسابات بضع ثوانٍ، فلا تغلق الصفحة.',
  failed: 'تعذّر إنشاء الحسابات',
  once: 'كلمات المرور تظهر هنا مرة واحدة فقط، فنزّل البطاقات قبل الإغلاق.',
  lost: 'أُنشئت هذه الحسابات ولم يصل الرد في حينه، وكلمات المرور لا تُعرض مرة ثانية. تراجع عن إنشائها ثم أنشئها من جديد.',
  again: 'التراجع والإنشاء من جديد',
  name: 'الاسم',
  username: 'اسم المستخدم',
  password: 'كلمة المرور',
  row: 'الصف',
  file: 'حسابات جديدة',
  imported: 'الحسابات الجديدة',
  lostInImport:
    'وصل رد الخادم متأخراً فلم تصل كلمات مرور بعض الحسابات. تراجع عن الاستيراد وأعده، أو عيّن لأصحابها كلمات جديدة من قائمة المستخدمين:',
  next: (count: number) => `إنشاء حسابات للبقية (${count})`,
  skipped: (count: number) => `لم يُنشأ حساب (${count})`,
  reasons: {
    HAS_ACCOUNT: 'له حساب من قبل',
    USERNAME_TAKEN: 'رقمه الأكاديمي اسم مستخدم لحساب آخر',
    NOT_ACTIVE: 'ليس منتظماً الآن',
  },
  openAccount: 'فتح الحساب الآخر',
  openAccountOf: (name: string) => `فتح الحساب الذي يحمل رقم ${name}`,
  otherName: 'اسم مستخدم آخر',
  otherNameOf: (name: string) => `إنشاء حساب لـ${name} باسم مستخدم آخر`,
  otherSection: 'الحساب الآخر ليس من قسمك',
  leaveText:
    'لم تُنزَّل البطاقات بعد، وكلمات المرور لن تظهر مرة ثانية. من لم تصله كلمة مروره تُعيَّن له كلمة جديدة من قائمة المستخدمين.',
} as const;
