/**
 * Arabic values that are data: they are stored, sent and compared exactly as written here. Text that is only shown to
 * people is in `src/i18n` or `contract/errors.ts`.
 */

/** Spec 1 §3, Student. */
export const genders = ['ذكر', 'أنثى'] as const;
export type Gender = (typeof genders)[number];
export const defaultGender: Gender = 'ذكر';
export const defaultNationality = 'سعودي';

/** How a student came into a batch, as stored. */
export const enrolmentBeginnings = ['joined', 'moved', 'promoted', 'repeated'] as const;
export type EnrolmentBeginning = (typeof enrolmentBeginnings)[number];
/** How a student left a batch, as stored. */
export const enrolmentEndings = ['moved', 'promoted', 'repeated', 'withdrawn', 'graduated'] as const;
export type EnrolmentEnding = (typeof enrolmentEndings)[number];
/** Whether a student takes part; only an active one is on the roster. */
export const studentStatuses = ['active', 'suspended', 'withdrawn', 'graduated'] as const;
export type StudentStatus = (typeof studentStatuses)[number];
export const studentStatusNames: Record<StudentStatus, string> = {
  active: 'منتظم',
  suspended: 'موقوف',
  withdrawn: 'منسحب',
  graduated: 'متخرج',
};

/** Types that a form offers; spec 1 §3, Subject. */
export const subjectTypes = ['مادة', 'حفظ', 'مهارات', 'تقييد يومي'] as const;
/** Types of older data: accepted and kept, never offered; decision 12. */
export const legacySubjectTypes = ['نظري', 'عملي'] as const;
export const allSubjectTypes = [...subjectTypes, ...legacySubjectTypes] as const;
export type SubjectType = (typeof allSubjectTypes)[number];
export const defaultSubjectType: SubjectType = 'مادة';
/** The one type with curriculum settings instead of grade settings; spec 1 §2. */
export const dailyRecordType: SubjectType = 'تقييد يومي';
/** The types with grade settings; spec 1 §2, and the legacy ones by decision 12. */
export const gradedSubjectTypes = ['مادة', 'حفظ', 'مهارات', ...legacySubjectTypes] as const;

/** Specialties of a programme; spec 1 §2. */
export const specialties = ['علوم شرعية', 'لغة عربية', 'قرآن'] as const;
export type Specialty = (typeof specialties)[number];

/** Free text, or a fixed list; spec 1 §3, Curriculum settings. */
export const curriculumContentTypes = ['نص حر', 'أوراد محددة'] as const;
export type CurriculumContentType = (typeof curriculumContentTypes)[number];
export const freeTextContent: CurriculumContentType = 'نص حر';
export const fixedListContent: CurriculumContentType = 'أوراد محددة';

/** The nine letters, best first, the sign before the letter; spec 2 and decision 1. */
export const letters = ['+أ', 'أ', '+ب', 'ب', '+ج', 'ج', '+د', 'د', 'لم يجتز'] as const;

export type Letter = (typeof letters)[number];

/** Spec 2 §3: excused, and not. */
export const absenceTypes = ['غياب بعذر', 'غياب بدون عذر'] as const;
export type AbsenceType = (typeof absenceTypes)[number];
export const excusedAbsence: AbsenceType = 'غياب بعذر';
export const defaultAbsenceType: AbsenceType = 'غياب بدون عذر';

/** Best first; spec 2 §3 and §5. An unknown value counts as the last, an empty one does not count (decision 11). */
export const performanceLevels = ['ممتاز', 'جيد جداً', 'جيد', 'مقبول', 'ضعيف'] as const;
export type PerformanceLevel = (typeof performanceLevels)[number];

/** The kinds of recitation on a day, as stored; the institute names them in its settings. */
export const recordKinds = ['new', 'near', 'far', 'tilawa'] as const;
export type RecordKind = (typeof recordKinds)[number];
/** The only kind that the calls of the specification know; rule 7 of the domain. */
export const defaultRecordKind: RecordKind = 'new';
export type RecordKindNames = Record<RecordKind, string>;
export const defaultRecordKindNames: RecordKindNames = {
  new: 'حفظ جديد',
  near: 'مراجعة قريبة',
  far: 'مراجعة بعيدة',
  tilawa: 'تلاوة',
};

/** Whether a lesson is accepted or must be repeated, as stored. */
export const recordResults = ['accepted', 'repeat'] as const;
export type RecordResult = (typeof recordResults)[number];
export const defaultRecordResult: RecordResult = 'accepted';
export const recordResultNames: Record<RecordResult, string> = { accepted: 'أُجيز', repeat: 'يُعاد' };

/** The kinds of fault, with their weights, if the institute has not set its own. */
export const defaultFaultKinds = [
  { key: 'notice', name: 'تنبيه', weight: 0.5 },
  { key: 'prompt', name: 'فتح', weight: 1 },
  { key: 'major', name: 'لحن جلي', weight: 1 },
  { key: 'minor', name: 'لحن خفي', weight: 0.25 },
  { key: 'hesitation', name: 'تردد', weight: 0.25 },
] as const;

/**
 * Where a plan of memorisation leads: down the mushaf; surah by surah, or juz by juz, from its end; or through ranges in
 * their order.
 */
export const directions = ['from_baqarah', 'from_nas', 'juz_descending', 'ranges'] as const;
/** What the amount of a lesson is counted in; `half` is half a page. */
export const amountUnits = ['page', 'half', 'rub', 'ayah'] as const;
/** What near revision is counted in. */
export const nearUnits = ['lessons', 'days', 'pages'] as const;

/** The days without lessons if the institute has not set its own; 0 is Sunday. */
export const defaultWeekendDays: readonly number[] = [5, 6];

