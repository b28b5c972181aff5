import { fieldHeadings } from '../../../contract/fieldTable';
import { batchFields, programFields } from '../../../contract/courseFields';
import { plural } from '../plural';
import { fileProblems } from './importProblems';

/** Texts of react-admin-import-csv, except its dialogs. */
export const csv = {
  buttonMain: {
    label: 'استيراد',
    tooltip: 'يجب أن يكون الملف من نوع ‎.csv أو ‎.tsv',
  },
} as const;

const unreadableText = 'تعذّرت قراءة نص الملف. احفظه من برنامج الجداول بصيغة CSV UTF-8 ثم أعد المحاولة.';

export const quickImport = {
  action: 'استيراد',
  title: 'استيراد من ملف CSV',
  problems: {
    ...fileProblems,
    unreadable: unreadableText,
    encoding: unreadableText,
    tooManyColumns: 'أعمدة الملف أكثر من الحد المسموح. أبقِ الأعمدة التي تريد استيرادها وحدها.',
  },
  missingColumns: 'لم يُعرف في عناوين الملف عمود: %{columns}.',
  knownColumns: 'الأعمدة المعروفة: %{columns}',
  readFailed: 'تعذّر التحقق من السجلات الموجودة، ولم يُستورد شيء.',
  file: 'الملف:',
  existing: 'موجودة',
  skipped: 'تُركت كما هي',
  forExisting: 'الصفوف الموجودة من قبل',
  update: 'تحديثها من الملف',
  updateHint: 'الخانة الفارغة في الملف لا تغيّر القيمة المحفوظة.',
  skip: 'تركها كما هي',
  refusedBefore: 'لا تُستورد هذه الصفوف، ويُستورد ما عداها:',
  refusedAfter: 'لم تُستورد هذه الصفوف:',
  moreRefused: plural({
    zero: 'هذه كل الصفوف المرفوضة.',
    one: 'وهناك صف مرفوض آخر.',
    two: 'وهناك صفان مرفوضان آخران.',
    few: 'وهناك %{smart_count} صفوف مرفوضة أخرى.',
    many: 'وهناك %{smart_count} صفاً مرفوضاً آخر.',
    other: 'وهناك %{smart_count} صف مرفوض آخر.',
  }),
  repeated: 'الصف مكرر، سبق في السطر %{line}',
  nothingToWrite: 'لا يوجد صف يُستورد.',
  stop: 'إيقاف',
  stopping: 'جارٍ الإيقاف…',
  untried: plural({
    zero: 'توقف الاستيراد.',
    one: 'توقف الاستيراد قبل الصف الأخير.',
    two: 'توقف الاستيراد قبل آخر صفين.',
    few: 'توقف الاستيراد قبل آخر %{smart_count} صفوف.',
    many: 'توقف الاستيراد قبل آخر %{smart_count} صفاً.',
    other: 'توقف الاستيراد قبل آخر %{smart_count} صف.',
  }),
  continueHint: 'لإكماله استورد الملف نفسه مرة أخرى، ولن يتكرر ما أُضيف.',
  failed: 'تعذّر الاستيراد',
} as const;

const { batch_name, section: _, ...batchHeadings } = fieldHeadings(batchFields);

/** Accepted column names, folded. Labels use the first name. */
export const csvHeaders = {
  programs: fieldHeadings(programFields),
  batches: {
    batch_name,
    program_name: ['البرنامج', 'اسم البرنامج', 'program_name', 'program'],
    program_id: ['رمز البرنامج', 'كود البرنامج', 'program_id', 'program_code'],
    ...batchHeadings,
  },
} as const;

/** The example is isolated, because right-to-left text would reverse its parts. */
export const csvDay =
  'ليس تاريخاً صحيحاً. اكتبه مثل \u206623/08/2026\u2069 (اليوم أولاً) أو \u20662026-08-23\u2069';

export const batchStatusWords = {
  running: ['نشطة', 'نشط', 'جارية', 'active'],
  ended: ['منتهية', 'منتهي', 'مكتملة', 'ended', 'finished', 'completed'],
} as const;
