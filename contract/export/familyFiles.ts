import { excuseReasonNames, guardianRelationNames, noteKindNames, sectionNames } from '../vocabulary';
import { circleColumn, dayRangeColumns, type ExportFile, studentColumns, subjectColumns } from './columns';

const stateNames = { open: 'جديد', accepted: 'مقبول', refused: 'مرفوض' };
const messageKindNames = {
  absent: 'غياب اليوم',
  absent_days: 'غياب متتابع',
  juz_test: 'اختبار الأجزاء',
  week: 'الأسبوع',
  marks: 'الدرجات',
  free: 'رسالة حرة',
};
const readerNames = { '': 'الجميع', teacher: 'المعلمون', student: 'الطلاب', guardian: 'أولياء الأمور' };
const channelNames = { whatsapp: 'واتساب', sms: 'رسالة نصية' };

/** Guardians, and what reaches the families. */
export const familyFiles: readonly ExportFile[] = [
  {
    name: 'أولياء الأمور',
    english: 'guardians',
    table: 'guardians',
    columns: [
      ['رقم ولي الأمر', 'id'],
      ['ولي الأمر', 'name'],
      ['جوال ولي الأمر', 'phone'],
      ['جوال آخر', 'second_phone'],
      ['البريد الإلكتروني', 'email'],
      ['ملاحظة', 'note'],
    ],
  },
  {
    name: 'صلة أولياء الأمور بالطلاب',
    english: 'children of the guardians',
    table: 'student_guardians',
    columns: [
      ['رقم ولي الأمر', 'guardian_id'],
      ['ولي الأمر', 'guardian_id.name'],
      ...studentColumns(),
      ['صلة القرابة', 'relation', guardianRelationNames],
      ['ولي الأمر الأساسي', 'is_primary', 'flag'],
      ['يستلم الرسائل', 'can_message', 'flag'],
      ['يفتح الصفحة الخاصة', 'can_open_page', 'flag'],
      ['يقدّم الأعذار', 'can_excuse', 'flag'],
      ['تاريخ موافقة الطالب', 'consent_on'],
    ],
  },
  {
    name: 'الأعذار',
    english: 'excuses of the families',
    table: 'excuses',
    columns: [
      ['رقم العذر', 'id'],
      ...studentColumns(),
      ['رقم ولي الأمر', 'guardian_id'],
      ['المُرسِل', 'sender'],
      ['من ولي الأمر', 'is_from_guardian', 'flag'],
      ...dayRangeColumns,
      ['البرنامج', 'program_row_id.program_name'],
      ['السبب', 'reason', excuseReasonNames],
      ['التوضيح', 'line'],
      ['الحالة', 'state', stateNames],
      ['جواب المعهد', 'answer'],
      ['وقت الإرسال', 'created_at'],
    ],
  },
  {
    name: 'أجوبة المعلمين عن الأعذار',
    english: 'answers of the teachers to the excuses',
    table: 'excuse_decisions',
    columns: [
      ['رقم العذر', 'excuse_id'],
      ...studentColumns('excuse_id.student_row_id'),
      ...subjectColumns(),
      ['مقبول', 'is_accepted', 'flag'],
      ['التوضيح', 'line'],
    ],
  },
  {
    name: 'صيغ الرسائل',
    english: 'texts of the institute for messages',
    table: 'message_templates',
    columns: [
      ['الصيغة', 'key'],
      ['صيغة المذكر', 'masculine'],
      ['صيغة المؤنث', 'feminine'],
      ['صيغة الطالب نفسه', 'own_masculine'],
      ['صيغة الطالبة نفسها', 'own_feminine'],
    ],
  },
  {
    name: 'الرسائل',
    english: 'opened messages, a line for each student; texts of the last 90 days',
    table: 'message_students',
    key: ['message_id', 'student_row_id'],
    columns: [
      ['رقم الرسالة', 'message_id'],
      ...studentColumns(),
      ['رقم ولي الأمر', 'message_id.guardian_id'],
      ['النوع', 'message_id.kind', messageKindNames],
      ['عن', 'message_id.about'],
      ['الوسيلة', 'message_id.channel', channelNames],
      ['نص الرسالة', 'message_id.text'],
      ['وقت فتحها', 'message_id.opened_at'],
      ['المرسل', 'message_id.opened_by'],
      ['لم تُرسل', 'message_id.not_sent_at'],
    ],
  },
  {
    name: 'الإعلانات',
    english: 'announcements',
    table: 'announcements',
    columns: [
      ['العنوان', 'title'],
      ['النص', 'text'],
      ['آخر يوم', 'until'],
      ['مثبّت', 'is_pinned', 'flag'],
      ['القسم', 'section', { ...sectionNames, '': '' }],
      ['البرنامج', 'program_row_id.program_name'],
      ['الدفعة', 'batch_id.batch_name'],
      circleColumn,
      ['دفعة الحلقة', 'circle_id.subject_id.batch_id.batch_name'],
      ['يقرؤه', 'role', readerNames],
      ['الكاتب', 'author'],
      ['حساب الكاتب', 'author_id.username'],
      ['وقت النشر', 'created_at'],
    ],
  },
  {
    name: 'تصنيفات السلوك',
    english: 'categories of behaviour notes',
    table: 'note_categories',
    columns: [
      ['التصنيف', 'name'],
      ['النوع', 'kind', noteKindNames],
      ['متاح', 'is_active', 'flag'],
      ['الترتيب', 'position'],
    ],
  },
  {
    name: 'ملاحظات السلوك',
    english: 'behaviour notes',
    table: 'behaviour_notes',
    columns: [
      ...studentColumns(),
      ['اليوم', 'date'],
      ['النوع', 'kind', noteKindNames],
      ['التصنيف', 'category_id.name'],
      ['النص', 'text'],
      ['يقرؤها ولي الأمر', 'for_guardians', 'flag'],
      ['الكاتب', 'author'],
      ['حساب الكاتب', 'author_id.username'],
    ],
  },
];
