import { endedSessionsMessage, formatRecordCount } from './errors';
import { arabicPlural } from './rules/arabicText';
import type { DayRange } from './rules/calendar';
import { hijriDate } from './rules/hijri';
import { type StudentStatus, studentStatusNames } from './vocabulary';

const singularNames = {
  programs: 'البرنامج',
  batches: 'الدفعة',
  subjects: 'المادة',
  students: 'الطالب',
  users: 'المستخدم',
};
/** In the genitive: 1, 2, 3 to 10, 11 to 99, hundreds. */
const countedNames = {
  programs: ['برنامج واحد', 'برنامجين', 'برامج', 'برنامجاً', 'برنامج'],
  batches: ['دفعة واحدة', 'دفعتين', 'دفعات', 'دفعة', 'دفعة'],
  subjects: ['مادة واحدة', 'مادتين', 'مواد', 'مادة', 'مادة'],
  students: ['طالب واحد', 'طالبين', 'طلاب', 'طالباً', 'طالب'],
  users: ['حساب واحد', 'حسابين', 'حسابات', 'حساباً', 'حساب'],
} as const;

function countRecords(table: keyof typeof countedNames, count: number): string {
  const [one, two, few, many, other] = countedNames[table];
  const category = arabicPlural(count);
  if (category === 'one') return one;
  if (category === 'two') return two;
  return `${count} ${{ few, many, other, zero: other }[category]}`;
}

function accountsCreated(count: number): string {
  const forms = {
    zero: 'لم يُنشأ أي حساب',
    one: 'أُنشئ حساب واحد',
    two: 'أُنشئ حسابان',
    few: `أُنشئت ${count} حسابات`,
    many: `أُنشئ ${count} حساباً`,
    other: `أُنشئ ${count} حساب`,
  };
  return forms[arabicPlural(count)];
}

interface RenumberedStudent {
  name: string;
  number: string;
  previous: string;
}
interface StudentWithoutNationalId {
  name: string;
  nationalId: string;
}
const joinStudentNames = (students: readonly string[], others: number): string =>
  `${students.join('، ')}${others > 0 ? ` وغيرهم (${others})` : ''}`;

