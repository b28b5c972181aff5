/* The Arabic texts of messages to families: fields, default templates, and words that depend on a number. */
import type { PluralCategory } from '../arabicText';

/** The fields of templates, as an admin writes them: `{الطالب}`. */
export const messageFields = {
  student: 'الطالب',
  day: 'اليوم',
  institute: 'المعهد',
  lesson: 'الحصة',
  duration: 'المدة',
  juz: 'الأجزاء',
  week: 'الأسبوع',
  lessons: 'الحفظ',
  revision: 'المراجعة',
  absences: 'الغياب',
  marks: 'الدرجات',
  greeting: 'النداء',
  sender: 'المرسل',
} as const;
export type MessageField = keyof typeof messageFields;

/** `masculine` and `feminine` tell a guardian about a child. The other two address a student of age. */
export const sentenceForms = ['masculine', 'feminine', 'own_masculine', 'own_feminine'] as const;
export type SentenceForm = (typeof sentenceForms)[number];
export type SentenceTexts = Record<SentenceForm, string>;

interface Template<Texts> {
  name: string;
  fields: readonly MessageField[];
  texts: Texts;
}

const always: readonly MessageField[] = ['student', 'day', 'institute'];

const sentence = (
  name: string,
  fields: readonly MessageField[],
  [masculine, feminine, own_masculine, own_feminine = own_masculine]: readonly [
    string,
    string,
    string,
    string?,
  ],
): Template<SentenceTexts> => ({
  name,
  fields: [...always, ...fields],
  texts: { masculine, feminine, own_masculine, own_feminine },
});

/** The sentence of a message for one student. */
export const sentences = {
  absent: sentence(
    'غياب اليوم',
    ['lesson'],
    [
      'غاب الطالب {الطالب} {اليوم}، ونرجو إفادتنا بسبب الغياب.',
      'غابت الطالبة {الطالب} {اليوم}، ونرجو إفادتنا بسبب الغياب.',
      'نخبرك بأنك غبت {اليوم}، ونرجو إفادتنا بسبب الغياب.',
    ],
  ),
  absent_excused: sentence(
    'غياب اليوم بعذر',
    ['lesson'],
    [
      'سُجّل غياب الطالب {الطالب} {اليوم} بعذر، ونسأل الله له التيسير.',
      'سُجّل غياب الطالبة {الطالب} {اليوم} بعذر، ونسأل الله لها التيسير.',
      'سُجّل غيابك {اليوم} بعذر، ونسأل الله لك التيسير.',
    ],
  ),
  lesson: sentence(
    'غياب عن حصة',
    ['lesson'],
    [
      'غاب الطالب {الطالب} عن {الحصة} {اليوم}، ونرجو إفادتنا بسبب الغياب.',
      'غابت الطالبة {الطالب} عن {الحصة} {اليوم}، ونرجو إفادتنا بسبب الغياب.',
      'نخبرك بأنك غبت عن {الحصة} {اليوم}، ونرجو إفادتنا بسبب الغياب.',
    ],
  ),
  lesson_excused: sentence(
    'غياب عن حصة بعذر',
    ['lesson'],
    [
      'سُجّل غياب الطالب {الطالب} عن {الحصة} {اليوم} بعذر، ونسأل الله له التيسير.',
      'سُجّل غياب الطالبة {الطالب} عن {الحصة} {اليوم} بعذر، ونسأل الله لها التيسير.',
      'سُجّل غيابك عن {الحصة} {اليوم} بعذر، ونسأل الله لك التيسير.',
    ],
  ),
  present: sentence(
    'تصحيح: سُجّل حاضراً',
    [],
    [
      'تصحيح لرسالتنا السابقة: سُجّل الطالب {الطالب} حاضراً {اليوم}، ونعتذر عن الخطأ.',
      'تصحيح لرسالتنا السابقة: سُجّلت الطالبة {الطالب} حاضرة {اليوم}، ونعتذر عن الخطأ.',
      'تصحيح لرسالتنا السابقة: سُجّل حضورك {اليوم}، ونعتذر عن الخطأ.',
    ],
  ),
  now_excused: sentence(
    'تصحيح: الغياب بعذر',
    [],
    [
      'تصحيح لرسالتنا السابقة: سُجّل غياب الطالب {الطالب} {اليوم} بعذر.',
      'تصحيح لرسالتنا السابقة: سُجّل غياب الطالبة {الطالب} {اليوم} بعذر.',
      'تصحيح لرسالتنا السابقة: سُجّل غيابك {اليوم} بعذر.',
    ],
  ),
  arrived: sentence(
    'تصحيح: حضر بعد الرسالة',
    ['lesson'],
    [
      'تصحيح لرسالتنا السابقة: حضر الطالب {الطالب} {اليوم}، وغاب عن {الحصة} فقط.',
      'تصحيح لرسالتنا السابقة: حضرت الطالبة {الطالب} {اليوم}، وغابت عن {الحصة} فقط.',
      'تصحيح لرسالتنا السابقة: سُجّل حضورك {اليوم}، وغيابك عن {الحصة} فقط.',
    ],
  ),
  absent_days: sentence(
    'غياب متتابع',
    ['duration'],
    [
      'غاب الطالب {الطالب} {المدة} حتى {اليوم}، ونرجو التواصل معنا.',
      'غابت الطالبة {الطالب} {المدة} حتى {اليوم}، ونرجو التواصل معنا.',
      'نخبرك بأنك غبت {المدة} حتى {اليوم}، ونرجو التواصل معنا.',
    ],
  ),
  juz_due: sentence(
    'اختبار أجزاء حان موعده',
    ['juz'],
    [
      'أتمّ الطالب {الطالب} حفظ {الأجزاء}، وحان موعد اختباره، بارك الله فيه.',
      'أتمّت الطالبة {الطالب} حفظ {الأجزاء}، وحان موعد اختبارها، بارك الله فيها.',
      'أتممت حفظ {الأجزاء}، وحان موعد اختبارك، بارك الله فيك.',
    ],
  ),
  juz_passed: sentence(
    'اجتياز اختبار أجزاء',
    ['juz'],
    [
      'نبشّركم باجتياز الطالب {الطالب} اختبار {الأجزاء} {اليوم}، بارك الله فيه.',
      'نبشّركم باجتياز الطالبة {الطالب} اختبار {الأجزاء} {اليوم}، بارك الله فيها.',
      'نبشّرك باجتيازك اختبار {الأجزاء} {اليوم}، بارك الله فيك.',
    ],
  ),
  week: sentence(
    'الأسبوع',
    ['week', 'lessons', 'revision', 'absences'],
    [
      'أسبوع الطالب {الطالب} ({الأسبوع}):\nالحفظ الجديد: {الحفظ}\nالمراجعة: {المراجعة}\nأيام الغياب: {الغياب}',
      'أسبوع الطالبة {الطالب} ({الأسبوع}):\nالحفظ الجديد: {الحفظ}\nالمراجعة: {المراجعة}\nأيام الغياب: {الغياب}',
      'أسبوعك ({الأسبوع}):\nالحفظ الجديد: {الحفظ}\nالمراجعة: {المراجعة}\nأيام الغياب: {الغياب}',
    ],
  ),
  marks: sentence(
    'الدرجات',
    ['marks'],
    ['نتائج الطالب {الطالب}:\n{الدرجات}', 'نتائج الطالبة {الطالب}:\n{الدرجات}', 'نتائجك:\n{الدرجات}'],
  ),
} as const;
export type SentenceKey = keyof typeof sentences;
export const sentenceKeys = Object.keys(sentences) as SentenceKey[];

