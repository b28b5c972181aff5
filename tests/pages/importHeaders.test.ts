import { expect, test } from 'vitest';
import type { ImportType } from '../../contract/vocabulary';
import { proposeFields } from '../../src/custom-pages/import/fields';

const field = (type: ImportType, header: string) => proposeFields(type, [header])[0];

test.each<[ImportType, string, string]>([
  ['students', 'اسم الوالد', 'second_name'],
  ['users', 'اسم المعلم', 'name'],
  ['users', 'جوال المعلم', 'phone'],
  ['users', 'اسم المستخدم', 'username'],
  ['users', 'البريد', 'email'],
  ['grades', 'التسميع (القراءة من 20)', 'reading_grade'],
  ['grades', 'الحضور (المشاركة من 7.5)', 'participation_grade'],
  ['grades', 'الواجبات (من 10)', 'exercise_grade'],
  ['students', 'اسم والد الطالب', 'second_name'],
  ['students', "Father's Name", 'second_name'],
  ['students', 'اسم الجد', 'third_name'],
  ['students', 'اسم القبيلة', 'last_name'],
  ['students', 'اسم الطالب رباعي', 'full_name'],
  ['students', 'اسم الطالب الرباعي', 'full_name'],
  ['students', 'الاسم (رباعي)', 'full_name'],
  ['students', 'اسم الطالبة رباعياً', 'full_name'],
  ['students', 'الاسم كاملاً', 'full_name'],
  ['students', 'اسم المتدرب', 'full_name'],
  ['students', 'الاسم الأول للطالب', 'first_name'],
  ['students', 'النوع (ذكر/أنثى)', 'gender'],
  ['students', 'النوع', 'gender'],
  ['students', 'جنس الطالب', 'gender'],
  ['students', 'الشعبة الدراسية', 'batch_name'],
  ['students', 'الدفعة:', 'batch_name'],
  ['students', 'رقم الهوية / الإقامة', 'national_id'],
  ['students', 'رقم السجل المدنى', 'national_id'],
  ['students', 'رقم هوية الطالب *', 'national_id'],
  ['students', 'رقم الجوال (واتساب)', 'phone'],
  ['students', 'رقم جوال الطالب', 'phone'],
  ['students', 'الموبايل', 'phone'],
  ['students', 'رقم الجوال 2', 'additional_phone'],
  ['students', 'البريد الالكترونى للطالب', 'email'],
  ['students', 'البريد الإلكترني', 'email'],
  ['students', 'البريد الإلكتروني (اختياري)', 'email'],
  ['students', 'الرقم الأكاديمي للطالب', 'student_id'],
  ['students', 'رقم المتدرب', 'student_id'],
  ['students', 'تاريخ الميلاد', 'birth_date'],
  ['students', 'تاريخ الولادة (ميلادي)', 'birth_date'],
  ['students', 'تاريخ الميلاد هجري', 'birth_date'],
  ['students', 'Date of Birth', 'birth_date'],
  ['students', 'DOB', 'birth_date'],
  ['students', 'تاريخ التحاق الطالب', 'joined_on'],
  ['students', 'تاريخ التسجيل', 'joined_on'],
  ['students', 'الاسم باللغة الإنجليزية', 'latin_name'],
  ['students', 'Name in English', 'latin_name'],
  ['students', 'الدراسة السابقة', 'previous_study'],
  ['students', 'ولي الأمر', 'guardian_name'],
  ['students', 'اسم ولي الأمر', 'guardian_name'],
  ['students', 'اسم ولي أمر الطالبة', 'guardian_name'],
  ['students', 'Parent Name', 'guardian_name'],
  ['students', 'جوال ولي الأمر', 'guardian_phone'],
  ['students', 'جوال ولي الأمر (واتساب)', 'guardian_phone'],
  ['students', 'رقم جوال ولي أمر الطالب', 'guardian_phone'],
  ['students', 'Guardian phone', 'guardian_phone'],
  ['students', 'صلة القرابة', 'guardian_relation'],
  ['students', 'صلة ولي الأمر بالطالب', 'guardian_relation'],
  ['students', 'جوال الأب', 'father_phone'],
  ['students', 'رقم جوال الوالد', 'father_phone'],
  ['students', 'اسم الأم', 'mother_name'],
  ['students', 'اسم الام', 'mother_name'],
  ['students', 'الأم', 'mother_name'],
  ['students', 'اسم والدة الطالب', 'mother_name'],
  ['students', "Mother's name", 'mother_name'],
  ['students', 'جوال الأم', 'mother_phone'],
  ['students', 'هاتف الوالدة', 'mother_phone'],
  ['subjects', 'كود المقرر', 'code'],
  ['subjects', 'نوع المقرر', 'type'],
  ['subjects', 'النوع', 'type'],
  ['subjects', 'المقرر الدراسي', 'name'],
  ['subjects', 'عدد الساعات المعتمدة', 'credit_hours'],
  ['grades', 'الواجبات والتمارين', 'exercise_grade'],
  ['grades', 'التمارين والواجبات', 'exercise_grade'],
  ['grades', 'درجة المشاركة من 10', 'participation_grade'],
  ['grades', 'الاختبار (50)', 'test_grade'],
  ['grades', 'اسم الطالب رباعي', 'student_name'],
  ['grades', 'كود المقرر', 'subject_code'],
  ['grades', 'الامتحان النهائي', 'final_exam'],
  ['programs', 'نبذة', 'description'],
  ['programs', 'نبذة عن البرنامج', 'description'],
  ['batches', 'تاريخ البداية (ميلادي)', 'start_date'],
  ['batches', 'تاريخ البداية (هجري)', 'start_date'],
  ['batches', 'تاريخ البداية بالهجري', 'start_date'],
])('%s: the header «%s» is %s', (type, header, expected) => {
  expect(field(type, header)).toBe(expected);
});

