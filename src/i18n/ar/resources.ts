import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { fieldLabels } from '../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../contract/courseFields';
import { studentFields, userFields } from '../../../contract/recordFields';
import type { Guardian } from '../../../contract/families/guardians';
import type { Student } from '../../../contract/students/students';
import type { Subject } from '../../../contract/subjects';
import type { User } from '../../../contract/accounts/users';
import { resourceName } from '../plural';

type GuardianFields = Omit<Guardian, 'phone_key' | 'second_phone_key' | 'has_other_children' | 'link'>;

/** A field without a label is a type error. */
type Labels<Row> = Record<Exclude<keyof Row, 'version' | 'updated_at'>, string>;

/** react-admin looks up names and labels under these keys. */
export const resources = {
  programs: {
    name: resourceName({ one: 'برنامج', heading: 'البرامج' }),
    fields: {
      id: 'الرقم',
      ...fieldLabels(programFields),
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Program>,
  },
  batches: {
    name: resourceName({ one: 'دفعة', heading: 'الدفعات' }),
    fields: {
      id: 'الرقم',
      batch_id: 'رقم السجل',
      ...fieldLabels(batchFields),
      program_id: 'البرنامج',
      program_name: 'البرنامج',
      students_count: 'عدد الطلاب',
      is_running: 'جارية',
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Batch>,
  },
  subjects: {
    name: resourceName({ one: 'مادة', heading: 'المواد' }),
    fields: {
      id: 'الرقم',
      ...fieldLabels(subjectFields),
      batch_id: 'الدفعة',
      batch_name: 'الدفعة',
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Subject>,
  },
  students: {
    name: resourceName({ one: 'طالب', heading: 'الطلاب' }),
    fields: {
      id: 'الرقم',
      ...fieldLabels(studentFields),
      full_name: 'الاسم الكامل',
      program_id: 'البرنامج',
      program_name: 'البرنامج',
      batch_id: 'الدفعة',
      batch_name: 'الدفعة',
      user_id: 'الحساب',
      account_username: 'اسم المستخدم',
      account_student_id: 'الرقم الأكاديمي في الحساب',
      link_state: 'حالة الربط',
      status: 'الحالة',
      status_since: 'منذ',
      status_reason: 'سبب الحالة',
      created_at: 'تاريخ الإضافة',
    } satisfies Labels<Omit<Student, 'phone_key' | 'additional_phone_key'>>,
  },
  guardians: {
    name: resourceName({ one: 'ولي أمر', heading: 'أولياء الأمور' }),
    fields: {
      id: 'الرقم',
      name: 'الاسم',
      phone: 'الجوال',
      second_phone: 'جوال آخر',
      email: 'البريد الإلكتروني',
      note: 'ملاحظة',
      children: 'الطلاب',
      batch_id: 'الدفعة',
    } satisfies Labels<GuardianFields & { batch_id: number }>,
  },
  users: {
    name: resourceName({ one: 'مستخدم', heading: 'المستخدمون' }),
    fields: {
      id: 'الرقم',
      ...fieldLabels(userFields),
      password: 'كلمة المرور',
      student_id: 'الطالب',
      student_name: 'اسم الطالب',
      is_active: 'نشط',
      last_login: 'آخر دخول',
      is_orphaned: 'بلا طالب',
      must_change_password: 'كلمة المرور مؤقتة',
      created_at: 'تاريخ الإضافة',
    } satisfies Labels<User & { password: string }>,
  },
  archive: { name: resourceName({ one: 'سجل محذوف', heading: 'الأرشيف' }), fields: {} },
} as const;

/** Exact texts: spec 1 §5. */
export const validation = {
  fillRequired: 'الرجاء إدخال جميع البيانات المطلوبة',
  required: 'هذا الحقل مطلوب',
  review: 'في النموذج بيانات غير صحيحة، الرجاء مراجعتها',
  chooseBatch: 'الرجاء اختيار دفعة واحدة على الأقل',
  batchNeeded: 'يجب اختيار دفعة واحدة على الأقل',
  columnNeeded: 'يجب تفعيل عمود واحد على الأقل',
  pasteFirst: 'الرجاء لصق نص يحتوي على أوراد أولاً',
  wholeNumber: 'يجب أن يكون عدداً صحيحاً',
  atMost: 'يجب ألا يزيد على %{most}',
  between: 'يجب أن يكون بين %{least} و%{most}',
  halfSteps: 'يجب أن يكون من مضاعفات 0.5',
  email: 'صيغة البريد الإلكتروني غير صحيحة',
  nationalId: 'رقم الهوية يجب أن يتكون من 10 أرقام',
  code: 'الرمز لا يقبل المسافات أو الشرطة المائلة',
  noSlash: 'لا يُسمح بالشرطة المائلة / هنا',
  passwordTooShort: 'كلمة المرور يجب ألا تقل عن 8 أحرف',
  passwordsDiffer: 'كلمتا المرور غير متطابقتين',
} as const;

export const savedFilters = {
  title: 'التصفيات المحفوظة',
  appliedOf: 'التصفيات المحفوظة، المطبّقة الآن: %{name}',
  subtitle: 'تصفياتك أنت في هذه القائمة، ولا يراها غيرك.',
  isApplied: 'مطبّقة الآن',
  empty: 'لم تحفظ تصفية لهذه القائمة بعد.',
  loadFailed: 'تعذّر تحميل التصفيات المحفوظة',
  saveCurrent: 'حفظ التصفية الحالية…',
  nothingToSave: 'ابحث أو اختر تصفية أولاً، ثم احفظها هنا باسم.',
  isSaved: 'التصفية الحالية محفوظة باسم «%{name}».',
  dialogTitle: 'حفظ التصفية الحالية',
  dialogText: 'يُحفظ البحث والتصفية والترتيب كما هي الآن.',
  name: 'اسم التصفية',
  saved: 'تم حفظ التصفية بنجاح',
  saveFailed: 'فشل حفظ التصفية',
  deleted: 'تم حذف التصفية المحفوظة',
  deleteFailed: 'فشل حذف التصفية المحفوظة',
} as const;
