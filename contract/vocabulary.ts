/** Arabic values that are data. They are stored, sent and compared exactly as written. */

export const genders = ['ذكر', 'أنثى'] as const;
export type Gender = (typeof genders)[number];
export const defaultGender: Gender = 'ذكر';
export const defaultNationality = 'سعودي';

export const enrolmentBeginnings = ['joined', 'moved', 'promoted', 'repeated'] as const;
export type EnrolmentBeginning = (typeof enrolmentBeginnings)[number];
export const enrolmentEndings = ['moved', 'promoted', 'repeated', 'withdrawn', 'graduated'] as const;
export type EnrolmentEnding = (typeof enrolmentEndings)[number];
/** Only active students are on the roster. */
export const studentStatuses = ['active', 'suspended', 'withdrawn', 'graduated'] as const;
export type StudentStatus = (typeof studentStatuses)[number];
export const studentStatusNames: Record<StudentStatus, string> = {
  active: 'منتظم',
  suspended: 'موقوف',
  withdrawn: 'منسحب',
  graduated: 'متخرج',
};

/** Stored keys. */
export const guardianRelations = ['father', 'mother', 'brother', 'other'] as const;
export type GuardianRelation = (typeof guardianRelations)[number];
export const guardianRelationNames: Record<GuardianRelation, string> = {
  father: 'الأب',
  mother: 'الأم',
  brother: 'الأخ',
  other: 'قريب آخر',
};