test.each<[ImportType, string]>([
  ['students', 'اسم المعلم'],
  ['users', 'جوال ولي الأمر'],
  ['students', 'اسم الأم رباعي'],
  ['students', 'هوية الأم'],
  ['students', 'رقم ولي الأمر'],
  ['students', 'رقم الأب'],
  ['students', 'مهنة ولي الأمر'],
  ['students', 'اسم معلم الأم'],
  ['grades', 'جوال ولي الأمر'],
  ['students', 'رقم هوية الأم'],
  ['students', 'جنسية الأم'],
  ['students', 'هوية ولي الأمر'],
  ['students', 'بريد لولي الأمر'],
  ['students', 'رقم هوية الأب'],
  ['students', 'جنسية الوالد'],
  ['students', 'مهنة الأب'],
  ['students', 'هاتف الطوارئ'],
  ['students', 'اسم الزوج'],
  ['students', 'اسم الأخ'],
  ['students', 'Parent email'],
  ['students', 'رقم الجواز'],
  ['students', 'اسم المدرسة'],
  ['students', 'اسم البنك'],
  ['students', 'رقم الحساب'],
  ['students', 'رقم الجلوس'],
  ['students', 'تاريخ ميلاد ولي الأمر'],
  ['students', 'ملاحظة صحية'],
  ['students', 'تاريخ الإضافة'],
  ['students', 'مكان الإقامة'],
  ['students', 'اسم المستخدم'],
  ['students', 'المسلسل'],
  ['students', 'م'],
  ['students', 'ملاحظات'],
  ['subjects', 'اسم المعلم'],
  ['subjects', 'مدرس المقرر'],
  ['grades', 'اسم ولي الأمر'],
  ['grades', 'معلم المادة'],
  ['programs', 'مدير البرنامج'],
  ['batches', 'مشرف الدفعة'],
])('%s: the header «%s» matches no field', (type, header) => {
  expect(field(type, header)).toBeNull();
});

test('the column of the father is found among columns of the mother and the guardian, in any order', () => {
  const header = ['اسم الأم', 'اسم الطالب', 'جوال ولي الأمر', 'اسم الأب', 'اسم ولي الأمر', 'اسم العائلة'];
  expect(proposeFields('students', header)).toEqual([
    'mother_name',
    'first_name',
    'guardian_phone',
    'second_name',
    'guardian_name',
    'last_name',
  ]);
  expect(proposeFields('students', header.toReversed())).toEqual([
    'last_name',
    'guardian_name',
    'second_name',
    'guardian_phone',
    'first_name',
    'mother_name',
  ]);
});

test('a column «name» is the full name; beside a column for the father it is the first name', () => {
  expect(proposeFields('students', ['الاسم', 'رقم الهوية'])).toEqual(['full_name', 'national_id']);
  expect(proposeFields('students', ['الاسم', 'اسم الأب'])).toEqual(['first_name', 'second_name']);
  expect(proposeFields('students', ['الاسم الأول', 'رقم الهوية'])).toEqual(['first_name', 'national_id']);
});

test('a Hijri column fills a date only if no Gregorian column does, in any order', () => {
  const hijri = ['تاريخ البداية (هجري)', 'تاريخ النهاية هجرياً'];
  expect(proposeFields('batches', hijri)).toEqual(['start_date', 'end_date']);
  for (const gregorian of ['تاريخ البداية', 'تاريخ البداية (ميلادي)', 'تاريخ البدء الميلادي']) {
    expect(proposeFields('batches', [...hijri, gregorian])).toEqual([null, 'end_date', 'start_date']);
    expect(proposeFields('batches', [gregorian, ...hijri])).toEqual(['start_date', null, 'end_date']);
  }
});

test('«النوع» is the gender or the type only if its cells have such values', () => {
  expect(proposeFields('students', ['النوع'], [['ذكر'], ['أنثى']])).toEqual(['gender']);
  expect(proposeFields('students', ['النوع'], [['منتظم'], ['منتسب']])).toEqual([null]);
  expect(proposeFields('subjects', ['النوع'], [['حفظ'], ['']])).toEqual(['type']);
  expect(proposeFields('subjects', ['النوع'], [['ذكر']])).toEqual([null]);
});
