import { arabicPlural } from '../../contract/rules/arabicText';
import type { Section } from '../../contract/vocabulary';

/** Words about students: for a batch of girls the second one. */
const words = {
  theStudent: ['الطالب', 'الطالبة'],
  theStudents: ['الطلاب', 'الطالبات'],
  addStudent: ['إضافة طالب', 'إضافة طالبة'],
  noStudents: ['لا طلاب في هذه الدفعة الآن.', 'لا طالبات في هذه الدفعة الآن.'],
  previousStudent: ['الطالب السابق', 'الطالبة السابقة'],
  nextStudent: ['الطالب التالي', 'الطالبة التالية'],
  present: ['حاضر', 'حاضرة'],
  absent: ['غائب', 'غائبة'],
  excused: ['غائب بعذر', 'غائبة بعذر'],
  unexcused: ['غائب بدون عذر', 'غائبة بدون عذر'],
  thePresent: ['الحاضرون', 'الحاضرات'],
  theAbsent: ['الغائبون', 'الغائبات'],
} as const;
export type GenderWord = keyof typeof words;

/** A mixed batch, and an unknown one, has the masculine word. */
type BatchSection = Section | null | undefined;
const formIndex = (section: BatchSection) => (section === 'girls' ? 1 : 0);

export const genderWord = (section: BatchSection, word: GenderWord): string =>
  words[word][formIndex(section)];

/** Zero, one, two, 3 to 10, 11 to 99, and hundreds. */
const counts = {
  incomplete: [
    [
      'لا درجات ناقصة',
      'طالب واحد درجاته ناقصة',
      'طالبان درجاتهما ناقصة',
      '# طلاب درجاتهم ناقصة',
      '# طالباً درجاتهم ناقصة',
      '# طالب درجاتهم ناقصة',
    ],
    [
      'لا درجات ناقصة',
      'طالبة واحدة درجاتها ناقصة',
      'طالبتان درجاتهما ناقصة',
      '# طالبات درجاتهن ناقصة',
      '# طالبة درجاتهن ناقصة',
      '# طالبة درجاتهن ناقصة',
    ],
  ],
} as const;
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

export const genderCount = (section: BatchSection, noun: keyof typeof counts, count: number): string =>
  counts[noun][formIndex(section)][categories.indexOf(arabicPlural(count))]?.replace('#', String(count)) ??
  '';
