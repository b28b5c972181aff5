import { fieldLabels } from './fieldTable';
import { guardianFields } from './guardianFields';
import { batchFields, programFields, subjectFields } from './courseFields';
import { studentFields, userFields } from './recordFields';
import { validationMessages } from './rules/validationMessages';
import { gradeSettingHeadings } from './vocabulary';

export const importFieldLabels: Record<string, string> = {
  ...fieldLabels(userFields),
  ...fieldLabels(studentFields),
  ...fieldLabels(guardianFields),
  ...fieldLabels(subjectFields),
  ...fieldLabels(programFields),
  ...fieldLabels(batchFields),
  ...gradeSettingHeadings,
  student_name: 'اسم الطالب',
  full_name: 'الاسم الكامل',
  program_name: 'البرنامج',
  batch_name: 'الدفعة',
  circle_name: 'الحلقة',
  circle_subject_code: 'مادة الحلقة',
  name: 'الاسم',
  code: 'الرمز',
  credit_hours: 'الساعات',
  hours: 'الساعات',
  academic_year: 'العام الدراسي',
  subject_name: 'اسم المادة',
  participation_grade: 'المشاركة',
  attendance_grade: 'الحضور',
  exercise_grade: 'التمارين',
  reading_grade: 'القراءة',
  test_grade: 'الاختبار',
  coursework: 'أعمال السنة',
  final_exam: 'الاختبار النهائي',
  total: 'المجموع',
  grade: 'التقدير',
  weighted_grade: 'الدرجة الموزونة',
  absence_days: 'أيام الغياب',
  attendance_days: 'أيام الحضور',
};

