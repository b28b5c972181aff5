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
