import { z } from 'zod';
import { arabicPlural, type PluralCategory } from './rules/arabicText';
import { hijriDate } from './rules/hijri';
import { type Role, roleLabels } from './vocabulary';

export const errors = {
  BAD_JSON: { status: 400, message: 'تعذّرت قراءة البيانات المرسلة' },
  DUPLICATE_ABSENCE: { status: 400, message: 'سُجّل غياب بعض هؤلاء الطلاب في هذا اليوم من قبل' },
  UNAUTHENTICATED: { status: 401, message: 'انتهت الجلسة، الرجاء تسجيل الدخول من جديد' },
  BAD_CREDENTIALS: { status: 401, message: 'فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور' },
  FORBIDDEN: { status: 403, message: 'لا تملك صلاحية القيام بهذه العملية' },
  STEP_UP_REQUIRED: { status: 403, message: 'هذه العملية تتطلب تأكيد كلمة المرور' },
  USE_OWN_PASSWORD_CHANGE: {
    status: 403,
    message: 'لتغيير كلمة مرورك استخدم «تغيير كلمة المرور» في حسابك، وستُطلب كلمة المرور الحالية',
  },
  WRONG_PASSWORD: { status: 403, message: 'كلمة المرور غير صحيحة' },
  MUST_CHANGE_PASSWORD: { status: 403, message: 'يجب تغيير كلمة المرور المؤقتة قبل المتابعة' },
  NOT_FOUND: { status: 404, message: 'السجل المطلوب غير موجود' },
  DEADLINE_PASSED: { status: 403, message: 'انتهى موعد تسليم هذا الواجب' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'طريقة الطلب هذه غير مدعومة في هذا الخادم' },
  NO_TYPESETTER: { status: 404, message: 'لا يستطيع هذا الخادم إنشاء ملفات PDF' },
  DUPLICATE: { status: 409, message: 'القيمة مستخدمة من قبل' },
  ALREADY_SUBMITTED: { status: 409, message: 'سبق أن سلّمت هذا الواجب، ولا يمكن تعديل الإجابات بعد التسليم' },
  ALREADY_LINKED: { status: 409, message: 'الحساب أو الطالب مرتبط من قبل' },
  LAST_ADMIN: { status: 409, message: 'لا بد أن يبقى للمعهد مدير واحد نشط على الأقل' },
  HAS_DEPENDENTS: { status: 409, message: 'لا يمكن الحذف لوجود سجلات مرتبطة' },
  MOVE_HIDES: { status: 409, message: 'لبعض هؤلاء الطلاب درجات أو سجلات في دفعتهم بعد هذا التاريخ' },
  GUARDIAN_HAS_LINK: { status: 409, message: 'لولي الأمر هذا رابط، وسيرى به هذا الطالب في صفحته' },
  UNDO_CONFLICT: { status: 409, message: 'لا يمكن التراجع لأن السجل تغيّر بعد هذه العملية' },
  IDENTITY_MISMATCH: { status: 409, message: 'سُجّل الدخول بحساب آخر في نافذة ثانية، الرجاء تحديث الصفحة' },
  IN_PROGRESS: { status: 409, message: 'ما زال هذا الطلب قيد التنفيذ، انتظر قليلاً ثم أعد المحاولة' },
  SEVERAL_RECORDS: {
    status: 409,
    message: 'لهذا الطالب أكثر من تسميع من هذا النوع في اليوم، فعدّل كل تسميع وحده',
  },
  STALE: { status: 409, message: 'عدّل شخص آخر هذا السجل بعد فتحه' },
  TOO_LARGE: { status: 413, message: 'حجم البيانات المرسلة أكبر من الحد المسموح' },
  UNSUPPORTED_TYPE: { status: 415, message: 'نوع البيانات المرسلة غير مدعوم' },
  VALIDATION: { status: 422, message: 'البيانات المدخلة غير صحيحة' },
  CIRCLE_FULL: { status: 422, message: 'عدد الطلاب أكبر من سعة الحلقة' },
  KEY_REUSED: { status: 422, message: 'استُخدم مفتاح هذا الطلب من قبل لطلب آخر' },
  TOO_MANY: { status: 429, message: 'محاولات كثيرة، الرجاء الانتظار قليلاً ثم المحاولة من جديد' },
  INTERNAL: { status: 500, message: 'حدث خطأ غير متوقع في الخادم' },
  BUSY: { status: 503, message: 'الخادم مشغول الآن، الرجاء المحاولة بعد لحظات' },
  STORAGE_FULL: { status: 507, message: 'مساحة التخزين في الخادم ممتلئة، لم يُحفظ شيء' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

export const pageMessages = { product: 'رصد', tryAgain: 'إعادة المحاولة' } as const;

export const problemDetail = z.object({
  /** The path is `field` or `row.field`. An empty path means the whole body. */
  path: z.string(),
  message: z.string(),
});

export type ProblemDetail = z.infer<typeof problemDetail>;

export const problem = z.object({
  error: z.string(),
  code: z.string(),
  details: z.array(problemDetail).optional(),
});

export type Problem = z.infer<typeof problem> & Record<string, unknown>;

/** An enrolment as messages name it. */
export interface NamedEnrolment {
  batch_name: string;
  program_name: string;
  from: string;
}

export const describeEnrolment = ({ batch_name, program_name, from }: NamedEnrolment): string =>
  `الدفعة «${batch_name}» من «${program_name}» منذ ${hijriDate(from)}`;

function formatMinutes(minutes: number): string {
  const forms = {
    zero: 'أقل من دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: 'دقائق',
    many: 'دقيقة',
    other: 'دقيقة',
  };
  const category = arabicPlural(minutes);
  return minutes <= 2 ? forms[category] : `${minutes} ${forms[category]}`;
}

export const ruleMessages = {
  unknownProgram: 'البرنامج المحدد غير موجود',
  unknownBatch: 'الدفعة المحددة غير موجودة',
  unknownTeacher: 'المعلم المحدد غير موجود',
  unknownSubject: 'المادة المحددة غير موجودة',
  unknownStudent: 'الطالب المحدد غير موجود',
  unknownUser: 'الحساب المحدد غير موجود',
  subjectTaughtAlready: 'المادة مسندة إلى هذا المعلم من قبل',
  usernameTaken: 'اسم المستخدم مستخدم من قبل',
  usernameHolder: (holder: { name: string; role: Role } | null, free: string) =>
    `اسم المستخدم مستخدم في حساب ${holder ? `«${holder.name}» (${roleLabels[holder.role]})` : 'ليس من قسمك'}، ومن المتاح «${free}»`,
  ownAccountDisabled: 'لا يمكنك تعطيل حسابك أنت',
  ownAccountDemoted: 'لا يمكنك تغيير صلاحية حسابك أنت',
  ownSectionChanged: 'لا يمكنك تغيير قسمك أنت',
  notForOneSection: 'هذا لمن يدير كل الأقسام، وحسابك مقيد بقسم واحد',
  studentOfOthersAccount: (student: string) =>
    `الطالب «${student}» مرتبط بحساب أحد المنسوبين من غير قسمك، فلا يحذفه إلا مدير لكل الأقسام`,
  teacherOfOtherSection: 'المعلم مقيد بقسم آخر، فلن يرى هذه المادة',
  ownAccountDeleted: 'لا يمكنك حذف حسابك أنت',
  userHasWork: 'لهذا المستخدم أعمال مسجلة، عطّل حسابه بدلاً من حذفه',
  usersHaveWork: (names: readonly string[], others: number) =>
    `لبعض المستخدمين أعمال مسجلة، فعطّل حساباتهم بدلاً من حذفها: ${names.map((name) => `«${name}»`).join('، ')}${others > 0 ? ` وغيرهم (${others})` : ''}`,
  someRecordsDeleted: 'بعض ما حددته لم يعد موجوداً، فحدّث القائمة وحدد من جديد',
  accountLinked: 'هذا الحساب مرتبط بطالب آخر',
  studentLinked: 'هذا الطالب مرتبط بحساب آخر',
  pairLinked: 'هذا الطالب مرتبط بهذا الحساب من قبل',
  accountDisabled: 'هذا الحساب معطّل، فعّله قبل ربطه بطالب',
  accountNotLinked: 'هذا الحساب غير مرتبط بأي طالب',
  notStudentAccount: 'هذا الحساب ليس حساب طالب، فيُربط ولا يُنقل',
  accountOfDeletedStudent:
    'كان هذا الحساب لطالب حُذف وهو يعرف كلمة مروره، فاستعمل «إعطاء الحساب» بدلاً من الربط',
  accountHasStudent: 'لهذا الحساب طالب موجود، فلا يُعطى لغيره',
  numbersUsedUp: (year: string) => `نفدت الأرقام الأكاديمية لسنة ${year}، اكتب الرقم الأكاديمي بنفسك`,
  noExactMatch: 'لا يوجد طالب يطابق رقمه الأكاديمي أو رقم هويته اسم المستخدم',
  notACandidate: 'لم يعد هذا الطالب مطابقاً لهذا الحساب، الرجاء تحديث القائمة',
  everyStudentLinked: 'جميع الطلاب مرتبطون بحسابات',
  exportRunning: 'يجري تصدير آخر الآن، فأعد المحاولة بعد انتهائه',
  termsOverlap: 'فصلان دراسيان يتداخل تاريخاهما',
  termNameTwice: 'اسم الفصل الدراسي مكرر',
  savedFilterNameTaken: 'لديك تصفية محفوظة بهذا الاسم',
  tooManySavedFilters: 'بلغت الحد الأقصى من التصفيات المحفوظة في كل القوائم، احذف إحداها أولاً',
  programsDisagree: 'رمز البرنامج واسمه لا يشيران إلى برنامج واحد',
  batchesDisagree: 'رقم الدفعة واسمها لا يشيران إلى دفعة واحدة',
  batchOfOtherProgram: 'الدفعة المحددة ليست من هذا البرنامج',
  programCodeTaken: 'رمز البرنامج مستخدم من قبل',
  programNameTaken: 'اسم البرنامج مستخدم من قبل',
  programCodeLocked: 'لا يمكن تغيير رمز البرنامج',
  batchNameTaken: 'اسم الدفعة مستخدم من قبل',
  notAcademicYear: ({ min, max }: { min: number; max: number }) =>
    `اكتب السنة الهجرية بأربعة أرقام، بين ${min} و${max}`,
  typeOverData: (subject: string, batch: string, stored: string) =>
    `لا يمكن تغيير نوع «${subject}» في «${batch}» إلى نوع يُخفي ما سُجّل فيها (${stored})، أضف مادة جديدة بالنوع المطلوب`,
  notImage: 'الشعار يجب أن يكون صورة PNG أو JPEG',
  imageTooWide: 'أبعاد الشعار يجب ألا تزيد على 2000 × 2000 بكسل',
  datesReversed: 'تاريخ النهاية يسبق تاريخ البداية',
  rangeTooLong: (days: number) => `لا يمكن أن تزيد المدة على ${days} يوماً`,
  holidayOfTwo: 'اختر للإجازة برنامجاً أو قسماً، أو دفعة واحدة',
  yearWithoutTerm: 'أضف فصول هذه السنة قبل اعتمادها',
  offeringExists: 'المادة موجودة بالفعل في إحدى الدفعات المختارة',
  baseTaken: 'رمز المادة مستخدم لمادة أخرى',
  codeDoesNotFitBatch: 'رمز المادة لا يوافق الدفعة المحددة',
  subjectCodeLocked: 'لا يمكن تغيير رمز المادة',
  batchLocked: 'لا يمكن نقل المادة إلى دفعة أخرى، أضف عرضاً جديداً لها',
  noColumn: 'يجب تفعيل عمود واحد على الأقل',
  columnNameMissing: 'اسم العمود مطلوب',
  mergeOfOtherSection: 'لأحد الطالبين قيد أو سجلات في غير قسمك، فلا يدمجهما إلا مدير لكل الأقسام',
  sameStudent: 'اختر سجلين مختلفين',
  studentNumberTaken: 'الرقم الأكاديمي مستخدم من قبل',
  notBirthDate: (years: number) => `تاريخ الميلاد لا يكون بعد اليوم، ولا قبل أكثر من ${years} عاماً`,
  nationalIdTaken: 'رقم الهوية مستخدم لطالب آخر',
  startsAfterEnd: 'تاريخ النهاية يسبق تاريخ البداية',
  passwordTooShort: 'كلمة المرور يجب ألا تقل عن 8 أحرف',
  passwordTooLong: 'كلمة المرور يجب ألا تزيد على 128 حرفاً',
  passwordTooCommon: 'كلمة المرور شائعة وسهلة التخمين، الرجاء اختيار غيرها',
  passwordUnchanged: 'كلمة المرور الجديدة هي كلمة المرور الحالية نفسها، الرجاء اختيار غيرها',
  tooManyAttempts: (minutes: number) => `محاولات كثيرة، الرجاء المحاولة من جديد بعد ${formatMinutes(minutes)}`,
  allSignedIn: 'دخل أصحاب هذه الحسابات بها، فلا يمكن التراجع عن إنشائها، ويمكن تعطيلها',
  undoneAlready: 'سبق التراجع عن هذه العملية',
  notOnRoster: 'لست في كشف هذه الدفعة الآن، فلا يمكنك تسليم الواجب، راجع إدارة المعهد',
  undoHidesWork: (name: string) =>
    `سُجّلت للطالب «${name}» درجات أو سجلات في الدفعة الجديدة، فانقله إلى دفعته السابقة بدلاً من التراجع`,
  undoHidesRegister: (name: string, date: string) =>
    `سُجّل تحضير الحلقة «${name}» ليوم ${hijriDate(date)} بعد هذه العملية، فعدّل طلاب الحلقة بدلاً من التراجع`,
  nothingToUndo: 'لا توجد عملية يمكن التراجع عنها',
  unenrolled: (name: string) => `«${name}» منسحب أو متخرج، فأعده إلى الانتظام أولاً ثم انقله`,
  moveBeforeEnrolment: (name: string, enrolment: NamedEnrolment) =>
    `التاريخ قبل بداية قيد الطالب «${name}» في ${describeEnrolment(enrolment)} أو قبل نهايته`,
  enrolledInOtherProgram: (enrolment: NamedEnrolment) =>
    `الطالب مقيد في ${describeEnrolment(enrolment)}، فلا يتغير برنامجه إلا بنقله إلى دفعة من البرنامج الجديد`,
  statusBeforeLast: (name: string) => `التاريخ قبل آخر تغيير في حالة «${name}» أو قيده`,
  unknownStudents: 'بعض الطلاب المحددين غير موجودين',
  workOfLeavers: ({
    students,
    grades,
    absences,
    daily_records,
    sard,
  }: Record<FormerStudentRecords, number>) =>
    `يشمل الحذف ما سُجّل لطلاب ليسوا في الكشف الآن (نُقلوا أو انسحبوا أو تخرجوا): عدد الطلاب ${students}، الدرجات ${grades}، الغياب ${absences}، السجلات اليومية ${daily_records}، اختبارات السرد ${sard}`,
  guardianOfOtherSection: 'لولي الأمر هذا طلاب في غير قسمك، فلا يغيّر اسمه وأرقامه وملاحظته إلا مدير لكل الأقسام',
  unknownGuardian: 'ولي الأمر المحدد غير موجود',
  emptyGuardian: 'اكتب اسم ولي الأمر أو رقم جواله',
  guardianTwice: 'ولي الأمر هذا مضاف إلى الطالب من قبل',
  tooManyGuardians: (max: number) => `للطالب ${max} أولياء أمور على الأكثر`,
  circleNameTaken: 'في هذه المادة حلقة بهذا الاسم',
  circleSubjectLocked: 'لا يمكن نقل الحلقة إلى مادة أخرى',
  circleUsed: ({ registers, daily_records }: { registers: number; daily_records: number }) =>
    `سُجّل في هذه الحلقة تحضير أو تسميع (${describeRecordCounts({ registers, daily_records })})، فحدد تاريخ انتهائها بدلاً من حذفها`,
  circleUsedAfter: 'في هذه الحلقة تحضير في هذا اليوم أو بعده، فاختر تاريخاً بعده',
  circleEnded: (name: string) => `انتهت الحلقة «${name}» قبل هذا التاريخ`,
  circleFull: (name: string, capacity: number, count: number) =>
    `سعة الحلقة «${name}» ${capacity}، وعدد طلابها سيكون ${count}`,
  circlesFull: (remaining: number) =>
    `لا تتسع الحلقات لجميع الطلاب (الباقون بلا مكان: ${remaining})، زد السعة أو أضف حلقة`,
  noCircles: 'لا توجد حلقات قائمة في هذه المادة',
  notInBatchOnDay: (name: string) => `«${name}» ليس من طلاب هذه الدفعة في هذا التاريخ`,
  memberElsewhere: (name: string) => `صار الطالب «${name}» في حلقة أخرى من هذه المادة بعد هذه العملية`,
  substituteTwice: 'هذا المعلم مسجّل بديلاً في هذه الحلقة في بعض هذه الأيام',
  wrongBatchStudent: 'الطالب ليس من طلاب هذه الدفعة',
  offRoster: 'الطالب ليس في كشف هذه الدفعة الآن، فقد غادرها أو أُوقف قيده، ودرجاته محفوظة كما هي',
  wrongCircleStudent: 'الطالب ليس من طلاب هذه الحلقة في هذا اليوم',
  studentTwice: 'الطالب مكرر في البيانات المرسلة',
  studentUnnamed: 'لم يُحدَّد الطالب برقمه ولا باسم يخصه وحده في الدفعة',
  futureDate: 'لا يمكن اختيار تاريخ بعد اليوم',
  notDailySubject: 'هذه المادة ليست من نوع التقييد اليومي',
  dailySubject: 'مادة التقييد اليومي ليس لها كشف درجات',
  pagesRequired: 'عدد الصفحات مطلوب',
  notInCurriculum: 'المحتوى ليس من أوراد هذه المادة، ولا مقطعاً من المصحف مثل: الملك 1-10',
  startOutside: 'بداية الحفظ ليست من المقاطع المختارة',
  rangesNeeded: 'اختر مقطعاً واحداً على الأقل',
  notWholeAmount: 'المقدار بهذه الوحدة عدد صحيح',
  subjectsDisagree: 'رمز المادة في العنوان غير رمزها في البيانات',
  chooseSubject: 'للطالب أكثر من خطة، فحدّد المادة',
  juzReversed: 'الجزء الأخير يسبق الجزء الأول',
  markOverMax: (mark: number, max: number) => `الدرجة ${mark} أكبر من الدرجة العظمى ${max}`,
  faultOutsideSard: 'الآية ليست من أجزاء هذا السرد',
  markWithoutMax: 'اكتب الدرجة العظمى مع الدرجة',
  sardLocked: 'لا يمكن نقل السرد إلى طالب آخر أو مادة أخرى، فاحذفه ثم سجّله من جديد',
  emptyRecitation: 'حدّد ما سُمّع: مقطعاً أو محتوى أو عدد صفحات أو مستوى أو ملاحظة',
  notesDisagree: 'أُرسلت الملاحظة باسمين مختلفين، فأرسل أحدهما',
  notInMushaf: 'المقطع المحدد غير صحيح في المصحف',
  notOfCircle: 'الطالب ليس من طلاب هذه الحلقة في هذا اليوم',
  notYourStudent: 'لم يكن الطالب في حلقتك في هذا اليوم، فلا يمكنك تعديل سجله',
  rangesDisagree: 'المقطع ليس أول المقاطع المرسلة، فأرسل أحدهما',
  rangesOverlap: 'هذا المقطع يتداخل مع مقطع قبله',
  unknownFault: 'نوع الخطأ المحدد غير موجود',
  faultOutside: 'الآية ليست من مقاطع هذا السجل',
  faultTwice: 'نوع الخطأ مكرر للآية نفسها، اجمع عدده في سطر واحد',
  tooManyFaults: (max: number) => `مجموع الأخطاء لا يمكن أن يزيد على ${max}`,
  mistakesFromFaults: 'عدد الأخطاء هو مجموع الأخطاء المسجلة بأنواعها، فعدّلها هناك',
  faultKindTwice: 'رمز نوع الخطأ مكرر',
  faultKindNameTwice: 'اسم نوع الخطأ مكرر',
  faultKindInUse: (name: string) => `سُجّلت أخطاء من نوع «${name}»، فلا يمكن حذفه`,
  maxBelowMarks: 'الحد الأعلى أقل من درجات مرصودة لبعض الطلاب',
  staleRegister: 'عدّل شخص آخر تحضير هذا اليوم بعد فتحه',
  staleSheet: 'عدّل شخص آخر بعض هذه الدرجات بعد فتح الكشف',
  staleMembers: 'غيّر شخص آخر طلاب هذه الحلقة أو حلقة طالب منهم بعد فتحها',
  stalePrior: 'عدّل شخص آخر الحفظ السابق لهذا الطالب بعد فتحه',
  staleOrder: 'غيّر شخص آخر أسئلة هذا الواجب أو ترتيبها بعد فتحه',
  staleRecords: 'عدّل شخص آخر بعض هذه السجلات بعد فتحها',
  batchWithoutStudents: 'لا يوجد طلاب في هذه الدفعة',
  batchTooLarge: (max: number) => `عدد طلاب الدفعة أكبر من الحد الأعلى للملف الواحد (${max})، اختر دفعة أصغر`,
  paperTooLong: (max: number) =>
    `التقرير أطول من أن يُعدّ ملف PDF (أكثر من ${max} صف)، قصّر الفترة أو صدّره إلى Excel`,
  batchTooLong: 'كشوف هذه الدفعة أطول من أن تُجمع في ملف PDF واحد، اختر الملف المضغوط',
  workNotHere:
    'لم يعد إعداد هذه الكشوف قائماً: انقطعت متابعته، أو توقف الخادم الذي يعدّها، أو بدأت غيره. ابدأ إعدادها من جديد',
  tooManyPapers: 'لديك ملفات أخرى قيد الإعداد، انتظر اكتمالها ثم اطلب غيرها',
  tooManyComputations: 'لديك طلبات أخرى لعدد كبير من الطلاب قيد الحساب، انتظر اكتمالها ثم أعد المحاولة',
  batchFileNotReady: 'لم يكتمل إعداد الملف بعد',
  withdrawnAlready: 'سبق إلغاء هذه الوثيقة',
  paperTextTooLong: 'نصوص التقرير أطول من أن تُعدّ ملف PDF، قصّر الفترة أو صدّره إلى Excel',
  paperFailed: 'تعذّر إعداد ملف PDF، ويمكن طباعة التقرير من المتصفح',
  paperNotHandedOut: 'لم يكتمل إعداد هذه الوثيقة أو لم تُسلَّم لأحد',
  notForUndo: 'لا يمكن التراجع عن هذه العملية',
  roleChangedSince: 'تغيّرت صلاحيتك بعد هذه العملية، فلا يمكنك التراجع عنها',
  subjectLostSince: 'لم تعد هذه المادة من موادك، فلا يمكنك التراجع عما فعلته فيها',
  restoredAlready: 'سبقت استعادة هذا السجل',
  beingDeleted: 'يجري الآن حذف سجلات كثيرة من هذا النوع، الرجاء المحاولة بعد انتهاء الحذف',
  recordBeingDeleted: 'يجري الآن حذف السجل الذي تضيف إليه مع كل ما يتبعه، فلا يمكن الإضافة إليه',
  deletionAborted: 'تعذّر إكمال الحذف، فأُعيد كل ما حُذف',
  deletionStopped: 'تعذّر إكمال الحذف وبقي بعض السجلات محذوفاً، ويمكن استعادتها من الأرشيف',
  undoAborted: 'تعذّر إكمال التراجع، فأُعيد ما أمكن إلى ما كان قبله',
  restoreExpired: 'انتهت مدة الاحتفاظ بهذا السجل، فلا يمكن استعادته',
  databaseMoved:
    'توقف الحفظ لأن ملف قاعدة البيانات نُقل من مكانه أو استُبدل أثناء عمل الخادم. لم يُحفظ هذا التغيير؛ يُعاد الملف إلى مكانه أو يُعاد تشغيل الخادم.',
  databaseNewer:
    'حُدّثت قاعدة البيانات لإصدار أحدث من هذا الخادم، وهو يتوقف الآن. لم يُحفظ هذا التغيير؛ الرجاء المحاولة بعد قليل.',
  backupFailed: 'تعذّر إنشاء نسخة احتياطية قبل الحذف، فلم يُحذف شيء',
  questionTextMissing: 'الرجاء إدخال نص السؤال',
  tooFewOptions: 'سؤال الاختيار من متعدد يحتاج إلى خيارين على الأقل',
  notOneRightOption: 'حدّد خياراً صحيحاً واحداً',
  noOptionsHere: 'الخيارات لأسئلة الاختيار من متعدد فقط',
  notTrueOrFalse: 'حدّد هل الإجابة الصحيحة صح أم خطأ',
  noKeyHere: 'هذا النوع من الأسئلة ليس له نص إجابة صحيحة',
  unknownOption: 'هذا الخيار ليس من خيارات السؤال الآن، الرجاء الاختيار من جديد',
  answerTrueOrFalse: 'إجابة هذا السؤال صح أو خطأ',
  optionTwice: 'الخيار مكرر في البيانات المرسلة',
  totalOver: (max: number) => `مجموع درجات الأسئلة لا يمكن أن يزيد على ${max}`,
  tooManyQuestions: (max: number) => `لا يمكن أن يزيد عدد الأسئلة على ${max}`,
  totalFromQuestions: 'الدرجة الكاملة هي مجموع درجات الأسئلة، فلا تُغيَّر وحدها',
  questionTypeLocked: 'لا يمكن تغيير نوع السؤال بعد أن سلّم طلاب إجاباتهم، أضف سؤالاً جديداً',
  notTheQuestions: 'الترتيب يجب أن يذكر كل سؤال من أسئلة الواجب مرة واحدة',
  questionTwice: 'السؤال مكرر في الإجابات المرسلة',
  textAndOption: 'الإجابة إما نص وإما خيار، وليست كليهما',
  textForChoice: 'إجابة هذا السؤال خيار من خياراته',
  optionForText: 'إجابة هذا السؤال نص وليست خياراً',
  scoreOver: (max: number) => `درجة الإجابة يجب ألا تزيد على درجة السؤال (${max})`,
  submissionScoreOver: (max: number) => `الدرجة يجب ألا تزيد على الدرجة الكاملة (${max})`,
  scoreFromAnswers: 'درجة التسليم هي مجموع درجات الإجابات، فصحّح الإجابات',
  staleAnswer: 'صحّح شخص آخر هذه الإجابة بعد فتحها',
} as const;

type FormerStudentRecords = 'students' | 'grades' | 'absences' | 'daily_records' | 'sard';

export const describeRecordCounts = (
  counts: Partial<Record<'grades' | 'registers' | 'daily_records' | 'sard', number>>,
): string =>
  (
    [
      ['الدرجات', counts.grades],
      ['أيام التحضير', counts.registers],
      ['السجلات اليومية', counts.daily_records],
      ['اختبارات السرد', counts.sard],
    ] as const
  )
    .flatMap(([name, count = 0]) => (count > 0 ? [`${name}: ${count}`] : []))
    .join('، ');

/** Reasons to refuse an undo or a restore. `madeBy` describes the later change with its author and time. */
export const conflictMessages = {
  changed: (record: string) => `لا يمكن التراجع لأن السجل «${record}» تغيّر بعد هذه العملية`,
  cannotRestore: (record: string, reason: string) => `لا يمكن إعادة السجل «${record}»: ${reason}`,
  valueUsedByOther: 'قيمة فريدة فيه صارت لسجل آخر',
  parentDeleted: (record: string, parent: string) =>
    `لا يمكن إعادة السجل «${record}» لأن «${parent}» الذي يتبعه محذوف، فأعده أولاً`,
  hasNewDependents: (record: string) => `لا يمكن التراجع لأن سجلات أُضيفت إلى «${record}» بعد هذه العملية`,
  withSubject: (record: string, subject: string) => `${record}، ${subject}`,
  madeBy: (description: string, person: string, time: string) => `${description} (${person}، ${time})`,
  /** The caller may not see the operation. */
  madeByOther: (time: string) => `تغيير لا تظهر لك تفاصيله (${time})`,
  changedBy: (message: string, verb: string, person: string, time: string) =>
    `${message}: ${verb} ${person} ${time}`,
  /** Another record prevents the undo. */
  obstacleBy: (message: string, person: string, time: string) => `${message} (${person}، ${time})`,
  changeVerbs: {
    create: 'عدّله',
    update: 'عدّله',
    import: 'عدّله',
    delete: 'حذفه',
    undo: 'تراجع عنه',
    restore: 'أعاده',
    export: 'صدّره',
  },
  otherUser: 'مستخدم آخر',
} as const;

const secondsText: Record<PluralCategory, (seconds: number) => string> = {
  zero: () => 'لحظة',
  one: () => 'ثانية واحدة',
  two: () => 'ثانيتين',
  few: (seconds) => `${seconds} ثوانٍ`,
  many: (seconds) => `${seconds} ثانية`,
  other: (seconds) => `${seconds} ثانية`,
};

export const tooManyCalls = (seconds: number): string =>
  `طلبات كثيرة في وقت قصير، الرجاء المحاولة بعد ${secondsText[arabicPlural(seconds)](seconds)}`;

export function endedSessionsMessage(sessions: number): string {
  const forms = {
    zero: 'لا توجد جلسات أخرى لإنهائها',
    one: 'أُنهيت جلسة واحدة أخرى',
    two: 'أُنهيت جلستان أخريان',
    few: `أُنهيت ${sessions} جلسات أخرى`,
    many: `أُنهيت ${sessions} جلسة أخرى`,
    other: `أُنهيت ${sessions} جلسة أخرى`,
  };
  return forms[arabicPlural(sessions)];
}

export function formatRecordCount(records: number): string {
  const forms = { zero: '', one: 'سجل واحد', two: 'سجلان', few: 'سجلات', many: 'سجلاً', other: 'سجل' };
  const category = arabicPlural(records);
  return records === 1 || records === 2 ? forms[category] : `${records} ${forms[category]}`;
}
