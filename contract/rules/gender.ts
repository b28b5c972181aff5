import type { Section } from '../vocabulary';

/**
 * Words about students, and their feminine for a batch of girls. A phrase stands before its words, because
 * the first match counts.
 */
const pairs = [
  ['الطالب السابق', 'الطالبة السابقة'],
  ['الطالب التالي', 'الطالبة التالية'],
  ['للطالب التالي', 'للطالبة التالية'],
  ['هذا الطالب', 'هذه الطالبة'],
  ['يغيب الطالب', 'تغيب الطالبة'],
  ['بلغ الطالب', 'بلغت الطالبة'],
  ['وافق الطالب', 'وافقت الطالبة'],
  ['توقف الطالب', 'توقفت الطالبة'],
  ['يظهر الطلاب', 'تظهر الطالبات'],
  ['لا يوجد طلاب', 'لا توجد طالبات'],
  ['لا يوجد طالب', 'لا توجد طالبة'],
  ['لا يوجد في الدفعة طالب يطابق', 'لا توجد في الدفعة طالبة تطابق'],
  ['يحمل أكثر من طالب', 'تحمل أكثر من طالبة'],
  ['طالب واحد', 'طالبة واحدة'],
  ['طالب', 'طالبة'],
  ['الطالب', 'الطالبة'],
  ['للطالب', 'للطالبة'],
  ['طالبان', 'طالبتان'],
  ['طالبين', 'طالبتين'],
  ['طالباً', 'طالبة'],
  ['طلاب', 'طالبات'],
  ['طلاباً', 'طالبات'],
  ['الطلاب', 'الطالبات'],
  ['للطلاب', 'للطالبات'],
  ['كلهم', 'كلهن'],
  ['ليس له حساب', 'ليس لها حساب'],
  ['لم تصدر له', 'لم تصدر لها'],
  ['لهم', 'لهن'],
  ['إضافتهم', 'إضافتهن'],
  ['درجاتهم', 'درجاتهن'],
  ['لم تكتمل درجاته', 'لم تكتمل درجاتها'],
  ['درجاته وغيابه', 'درجاتها وغيابها'],
  ['رقمه ورمز تحققه', 'رقمها ورمز تحققها'],
  ['لتسجيل غيابه', 'لتسجيل غيابها'],
  ['لم يعد في الدفعة، فلم تبق درجاته', 'لم تعد في الدفعة، فلم تبق درجاتها'],
  ['حاضر', 'حاضرة'],
  ['الحاضرون', 'الحاضرات'],
  ['الحاضرين', 'الحاضرات'],
  ['غائب واحد', 'غائبة واحدة'],
  ['غائب', 'غائبة'],
  ['غائبان', 'غائبتان'],
  ['غائبين', 'غائبات'],
  ['غائباً', 'غائبة'],
  ['الغائبون', 'الغائبات'],
] as const;
const feminineWords = new Map<string, string>(pairs);

/** Whole words, also after a letter that Arabic joins to the next word, such as "and". */
const words = new RegExp(
  `(?<![\\p{L}\\p{M}])([وفبكل]?)(${[...feminineWords.keys()].join('|')})(?![\\p{L}\\p{M}])`,
  'gu',
);

/** A mixed batch, and an unknown one, has the masculine words. */
export type BatchSection = Section | null | undefined;

/** For texts without names, because a name may look like one of the words. */
export const wordFor = (section: BatchSection, text: string): string =>
  section === 'girls'
    ? text.replace(words, (_, prefix: string, word: string) => prefix + (feminineWords.get(word) ?? word))
    : text;
