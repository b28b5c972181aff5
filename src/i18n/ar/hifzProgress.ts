import { arabicPlural } from '../../../contract/rules/arabicText';
import { countFaults, describeDelay } from './hifzCounts';

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
  inWeek: (day: string, planned: number, memorised: number) =>
    `أسبوع ${day}: المقرر ${planned}، والمحفوظ ${memorised}`,
  sum: (planned: number, memorised: number) =>
    `مجموع الصفحات في هذه المدة: المقرر ${planned}، والمحفوظ ${memorised}`,
  behind: describeDelay,
  ofSubject: (subject: string, progress: string) => `${subject}: ${progress}`,
  ofCircle: (late: number, others: number) => `المتأخرون عن الخطة: ${late}، والباقون: ${others}`,
  spots: 'أكثر الآيات أخطاءً',
  spotsFailed: 'تعذّر تحميل أكثر الآيات أخطاءً',
  noSpots: 'لا أخطاء مسجلة على آيات بعينها بعد.',
  faults: countFaults,
  lastOn: (day: string) => `آخرها ${day}`,
  allSpots: (count: number) => `عرض الكل (${count})`,
};

function formatJuz(from: number, to: number, dual: string): string {
  if (from === to) return `الجزء ${from}`;
  return to === from + 1 ? `${dual} ${from} و${to}` : `الأجزاء من ${from} إلى ${to}`;
}

export const sard = {
  title: 'اختبارات السرد',
  list: 'السرد المسجل',
  loadFailed: 'تعذّر تحميل اختبارات السرد',
  none: 'لا سرد مسجل بعد. السرد اختبار في جزء كامل أو أكثر في مجلس واحد.',
  add: 'تسجيل سرد',
  edit: 'تصحيح السرد',
  editOf: (juz: string) => `تصحيح سرد ${juz}`,
  deleteOf: (juz: string) => `حذف سرد ${juz}`,
  deleteQuestion: 'هل تريد حذف هذا السرد؟ يُحذف معه ما عُدّ فيه من أخطاء.',
  deleted: 'تم حذف السرد',
  deleteFailed: 'تعذّر حذف السرد',
  older: 'عرض الأقدم',
  due: (juz: string) => `حان سرد ${juz}`,
  dueText: 'أتمّها الطالب حفظاً ولم تُسرد بعد.',
  dueOwnText: 'أتممت حفظها ولم تُسرد بعد.',
  recordDue: (juz: string) => `تسجيل سرد ${juz}`,
  record: 'تسجيله',
  /** Use it for a title, or after another noun. */
  juz: (from: number, to: number) => formatJuz(from, to, 'الجزءان'),
  ofJuz: (from: number, to: number) => formatJuz(from, to, 'الجزأين'),
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

const moreForms = {
  zero: () => '',
  one: () => 'ومقطع آخر',
  two: () => 'ومقطعان آخران',
  few: (count: number) => `و${count} مقاطع أخرى`,
  many: (count: number) => `و${count} مقطعاً آخر`,
  other: (count: number) => `و${count} مقطع آخر`,
};

export const todayTask = {
  title: 'مهمة اليوم',
  ofDay: (weekday: string) => `مهمة ${weekday}`,
  ofSubject: (title: string, subject: string) => `${title}: ${subject}`,
  nothing: 'لا حفظ ولا مراجعة في خطتك هذه الأيام.',
  more: (count: number) => moreForms[arabicPlural(count)](count),
  less: 'عرض أقل',
  week: 'ورقة الأسبوع',
  list: 'الدرس والمراجعة',
};
