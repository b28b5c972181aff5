// Words in column headers, folded, without the article and attached letters.

const parseWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words for the mother and the guardian. */
export const guardians = parseWords(
  'ام امه امها والده والدته والدتها والدين والديه والديها ابوين ولي اولياء وصي وكيل كفيل ' +
    'mother mothers mom mum guardian guardians parent parents sponsor',
);

/** Words for relatives. A column with one of these words is never a field of the student. */
export const relatives: ReadonlySet<string> = new Set([
  ...guardians,
  ...parseWords(
    'زوج زوجه زوجته اخ اخت شقيق شقيقه اخيه جده جدته عم عمه خال خاله ' +
      'قريب اقارب طوارئ معلم معلمه مدرس مدرسه محفظ محفظه مشرف مشرفه مرشد مرشده مدير مديره عميد ' +
      'wife husband spouse sister brother emergency teacher instructor supervisor grandmother',
  ),
]);

/** Words for the father: his name is part of the student's name, and his other columns are ignored. */
export const fathers = parseWords('اب ابيه ابوه ابوها والد والدي father fathers dad');
export const grandfathers = parseWords('جد grandfather grandfathers');
export const nameWords = parseWords('اسم name ثاني ثالث second third middle');

/** Words for "student", ignored in a list of students. */
export const students = parseWords(
  'طالب طالبه طلاب طلبه طالبات متدرب متدربه متدربين دارس دارسه دارسين تلميذ تلميذه متعلم student students trainee',
);

/** Remarks beside a field name, ignored. */
export const ignoredRemarks = parseWords(
  'اختياري الزامي اجباري مطلوب ميلادي ميلاديا حالي حاليا واتساب واتس ان وجد وجدت optional required whatsapp gregorian',
);

export const hijri = parseWords('هجري الهجري هجريا هجريه الهجريه بالهجري ه hijri');

/** First words of lines below a list that are no records. No person and no batch begins with such a word. */
export const totalWords = parseWords(
  'مجموع اجمالي مجاميع عدد متوسط معدل نسبه توقيع تواقيع ختم total totals sum count average signature',
);
/** First words of such lines that can also begin a name. */
export const footerWords = parseWords(
  'مدير مديره مشرف مشرفه وكيل وكيله عميد رئيس معلم معلمه مدرس مدرسه مسؤول مسوول تاريخ ملاحظه ملاحظات صفحه حرر ' +
    'date page note notes principal supervisor',
);

/** `out of ten` after the name of a mark. */
export const outOf = / من \d+$/;

/** Default name and maximum in brackets, which our sheet adds to a renamed column of marks. */
export const defaultNameInBrackets = /\(([^()]+) من \d+(?:\.\d+)?\)\s*$/;

/** Attached letters with the meanings `for the`, `and`, `for`, `with`. */
export const attachedPrefixes = ['لل', 'و', 'ل', 'ب'] as const;

/** Headers of a column that only counts the rows. */
export const serialHeads = parseWords('م ت رقم مسلسل تسلسل متسلسل no nr serial seq sn');

/** A number below one of these words is not a national id. */
export const otherNumbers = parseWords(
  'جوال هاتف موبايل محمول تلفون تواصل واتساب واتس فاكس حساب ايبان بنك جواز فاتوره ايصال ' +
    'phone mobile tel telephone cell whatsapp fax account iban bank passport invoice',
);

/** Results that the program computes. They belong to no subject. */
export const computedResults = parseWords(
  'مجموع اجمالي نسبه مئويه ترتيب معدل متوسط تقدير نتيجه total sum percent percentage rank average gpa grade',
);

/** Words beside the name of a subject. */
export const subjectRemarks = parseWords('ماده مقرر درجه درجات subject mark marks grade grades');

/** In a title, these words tell that all students are girls. */
export const girlsWords = parseWords('طالبات بنات نساء فتيات girls');
