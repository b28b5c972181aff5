import { batchFields, programFields, subjectFields } from '../courseFields';
import { guardianFields } from '../guardianFields';
import { studentFields, userFields } from '../recordFields';
import {
  ageGroupNames,
  defaultGradeColumns,
  gradeSettingHeadings,
  guardianRelationNames,
  offeringStatusNames,
  roleLabels,
  sectionNames,
  studentStatusNames,
} from '../vocabulary';
import {
  dayRangeColumns,
  type ExportColumn,
  type ExportFile,
  fieldColumns,
  periodColumns,
  studentColumns,
  subjectColumns,
} from './columns';

const { subject_code, base_subject_code: _base, ...otherSubjectFields } = subjectFields;
const batchColumn: ExportColumn = ['الدفعة', 'batch_id.batch_name'];
const programColumn: ExportColumn = ['البرنامج', 'program_row_id.program_name'];
const sectionFormat = { ...sectionNames, '': '' };
const gradeSettingColumns = (path = ''): ExportColumn[] =>
  Object.entries(gradeSettingHeadings).map(([column, heading]): ExportColumn =>
    column.endsWith('_enabled') ? [heading, `${path}${column}`, 'flag'] : [heading, `${path}${column}`],
  );
const holidayKindNames = { holiday: 'إجازة', suspended: 'تعليق الدراسة' };
const beginningNames = { joined: 'التحاق', moved: 'نقل', promoted: 'ترفيع', repeated: 'إعادة' };
const endingNames = {
  moved: 'نقل',
  promoted: 'ترفيع',
  repeated: 'إعادة',
  withdrawn: 'انسحاب',
  graduated: 'تخرّج',
};
const teacherScopeNames = {
  linked_or_open: 'المواد المسندة إليهم، وما لا معلم له',
  linked: 'المواد المسندة إليهم فقط',
  all: 'كل المواد',
};

