import { arabicPlural } from '../../../contract/rules/arabicText';
import { pageForms } from './hifzCounts';

const dayForms = {
  zero: () => 'لا أيام',
  one: () => 'يوم واحد',
  two: () => 'يومان',
  few: (count: number) => `${count} أيام`,
  many: (count: number) => `${count} يوماً`,
  other: (count: number) => `${count} يوم`,
};

const genitiveLessonForms = {
  zero: () => 'لا دروس',
  one: () => 'درس واحد',
  two: () => 'درسين',
  few: (count: number) => `${count} دروس`,
  many: (count: number) => `${count} درساً`,
  other: (count: number) => `${count} درس`,
};

const genitiveDayForms = { ...dayForms, two: () => 'يومين' };
const genitivePageForms = { ...pageForms, two: () => 'صفحتين' };

/** Also formats halves: «نصف صفحة», «3.5 صفحة». */
const formatPages = (count: number, forms: typeof pageForms = pageForms): string =>
  count === 0.5 ? 'نصف صفحة' : forms[Number.isInteger(count) ? arabicPlural(count) : 'other'](count);

/** This file is separate, so that other screens do not load these texts. */
export const hifzPlan = {
  title: 'خطة الحفظ',
  ofStudent: (name: string) => `خطة حفظ «${name}»`,
  ofCircle: (name: string) => `خطة حفظ حلقة «${name}»`,
  ofSubject: (name: string) => `خطة حفظ مادة «${name}»`,
  templateHint: 'يتبعها كل طالب ليست له خطة خاصة، حتى تُوضع له خطته.',
  loadFailed: 'تعذّر تحميل خطة الحفظ',
  subject: 'المادة',
  none: 'لا خطة له في هذه المادة، ولا لحلقته ولا للمادة.',
  noneOwn: 'لم توضع لك خطة حفظ بعد.',
  own: 'خطة خاصة به',
  followsCircle: (name: string) => `يتبع خطة حلقة «${name}»`,
  followsSubject: 'يتبع خطة المادة',
  /** For the student himself. */
  yours: 'خطة خاصة بك',
  youFollowCircle: (name: string) => `تتبع خطة حلقة «${name}»`,
  youFollowSubject: 'تتبع خطة المادة',
  beginsWith: (source: string) => `${source}. إن غيّرتها هنا صارت خطة خاصة به.`,
  make: 'وضع خطة',
  makeOwn: 'وضع خطة خاصة به',
  change: 'تعديل الخطة',
  circlePlan: 'خطة الحلقة',
  subjectPlan: 'خطة المادة',
  removeOwn: 'حذف خطته الخاصة',
  removeOwnText: 'يعود الطالب إلى خطة حلقته، وإلا فإلى خطة المادة إن وُجدت. ما حفظه لا يتغير.',
  removeTemplate: 'حذف الخطة',
  removeTemplateText: 'من كان يتبعها من الطلاب يتبع خطة المادة إن وُجدت، وإلا بقي بلا خطة.',
  removed: 'تم حذف الخطة',
  removeFailed: 'تعذّر حذف الخطة',
  saved: 'تم حفظ الخطة',
  saveFailed: 'تعذّر حفظ الخطة',
  save: 'حفظ الخطة',
  saving: 'جارٍ الحفظ…',
  course: 'مسار الحفظ',
  direction: 'الاتجاه',
  directions: {
    from_baqarah: 'من البقرة إلى الناس',
    from_nas: 'من الناس إلى البقرة، سورة سورة',
    juz_descending: 'من الجزء 30 نزولاً، جزءاً جزءاً',
    ranges: 'مقاطع بترتيب تختاره',
  },
  start: 'البداية',
  surah: 'سورة البداية',
  ayah: 'آية البداية',
  startMissing: 'اختر السورة واكتب رقم الآية',
  ayahMissing: (surah: string, ayahs: number) => `آيات سورة ${surah} من 1 إلى ${ayahs}`,
  ranges: 'المقاطع بترتيب حفظها',
  rangesNeeded: 'اختر مقطعاً واحداً على الأقل',
  startOutside: 'بداية الحفظ ليست من المقاطع المختارة',
  notWholeAmount: 'المقدار بهذه الوحدة عدد صحيح',
  datesReversed: 'تاريخ النهاية يسبق تاريخ البداية',
  noRanges: 'لا مقاطع بعد.',
  removeRange: (range: string) => `حذف «${range}»`,
  moveUp: 'تقديم',
  moveRangeUp: (range: string) => `تقديم «${range}»`,
  lesson: 'الدرس الجديد',
  amount: 'المقدار',
  unit: 'وحدة المقدار',
  units: { page: 'صفحة', half: 'نصف صفحة', rub: 'ربع حزب', ayah: 'آية' },
  amountWrong: 'المقدار من 0.5 إلى 300، من مضاعفات 0.5',
  newDays: 'أيام الحفظ الجديد',
  noNewDays: 'بلا أيام: مراجعة فقط، ولا درس جديد.',
  revision: 'المراجعة',
  revisionDays: 'أيام المراجعة',
  noRevisionDays: 'بلا أيام: لا مراجعة في الخطة.',
  near: 'المراجعة القريبة',
  nearUnit: 'وحدة القريبة',
  nearUnits: { lessons: 'آخر الدروس', days: 'آخر الأيام', pages: 'آخر الصفحات' },
  nearWrong: 'عدد صحيح من 0 إلى 604',
  cycle: 'دورة البعيدة بالأيام',
  cycleWrong: 'عدد صحيح من 1 إلى 365',
  cap: 'صفحات البعيدة',
  capWrong: 'عدد صحيح من 1 إلى 604، أو فارغ للمقترح',
  capProposed: (count: number) => `المقترح: ${formatPages(count)} في اليوم.`,
  capOfEach: 'فارغ: يُقترح لكل طالب بقدر محفوظه.',
  cycleComes: (count: number) => `يُراجَع كل المحفوظ في ${genitiveDayForms[arabicPlural(count)](count)}.`,
  cycleLonger: (count: number) =>
    `بهذا العدد يُراجَع كل المحفوظ في ${genitiveDayForms[arabicPlural(count)](count)}، أطول من الدورة.`,
  nothingToRevise: 'لا محفوظ بعد: تُقترح الصفحات متى حفظ.',
  test: 'اختبار الأجزاء (السرد)',
  tests: { 0: 'بلا اختبار', 1: 'بعد كل جزء', 5: 'بعد كل خمسة أجزاء' },
  begin: 'تبدأ في',
  end: 'تنتهي في',
  endHint: 'فارغ: بلا نهاية.',
  beginMissing: 'اكتب تاريخ البداية',
  dateWrong: 'تاريخ غير مقروء',
  tooEarly: 'لا تبدأ خطة قبل سنة 2000',
  wrong: 'صحّح ما عليه علامة، ثم احفظ.',
  preview: 'الأسبوعان القادمان',
  previewHint: 'كما ستكون إن أُجيز كل درس في يومه.',
  previewOfTemplate: 'لطالب يبدؤها بلا محفوظ سابق، إن أُجيز كل درس في يومه.',
  previewWrong: 'تظهر هنا أيام الخطة متى اكتملت الحقول.',
  previewEmpty: 'لا درس ولا مراجعة في هذين الأسبوعين.',
  finished: 'لم يبق في مسار الخطة ما يُحفظ.',
  day: 'اليوم',
  new: 'جديد',
  nearShort: 'قريبة',
  far: 'بعيدة',
  upTo: (count: number) => `حتى ${formatPages(count, genitivePageForms)}`,
  pages: (count: number) => formatPages(count),
  amountOf: {
    page: (value: number) => formatPages(value),
    half: (value: number) =>
      value === 1
        ? 'نصف صفحة'
        : value === 2
          ? 'نصفا صفحة'
          : `${value} ${value <= 10 ? 'أنصاف صفحات' : 'نصف صفحة'}`,
    rub: (value: number) =>
      value === 1
        ? 'ربع حزب'
        : value === 2
          ? 'ربعا حزب'
          : `${value} ${value <= 10 ? 'أرباع حزب' : 'ربع حزب'}`,
    ayah: (value: number) =>
      value === 1 ? 'آية واحدة' : value === 2 ? 'آيتان' : value <= 10 ? `${value} آيات` : `${value} آية`,
  },
  nearOf: {
    lessons: (value: number) => `آخر ${genitiveLessonForms[arabicPlural(value)](value)}`,
    days: (value: number) => `ما حُفظ في آخر ${genitiveDayForms[arabicPlural(value)](value)}`,
    pages: (value: number) => `آخر ${formatPages(value, genitivePageForms)}`,
  },
  nothingNear: 'بلا قريبة',
  farEvery: (count: number) => `كل المحفوظ في ${genitiveDayForms[arabicPlural(count)](count)}`,
  capOf: (count: number) => `${formatPages(count)} في اليوم`,
  startsAt: (direction: string, start: string) => `${direction}، بدءاً من ${start}`,
  everyDay: 'كل يوم',
  noDay: 'لا يوم',
  period: 'المدة',
  from: (day: string) => `من ${day}`,
  fromTo: (first: string, last: string) => `من ${first} إلى ${last}`,
};
