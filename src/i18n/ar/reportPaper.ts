/** What reports of students and of staff say of their papers alike. */
export const reportPaper = {
  page: 'صفحة',
  pageOf: 'من',
  printedOn: 'حُرّر في %{hijri}، الموافق %{gregorian} م',
  print: 'طباعة',
  pdfPrepares: 'يجري إعداد ملف PDF …',
  pdfByPrint: 'لا يُعِدّ هذا الخادم ملفات PDF، فاختر «حفظ بصيغة PDF» في نافذة الطباعة.',
} as const;
