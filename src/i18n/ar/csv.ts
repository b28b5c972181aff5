/** The texts of react-admin-import-csv. */
export const csv = {
  buttonMain: {
    label: 'استيراد CSV',
    tooltip: 'يجب أن يكون الملف من نوع ‎.csv أو ‎.tsv',
    emptyResource: 'لم يُحدد نوع السجلات التي تُستورد',
  },
  parsing: {
    collidingIds: 'في الملف أرقام سجلات مكررة',
    failedValidateRow: 'في الملف صفوف لا تطابق الشروط',
    invalidCsv: 'تعذّرت قراءة الملف بوصفه ملف CSV',
  },
  dialogCommon: {
    subtitle: 'استيراد %{count} من الصفوف من الملف %{fileName} إلى "%{resource}"',
    conflictCount: 'يوجد في <strong>%{resource}</strong> سجلات لها الأرقام نفسها، وعددها <strong>%{conflictingCount}</strong>',
    buttons: {
      cancel: 'إلغاء',
    },
  },
  dialogImport: {
    alertClose: 'تم استيراد %{fname}',
    title: 'استيراد إلى "%{resource}"',
    buttons: {
      replaceAllConflicts: 'استبدال الصفوف الموجودة',
      skipAllConflicts: 'تخطي الصفوف الموجودة',
      letmeDecide: 'القرار لكل صف على حدة',
    },
  },
  dialogDecide: {
    title: 'استيراد السجل %{id} إلى "%{resource}"',
    buttons: {
      replaceRow: 'استبدال السجل %{id}',
      addAsNewRow: 'إضافته سجلاً جديداً (بلا استبدال)',
      skipDontReplace: 'تخطي هذا الصف (بلا استبدال)',
    },
  },
  loading: 'جارٍ التحميل…',
} as const;