/** The institute, its courses and its people. Files that the import centre reads come in its order. */
export const instituteFiles: readonly ExportFile[] = [
  { name: 'البرامج', english: 'programmes', table: 'programs', columns: fieldColumns(programFields) },
  {
    name: 'الدفعات',
    english: 'batches',
    table: 'batches',
    columns: [
      ...fieldColumns(batchFields, { section: sectionNames, age_group: ageGroupNames }),
      ['رمز البرنامج', 'program_row_id.program_id'],
      programColumn,
    ],
  },
  {
    name: 'المواد',
    english: 'subjects',
    table: 'subjects',
    columns: [
      [subject_code.label, 'base_subject_code'],
      ...fieldColumns(otherSubjectFields, { status: offeringStatusNames }),
      batchColumn,
      ...gradeSettingColumns('grade_settings.'),
    ],
  },
  {
    name: 'الطلاب',
    english: 'students',
    table: 'students',
    columns: [
      ...fieldColumns(studentFields),
      programColumn,
      ['الدفعة', 'shown_enrolment.batch_id.batch_name'],
      ['حالة القيد', 'open_status.status', { ...studentStatusNames, '': studentStatusNames.active }],
      [guardianFields.guardian_name.label, 'primary_guardian.guardian_id.name'],
      [guardianFields.guardian_phone.label, 'primary_guardian.guardian_id.phone'],
      [guardianFields.guardian_relation.label, 'primary_guardian.relation', guardianRelationNames],
      ['أرقام سابقة', 'former_numbers'],
    ],
  },
  {
    name: 'الدرجات',
    english: 'marks with results',
    table: 'grades',
    columns: [
      ...studentColumns(),
      ...subjectColumns(),
      ...defaultGradeColumns.map(({ key, name }): ExportColumn => [name, key]),
      ['النسبة المئوية', 'percentage', 'percentage'],
      ['التقدير', 'percentage', 'letter'],
    ],
  },
  {
    name: 'إعدادات الدرجات',
    english: 'maxima and names of the mark columns',
    table: 'subject_grade_settings',
    columns: [...subjectColumns(), ...gradeSettingColumns()],
  },
  {
    name: 'نتائج الطلاب',
    english: 'means of the students over their subjects',
    table: 'student_results',
    key: ['student_row_id'],
    columns: [
      ...studentColumns(),
      ['عدد المواد', 'subjects'],
      ['المعدل', 'average', 'percentage'],
      ['أيام الغياب', 'student_row_id.absence_days.days'],
    ],
  },
  {
    name: 'الحسابات',
    english: 'accounts, without passwords',
    table: 'users',
    columns: [
      ...fieldColumns(userFields, { role: roleLabels, section: sectionFormat }),
      ['الحساب مفعّل', 'is_active', 'flag'],
      ['عليه تغيير كلمة المرور', 'must_change_password', 'flag'],
      ['الرقم الأكاديمي للطالب', 'student_row_id.student_id'],
      ['آخر دخول', 'last_login'],
    ],
  },
  {
    name: 'معلمو المواد',
    english: 'teachers of the subjects',
    table: 'subject_teachers',
    columns: [...subjectColumns(), ['اسم المستخدم', 'teacher_id.username'], ['المعلم', 'teacher_id.name']],
  },
  {
    name: 'إعدادات المنهج',
    english: 'curriculum of the daily subjects',
    table: 'subject_curriculum',
    columns: [
      ...subjectColumns(),
      ['نوع المحتوى', 'content_type'],
      ['قائمة الأوراد', 'curriculum_items', 'lines'],
      ['عدد الصفحات مطلوب', 'require_pages_count', 'flag'],
      ['عدد الصفحات الافتراضي', 'default_pages'],
    ],
  },
  {
    name: 'قيود الطلاب',
    english: 'enrolments of the students in batches',
    table: 'enrolments',
    columns: [
      ...studentColumns(),
      batchColumn,
      ...periodColumns,
      ['سبب الالتحاق', 'began_as', beginningNames],
      ['سبب المغادرة', 'ended_as', { ...endingNames, '': '' }],
      ['السبب', 'reason'],
      ['القيد المعروض', 'is_shown', 'flag'],
    ],
  },
  {
    name: 'حالات الطلاب',
    english: 'statuses of the students',
    table: 'student_statuses',
    columns: [
      ...studentColumns(),
      ['الحالة', 'status', studentStatusNames],
      ...periodColumns,
      ['السبب', 'reason'],
    ],
  },
  {
    name: 'سجلات ليست مكررة',
    english: 'pairs of students that an admin has told apart',
    table: 'distinct_students',
    columns: [
      ['الرقم الأكاديمي الأول', 'first_row_id.student_id'],
      ['الرقم الأكاديمي الثاني', 'second_row_id.student_id'],
    ],
  },
  {
    name: 'إعدادات المعهد',
    english: 'settings of the institute',
    table: 'settings',
    columns: [
      ['اسم المعهد', 'institute_name'],
      ['العام الدراسي الحالي', 'current_academic_year'],
      ['نطاق المعلمين', 'teacher_scope', teacherScopeNames],
      ['المنطقة الزمنية', 'time_zone'],
      ['البلد', 'country'],
      ['أقسام بنين وبنات', 'sections_enabled', 'flag'],
      ['مدة الاحتفاظ بالمحذوفات (بالأيام)', 'archive_retention_days'],
      ['ساعة النسخ الاحتياطي', 'backup_hour'],
      ['أيام النسخ الاحتياطية', 'backup_days'],
      ['أسماء أنواع التسميع', 'record_kinds'],
      ['أيام الإجازة الأسبوعية', 'weekend_days', 'weekdays'],
      ['قواعد النتيجة والمستوى', 'result_rules'],
      ['سن الرشد', 'adult_age'],
      ['يتواصل المعلمون مع أولياء الأمور', 'teachers_contact_guardians', 'flag'],
      ['السنوات المعتمدة فصولها', 'confirmed_years', 'lines'],
    ],
  },
  {
    name: 'الفصول الدراسية',
    english: 'terms',
    table: 'terms',
    columns: [
      ['الفصل', 'name'],
      ['تاريخ البداية', 'start_date'],
      ['تاريخ النهاية', 'end_date'],
    ],
  },
  {
    name: 'الإجازات',
    english: 'holidays',
    table: 'holidays',
    columns: [
      ['الإجازة', 'name'],
      ['النوع', 'kind', holidayKindNames],
      ...dayRangeColumns,
      ['القسم', 'section', sectionFormat],
      programColumn,
      batchColumn,
      ['كشوف الحضور مستبعدة', 'excludes_registers', 'flag'],
    ],
  },
];