/** A recitation with at most this many weighted faults per page has this level and result; null: no limit. */
export interface ResultRule {
  max_faults: number | null;
  performanceLevel: PerformanceLevel;
  result: RecordResult;
}
/** If the institute has not set its own. */
export const defaultResultRules: readonly ResultRule[] = [
  { max_faults: 0.5, performanceLevel: 'ممتاز', result: 'accepted' },
  { max_faults: 1, performanceLevel: 'جيد جداً', result: 'accepted' },
  { max_faults: 2, performanceLevel: 'جيد', result: 'accepted' },
  { max_faults: 3, performanceLevel: 'مقبول', result: 'accepted' },
  { max_faults: null, performanceLevel: 'ضعيف', result: 'repeat' },
];

/** As stored; spec 2 §3, Question. An essay is never graded automatically. */
export const questionTypes = ['multiple_choice', 'true_false', 'text', 'essay'] as const;
export type QuestionType = (typeof questionTypes)[number];
/** As stored; spec 2 §3, Submission. */
export const submissionStatuses = ['submitted', 'graded', 'late'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** The title of a copied assignment. */
export const copyTitle = (title: string) => `نسخة من ${title}`;

/** Maximum characters of the name of a circle. */
export const maxCircleName = 80;

/** `users`: accounts of teachers. */
export const importTypes = ['students', 'subjects', 'programs', 'batches', 'grades', 'users'] as const;
export type ImportType = (typeof importTypes)[number];

/** The sheets of a spreadsheet that are recognised, by their positions 0 to 4; spec 2 §5. */
export const sheetNames: readonly { type: ImportType; names: readonly [string, string] }[] = [
  { type: 'students', names: ['طلاب', 'students'] },
  { type: 'subjects', names: ['مواد', 'subjects'] },
  { type: 'grades', names: ['درجات', 'grades'] },
  { type: 'programs', names: ['برامج', 'programs'] },
  { type: 'batches', names: ['دفعات', 'batches'] },
];

/** The sign in a mark or letter of a file that means: absent, nothing is recorded. Decision 29. */
export const absentSign = 'غ';
/** The type of a subject if a file gives none; spec 2 §3, Import record shapes. */
export const importedSubjectType: SubjectType = 'نظري';
/** Words of a name that belong to the word after them. */
export const nameParticles = ['عبد', 'أبو', 'ابو', 'أم', 'ام', 'ابن', 'بن', 'آل', 'ال'] as const;

/** What the cleanup page deletes, in the recommended order; spec 2 §5. */
export const cleanupTargets = ['grades', 'students', 'subjects', 'batches', 'programs'] as const;
export type CleanupTarget = (typeof cleanupTargets)[number];
/** The {name} in the sentences of spec 2 §8; typed by the person who confirms a deletion. */
export const cleanupNames: Record<CleanupTarget, string> = {
  grades: 'الدرجات',
  students: 'الطلاب',
  subjects: 'المواد',
  batches: 'الدفعات',
  programs: 'البرامج',
};

/** As stored; the screens have the Arabic for them. Spec 1 §3, Subject offering. */
export const offeringStatuses = ['active', 'completed', 'cancelled'] as const;
export type OfferingStatus = (typeof offeringStatuses)[number];
export const defaultOfferingStatus: OfferingStatus = 'active';

export const defaultProgramStatus = 'نشط';
export const batchStatuses = ['نشطة', 'منتهية'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const defaultBatchStatus: BatchStatus = 'نشطة';

/** As stored; spec 1 §3, User. */
export const roles = ['admin', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];
/** The role of a new user, and the one that a reset gives; decision 18. */
export const defaultRole: Role = 'teacher';
export const roleLabels: Record<Role, string> = {
  admin: 'مدير',
  teacher: 'معلم',
  student: 'طالب',
};

/** Sections of a batch, as stored; without sections all batches are mixed. */
export const sections = ['boys', 'girls', 'mixed'] as const;
export type Section = (typeof sections)[number];
export const defaultSection: Section = 'mixed';
/** The sections that staff can be limited to. */
export const staffSections = ['boys', 'girls'] as const;
export type StaffSection = (typeof staffSections)[number];
export const sectionNames: Record<Section, string> = {
  boys: 'بنين',
  girls: 'بنات',
  mixed: 'مختلط',
};
/** The name shown for staff who are not limited to a section. */
export const allSectionsName = 'كل الأقسام';

/** The names of devices in the list of the person's sessions. */
export const deviceNames = {
  on: (browser: string, system: string) => `${browser} على ${system}`,
  unknown: 'جهاز غير معروف',
} as const;

/** The subjects that a teacher sees: those linked to his account, also those without a teacher, or all. */
export const teacherScopes = ['linked_or_open', 'linked', 'all'] as const;
export type TeacherScope = (typeof teacherScopes)[number];
/** The days in which a deleted record can be restored. */
export const defaultRetentionDays = 30;

/** The grade columns in their order, with the default maximum in marks; spec 1 §3. */
export const defaultGradeColumns = [
  { key: 'participation', max: 10, name: 'المشاركة' },
  { key: 'attendance', max: 30, name: 'الحضور' },
  { key: 'exercise', max: 5, name: 'التمارين' },
  { key: 'reading', max: 5, name: 'القراءة' },
  { key: 'test', max: 50, name: 'الاختبار' },
] as const;

/** Levels 1-8 (decision 12); the name of a level is `levelNames[level]`. */
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

/** The author that is shown for operations of the system. */
export const systemName = 'النظام';

/** In bytes, of the image of the institute's logo. */
export const maxLogoBytes = 200 * 1_024;