/** The arguments are the field, its value, a limit or possible value, and the holder of the value. */
export const importMessages = {
  NOT_USERNAME: () => validationMessages.notUsername,
  USERNAME_TAKEN: (_field: string, value: string, free: string, holder: string) =>
    `اسم المستخدم «${value}» لحساب ${holder}، فاختر غيره، ومن المتاح «${free}»`,
  USERNAME_OF_TEACHER: (_field: string, value: string, free: string, holder: string) =>
    `اسم المستخدم «${value}» لحساب المعلم ${holder}. إن كان هو المقصود فوحّد اسمه في الملف والحساب، وإلا فاختر غيره، ومن المتاح «${free}»`,
  USERNAME_UNSEEN: (_field: string, value: string, free: string) =>
    `اسم المستخدم «${value}» لحساب ليس من قسمك، فاختر غيره، ومن المتاح «${free}»`,
  OTHER_SECTION: () => 'القسم ليس قسمك، فاتركه فارغاً أو اكتب قسمك',
  ACCOUNT_DISABLED: (_field: string, value: string) => `حساب «${value}» معطّل، والاستيراد لا يفعّله`,
  UNKNOWN_FIELD: (_field: string, value: string) => `حقل غير معروف: ${value}`,
  CELL_ERROR: (field: string, value: string) =>
    `${field}: في الخلية خطأ من برنامج الجداول (\u2066${value}\u2069)، فصحّحه هنا أو في الملف`,
  CELL_ERROR_LEFT_OUT: (field: string, value: string) =>
    `${field}: في الخلية خطأ من برنامج الجداول (\u2066${value}\u2069)، فلم تُقرأ`,
  MISSING: (field: string) => `حقل «${field}» مطلوب`,
  TOO_LONG: (field: string, _value: string, max: string) => `${field}: يجب ألا يزيد عدد الحروف على ${max}`,
  HIDDEN: (field: string) => `${field}: فيه رمز خفي لا يظهر للقارئ، احذف النص واكتبه من جديد دون نسخه`,
  TOO_MANY_MARKS: (field: string) => `${field}: علامات متتالية أكثر مما يُقبل على حرف واحد`,
  NOT_NATIONAL_ID: (field: string, value: string) =>
    `${field} «${value}» يجب أن يتكون من 10 أرقام، ومن ليست له هوية ولا إقامة تُترك خانته فارغة ويُستورد بدونها`,
  NO_PHONE: (field: string, value: string) => `${field} «${value}» ليس فيه رقم، فتُرك`,
  PHONE_WORDS: (field: string, value: string) => `${field}: حُفظ الرقم، وتُرك ما ليس رقماً («${value}»)`,
  PHONE_LEFT_OUT: (field: string, value: string) => `${field}: في الخلية أكثر من رقم، فلم يُحفظ منها ${value}`,
  PHONE_TOO_LONG: (field: string, value: string, max: string) =>
    `${field} «${value}» يزيد على ${max} رقماً، فافصل بين الرقمين إن كانا اثنين`,
  PHONE_COUNTRY: (field: string, value: string) =>
    `${field} «${value}» لا يُعرف بلده، فلا يُتصل به من القائمة حتى يُكتب بمفتاح بلده`,
  NOT_EMAIL: (field: string, value: string) => `${field} «${value}» غير صحيح: لا بد فيه من علامة @`,
  NOT_NUMBER: (field: string, value: string) => `${field} «${value}» يجب أن يكون رقماً`,
  NOT_INTEGER: (field: string, value: string) => `${field} «${value}» يجب أن يكون عدداً صحيحاً`,
  OFF_STEP: (field: string, value: string) => `${field} «${value}» يجب أن تكون من مضاعفات نصف درجة`,
  TOO_SMALL: (field: string, value: string, min: string) => `${field} «${value}» يجب ألا يقل عن ${min}`,
  TOO_BIG: (field: string, value: string, max: string) => `${field} «${value}» يجب ألا يزيد على ${max}`,
  NOT_ONE_OF: (field: string, value: string) => `${field} «${value}» ليس من القيم المسموحة`,
  NOT_CODE: (field: string, value: string) =>
    `${field} «${value}» لا يقبل المسافات أو الشرطة أو الشرطة المائلة`,
  NOT_DATE: (field: string, value: string) => `${field} «${value}» ليس تاريخاً صحيحاً`,
  SHORT_YEAR: (field: string, value: string) =>
    `${field} «${value}»: السنة من رقمين لا يُعرف قرنها، فاكتبها بأربعة أرقام`,
  NO_SUCH_DAY: (field: string, value: string) =>
    `${field} «${value}»: ليس في هذا الشهر يوم 30 في تقويم أم القرى، فهو 29 يوماً`,
  NEXT_DAY_TAKEN: (field: string, value: string) =>
    `${field} «${value}»: ليس في هذا الشهر يوم 30 في تقويم أم القرى، فأُخذ اليوم الذي يليه`,
  NOT_BIRTH_DATE: (field: string, value: string, years: string) =>
    `${field} «${value}» بعد اليوم، أو قبل أكثر من ${years} عاماً`,
  NOT_YEAR: (field: string, value: string, max: string) =>
    `${field} «${value}» يجب أن يكون عاماً هجرياً من أربعة أرقام بين 1400 و${max}`,
  TYPE_OVER_DATA: (_field: string, value: string, stored: string) =>
    `لا يمكن تغيير نوع المادة إلى «${value}» لأنه يُخفي ما سُجّل فيها (${stored})`,
  NO_SLASH: (field: string, value: string) => `${field} «${value}» لا يقبل الشرطة المائلة /`,
  DATES_REVERSED: (field: string, value: string) => `${field} «${value}» يسبق تاريخ البداية`,
  UNKNOWN_PROGRAM: (_field: string, value: string) => `البرنامج «${value}» غير موجود`,
  PROGRAMS_DISAGREE: (_field: string, value: string) =>
    `رمز البرنامج «${value}» واسمه لا يشيران إلى برنامج واحد`,
  UNKNOWN_BATCH: (_field: string, value: string) => `الدفعة «${value}» غير موجودة`,
  /** With an enrolment (`describeEnrolment`) the value is the programme of a row without a batch. */
  BATCH_OF_OTHER_PROGRAM: (_field: string, value: string, enrolment: string) =>
    enrolment === ''
      ? `الدفعة «${value}» ليست من هذا البرنامج`
      : `الطالب مقيد في ${enrolment}، فلا ينتقل إلى «${value}» إلا بدفعة منه`,
  CIRCLE_WITHOUT_BATCH: (_field: string, value: string) => `لا يوضع الطالب في الحلقة «${value}» وهو بلا دفعة`,
  UNKNOWN_CIRCLE: (_field: string, value: string) => `الحلقة «${value}» ليست من حلقات مواد هذه الدفعة`,
  CIRCLE_OF_SEVERAL: (_field: string, value: string) =>
    `الحلقة «${value}» في أكثر من مادة من مواد الدفعة، فلا بد من رمز مادتها في عمود «مادة الحلقة»`,
  CIRCLE_IS_FULL: (_field: string, value: string, capacity: string) =>
    `الحلقة «${value}» ممتلئة، فسعتها ${capacity}`,
  PROGRAM_WITHOUT_BATCHES: (_field: string, value: string) =>
    `البرنامج «${value}» ليست له دفعات تُضاف إليها المادة`,
  NATIONAL_ID_TAKEN: (field: string, value: string) => `${field} «${value}» مستخدم لطالب آخر`,
  NUMBER_KEPT: (field: string, value: string, stored: string) =>
    `${field} في الملف «${value}» لا يُسجَّل، فرقم هذا الطالب «${stored}»`,
  LEFT_OUT_FOR_OTHER: (field: string, value: string) =>
    `${field} «${value}» لا يُسجَّل لهذا الطالب، فهو لشخص آخر أو لأكثر من شخص`,
  REPEATED_PERSON: (_field: string, value: string) =>
    `«${value}» مكرر في الملف بالبيانات نفسها، فلا يُضاف مرتين`,
  GUARDIAN_OF_OTHERS: (field: string, value: string) =>
    `${field} «${value}» مسجل لولي أمر آخر لا يوافق اسمه ولا أسرته هذا الطالب، فيُضاف شخصاً جديداً`,
  GUARDIAN_HAS_LINK: (field: string, value: string) =>
    `${field} «${value}» لولي أمر له رابط لصفحته الخاصة، فلا يرى هذا الطالب فيها حتى يُسمح بذلك في صفحة الطالب`,
  GUARDIAN_OUT_OF_SCOPE: (field: string) => `${field}: لولي الأمر أبناء في القسم الآخر، فلا تُغيَّر بياناته من هنا`,
  GUARDIANS_FULL: (field: string, value: string, max: string) =>
    `${field} «${value}» لا يُضاف، فللطالب ${max} أولياء أمور على الأكثر`,
  NEEDS_CHOICE: (_field: string, value: string) =>
    `لا يُعرف يقيناً مَن «${value}» في هذا الصف، فاستورد هذه الورقة وحدها لتختار: أهو نفسه أم شخص آخر`,
  CHANGED_SINCE_CHECK: (_field: string, value: string) =>
    `تغيّر سجل «${value}» بعد المعاينة، فأعد اختيار الملف لترى ما يتغيّر`,
  NAME_TAKEN: (_field: string, value: string) => `الاسم «${value}» مستخدم من قبل`,
  CODE_TAKEN: (_field: string, value: string) => `رمز المادة «${value}» مستخدم لمادة أخرى`,
  CODE_OF_OTHER_BATCH: (_field: string, value: string) => `رمز المادة «${value}» لا يوافق الدفعة المحددة`,
  UNKNOWN_STUDENT: (_field: string, value: string) => `الطالب «${value}» غير موجود`,
  STUDENT_OF_OTHER_BATCH: (_field: string, value: string) => `الطالب «${value}» ليس من طلاب هذه الدفعة`,
  /** The enrolment (`describeEnrolment`) may be missing. */
  STUDENT_HAS_LEFT: (_field: string, value: string, enrolment: string) =>
    `الطالب «${value}» منسحب أو متخرج أو موقوف، فليس في كشف ${enrolment || 'دفعته'}`,
  AMBIGUOUS: (field: string, value: string) =>
    `${field} «${value}» لأكثر من سجل، فلا يُعرف المقصود إلا برقمه أو رمزه`,
  UNKNOWN_SUBJECT: (_field: string, value: string) => `المادة «${value}» ليست من مواد هذه الدفعة`,
  DAILY_SUBJECT: (_field: string, value: string) =>
    `المادة «${value}» من نوع التقييد اليومي وليس لها كشف درجات`,
  PERCENT_OFF_STEP: (field: string, value: string, max: string) =>
    `${field} «${value}» من ${max} ليست من مضاعفات نصف درجة`,
  MIXED_PERCENTS: (field: string, value: string) =>
    `${field} «${value}»: في العمود نسب مئوية ودرجات معاً، فاكتبه كله بطريقة واحدة`,
  NO_GRADE_COLUMN: () => 'يجب تفعيل عمود درجات واحد على الأقل، له درجة عظمى',
  GRADE_SETTINGS_KEPT: (_field: string, value: string, batch: string) =>
    `إعدادات درجات المادة «${value}» في «${batch}» غير التي في الملف، والاستيراد لا يغيّرها`,
  COLUMN_DISABLED: (field: string) => `عمود ${field} غير مفعّل في إعدادات هذه المادة`,
  TOTAL_DIFFERS: (field: string, value: string, computed: string) =>
    `${field} في الملف ${value} والمحسوب ${computed}، وهو الذي يُعتمد`,
  LETTER_DIFFERS: (field: string, value: string, computed: string) =>
    `${field} في الملف «${value}» والمحسوب «${computed}»، وهو الذي يُعتمد`,
  NAME_DIFFERS: (field: string, value: string, stored: string) =>
    `${field} في الملف «${value}»، والمسجل بهذا الرقم «${stored}»`,
  SUM_DIFFERS: (field: string, value: string, computed: string) =>
    `${field} في الملف ${value} ومجموع أعمدته ${computed}، وهو الذي يُعتمد`,
} as const satisfies Record<string, (field: string, value: string, limit: string, holder: string) => string>;

