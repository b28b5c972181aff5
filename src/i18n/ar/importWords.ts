import type { ImportType } from '../../../contract/vocabulary';
import { csvHeaders } from './csv';
import { batchName, type FieldWords, level, programId, programName, studentId } from './importSharedWords';

const { programs, batches } = csvHeaders;

const students: FieldWords = {
  student_id: studentId,
  first_name: ['الاسم الأول', 'اسم الطالب', 'الاسم', 'first_name', 'first'],
  second_name: ['اسم الأب', 'الاسم الثاني', 'الأب', 'second_name', 'father_name', 'middle_name'],
  third_name: ['اسم الجد', 'الاسم الثالث', 'الجد', 'third_name', 'grandfather_name'],
  last_name: ['اسم العائلة', 'العائلة', 'اللقب', 'الاسم الأخير', 'last_name', 'family_name', 'surname'],
  full_name: ['الاسم الكامل', 'الاسم الرباعي', 'الاسم الثلاثي', 'full_name', 'student_name', 'name'],
  national_id: [
    'رقم الهوية',
    'رقم الهوية الوطنية',
    'الهوية الوطنية',
    'الهوية',
    'رقم هوية الطالب',
    'رقم الإقامة',
    'السجل المدني',
    'national_id',
    'identity number',
    'nid',
  ],
  phone: ['الجوال', 'رقم الجوال', 'الهاتف', 'رقم الهاتف', 'جوال الطالب', 'phone', 'mobile', 'phone_number'],
  additional_phone: ['جوال إضافي', 'جوال آخر', 'جوال ولي الأمر', 'هاتف إضافي', 'additional_phone', 'phone2'],
  email: ['البريد الإلكتروني', 'البريد', 'الإيميل', 'email', 'e-mail', 'mail'],
  gender: ['الجنس', 'النوع', 'gender', 'sex'],
  nationality: ['الجنسية', 'nationality'],
  program_name: programName,
  program_id: programId,
  batch_name: batchName,
};

const subjects: FieldWords = {
  code: ['رمز المادة', 'كود المادة', 'الرمز', 'رقم المادة', 'subject_code', 'code', 'course_code'],
  name: [
    'اسم المادة',
    'المادة',
    'الاسم',
    'المقرر',
    'اسم المقرر',
    'subject_name',
    'name',
    'subject',
    'course',
  ],
  level,
  credit_hours: [
    'الساعات',
    'عدد الساعات',
    'الساعات المعتمدة',
    'ساعات المادة',
    'credit_hours',
    'hours',
    'credits',
  ],
  type: ['النوع', 'نوع المادة', 'type'],
  semester: ['الفصل الدراسي', 'الفصل', 'semester', 'term'],
  program_name: programName,
  program_id: programId,
  batch_name: batchName,
};

const grades: FieldWords = {
  student_id: studentId,
  student_name: [
    'اسم الطالب',
    'الطالب',
    'الاسم',
    'الاسم الكامل',
    'student_name',
    'full_name',
    'name',
    'student',
  ],
  subject_code: ['رمز المادة', 'كود المادة', 'رمز المقرر', 'الرمز', 'subject_code', 'course_code', 'code'],
  subject_name: ['اسم المادة', 'المادة', 'المقرر', 'اسم المقرر', 'subject_name', 'subject', 'course'],
  batch_name: batchName,
  level,
  participation_grade: ['المشاركة', 'درجة المشاركة', 'participation_grade', 'participation'],
  attendance_grade: ['الحضور', 'درجة الحضور', 'attendance_grade', 'attendance'],
  exercise_grade: ['التمارين', 'درجة التمارين', 'الواجبات', 'exercise_grade', 'exercises', 'exercise'],
  reading_grade: ['القراءة', 'درجة القراءة', 'reading_grade', 'reading'],
  test_grade: ['الاختبار', 'درجة الاختبار', 'test_grade', 'test', 'exam'],
  coursework: ['أعمال السنة', 'أعمال الفصل', 'درجة الأعمال', 'coursework', 'course work', 'classwork'],
  final_exam: ['الاختبار النهائي', 'النهائي', 'درجة النهائي', 'final_exam', 'final', 'final exam'],
  total: ['المجموع', 'الدرجة الكلية', 'مجموع الدرجات', 'total', 'total_grade', 'sum'],
  grade: ['التقدير', 'الحرف', 'grade', 'letter', 'letter_grade'],
  weighted_grade: ['الدرجة الموزونة', 'weighted_grade', 'weighted'],
  absence_days: ['أيام الغياب', 'الغياب', 'absence_days', 'absences'],
  attendance_days: ['أيام الحضور', 'attendance_days'],
};

export const importWords: Readonly<Record<ImportType, FieldWords>> = {
  students,
  subjects,
  programs: {
    code: programs.program_id,
    name: programs.program_name,
    description: programs.description,
    duration: programs.duration,
    levels: programs.levels,
    status: programs.status,
  },
  batches: {
    name: batches.batch_name,
    program_name: programName,
    program_id: programId,
    batch_number: batches.batch_number,
    academic_year: batches.academic_year,
    level: batches.level,
    start_date: batches.start_date,
    end_date: batches.end_date,
    status: batches.status,
  },
  grades,
};
