/*
 * Words in headers that say whose the column is, or that mean nothing; each folded, without the article and without
 * attached letters.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Other people than the student: a column of theirs is never a field of ours. */
export const otherPeople = set(
  'ام امه امها والده والدته والدتها ولي وصي وكيل كفيل زوج زوجه زوجته اخ اخت شقيق شقيقه اخيه جده جدته عم عمه خال خاله ' +
    'قريب اقارب طوارئ معلم معلمه مدرس مدرسه محفظ محفظه مشرف مشرفه مرشد مرشده مدير مديره عميد ' +
    'mother mothers mom guardian guardians parent parents wife husband spouse sister brother sponsor emergency ' +
    'teacher instructor supervisor grandmother',
);

/** Father and grandfather: their names are parts of the student's name, but their other data is not his. */
export const fathers = set('اب ابيه ابوه والد والدي father fathers');
export const grandfathers = set('جد grandfather grandfathers');
export const nameWords = set('اسم name ثاني ثالث second third middle');

/** Words for students, which add nothing in a list of students. */
export const students = set(
  'طالب طالبه طلاب طلبه طالبات متدرب متدربه متدربين دارس دارسه دارسين تلميذ تلميذه متعلم student students trainee',
);

/** Remarks beside the name of a field. */
export const remarks = set(
  'اختياري الزامي اجباري مطلوب ميلادي ميلاديا حالي حاليا واتساب واتس ان وجد وجدت optional required whatsapp gregorian',
);

/** A day of another calendar. */
export const otherCalendar = set('هجري هجريا هجريه hijri');

/** `out of ten` after the name of a mark, folded. */
export const outOf = / من \d+$/;

/** After a renamed column of marks: its default name and its maximum, in brackets. */
export const columnInBrackets = /\(([^()]+) من \d+(?:\.\d+)?\)\s*$/;

/** Letters that are attached to a word: `and`, `for`, `for the`. */
export const writtenOn = ['لل', 'و', 'ل', 'ب'] as const;