const howToChoose = 'فاستورد الملف من مركز الاستيراد لتختار: أهو نفسه أم شخص آخر';

/** Why a row needs a choice. The arguments are the name in the file, the stored name, and the value. */
export const questionMessages = {
  otherName: (name: string, stored: string, value: string) =>
    `الرقم «${value}» مسجَّل لـ«${stored}»، والاسم في الملف «${name}»، ${howToChoose}`,
  twoPeople: (name: string, stored: string, value: string) =>
    `هوية «${name}» ورقمه «${value}» لطالبين مختلفين، أحدهما «${stored}»، ${howToChoose}`,
  otherId: (_name: string, stored: string, value: string) =>
    `رقم الهوية في الملف «${value}» غير المسجل لـ«${stored}»، ${howToChoose}`,
  repeatedNumber: (name: string, _stored: string, value: string) =>
    `الرقم «${value}» في الملف لأكثر من اسم، منها «${name}»، ${howToChoose}`,
  namesakes: (name: string) => `في الدفعة أو الملف أكثر من طالب باسم «${name}»، ${howToChoose}`,
  contradiction: (name: string) =>
    `في الدفعة طالب باسم «${name}» تخالف هويتُه أو جنسُه أو تاريخُ ميلاده ما في الملف، ${howToChoose}`,
  otherBatch: (name: string) => `في دفعة أخرى طالب باسم «${name}»، ${howToChoose}`,
} as const;

export const importResultMessages = {
  /** Names the record of a mark in the preview. */
  markRecord: (student: string, subject: string) => `${student}، ${subject}`,
  separator: '؛ ',
  repeated: (line: number) => `الصف مكرر، سبق في السطر ${line}`,
  imported: (counts: { imported: number; updated: number; failed: number }) =>
    `أُضيف ${counts.imported} وحُدّث ${counts.updated} وتعذّر ${counts.failed}`,
  stopped: (row: number) => `توقف الاستيراد عند الصف ${row}`,
  badKey: 'مفتاح الطلب غير صالح',
  noAccess: 'تعذر الوصول للملف: شاركه من «مشاركة» لأي شخص لديه الرابط بصلاحية عارض، ثم أعد المحاولة',
  noAnswer: 'تعذر الوصول للملف: لم يستجب موقع الجداول في الوقت المحدد، أعد المحاولة أو ارفع ملف CSV',
  tooLarge: 'تعذر الوصول للملف: حجم الورقة أكبر من الحد المسموح',
  noSheets: 'لم يتم العثور على أي أوراق صالحة في الملف',
  finished: 'انتهى الاستيراد',
  badId: 'معرف الجدول غير صحيح',
} as const;
