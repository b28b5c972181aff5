import { foldArabic } from '../../../contract/rules/arabicText';

export const days = {
  open: 'فتح التقويم',
  title: 'اختيار التاريخ: %{label}',
  calendar: 'التقويم',
  previousMonth: 'الشهر السابق',
  nextMonth: 'الشهر التالي',
  previousYear: 'السنة السابقة',
  nextYear: 'السنة التالية',
  today: 'اليوم',
  previousDay: 'اليوم السابق',
  nextDay: 'اليوم التالي',
  clear: 'مسح التاريخ',
  newDay: 'بدأ يوم جديد',
  newDayText: 'على هذه الشاشة ما لم يُحفظ بعد، فلأي يوم هو؟',
  forToday: 'لليوم: %{day}',
  forEnded: 'ليوم %{day}',
  notRead: 'تاريخ غير مفهوم، اكتبه مثل 13/6/1448 أو 23/11/2026',
  tooLate: 'آخر تاريخ ممكن %{date}',
  tooEarly: 'أول تاريخ ممكن %{date}',
  ofWeek: '%{weekday} %{hijri}',
  gregorianOfWeek: '%{weekday} %{gregorian} م',
  whole: '%{weekday} %{hijri}، %{gregorian} م',
  weekend: 'يوم إجازة',
  beforeBatch: 'قبل بداية الدفعة',
  afterBatch: 'بعد نهاية الدفعة',
} as const;

/** Spellings of the months by calendar, from January and from Muharram. */
const months = {
  gregory: [
    'يناير، كانون الثاني',
    'فبراير، شباط',
    'مارس، آذار',
    'أبريل، إبريل، نيسان',
    'مايو، أيار',
    'يونيو، يونيه، حزيران',
    'يوليو، يوليه، تموز',
    'أغسطس، آب',
    'سبتمبر، أيلول',
    'أكتوبر، تشرين الأول',
    'نوفمبر، تشرين الثاني',
    'ديسمبر، كانون الأول',
  ],
  'islamic-umalqura': [
    'محرم، المحرم',
    'صفر',
    'ربيع الأول',
    'ربيع الآخر، ربيع الثاني',
    'جمادى الأولى',
    'جمادى الآخرة، جمادى الثانية',
    'رجب',
    'شعبان',
    'رمضان',
    'شوال',
    'ذو القعدة، ذي القعدة',
    'ذو الحجة، ذي الحجة',
  ],
} as const;

export type CalendarName = keyof typeof months;
export const calendarNames = ['islamic-umalqura', 'gregory'] as const;

/** The key is the folded name. `month` counts from 1. */
export const monthByName: ReadonlyMap<string, { calendar: CalendarName; month: number }> = new Map(
  calendarNames.flatMap((calendar) =>
    months[calendar].flatMap((names, index) =>
      names.split('، ').map((name) => [foldArabic(name), { calendar, month: index + 1 }] as const),
    ),
  ),
);

/** Weekdays and abbreviations of the era. */
export const ignoredDateWords: ReadonlySet<string> = new Set(
  'يوم الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت هـ م'.split(' ').map(foldArabic),
);
