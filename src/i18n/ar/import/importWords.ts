import { fieldHeadings, importHeadings } from '../../../../contract/fieldTable';
import { batchFields, programFields, subjectFields } from '../../../../contract/courseFields';
import { studentFields, userFields } from '../../../../contract/recordFields';
import { guardianFields } from '../../../../contract/guardianFields';
import { gradeSettingHeadings, type ImportType } from '../../../../contract/vocabulary';
import { batchName, type FieldWords, programId, programName } from './importSharedWords';

const studentHeadings = fieldHeadings(studentFields);
const subjectWords = fieldHeadings(subjectFields);

const students: FieldWords = {
  ...studentHeadings,
  full_name: [
    'الاسم الكامل',
    'الاسم الرباعي',
    'الاسم الثلاثي',
    'الاسم رباعياً',
    'الاسم ثلاثياً',
    'الاسم كاملاً',
    'الاسم بالكامل',
    'الاسم كما في الهوية',
    'الاسم حسب الهوية',
    'full_name',
    'student_name',
    'name',
  ],
  program_name: programName,
  program_id: programId,
  batch_name: batchName,
  circle_name: ['الحلقة', 'اسم الحلقة', 'حلقة', 'circle_name', 'circle'],
  circle_subject_code: ['مادة الحلقة', 'رمز مادة الحلقة', 'circle_subject_code', 'circle_subject'],
  ...fieldHeadings(guardianFields),
};

const subjects: FieldWords = {
  ...importHeadings(subjectFields),
  credit_hours: [
    'الساعات',
    'عدد الساعات',
    'الساعات المعتمدة',
    'عدد الساعات المعتمدة',
    'ساعات المادة',
    'ساعات المقرر',
    'credit_hours',
    'hours',
    'credits',
  ],
  program_name: programName,
  program_id: programId,
  batch_name: batchName,
  ...Object.fromEntries(Object.entries(gradeSettingHeadings).map(([field, heading]) => [field, [heading]])),
};

const grades: FieldWords = {
  student_id: studentHeadings.student_id,
  student_name: [
    'اسم الطالب',
    'الطالب',
    'اسم الطالبة',
    'الطالبة',
    'الاسم',
    'الاسم الكامل',
    'الاسم الرباعي',
    'الاسم رباعياً',
    'الاسم كاملاً',
    'student_name',
    'full_name',
    'name',
    'student',
  ],
  subject_code: [
    'رمز المادة',
    'كود المادة',
    'رمز المقرر',
    'كود المقرر',
    'رقم المقرر',
    'الرمز',
    'subject_code',
    'course_code',
    'code',
  ],
  subject_name: ['اسم المادة', 'المادة', 'المقرر', 'اسم المقرر', 'subject_name', 'subject', 'course'],
  batch_name: batchName,
  level: subjectWords.level,
  participation_grade: ['المشاركة', 'درجة المشاركة', 'المشاركات', 'participation_grade', 'participation'],
  attendance_grade: ['الحضور', 'درجة الحضور', 'الحضور والمواظبة', 'attendance_grade', 'attendance'],
  exercise_grade: [
    'التمارين',
    'درجة التمارين',
    'الواجبات',
    'درجة الواجبات',
    'الواجبات والتمارين',
    'درجة الواجبات والتمارين',
    'الواجب',
    'exercise_grade',
    'exercises',
    'exercise',
    'homework',
    'assignments',
  ],
  reading_grade: ['القراءة', 'درجة القراءة', 'reading_grade', 'reading'],
  test_grade: ['الاختبار', 'درجة الاختبار', 'الامتحان', 'درجة الامتحان', 'test_grade', 'test', 'exam'],
  coursework: [
    'أعمال السنة',
    'أعمال الفصل',
    'درجة الأعمال',
    'الأعمال الفصلية',
    'درجة أعمال السنة',
    'coursework',
    'course work',
    'classwork',
  ],
  final_exam: [
    'الاختبار النهائي',
    'النهائي',
    'درجة النهائي',
    'الامتحان النهائي',
    'درجة الاختبار النهائي',
    'final_exam',
    'final',
    'final exam',
  ],
  total: ['المجموع', 'الدرجة الكلية', 'مجموع الدرجات', 'المجموع الكلي', 'total', 'total_grade', 'sum'],
  grade: ['التقدير', 'الحرف', 'grade', 'letter', 'letter_grade'],
  weighted_grade: ['الدرجة الموزونة', 'weighted_grade', 'weighted'],
  absence_days: ['أيام الغياب', 'عدد أيام الغياب', 'الغياب', 'absence_days', 'absences'],
  attendance_days: ['أيام الحضور', 'عدد أيام الحضور', 'attendance_days'],
};

export const importWords: Readonly<Record<ImportType, FieldWords>> = {
  students,
  subjects,
  programs: importHeadings(programFields),
  batches: { ...importHeadings(batchFields), program_name: programName, program_id: programId },
  grades,
  users: importHeadings(userFields),
};
