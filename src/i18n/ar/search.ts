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
