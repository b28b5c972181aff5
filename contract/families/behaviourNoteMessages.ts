import { arabicPlural } from '../rules/arabicText';
import type { NoteProblem } from '../rules/families/behaviourNotes';
import { noteKindNames } from '../vocabulary';
import type { PageLanguage } from './guardianPageText';

/** The Arabic texts about behaviour notes in answers and in the log. None has the text of a note. */
export const noteMessages = {
  unknownCategory: 'التصنيف المحدد غير موجود',
  unknownStudents: (count: number) =>
    count === 1 ? 'أحد الطلاب غير موجود بين طلابك' : 'بعض الطلاب غير موجودين بين طلابك',
  /** The teacher sees these students, but he does not teach them. */
  otherStudents: (names: readonly string[]) =>
    `تُكتب الملاحظة على طلابك وحدهم، وليس منهم: ${names.map((name) => `«${name}»`).join('، ')}`,
  tooOld: 'تاريخ الملاحظة أقدم من سنة',
  ofOther: 'كتب هذه الملاحظة غيرك، فلا يعدّلها ولا يحذفها إلا كاتبها أو الإدارة',
  categoryTwice: 'اسم التصنيف مكرر',
  tooManyCategories: (max: number) => `لا تزيد التصنيفات غير الموقوفة على ${max}، فأوقف بعضها أو احذفه`,
  unknownCategoryRow: 'هذا التصنيف لم يعد موجوداً',
  kindOfUsed: 'لهذا التصنيف ملاحظات مسجلة، فلا يتغير نوعه',
  otherKindSince: 'تغيّر نوع تصنيف الملاحظة منذ ذلك، فلا يمكن إرجاعه إليها',
  saved: (count: number) =>
    ({
      zero: 'لم تُسجّل ملاحظة',
      one: 'سُجّلت الملاحظة',
      two: 'سُجّلت الملاحظة لطالبين',
      few: `سُجّلت الملاحظة لـ ${count} طلاب`,
      many: `سُجّلت الملاحظة لـ ${count} طالباً`,
      other: `سُجّلت الملاحظة لـ ${count} طالب`,
    })[arabicPlural(count)],
  removed: 'حُذفت الملاحظة',
} as const;

export const noteProblemMessages: Record<NoteProblem, { path: string; message: string }> = {
  empty: { path: 'text', message: 'اختر تصنيفاً أو اكتب نص الملاحظة' },
  'other kind': { path: 'category_id', message: 'التصنيف ليس من نوع هذه الملاحظة' },
  retired: { path: 'category_id', message: 'أُوقف هذا التصنيف، فاختر غيره' },
};

/** Without kind and category, because the log has more readers than the note. */
export const noteDescriptions = {
  categoriesSaved: 'تعديل تصنيفات السلوك',
  created: (first: string, others: number) =>
    others === 0 ? `ملاحظة سلوك على الطالب «${first}»` : `ملاحظة سلوك على «${first}» و${countOthers(others)}`,
  changed: (student: string) => `تعديل ملاحظة سلوك على الطالب «${student}»`,
  removed: (student: string) => `حذف ملاحظة سلوك على الطالب «${student}»`,
} as const;

const countOthers = (count: number): string =>
  ({
    zero: '',
    one: 'طالب آخر',
    two: 'طالبين آخرين',
    few: `${count} طلاب آخرين`,
    many: `${count} طالباً آخر`,
    other: `${count} طالب آخر`,
  })[arabicPlural(count)];

const ar = {
  title: 'ملاحظات السلوك',
  kinds: noteKindNames,
};

const en: typeof ar = {
  title: 'Notes on behaviour',
  kinds: { praise: 'Praise', remark: 'Remark' },
};

/** On the guardian's page. */
export const notePageTexts: Record<PageLanguage, typeof ar> = { ar, en };
