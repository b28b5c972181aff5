import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import type { Student } from '../../../contract/students';
import type { Subject } from '../../../contract/subjects';
import type { User } from '../../../contract/users';
import { names } from '../plural';

/** A label for every field of the record: one that is missing does not compile. */
type Labels<Row> = Record<Exclude<keyof Row, 'version' | 'updated_at'>, string>;

/** Names and field labels, under the keys by which react-admin looks for them. */
export const resources = {
  programs: {
    name: names({ one: 'برنامج', heading: 'البرامج' }),
    fields: {
      id: 'الرقم',
      program_id: 'رمز البرنامج',
      program_name: 'اسم البرنامج',
      specialty: 'التخصص',
      levels: 'عدد المستويات',
      description: 'الوصف',
      duration: 'المدة',
      status: 'الحالة',
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Program>,
  },
  batches: {
    name: names({ one: 'دفعة', heading: 'الدفعات' }),
    fields: {
      id: 'الرقم',
      batch_id: 'رقم السجل',
      batch_name: 'اسم الدفعة',
      program_id: 'البرنامج',
      program_name: 'البرنامج',
      batch_number: 'رقم الدفعة',
      academic_year: 'العام الدراسي',
      level: 'المستوى',
      start_date: 'تاريخ البداية',
      end_date: 'تاريخ النهاية',
      status: 'الحالة',
      students_count: 'عدد الطلاب',
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Batch>,
  },
  subjects: {
    name: names({ one: 'مادة', heading: 'المواد' }),
    fields: {
      id: 'الرقم',
      subject_code: 'رمز المادة',
      base_subject_code: 'الرمز الأساسي',
      name: 'اسم المادة',
      level: 'المستوى',
      hours: 'عدد الساعات',
      type: 'النوع',
      batch_id: 'الدفعة',
      batch_name: 'الدفعة',
      status: 'الحالة',
      semester: 'الفصل الدراسي',
      created_at: 'تاريخ الإنشاء',
    } satisfies Labels<Subject>,
  },
  students: {
    name: names({ one: 'طالب', heading: 'الطلاب' }),
    fields: {
      id: 'الرقم',
      student_id: 'الرقم الأكاديمي',
      full_name: 'الاسم الكامل',
      first_name: 'الاسم الأول',
      second_name: 'اسم الأب',
      third_name: 'اسم الجد',
      last_name: 'اسم العائلة',
      email: 'البريد الإلكتروني',
      phone: 'الجوال',
      additional_phone: 'جوال إضافي',
      national_id: 'رقم الهوية',
      gender: 'الجنس',
      nationality: 'الجنسية',
      program_id: 'البرنامج',
      program_name: 'البرنامج',
      batch_id: 'الدفعة',
      batch_name: 'الدفعة',
      user_id: 'الحساب',
      account_username: 'اسم المستخدم',
      account_student_id: 'الرقم الأكاديمي في الحساب',
      link_state: 'حالة الربط',
      created_at: 'تاريخ الإضافة',
    } satisfies Labels<Student>,
  },
  users: {
    name: names({ one: 'مستخدم', heading: 'المستخدمون' }),
    fields: {
      id: 'الرقم',
      username: 'اسم المستخدم',
      email: 'البريد الإلكتروني',
      name: 'الاسم الكامل',
      password: 'كلمة المرور',
      role: 'الصلاحية',
      student_id: 'الطالب',
      student_name: 'اسم الطالب',
      phone: 'الجوال',
      is_active: 'نشط',
      last_login: 'آخر دخول',
      is_orphaned: 'بلا طالب',
      must_change_password: 'كلمة المرور مؤقتة',
      created_at: 'تاريخ الإضافة',
    } satisfies Labels<User & { password: string }>,
  },
  archive: { name: names({ one: 'سجل محذوف', heading: 'الأرشيف' }), fields: {} },
} as const;
