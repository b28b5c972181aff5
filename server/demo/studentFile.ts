import type { studentFields } from '../../contract/recordFields';
import type { StoredValues } from '../../contract/fieldTable';
import { daysAfter } from './calendar';
import { splitList } from './random';

type StudentFile = Pick<
  StoredValues<typeof studentFields>,
  'birth_date' | 'joined_on' | 'latin_name' | 'previous_study' | 'health_note'
>;

const latinNames: Readonly<Record<string, string>> = {
  محمد: 'Mohammed',
  أحمد: 'Ahmed',
  'عبد الله': 'Abdullah',
  'عبد الرحمن': 'Abdulrahman',
  إبراهيم: 'Ibrahim',
  يوسف: 'Yusuf',
  عمر: 'Omar',
  عثمان: 'Othman',
  علي: 'Ali',
  حمزة: 'Hamza',
  خالد: 'Khalid',
  سعد: 'Saad',
  سلمان: 'Salman',
  فهد: 'Fahd',
  صالح: 'Saleh',
  حسن: 'Hasan',
  بلال: 'Bilal',
  فاطمة: 'Fatimah',
  عائشة: 'Aisha',
  خديجة: 'Khadijah',
  مريم: 'Maryam',
  زينب: 'Zaynab',
  سارة: 'Sarah',
  هاجر: 'Hajar',
  آمنة: 'Aminah',
  نورة: 'Noura',
  الحكيم: 'Al-Hakim',
  الهادي: 'Al-Hadi',
  الصالح: 'Al-Saleh',
  المنصور: 'Al-Mansour',
  الراشد: 'Al-Rashid',
  السالم: 'Al-Salem',
  الناصر: 'Al-Nasser',
  الحسن: 'Al-Hasan',
  العمري: 'Al-Omari',
  الأنصاري: 'Al-Ansari',
  النجار: 'Al-Najjar',
  الخطيب: 'Al-Khatib',
  الشريف: 'Al-Sharif',
  الهاشمي: 'Al-Hashimi',
};
const previousStudies = splitList(`
  الثانوية العامة، ثانوية تحفيظ القرآن، بكالوريوس شريعة، دبلوم حاسب، حفظ عشرة أجزاء في حلقة المسجد،
  المرحلة المتوسطة`);
const healthNotes = splitList(`
  ربو خفيف ومعه بخاخ، سكري من النوع الأول، ضعف في السمع ويجلس في الصف الأول، حساسية من الفول السوداني`);

/** At least this many years old on the day of joining, and less than `ageSpread` years older. */
const [minAge, ageSpread] = [15, 13];
const daysPerYear = 365.25;

const everyNth = (items: readonly string[], index: number, step: number): string | null =>
  index % step === 0 ? (items[(index / step) % items.length] ?? null) : null;

/** The values depend on the index alone, so that the random rows of other tables stay as they are. */
export function buildStudentFile(index: number, names: readonly string[], joinDay: string): StudentFile {
  const ageInDays = minAge * daysPerYear + ((index * 7_919) % (ageSpread * daysPerYear));
  const isUnknown = index % 11 === 0;
  const latin = [names[0], names[1], names.at(-1)].map((name) => latinNames[name ?? '']);
  return {
    birth_date: isUnknown ? null : daysAfter(joinDay, -Math.floor(ageInDays)),
    joined_on: isUnknown ? null : joinDay,
    latin_name: latin.every(Boolean) ? latin.join(' ') : null,
    previous_study: everyNth(previousStudies, index, 4),
    health_note: everyNth(healthNotes, index, 9),
  };
}