export const successMessages = {
  signedOut: 'تم تسجيل الخروج',
  sessionEnded: 'أُنهيت الجلسة على ذلك الجهاز',
  sessionsEnded: endedSessionsMessage,
  passwordChanged: 'تم تغيير كلمة المرور بنجاح',
  passwordRequested: 'إذا كان اسم المستخدم صحيحاً فسيصل طلبك إلى إدارة المعهد لتعيين كلمة مرور جديدة',
  steppedUp: 'تم تأكيد كلمة المرور',
  stepUpEnded: 'أُنهي تأكيد كلمة المرور',
  programDeleted: 'تم حذف البرنامج بنجاح',
  severalDeleted: (table: keyof typeof countedNames, count: number) =>
    count === 1 ? `تم حذف ${singularNames[table]} بنجاح` : `تم حذف ${countRecords(table, count)}`,
  severalDisabled: (count: number) =>
    count === 0
      ? 'الحسابات المحددة معطلة من قبل'
      : count === 1
        ? 'تم تعطيل الحساب'
        : `تم تعطيل ${countRecords('users', count)}`,
  batchDeleted: 'تم حذف الدفعة بنجاح',
  subjectDeleted: 'تم حذف المادة بنجاح',
  offeringDeleted: 'تم حذف العرض بنجاح',
  studentDeleted: 'تم حذف الطالب بنجاح',
  studentsMerged: (name: string) => `دُمج سجل «${name}»، وحُذف السجل المكرر`,
  studentsDistinct: 'حُفظ أنهما ليسا الشخص نفسه',
  studentsMoved: (count: number, batch: string) =>
    count === 0
      ? `الطلاب المحددون في «${batch}» من قبل`
      : count === 1
        ? `نُقل الطالب إلى «${batch}»`
        : `تم نقل ${countRecords('students', count)} إلى «${batch}»`,
  /** `withoutCircle` counts the students that now have no circle. */
  statusChanged: (count: number, status: StudentStatus, withoutCircle = 0) => {
    const name = studentStatusNames[status];
    if (count === 0) return `الحالة «${name}» مسجلة من قبل`;
    if (count === 1) return `صارت حالة الطالب «${name}»${withoutCircle > 0 ? '، وهو الآن بلا حلقة' : ''}`;
    const withoutCircleNote = withoutCircle > 0 ? `، ومنهم الآن بلا حلقة: ${withoutCircle}` : '';
    return `صارت حالة ${countRecords('students', count)} «${name}»${withoutCircleNote}`;
  },
  userDeleted: 'تم حذف المستخدم بنجاح',
  accountsCreated,
  studentLinked: 'تم ربط الطالب بنجاح',
  studentUnlinked: 'تم فك ربط الطالب بنجاح',
  accountGiven: (username: string) =>
    `أُعطي الحساب للطالب، واسم المستخدم فيه «${username}»، وصارت له كلمة مرور جديدة`,
  studentsLinked: 'تم ربط الطلاب المطابقين بنجاح',
  subjectUnassigned: 'تم إلغاء إسناد المادة',
  subjectsAssigned: 'تم إسناد المواد إلى المعلم',
  guardianRemoved: 'أُزيل ولي الأمر من الطالب',
  guardiansFromPhones: (count: number) => `سُجّل ولي الأمر لـ${countRecords('students', count)}`,
  circleDeleted: 'تم حذف الحلقة بنجاح',
  circlesDivided: (count: number) =>
    count === 0 ? 'لا يوجد طلاب بلا حلقة' : `تم توزيع ${countRecords('students', count)} على الحلقات`,
  hifzPlanDeleted: 'تم حذف الخطة',
  hifzSkipped: 'أُجّلت مراجعة المقطع في هذا اليوم',
  sardDeleted: 'تم حذف السرد',
  substituteRemoved: 'أُلغي المعلم البديل',
  holidayDeleted: 'حُذفت الإجازة من التقويم',
  savedFilterDeleted: 'تم حذف التصفية المحفوظة',
  settingsSaved: 'تم حفظ الإعدادات بنجاح',
  undone: 'تم التراجع عن العملية بنجاح',
  signedInAccountsNotRemoved: (count: number) =>
    count === 1
      ? '، وبقي حساب واحد لأن صاحبه دخل به'
      : `، وبقيت الحسابات التي دخل بها أصحابها (عددها ${count})`,
  restored: 'تمت استعادة السجل بنجاح',
  renumberedOne: (name: string, number: string, previous: string) =>
    `، وأُعطي «${name}» الرقم الأكاديمي ${number} لأن رقمه السابق ${previous} صار لطالب آخر`,
  renumberedMany: (students: readonly RenumberedStudent[], others: number) =>
    `، وأُعطي طلاب أرقاماً أكاديمية جديدة لأن أرقامهم السابقة صارت لطلاب آخرين: ${joinStudentNames(
      students.map(({ name, number, previous }) => `«${name}» (${number} بدلاً من ${previous})`),
      others,
    )}`,
  withoutNationalIdOne: (name: string, nationalId: string) =>
    `، وعاد «${name}» من غير رقم هوية لأن رقم هويته ${nationalId} مسجل لطالب آخر`,
  withoutNationalIdMany: (students: readonly StudentWithoutNationalId[], others: number) =>
    `، وعاد طلاب من غير أرقام هوية لأن أرقامهم مسجلة لطلاب آخرين: ${joinStudentNames(
      students.map(({ name, nationalId }) => `«${name}» (${nationalId})`),
      others,
    )}`,
  allOf: (name: string) => `جميع ${name}`,
  allDeleted: (name: string) => `تم حذف جميع ${name} بنجاح`,
  gradesSaved: 'تم حفظ الدرجات بنجاح',
  absencesSaved: 'تم حفظ الغياب بنجاح',
  registerWithoutAbsence: 'تم حفظ التحضير: لا غياب',
  dailyRecordsSaved: 'تم حفظ السجلات اليومية بنجاح',
  recitationDeleted: 'تم حذف التسميع',
  notificationsRead: 'عُلّمت الإشعارات مقروءة',
  paperWithdrawn: 'أُلغيت الوثيقة، وسيظهر ذلك لكل من يتحقق منها',
  workCancelled: 'أُلغي إعداد الكشوف',
  reportLogged: 'سُجّل التقرير',
  assignmentDeleted: 'تم حذف الواجب بنجاح',
  questionAdded: 'تمت إضافة السؤال بنجاح',
  questionSaved: 'تم حفظ السؤال بنجاح',
  questionDeleted: 'تم حذف السؤال بنجاح',
  questionsOrdered: 'تم حفظ ترتيب الأسئلة',
  autoGraded: 'تم تصحيح الأسئلة الموضوعية تلقائياً',
  nothingToAutoGrade: 'لا توجد إجابات موضوعية تنتظر التصحيح',
  regraded: 'أُعيد تصحيح التسليمات وفق الدرجات والإجابات الحالية',
  submitted: 'تم تسليم الواجب بنجاح',
  submittedLate: 'تم تسليم الواجب متأخراً',
  answerGraded: 'تم حفظ التقييم بنجاح',
  submissionFeedbackSaved: 'تم حفظ الملاحظة العامة بنجاح',
} as const;

