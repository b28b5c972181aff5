/** A person's own views of a list, in the filter bar. */
export const savedFilters = {
  title: 'التصفيات المحفوظة',
  appliedOf: 'التصفيات المحفوظة، المطبّقة الآن: %{name}',
  subtitle: 'تصفياتك أنت في هذه القائمة، ولا يراها غيرك.',
  isApplied: 'مطبّقة الآن',
  empty: 'لم تحفظ تصفية لهذه القائمة بعد.',
  loadFailed: 'تعذّر تحميل التصفيات المحفوظة',
  saveCurrent: 'حفظ التصفية الحالية…',
  nothingToSave: 'ابحث أو اختر تصفية أولاً، ثم احفظها هنا باسم.',
  isSaved: 'التصفية الحالية محفوظة باسم «%{name}».',
  dialogTitle: 'حفظ التصفية الحالية',
  dialogText: 'يُحفظ البحث والتصفية والترتيب كما هي الآن.',
  name: 'اسم التصفية',
  saved: 'تم حفظ التصفية بنجاح',
  saveFailed: 'فشل حفظ التصفية',
  deleted: 'تم حذف التصفية المحفوظة',
  deleteFailed: 'فشل حذف التصفية المحفوظة',
} as const;
