/** For the import centre and for lists. Exact texts: spec 2 §5 and §8. */
export const fileProblems = {
  notCsv: 'يجب أن يكون الملف بصيغة CSV',
  webPage:
    'هذا الملف صفحة ويب وليس جدولاً، وإن كان اسمه ينتهي بـ ‎.csv. نزّل الجدول نفسه، أو افتح الملف في برنامج الجداول واحفظه بصيغة CSV UTF-8.',
  pdf: 'هذا ملف PDF وليس جدولاً. انسخ الجدول إلى برنامج الجداول واحفظه بصيغة CSV UTF-8.',
  image: 'هذا الملف صورة وليس جدولاً.',
  oldWorkbook: 'هذا ملف من إصدار قديم من Excel أو Word. افتحه واحفظه بصيغة CSV UTF-8.',
  packed: 'هذا ملف مضغوط أو مستند وليس جدولاً. ارفع ملف الجدول نفسه.',
  workbook: 'هذا ملف Excel. احفظه بصيغة CSV UTF-8، أو استورده من مركز الاستيراد.',
  empty: 'الملف فارغ أو لا يحتوي على بيانات',
  tooBig: 'الملف أكبر من %{most} ميغابايت. قسّمه إلى ملفات أصغر ثم أعد المحاولة.',
  unpacksTooBig: 'محتوى الملف بعد فك ضغطه أكبر من الحد المسموح. قسّمه إلى ملفات أصغر ثم أعد المحاولة.',
  tooManyRows: 'في الملف أكثر من %{most} صف. قسّمه إلى ملفات أصغر ثم أعد المحاولة.',
  openQuote: 'في السطر %{line} علامة تنصيص لم تُغلق. صحّحها ثم أعد المحاولة.',
} as const;

/** Only for the import centre. */
export const importProblems = {
  ...fileProblems,
  notCsvHint: 'تُقبل ملفات Excel بصيغة ‎.xlsx أيضاً.',
  unreadable: 'خطأ في قراءة الملف',
  encoding: 'ترميز الملف غير معروف. احفظه من برنامج الجداول بصيغة CSV UTF-8 ثم أعد المحاولة.',
  tooManyColumns: 'أعمدة الملف %{columns}، والحد %{most}. أبقِ الأعمدة التي تريد استيرادها وحدها.',
  noRows: 'لا توجد بيانات صالحة للاستيراد',
  sheetEmpty: 'الورقة غير موجودة أو فارغة',
  noSheets: 'لم يتم العثور على أي أوراق صالحة في الملف',
  noLink: 'الرجاء إدخال رابط Google Sheets',
  badLink: 'معرف الجدول غير صحيح',
  fetchFailed: 'حدث خطأ في جلب معلومات الملف',
  cannotFetch: 'هذا الخادم لا يجلب الجداول. نزّل الجدول بصيغة CSV من قائمة «ملف» ثم ارفعه هنا.',
  failed: 'حدث خطأ أثناء الاستيراد',
  notOpened: 'تعذّر تشغيل قارئ الملفات في هذا المتصفح',
} as const;

export const importTypeNames = {
  types: {
    students: 'الطلاب',
    subjects: 'المواد',
    programs: 'البرامج',
    batches: 'الدفعات',
    grades: 'الدرجات',
    users: 'حسابات المعلمين',
  },
  foundBy: {
    students: 'بالرقم الأكاديمي أو رقم الهوية',
    subjects: 'بالرمز والدفعة',
    programs: 'بالرمز أو الاسم',
    batches: 'بالاسم',
    grades: 'بالطالب والمادة',
    users: 'باسم المستخدم',
  },
} as const;
