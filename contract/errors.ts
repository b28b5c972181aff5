import { z } from 'zod';

/** Every error that the API answers: status, and the sentence for the person when none more exact is given. */
export const errors = {
  BAD_JSON: { status: 400, message: 'تعذّرت قراءة البيانات المرسلة' },
  UNAUTHENTICATED: { status: 401, message: 'انتهت الجلسة، الرجاء تسجيل الدخول من جديد' },
  BAD_CREDENTIALS: { status: 401, message: 'فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور' },
  FORBIDDEN: { status: 403, message: 'لا تملك صلاحية القيام بهذه العملية' },
  STEP_UP_REQUIRED: { status: 403, message: 'هذه العملية تتطلب تأكيد كلمة المرور' },
  WRONG_PASSWORD: { status: 403, message: 'كلمة المرور غير صحيحة' },
  MUST_CHANGE_PASSWORD: { status: 403, message: 'يجب تغيير كلمة المرور المؤقتة قبل المتابعة' },
  NOT_FOUND: { status: 404, message: 'السجل المطلوب غير موجود' },
  DUPLICATE: { status: 409, message: 'القيمة مستخدمة من قبل' },
  HAS_DEPENDENTS: { status: 409, message: 'لا يمكن الحذف لوجود سجلات مرتبطة' },
  UNDO_CONFLICT: { status: 409, message: 'لا يمكن التراجع لأن السجل تغيّر بعد هذه العملية' },
  IDENTITY_MISMATCH: { status: 409, message: 'سُجّل الدخول بحساب آخر في نافذة ثانية، الرجاء تحديث الصفحة' },
  STALE: { status: 409, message: 'عدّل شخص آخر هذا السجل بعد فتحه' },
  TOO_LARGE: { status: 413, message: 'حجم البيانات المرسلة أكبر من الحد المسموح' },
  UNSUPPORTED_TYPE: { status: 415, message: 'نوع البيانات المرسلة غير مدعوم' },
  VALIDATION: { status: 422, message: 'البيانات المدخلة غير صحيحة' },
  TOO_MANY: { status: 429, message: 'محاولات كثيرة، الرجاء الانتظار قليلاً ثم المحاولة من جديد' },
  INTERNAL: { status: 500, message: 'حدث خطأ غير متوقع في الخادم' },
  BUSY: { status: 503, message: 'الخادم مشغول الآن، الرجاء المحاولة بعد لحظات' },
  STORAGE_FULL: { status: 507, message: 'مساحة التخزين في الخادم ممتلئة، لم يُحفظ شيء' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

export const problemDetail = z.object({
  /** Field, `row.field`, or empty for the whole. */
  path: z.string(),
  message: z.string(),
});
export type ProblemDetail = z.infer<typeof problemDetail>;

/** The body of every answer that is not a success. */
export const problem = z.object({
  error: z.string(),
  code: z.string(),
  details: z.array(problemDetail).optional(),
});
export type Problem = z.infer<typeof problem> & Record<string, unknown>;

/** Sentences of the schemas, by what is wrong with a value. */
export const validationMessages = {
  required: 'هذا الحقل مطلوب',
  unknownKey: (key: string) => `حقل غير معروف: ${key}`,
  notText: 'يجب أن يكون نصاً',
  notNumber: 'يجب أن يكون رقماً',
  notInteger: 'يجب أن يكون رقماً صحيحاً',
  notYesNo: 'يجب أن يكون نعم أو لا',
  tooSmall: (least: number | bigint) => `يجب ألا يقل عن ${least}`,
  tooBig: (most: number | bigint) => `يجب ألا يزيد على ${most}`,
  tooShort: (least: number | bigint) => `يجب ألا يقل عدد الحروف عن ${least}`,
  tooLong: (most: number | bigint) => `يجب ألا يزيد عدد الحروف على ${most}`,
  tooMany: (most: number | bigint) => `يجب ألا يزيد العدد على ${most}`,
  notStep: (step: number) => `يجب أن يكون من مضاعفات ${step}`,
  notOneOf: 'القيمة ليست من القيم المسموحة',
  notEmail: 'صيغة البريد الإلكتروني غير صحيحة',
  notNationalId: 'رقم الهوية يجب أن يتكون من 10 أرقام',
  notDate: 'التاريخ غير صحيح',
  notCode: 'الرمز لا يقبل المسافات أو الشرطة أو الشرطة المائلة',
  noSlash: 'لا يُسمح بالشرطة المائلة / هنا',
  invalid: 'القيمة غير صحيحة',
} as const;

/** Sentences of rules that more than one part needs. */
export const ruleMessages = {
  unknownProgram: 'البرنامج المحدد غير موجود',
  unknownBatch: 'الدفعة المحددة غير موجودة',
  unknownTeacher: 'المعلم المحدد غير موجود',
  programsDisagree: 'رمز البرنامج واسمه لا يشيران إلى برنامج واحد',
  batchesDisagree: 'رقم الدفعة واسمها لا يشيران إلى دفعة واحدة',
  batchOfOtherProgram: 'الدفعة المحددة ليست من هذا البرنامج',
  programCodeTaken: 'رمز البرنامج مستخدم من قبل',
  programNameTaken: 'اسم البرنامج مستخدم من قبل',
  programCodeLocked: 'لا يمكن تغيير رمز البرنامج',
  batchNameTaken: 'اسم الدفعة مستخدم من قبل',
  datesReversed: 'تاريخ النهاية يسبق تاريخ البداية',
  offeringExists: 'المادة موجودة بالفعل في إحدى الدفعات المختارة',
  baseTaken: 'رمز المادة مستخدم لمادة أخرى',
  codeDoesNotFitBatch: 'رمز المادة لا يوافق الدفعة المحددة',
  subjectCodeLocked: 'لا يمكن تغيير رمز المادة',
  batchLocked: 'لا يمكن نقل المادة إلى دفعة أخرى، أضف عرضاً جديداً لها',
  noColumn: 'يجب تفعيل عمود واحد على الأقل',
  columnNameMissing: 'اسم العمود مطلوب',
  studentNumberTaken: 'الرقم الأكاديمي مستخدم من قبل',
  nationalIdTaken: 'رقم الهوية مستخدم لطالب آخر',
  startsAfterEnd: 'تاريخ النهاية يسبق تاريخ البداية',
  passwordTooShort: 'كلمة المرور يجب ألا تقل عن 8 أحرف',
  passwordTooLong: 'كلمة المرور يجب ألا تزيد على 128 حرفاً',
  passwordTooCommon: 'كلمة المرور شائعة وسهلة التخمين، الرجاء اختيار غيرها',
  undoneAlready: 'سبق التراجع عن هذه العملية',
} as const;

/** Sentences of success that the server sends as `message`. */
export const successMessages = {
  signedOut: 'تم تسجيل الخروج',
  passwordChanged: 'تم تغيير كلمة المرور بنجاح',
  passwordRequested: 'إذا كان اسم المستخدم صحيحاً فسيصل طلبك إلى إدارة المعهد لتعيين كلمة مرور جديدة',
  steppedUp: 'تم تأكيد كلمة المرور',
  steppedDown: 'أُنهي تأكيد كلمة المرور',
  programDeleted: 'تم حذف البرنامج بنجاح',
  batchDeleted: 'تم حذف الدفعة بنجاح',
  subjectDeleted: 'تم حذف المادة بنجاح',
  offeringDeleted: 'تم حذف العرض بنجاح',
  studentDeleted: 'تم حذف الطالب بنجاح',
  settingsSaved: 'تم حفظ الإعدادات بنجاح',
} as const;

/** What the log of operations says was done; `what` is the name of the record. */
export const operationDescriptions = {
  programCreated: (what: string) => `إضافة البرنامج ${what}`,
  programUpdated: (what: string) => `تعديل البرنامج ${what}`,
  programDeleted: (what: string) => `حذف البرنامج ${what}`,
  batchCreated: (what: string) => `إضافة الدفعة ${what}`,
  batchUpdated: (what: string) => `تعديل الدفعة ${what}`,
  batchDeleted: (what: string) => `حذف الدفعة ${what}`,
  subjectCreated: (what: string, batch: string) => `إضافة المادة ${what} إلى ${batch}`,
  subjectUpdated: (what: string) => `تعديل المادة ${what}`,
  subjectDeleted: (what: string) => `حذف المادة ${what}`,
  offeringDeleted: (what: string, batch: string) => `حذف عرض المادة ${what} من ${batch}`,
  curriculumSaved: (what: string) => `حفظ إعدادات المنهج للمادة ${what}`,
  gradeSettingsSaved: (what: string) => `حفظ إعدادات الدرجات للمادة ${what}`,
  studentCreated: (what: string) => `إضافة الطالب ${what}`,
  studentUpdated: (what: string) => `تعديل بيانات الطالب ${what}`,
  studentDeleted: (what: string) => `حذف الطالب ${what}`,
  passwordChanged: (what: string) => `تغيير كلمة مرور ${what}`,
  passwordRequested: (what: string) => `طلب كلمة مرور جديدة للحساب ${what}`,
  undone: (what: string) => `التراجع عن: ${what}`,
  demoInstitute: 'إنشاء معهد تجريبي',
  seeded: 'إنشاء بيانات كبيرة للقياس',
  firstAdmin: 'إنشاء حساب المدير الأول',
} as const;
