/*
 * Words of headers that say whose a column is, or nothing at all; each folded, without article and without the letters
 * that are written on to it.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** People who are not the student: what stands under such a header is never a field of ours. */
export const otherPeople = set(
  'ام امه امها والده والدته والدتها ولي وصي وكيل كفيل زوج زوجه زوجته اخ اخت شقيق شقيقه اخيه جده جدته عم عمه خال خاله ' +
    'قريب اقارب طوارئ معلم معلمه مدرس مدرسه محفظ محفظه مشرف مشرفه مرشد مرشده مدير مديره عميد ' +
    'mother mothers mom guardian guardians parent parents wife husband spouse sister brother sponsor emergency ' +
    'teacher instructor supervisor grandmother',
);

/** The father and the grandfather, whose names are parts of the student's; all else of them is theirs. */
export const fathers = set('اب ابيه ابوه والد والدي father fathers');
export const grandfathers = set('جد grandfather grandfathers');
export const nameWords = set('اسم name ثاني ثالث second third middle');

/** Whom a list of students is about anyway. */
export const students = set(
  'طالب طالبه طلاب طلبه طالبات متدرب متدربه متدربين دارس دارسه دارسين تلميذ تلميذه متعلم student students trainee',
);

/** What is said beside the name of a field. */
export const remarks = set(
  'اختياري الزامي اجباري مطلوب ميلادي ميلاديا حالي حاليا واتساب واتس ان وجد وجدت optional required whatsapp gregorian',
);

/** A day of another calendar. */
export const otherCalendar = set('هجري هجريا هجريه hijri');

/** `out of ten` behind the name of a mark, folded. */
export const outOf = / من \d+$/;

/** Behind another name that a subject gave to the column of a mark: which it is, and out of how many. */
export const columnInBrackets = /\(([^()]+) من \d+(?:\.\d+)?\)\s*$/;

/** Letters that are written on to a word: `and`, `for`, `for the`. */
export const writtenOn = ['لل', 'و', 'ل', 'ب'] as const;
