import { arabicPlural } from '../../../contract/rules/arabicText';
import { countFaults } from './hifzCounts';

const lateText = {
  zero: () => 'على الخطة',
  one: () => 'متأخر عن الخطة درساً واحداً',
  two: () => 'متأخر عن الخطة درسين',
  few: (count: number) => `متأخر عن الخطة ${count} دروس`,
  many: (count: number) => `متأخر عن الخطة ${count} درساً`,
  other: (count: number) => `متأخر عن الخطة ${count} درس`,
};

const aheadText = {
  zero: () => 'على الخطة',
  one: () => 'متقدم على الخطة بدرس واحد',
  two: () => 'متقدم على الخطة بدرسين',
  few: (count: number) => `متقدم على الخطة بـ${count} دروس`,
  many: (count: number) => `متقدم على الخطة بـ${count} درساً`,
  other: (count: number) => `متقدم على الخطة بـ${count} درس`,
};

/** The new pages of each week against the plan, and the ayahs with the most faults. */
export const hifzProgress = {
  title: 'المحفوظ مقابل المقرر',
  loadFailed: 'تعذّر تحميل المحفوظ مقابل المقرر',
  nothingYet: 'لا مقرر ولا محفوظ بعد: تظهر هنا صفحات كل أسبوع متى وُضعت خطة أو أُجيز حفظ جديد.',
  span: 'المدة المعروضة',
  spans: { 12: '12 أسبوعاً', 52: 'سنة' },
  planned: 'المقرر',
  heard: 'المحفوظ الجديد',
  week: 'الأسبوع من',
  chart: 'الصفحات الجديدة في كل أسبوع',
  inWeek: (day: string, planned: number, heard: number) =>
    `أسبوع ${day}: المقرر ${planned}، والمحفوظ ${heard}`,
  sum: (planned: number, heard: number) => `في هذه المدة: المقرر ${planned} صفحة، والمحفوظ ${heard}`,
  behind: (lessons: number) =>
    lessons >= 0 ? lateText[arabicPlural(lessons)](lessons) : aheadText[arabicPlural(-lessons)](-lessons),
  ofSubject: (subject: string, sentence: string) => `${subject}: ${sentence}`,
  ofCircle: (late: number, others: number) => `المتأخرون عن الخطة: ${late}، والباقون: ${others}`,
  spots: 'أكثر الآيات أخطاءً',
  spotsFailed: 'تعذّر تحميل أكثر الآيات أخطاءً',
  noSpots: 'لا أخطاء مسجلة على آيات بعينها بعد.',
  faults: countFaults,
  lastOn: (day: string) => `آخرها ${day}`,
  allSpots: (count: number) => `عرض الكل (${count})`,
};

function juzText(from: number, to: number, two: string): string {
  if (from === to) return `الجزء ${from}`;
  return to === from + 1 ? `${two} ${from} و${to}` : `الأجزاء من ${from} إلى ${to}`;
}

/** Tests of whole juz. */
export const sard = {
  title: 'اختبارات السرد',
  list: 'السرد المسجل',
  loadFailed: 'تعذّر تحميل اختبارات السرد',
  none: 'لا سرد مسجل بعد. السرد اختبار في جزء كامل أو أكثر في مجلس واحد.',
  add: 'تسجيل سرد',
  edit: 'تصحيح السرد',
  editOf: (juz: string) => `تصحيح سرد ${juz}`,
  withdrawOf: (juz: string) => `حذف سرد ${juz}`,
  withdrawQuestion: 'هل تريد حذف هذا السرد؟ يُحذف معه ما عُدّ فيه من أخطاء.',
  withdrawn: 'تم حذف السرد',
  withdrawFailed: 'تعذّر حذف السرد',
  older: 'عرض الأقدم',
  due: (juz: string) => `حان سرد ${juz}`,
  dueText: 'أتمّها الطالب حفظاً ولم تُسرد بعد.',
  recordDue: (juz: string) => `تسجيل سرد ${juz}`,
  record: 'تسجيله',
  /** As a title, and after another noun. */
  juz: (from: number, to: number) => juzText(from, to, 'الجزءان'),
  ofJuz: (from: number, to: number) => juzText(from, to, 'الجزأين'),
  subject: 'المادة',
  from: 'من جزء',
  to: 'إلى جزء',
  date: 'تاريخ السرد',
  examiner: 'المختبِر (اختياري)',
  by: (examiner: string) => `المختبِر: ${examiner}`,
  mark: 'الدرجة (اختياري)',
  max: 'الدرجة العظمى',
  markOf: (mark: number, max: number) => `الدرجة: ${mark} من ${max}`,
  notMark: 'اكتب عدداً أو نصفه، مثل 92.5',
  notMax: 'اكتب عدداً أكبر من صفر، مثل 100',
  faults: 'الأخطاء (اختياري)',
  faultOutside: 'في الأخطاء آية ليست من أجزاء هذا السرد، فاحذفها أو غيّر الأجزاء.',
  result: 'نتيجة السرد',
  passed: 'مُجتاز',
  failed: 'غير مُجتاز',
  chooseResult: 'اختر نتيجة السرد',
  save: 'حفظ السرد',
  saving: 'جارٍ الحفظ…',
  saved: 'تم حفظ السرد',
  saveFailed: 'تعذّر حفظ السرد',
  staleExaminer: 'المختبِر',
  staleMark: 'الدرجة',
  staleFaults: 'الأخطاء',
};