/** Stored keys: whether students of a batch without a birth date are of age. */
export const ageGroups = ['adults', 'minors'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const defaultAgeGroup: AgeGroup = 'adults';
export const ageGroupNames: Record<AgeGroup, string> = { adults: 'بالغون', minors: 'دون سن الرشد' };

/** Forms offer these types (spec 1 §3, Subject). */
export const subjectTypes = ['مادة', 'حفظ', 'مهارات', 'تقييد يومي'] as const;
/** Older data has these types. The server accepts them, but forms do not offer them (decision 12). */
export const legacySubjectTypes = ['نظري', 'عملي'] as const;
export const allSubjectTypes = [...subjectTypes, ...legacySubjectTypes] as const;
export type SubjectType = (typeof allSubjectTypes)[number];
export const defaultSubjectType: SubjectType = 'مادة';
/** The only type with curriculum settings instead of grade settings (spec 1 §2). */
export const dailyRecordType: SubjectType = 'تقييد يومي';
/** Types with grade settings (spec 1 §2, decision 12). */
export const gradedSubjectTypes = ['مادة', 'حفظ', 'مهارات', ...legacySubjectTypes] as const;

export const specialties = ['علوم شرعية', 'لغة عربية', 'قرآن'] as const;
export type Specialty = (typeof specialties)[number];

export const curriculumContentTypes = ['نص حر', 'أوراد محددة'] as const;
export type CurriculumContentType = (typeof curriculumContentTypes)[number];
export const freeTextContent: CurriculumContentType = 'نص حر';
export const fixedListContent: CurriculumContentType = 'أوراد محددة';

/** Best first. The sign stands before the letter (spec 2, decision 1). */
export const letters = ['+أ', 'أ', '+ب', 'ب', '+ج', 'ج', '+د', 'د', 'لم يجتز'] as const;

export type Letter = (typeof letters)[number];

export const absenceTypes = ['غياب بعذر', 'غياب بدون عذر'] as const;
export type AbsenceType = (typeof absenceTypes)[number];
export const excusedAbsence: AbsenceType = 'غياب بعذر';
export const defaultAbsenceType: AbsenceType = 'غياب بدون عذر';

/** Stored keys. */
export const noteKinds = ['praise', 'remark'] as const;
export type NoteKind = (typeof noteKinds)[number];
export const noteKindNames: Record<NoteKind, string> = { praise: 'ثناء', remark: 'توجيه' };

/** The categories of behaviour notes of a new institute. */
export const defaultNoteCategories: readonly { name: string; kind: NoteKind }[] = [
  { name: 'الأدب', kind: 'praise' },
  { name: 'المشاركة', kind: 'praise' },
  { name: 'الانضباط', kind: 'praise' },
  { name: 'مساعدة الزملاء', kind: 'praise' },
  { name: 'التأخر', kind: 'remark' },
  { name: 'إزعاج الحلقة', kind: 'remark' },
  { name: 'ترك الواجب', kind: 'remark' },
  { name: 'استعمال الجوال', kind: 'remark' },
];

/** Stored keys. */
export const excuseReasons = ['illness', 'travel', 'family', 'appointment', 'other'] as const;
export type ExcuseReason = (typeof excuseReasons)[number];
export const excuseReasonNames: Record<ExcuseReason, string> = {
  illness: 'مرض',
  travel: 'سفر',
  family: 'ظرف عائلي',
  appointment: 'موعد طبي',
  other: 'أخرى',
};

/** Best first (spec 2 §3 and §5). */
export const performanceLevels = ['ممتاز', 'جيد جداً', 'جيد', 'مقبول', 'ضعيف'] as const;
export type PerformanceLevel = (typeof performanceLevels)[number];

/** Stored keys. The institute sets their labels. */
export const recordKinds = ['new', 'near', 'far', 'tilawa'] as const;
export type RecordKind = (typeof recordKinds)[number];
/** The only kind in the specification (rule 7 of the domain). */
export const defaultRecordKind: RecordKind = 'new';
export type RecordKindNames = Record<RecordKind, string>;
export const defaultRecordKindNames: RecordKindNames = {
  new: 'حفظ جديد',
  near: 'مراجعة قريبة',
  far: 'مراجعة بعيدة',
  tilawa: 'تلاوة',
};

export const recordResults = ['accepted', 'repeat'] as const;
export type RecordResult = (typeof recordResults)[number];
export const defaultRecordResult: RecordResult = 'accepted';
export const recordResultNames: Record<RecordResult, string> = { accepted: 'أُجيز', repeat: 'يُعاد' };

export const defaultFaultKinds = [
  { key: 'notice', name: 'تنبيه', weight: 0.5 },
  { key: 'prompt', name: 'فتح', weight: 1 },
  { key: 'major', name: 'لحن جلي', weight: 1 },
  { key: 'minor', name: 'لحن خفي', weight: 0.25 },
  { key: 'hesitation', name: 'تردد', weight: 0.25 },
] as const;

/**
 * `from_baqarah`: forwards. `from_nas`: surahs backwards. `juz_descending`: juz backwards. `ranges`: the listed
 * ranges.
 */
export const directions = ['from_baqarah', 'from_nas', 'juz_descending', 'ranges'] as const;
export const amountUnits = ['page', 'half', 'rub', 'ayah'] as const;
export const nearUnits = ['lessons', 'days', 'pages'] as const;

/** 0 is Sunday. Used until the institute sets its own days. */
export const defaultWeekendDays: readonly number[] = [5, 6];

/** `max_faults` is the limit of weighted faults per page. Null: no limit. */
export interface ResultRule {
  max_faults: number | null;
  performanceLevel: PerformanceLevel;
  result: RecordResult;
}
export const defaultResultRules: readonly ResultRule[] = [
  { max_faults: 0.5, performanceLevel: 'ممتاز', result: 'accepted' },
  { max_faults: 1, performanceLevel: 'جيد جداً', result: 'accepted' },
  { max_faults: 2, performanceLevel: 'جيد', result: 'accepted' },
  { max_faults: 3, performanceLevel: 'مقبول', result: 'accepted' },
  { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
];

/** Stored keys (spec 2 §3, Question). Essays are never graded automatically. */
export const questionTypes = ['multiple_choice', 'true_false', 'text', 'essay'] as const;
export type QuestionType = (typeof questionTypes)[number];
/** Stored keys (spec 2 §3, Submission). */
export const submissionStatuses = ['submitted', 'graded', 'late'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const copyTitle = (title: string) => `نسخة من ${title}`;

export const maxCircleName = 80;

export const importTypes = ['students', 'subjects', 'programs', 'batches', 'grades', 'users'] as const;
export type ImportType = (typeof importTypes)[number];

/** The import recognises a sheet by its name, or by its position in this list (spec 2 §5). */
export const sheetNames: readonly { type: ImportType; names: readonly [string, string] }[] = [
  { type: 'students', names: ['طلاب', 'students'] },
  { type: 'subjects', names: ['مواد', 'subjects'] },
  { type: 'grades', names: ['درجات', 'grades'] },
  { type: 'programs', names: ['برامج', 'programs'] },
  { type: 'batches', names: ['دفعات', 'batches'] },
];

/** In a file this sign replaces the mark or letter of an absent student (decision 29). */
export const absentSign = 'غ';
export const importedSubjectType: SubjectType = 'نظري';
export const cleanupTargets = ['grades', 'students', 'subjects', 'batches', 'programs'] as const;
export type CleanupTarget = (typeof cleanupTargets)[number];
/** The user types this name, {name} in spec 2 §8, to confirm a deletion. */
export const cleanupNames: Record<CleanupTarget, string> = {
  grades: 'الدرجات',
  students: 'الطلاب',
  subjects: 'المواد',
  batches: 'الدفعات',
  programs: 'البرامج',
};

/** Stored keys (spec 1 §3, Subject offering). */
export const offeringStatuses = ['active', 'completed', 'cancelled'] as const;
export type OfferingStatus = (typeof offeringStatuses)[number];
export const defaultOfferingStatus: OfferingStatus = 'active';
export const offeringStatusNames: Record<OfferingStatus, string> = {
  active: 'نشطة',
  completed: 'مكتملة',
  cancelled: 'ملغاة',
};
/** Words of files, folded. */
export const offeringStatusAliases: Readonly<Record<string, OfferingStatus>> = {
  نشطه: 'active',
  نشط: 'active',
  مكتمله: 'completed',
  مكتمل: 'completed',
  ملغاه: 'cancelled',
  ملغي: 'cancelled',
};

export const defaultProgramStatus = 'نشط';
export const batchStatuses = ['نشطة', 'منتهية'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const defaultBatchStatus: BatchStatus = 'نشطة';
/** Words of files, folded. */
export const batchStatusAliases: Readonly<Record<string, BatchStatus>> = {
  نشط: 'نشطة',
  جاريه: 'نشطة',
  active: 'نشطة',
  منتهي: 'منتهية',
  مكتمله: 'منتهية',
  ended: 'منتهية',
  finished: 'منتهية',
  completed: 'منتهية',
};

export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];
/** The role of a new user (decision 18). */
export const defaultRole: Role = 'teacher';
export const roleLabels: Record<Role, string> = {
  admin: 'مدير',
  teacher: 'معلم',
  student: 'طالب',
};

/** Stored keys. Without sections all batches are mixed. */
export const sections = ['boys', 'girls', 'mixed'] as const;
export type Section = (typeof sections)[number];
export const defaultSection: Section = 'mixed';
export const staffSections = ['boys', 'girls'] as const;
export type StaffSection = (typeof staffSections)[number];

export const holidayKinds = ['holiday', 'suspended'] as const;
export type HolidayKind = (typeof holidayKinds)[number];
/** Why a day has no teaching. */
export const dayOffKinds = [...holidayKinds, 'outside_terms'] as const;
export type DayOffKind = (typeof dayOffKinds)[number];
export const sectionNames: Record<Section, string> = {
  boys: 'بنين',
  girls: 'بنات',
  mixed: 'مختلط',
};
export const allSectionsName = 'كل الأقسام';

export const deviceNames = {
  on: (browser: string, system: string) => `${browser} على ${system}`,
  unknown: 'جهاز غير معروف',
} as const;

/** `linked_or_open`: linked subjects and subjects without a teacher. `linked`: only linked subjects. */
export const teacherScopes = ['linked_or_open', 'linked', 'all'] as const;
export type TeacherScope = (typeof teacherScopes)[number];
export const defaultRetentionDays = 30;

/** In the order of the screens, with the default maximum in marks (spec 1 §3). */
export const defaultGradeColumns = [
  { key: 'participation', max: 10, name: 'المشاركة' },
  { key: 'attendance', max: 30, name: 'الحضور' },
  { key: 'exercise', max: 5, name: 'التمارين' },
  { key: 'reading', max: 5, name: 'القراءة' },
  { key: 'test', max: 50, name: 'الاختبار' },
] as const;

/** The headings of the grade settings in files, by database column. */
export const gradeSettingHeadings: Readonly<Record<string, string>> = Object.fromEntries(
  defaultGradeColumns.flatMap(({ key, name }) => [
    [`${key}_max`, `درجة ${name} العظمى`],
    [`${key}_enabled`, `عمود ${name} مفعّل`],
    [`${key}_name`, `اسم عمود ${name}`],
  ]),
);
/** Words of files, folded. */
export const flagAliases: Readonly<Record<string, 'yes' | 'no'>> = {
  نعم: 'yes',
  لا: 'no',
  true: 'yes',
  false: 'no',
  1: 'yes',
  0: 'no',
};

export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof levels)[number];
export const levelNames: Record<Level, string> = {
  1: 'المستوى الأول',
  2: 'المستوى الثاني',
  3: 'المستوى الثالث',
  4: 'المستوى الرابع',
  5: 'المستوى الخامس',
  6: 'المستوى السادس',
  7: 'المستوى السابع',
  8: 'المستوى الثامن',
};

/** ISO code. */
export const defaultCountry = 'SA';

export const systemName = 'النظام';

export const maxLogoBytes = 200 * 1_024;

/** The name of a new institute, until an admin writes another. */
export const defaultInstituteName = 'معهد رصد';

/** Spellings of the months by calendar, separated by commas: from January and from Muharram. */
export const monthNames = {
  gregory: [
    'يناير، كانون الثاني',
    'فبراير، شباط',
    'مارس، آذار',
    'أبريل، إبريل، نيسان',
    'مايو، أيار',
    'يونيو، يونيه، حزيران',
    'يوليو، يوليه، تموز',
    'أغسطس، آب',
    'سبتمبر، أيلول',
    'أكتوبر، تشرين الأول',
    'نوفمبر، تشرين الثاني',
    'ديسمبر، كانون الأول',
  ],
  'islamic-umalqura': [
    'محرم، المحرم',
    'صفر',
    'ربيع الأول',
    'ربيع الآخر، ربيع الثاني',
    'جمادى الأولى',
    'جمادى الآخرة، جمادى الثانية',
    'رجب',
    'شعبان',
    'رمضان',
    'شوال',
    'ذو القعدة، ذي القعدة',
    'ذو الحجة، ذي الحجة',
  ],
} as const;

/** Weekdays and abbreviations of the era, ignored in a date. */
export const dateWords = 'يوم الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت هـ م';