/** The beginning and the end of each message. */
export const frames = {
  opening: {
    name: 'بداية كل رسالة',
    fields: ['greeting', 'institute', 'day'],
    text: 'السلام عليكم ورحمة الله وبركاته\n{النداء}',
  },
  closing: { name: 'خاتمة كل رسالة', fields: ['institute', 'sender'], text: '{المعهد}' },
} as const satisfies Record<string, { name: string; fields: readonly MessageField[]; text: string }>;
export type FrameKey = keyof typeof frames;
export const frameKeys = Object.keys(frames) as FrameKey[];

export type Addressee = 'male' | 'female' | 'unknown';
/** The greeting of a guardian, before the name. */
export const guardianGreetings: Record<Addressee, string> = {
  male: 'الأخ الكريم',
  female: 'الأخت الكريمة',
  unknown: 'ولي الأمر الكريم',
};
export const ownGreetings: Record<'male' | 'female', string> = {
  male: 'الأخ الكريم',
  female: 'الأخت الكريمة',
};

type Forms = Record<PluralCategory, (count: number) => string>;
const forms = (zero: string, one: string, two: string, few: string, many: string, other: string): Forms => ({
  zero: () => zero,
  one: () => one,
  two: () => two,
  few: (count) => `${count} ${few}`,
  many: (count) => `${count} ${many}`,
  other: (count) => `${count} ${other}`,
});

/** Forms of 0, 1, 2, 3-10, 11-99 and 100, in the case that their sentence needs. */
export const countForms = {
  /** After "about". */
  boys: forms('', 'الطالب', 'طالبين', 'طلاب', 'طالباً', 'طالب'),
  girls: forms('', 'الطالبة', 'طالبتين', 'طالبات', 'طالبة', 'طالبة'),
  /** As the time of a verb. */
  consecutiveDays: forms('', 'يوماً واحداً', 'يومين متتاليين', 'أيام متتالية', 'يوماً متتالياً', 'يوم متتالٍ'),
  /** After a colon. */
  days: forms('لا غياب', 'يوم واحد', 'يومان', 'أيام', 'يوماً', 'يوم'),
  pages: forms('لا شيء', 'صفحة واحدة', 'صفحتان', 'صفحات', 'صفحة', 'صفحة'),
} as const satisfies Record<string, Forms>;

export const about = (count: string) => `نخبركم بما يخص ${count}:`;
export const halfPage = (pages: string) => `${pages} ونصف`;
export const onlyHalfPage = 'نصف صفحة';
export const todayIs = (day: string) => `اليوم ${day}`;
export const onDay = (day: string) => `يوم ${day}`;
export const dayWithWeekday = (weekday: string, day: string) => `${weekday} ${day}`;
export const ofProgram = (name: string, program: string) => `${name} (${program})`;
export const fromTo = (from: string, to: string) => `من ${from} إلى ${to}`;
/** After a preposition or as the second part of a genitive. */
export const lessonNames = (names: readonly string[]): string => {
  const [first = '', ...others] = names;
  if (others.length === 0) return `حصة ${first}`;
  return `${others.length === 1 ? 'حصتي' : 'حصص'} ${[first, ...others].join(' و')}`;
};
export const juzNames = (from: number, to: number): string => {
  if (from === to) return `الجزء ${from}`;
  return to === from + 1 ? `الجزأين ${from} و${to}` : `الأجزاء من ${from} إلى ${to}`;
};
export const markLine = (subject: string, percentage: number) => `${subject}: ${percentage}%`;
export const bullet = '• ';
