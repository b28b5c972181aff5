import { plural } from '../plural';

/** A range of the mushaf in a daily record. */
export const mushaf = {
  by: 'تحديد المقدار بـ',
  modes: {
    ayahs: 'السورة والآية',
    pages: 'الصفحة',
    juz: 'الجزء',
    hizb: 'الحزب',
  },
  from: 'بداية المقدار',
  to: 'نهاية المقدار',
  fromSurah: 'من سورة',
  fromAyah: 'من آية',
  toSurah: 'إلى سورة',
  toAyah: 'إلى آية',
  first: {
    pages: 'من صفحة',
    juz: 'من جزء',
    hizb: 'من حزب',
  },
  last: {
    pages: 'إلى صفحة',
    juz: 'إلى جزء',
    hizb: 'إلى حزب',
  },
  noSurah: 'لا سورة بهذا الاسم أو الرقم',
  ayahs: plural({
    zero: 'لا آيات',
    one: 'آية واحدة',
    two: 'آيتان',
    few: '%{smart_count} آيات',
    many: '%{smart_count} آية',
    other: '%{smart_count} آية',
  }),
  surahHas: 'سورة %{surah}: %{ayahs}',
  surahHasOnly: 'ليس في سورة %{surah} إلا %{ayahs}',
  limits: 'من 1 إلى %{most}',
  outsideLimits: 'اكتب رقماً من 1 إلى %{most}',
  reversed: 'نهاية المقدار قبل بدايته',
  carryOn: 'المتابعة من %{position}',
  toEndOfPage: 'إلى آخر الصفحة',
  toEndOfSurah: 'إلى آخر السورة',
  pages: 'الصفحات:',
  nothingYet: 'حدّد بداية المقدار ونهايته، فتُحسب الصفحات.',
} as const;