/** Descriptions in the operation log. `name` is the name of the record. */
const describeDays = ({ from, to }: DayRange) =>
  from === to ? `يوم ${hijriDate(from)}` : `من ${hijriDate(from)} إلى ${hijriDate(to)}`;

export const operationDescriptions = {
  programCreated: (name: string) => `إضافة البرنامج «${name}»`,
  programUpdated: (name: string) => `تعديل البرنامج «${name}»`,
  programDeleted: (name: string) => `حذف البرنامج «${name}»`,
  severalDeleted: (table: keyof typeof countedNames, name: string | null, count: number) =>
    name === null ? `حذف ${countRecords(table, count)}` : `حذف ${singularNames[table]} «${name}»`,
  batchCreated: (name: string) => `إضافة الدفعة «${name}»`,
  batchUpdated: (name: string) => `تعديل الدفعة «${name}»`,
  batchDeleted: (name: string) => `حذف الدفعة «${name}»`,
  subjectCreated: (name: string, batch: string) => `إضافة المادة «${name}» إلى «${batch}»`,
  subjectCreatedInMany: (name: string, count: number) =>
    `إضافة المادة «${name}» إلى ${countRecords('batches', count)}`,
  subjectUpdated: (name: string) => `تعديل المادة «${name}»`,
  subjectDeleted: (name: string) => `حذف المادة «${name}»`,
  offeringDeleted: (name: string, batch: string) => `حذف عرض المادة «${name}» من «${batch}»`,
  curriculumSaved: (name: string) => `حفظ إعدادات المنهج للمادة «${name}»`,
  gradeSettingsSaved: (name: string) => `حفظ إعدادات الدرجات للمادة «${name}»`,
  studentCreated: (name: string) => `إضافة الطالب «${name}»`,
  studentUpdated: (name: string) => `تعديل بيانات الطالب «${name}»`,
  studentDeleted: (name: string) => `حذف الطالب «${name}»`,
  studentsMerged: (name: string, number: string, keptNumber: string) =>
    `دمج سجل الطالب «${name}» (${number}) في السجل ${keptNumber}`,
  studentsDistinct: (first: string, second: string) => `تمييز «${first}» من «${second}»: ليسا الشخص نفسه`,
  studentsMoved: (name: string | null, count: number, batch: string) =>
    name === null
      ? `نقل ${countRecords('students', count)} إلى «${batch}»`
      : `نقل الطالب «${name}» إلى «${batch}»`,
  statusChanged: (name: string | null, count: number, status: StudentStatus) =>
    name === null
      ? `تغيير حالة ${countRecords('students', count)} إلى «${studentStatusNames[status]}»`
      : `تغيير حالة الطالب «${name}» إلى «${studentStatusNames[status]}»`,
  userCreated: (name: string) => `إضافة المستخدم «${name}»`,
  accountsCreated: (count: number) => `إنشاء ${countRecords('users', count)} للطلاب`,
  userUpdated: (name: string) => `تعديل المستخدم «${name}»`,
  userEnabled: (name: string) => `تفعيل حساب «${name}»`,
  userDisabled: (name: string) => `تعطيل حساب «${name}»`,
  usersDisabled: (count: number) => `تعطيل ${countRecords('users', count)}`,
  userDeleted: (name: string) => `حذف المستخدم «${name}»`,
  studentLinked: (student: string, account: string) => `ربط الطالب «${student}» بالحساب «${account}»`,
  studentUnlinked: (account: string) => `فك ربط الحساب «${account}» بالطالب`,
  accountGiven: (account: string, student: string) => `إعطاء الحساب «${account}» للطالب «${student}»`,
  studentsLinked: 'ربط الطلاب بالحسابات المطابقة لأرقامهم',
  subjectAssigned: (subject: string, teacher: string) => `إسناد المادة «${subject}» إلى «${teacher}»`,
  subjectsAssigned: (teacher: string) => `إسناد مواد إلى «${teacher}»`,
  subjectUnassigned: (subject: string, teacher: string) => `إلغاء إسناد المادة «${subject}» إلى «${teacher}»`,
  guardianAdded: (guardian: string, student: string) =>
    `إضافة ولي الأمر «${guardian}» إلى الطالب «${student}»`,
  guardianUpdated: (guardian: string, student: string) => `تعديل ولي الأمر «${guardian}» للطالب «${student}»`,
  guardianRemoved: (guardian: string, student: string) =>
    `إزالة ولي الأمر «${guardian}» من الطالب «${student}»`,
  guardiansFromPhones: (count: number) => `جعل رقم الجوال لولي الأمر: ${countRecords('students', count)}`,
  circleCreated: (name: string, subject: string) => `إضافة الحلقة «${name}» إلى «${subject}»`,
  circleUpdated: (name: string) => `تعديل الحلقة «${name}»`,
  circleEnded: (name: string, day: string) => `إنهاء الحلقة «${name}» من يوم ${hijriDate(day)}`,
  circleDeleted: (name: string) => `حذف الحلقة «${name}»`,
  circleMembersSet: (name: string, day: string) => `تحديد طلاب الحلقة «${name}» من يوم ${hijriDate(day)}`,
  circlesDivided: (subject: string, batch: string) => `توزيع طلاب «${subject}» في «${batch}» على الحلقات`,
  substituteAdded: (teacher: string, name: string) => `تكليف «${teacher}» معلماً بديلاً في الحلقة «${name}»`,
  substituteRemoved: (teacher: string, name: string) => `إلغاء تكليف «${teacher}» بديلاً في الحلقة «${name}»`,
  holidayCreated: (name: string, range: DayRange) => `إضافة «${name}» إلى التقويم ${describeDays(range)}`,
  teachingSuspended: (name: string, range: DayRange) => `تعليق الدراسة «${name}» ${describeDays(range)}`,
  holidayUpdated: (name: string) => `تعديل «${name}» في التقويم`,
  holidayDeleted: (name: string) => `حذف «${name}» من التقويم`,
  gradesSaved: (subject: string, batch: string) => `رصد درجات «${subject}» في «${batch}»`,
  registerSaved: (subject: string, batch: string, day: string) =>
    `تحضير «${subject}» في «${batch}» ليوم ${hijriDate(day)}`,
  circleRegisterSaved: (circle: string, subject: string, batch: string, day: string) =>
    `تحضير الحلقة «${circle}» («${subject}» في «${batch}») ليوم ${hijriDate(day)}`,
  dailyRecordsSaved: (subject: string, batch: string, day: string) =>
    `السجل اليومي «${subject}» في «${batch}» ليوم ${hijriDate(day)}`,
  recitationAdded: (student: string, subject: string, day: string) =>
    `تسميع آخر للطالب «${student}» في «${subject}» ليوم ${hijriDate(day)}`,
  recitationChanged: (student: string, subject: string, day: string) =>
    `تعديل تسميع الطالب «${student}» في «${subject}» ليوم ${hijriDate(day)}`,
  recitationDeleted: (student: string, subject: string, day: string) =>
    `حذف تسميع للطالب «${student}» في «${subject}» ليوم ${hijriDate(day)}`,
  hifzPlanSaved: (name: string, subject: string) => `خطة حفظ «${name}» في «${subject}»`,
  hifzPlanDeleted: (name: string, subject: string) => `حذف خطة حفظ «${name}» في «${subject}»`,
  hifzPriorSaved: (student: string) => `الحفظ السابق للطالب «${student}»`,
  hifzSkipped: (student: string, day: string) => `تأجيل مراجعة للطالب «${student}» يوم ${hijriDate(day)}`,
  sardSaved: (student: string, day: string) => `سرد الطالب «${student}» يوم ${hijriDate(day)}`,
  sardDeleted: (student: string, day: string) => `حذف سرد الطالب «${student}» يوم ${hijriDate(day)}`,
  settingsSaved: 'تعديل إعدادات المعهد',
  faultKindsSaved: 'تعديل أنواع الأخطاء',
  filterSaved: (name: string) => `حفظ التصفية «${name}»`,
  filterDeleted: (name: string) => `حذف التصفية المحفوظة «${name}»`,
  passwordChanged: (name: string) => `تغيير كلمة مرور «${name}»`,
  passwordRequested: (name: string) => `طلب كلمة مرور جديدة للحساب «${name}»`,
  assignmentCreated: (name: string, subject: string) => `إضافة الواجب «${name}» إلى «${subject}»`,
  assignmentUpdated: (name: string) => `تعديل الواجب «${name}»`,
  assignmentPublished: (name: string) => `نشر الواجب «${name}»`,
  assignmentUnpublished: (name: string) => `إلغاء نشر الواجب «${name}»`,
  assignmentDeleted: (name: string) => `حذف الواجب «${name}»`,
  assignmentCopied: (name: string, subject: string) => `نسخ الواجب «${name}» إلى «${subject}»`,
  questionAdded: (name: string) => `إضافة سؤال إلى الواجب «${name}»`,
  questionUpdated: (name: string) => `تعديل سؤال في الواجب «${name}»`,
  questionDeleted: (name: string) => `حذف سؤال من الواجب «${name}»`,
  questionsOrdered: (name: string) => `ترتيب أسئلة الواجب «${name}»`,
  assignmentSubmitted: (student: string, name: string) => `تسليم «${student}» للواجب «${name}»`,
  assignmentAutoGraded: (name: string) => `التصحيح التلقائي للواجب «${name}»`,
  assignmentRegraded: (name: string) => `إعادة تصحيح الواجب «${name}»`,
  submissionGraded: (student: string, name: string) => `تصحيح تسليم «${student}» للواجب «${name}»`,
  allDeleted: (name: string) => `حذف جميع ${name}`,
  undone: (name: string) => `التراجع عن: ${name}`,
  restored: (name: string) => `استعادة من الأرشيف: ${name}`,
  imported: {
    students: (records: number) => `استيراد الطلاب: ${formatRecordCount(records)}`,
    subjects: (records: number) => `استيراد المواد: ${formatRecordCount(records)}`,
    programs: (records: number) => `استيراد البرامج: ${formatRecordCount(records)}`,
    batches: (records: number) => `استيراد الدفعات: ${formatRecordCount(records)}`,
    grades: (records: number) => `استيراد الدرجات: ${formatRecordCount(records)}`,
    users: (records: number) => `استيراد حسابات المعلمين: ${formatRecordCount(records)}`,
    several: (records: number) => `استيراد ملف: ${formatRecordCount(records)}`,
  },
  everythingExported: 'تصدير كل بيانات المعهد',
  demoInstitute: 'إنشاء معهد تجريبي',
  seeded: 'إنشاء بيانات كبيرة للقياس',
  firstAdmin: 'إنشاء حساب المدير الأول',
} as const;
