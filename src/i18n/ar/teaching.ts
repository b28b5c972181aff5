/** Words of the choice of programme, batch and subject that the teaching screens share; spec 2 §2. */
export const teaching = {
  program: 'البرنامج',
  batch: 'الدفعة',
  subject: 'المادة',
  chooseProgram: 'اختر البرنامج',
  chooseBatch: 'اختر الدفعة',
  chooseSubject: 'اختر المادة',
  noSubjects: 'لا توجد مواد في هذه الدفعة',
  noDailySubjects: 'لا توجد في هذه الدفعة مادة من نوع تقييد يومي',
  date: 'التاريخ',
  futureDate: 'لا يمكن اختيار تاريخ بعد اليوم',
  searchStudent: 'ابحث باسم الطالب',
} as const;
