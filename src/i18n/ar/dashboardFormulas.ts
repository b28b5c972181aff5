/** This file is separate, so that other screens do not load these texts. */
export const formulas = {
  successRate: 'عدد النتائج الناجحة (60% فأكثر) ÷ عدد النتائج المكتملة × 100',
  averageGrade: 'متوسط النسب المئوية للنتائج المكتملة، وهي التي رُصدت فيها جميع الأعمدة',
  attendanceRate: '100 − (عدد الغيابات ÷ عدد مرات الحضور المتوقعة في التحضير المسجل) × 100',
  attendanceDefault: 'لم يُسجَّل أي تحضير بعد، فتظهر القيمة الافتراضية 95%',
  activeStudents: 'عدد طلاب الدفعات النشطة',
  assignments: 'عدد الواجبات المنشورة',
  todayAbsences: 'عدد الغيابات المسجلة اليوم بتوقيت المعهد',
} as const;
