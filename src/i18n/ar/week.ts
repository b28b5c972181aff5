/** This file is separate, so that other screens do not load these texts. */
export const week = {
  title: 'الورقة الأسبوعية',
  chooseTitle: 'لم يُحدد طالب ولا حلقة',
  chooseText: 'افتح الورقة الأسبوعية من لوحة الحفظ في صفحة الطالب، أو من «المحفوظ من الأجزاء» في صفحة الدفعة.',
  unavailable: 'هذه الشاشة غير متاحة على هذا الخادم',
  unavailableText: 'ما سُجّل من التسميع في تقرير السجلات اليومية ضمن شاشة التقارير.',
  loadFailed: 'تعذّر تحميل الورقة الأسبوعية',
  day: 'أسبوع يوم',
  previous: 'الأسبوع السابق',
  next: 'الأسبوع التالي',
  pdf: 'تنزيل PDF',
  excel: 'تصدير Excel',
  share: 'مشاركة',
  copied: 'تم نسخ النص، الصقه في الرسالة',
  notCopied: 'تعذّر نسخ النص',
  pdfDone: 'تم تنزيل الملف',
};
