import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import { fullName } from '../../contract/rules/identity';
import { defaultNationality, type Gender } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow, Row } from '../db/schema';
import { daysAfter, timeOnDay } from './calendar';
import { splitList, type Random } from './random';
import { buildStudentFile } from './studentFile';

const maleNames = splitList(`
  محمد، أحمد، عبد الله، عبد الرحمن، عبد العزيز، عبد الملك، إبراهيم، إسماعيل، يوسف، يحيى،
  عمر، عثمان، علي، حمزة، خالد، سعد، سعيد، سلمان، سليمان، فهد، فيصل، ماجد، مازن، مصطفى،
  معاذ، مؤيد، ناصر، نايف، هشام، وائل، ياسر، زياد، زيد، رائد، طارق، أنس، أسامة، أيمن، أيوب،
  بدر، تركي، حسن، حسين، صالح، بلال، البراء`);
const femaleNames = splitList(`
  فاطمة، عائشة، خديجة، مريم، زينب، حفصة، أسماء، سارة، هاجر، آمنة، رقية، سمية، صفية، نورة،
  هند، لطيفة، منيرة، جواهر، ريم، لمى، شيماء، هدى، أمل، إيمان، ابتسام، بشرى، تهاني، جميلة،
  رحمة، رؤى، سلمى، شذى، ضحى، عبير، غادة، ليلى، مها، نجلاء، وفاء، يسرى`);
const familyNames = splitList(`
  الحكيم، الهادي، الجابر، الصالح، الكريم، المنصور، الراشد، السالم، الناصر، الخالدي، الحسن،
  العمري، الفارس، المبارك، الأنصاري، الحافظ، القاضي، الزاهد، العابد، الأمين، النجار،
  الحداد، الخطيب، الطيب، الشريف، المؤذن، البصري، المدني، الحجازي، اليماني، السعدي، الجهني،
  الربيعي، الهاشمي، الفقيه، العطار، الوراق، البنا، الصباغ، أبو زيد`);
const foreignNationalities = splitList('يمني، سوداني، مصري، سوري، أردني، باكستاني');

/** The student's, father's, grandfather's and family name. */
export const pickNames = (random: Random, gender: Gender): readonly string[] =>
  [gender === 'أنثى' ? femaleNames : maleNames, maleNames, maleNames, familyNames].map((names) =>
    random.pick(names),
  );

export const pickShortName = (random: Random): string =>
  fullName({ first_name: random.pick(maleNames), last_name: random.pick(familyNames) });

/** Last digit of a real national id or residence permit (Luhn algorithm). */
export function checkDigit(nineDigits: string): number {
  const sum = [...nineDigits].reduce((total, character, index) => {
    const weighted = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * The last digit is wrong, so that no real person has the id. The id of a citizen begins with 1, other ids
 * with 2.
 */
function fakeNationalId(number: number, isCitizen: boolean): string {
  // The factor is odd and not divisible by five. So it gives every number below a power of ten once.
  const shuffled = (number * 61_803_399 + 31_415_926) % 100_000_000;
  const nine = (isCitizen ? '1' : '2') + String(shuffled).padStart(8, '0');
  return nine + String((checkDigit(nine) + 1 + (number % 9)) % 10);
}

/** 05000 and five digits. The numbers repeat after 100,000. */
export const fakePhone = (number: number): string =>
  `05000${String((number * 27_183 + 16_180) % 100_000).padStart(5, '0')}`;

const fakeEmail = (name: string): string => `${name}@example.org`;

export const buildAccount = (
  username: string,
  name: string,
  role: Row<'users'>['role'],
  password_hash: string,
  columns: Partial<NewRow<'users'>> = {},
): NewRow<'users'> => ({
  username,
  name,
  email: fakeEmail(username),
  phone: null,
  role,
  password_hash,
  is_active: 1,
  must_change_password: 0,
  student_row_id: null,
  last_login: null,
  ...columns,
});

export const buildStudentAccount = ({ id, full_name, email, phone }: Row<'students'>, passwordHash: string) =>
  buildAccount('student', full_name, 'student', passwordHash, { email, phone, student_row_id: id });

export type EnrolledStudent<S> = S & { batch_id: number };
export type DemoStudent = EnrolledStudent<Row<'students'>>;

interface NewStudent {
  batch: Row<'batches'>;
  student_id: string;
  names: readonly string[];
  gender: Gender;
  /** Makes national ids and phone numbers unique. */
  index: number;
  /** In an open batch, one student in eight joined in the last four weeks. */
  isOpen: boolean;
  today: string;
}

export function buildStudent(random: Random, student: NewStudent): EnrolledStudent<NewRow<'students'>> {
  const { batch, student_id, names, gender, index, isOpen, today } = student;
  const [first_name = '', second_name = '', third_name = '', last_name = ''] = names;
  const nameColumns = { first_name, second_name, third_name, last_name };
  const isCitizen = random.happens(0.8);
  const nationality = isCitizen ? defaultNationality : random.pick(foreignNationalities);
  const columns = {
    student_id,
    ...nameColumns,
    full_name: fullName(nameColumns),
    national_id: fakeNationalId(index, isCitizen),
    gender,
    nationality: gender === 'أنثى' ? `${nationality}ة` : nationality,
    phone: random.happens(0.92) ? fakePhone(index) : null,
    additional_phone: random.happens(0.25) ? fakePhone(index + 50_000) : null,
    email: random.happens(0.8) ? fakeEmail(`student${student_id}`) : null,
    program_row_id: batch.program_row_id,
    batch_id: batch.id,
    created_at: pickJoinTime(random, batch.start_date ?? today, isOpen, today),
  };
  return { ...columns, ...buildStudentFile(index, names, columns.created_at.slice(0, 10)) };
}

/** Near the start of the batch or, in an open batch, sometimes in the last weeks. */
function pickJoinTime(random: Random, startDate: string, isOpen: boolean, today: string): string {
  const isLate = random.happens(0.125);
  const day =
    isOpen && isLate
      ? daysAfter(today, -random.integer(1, 28))
      : daysAfter(startDate, random.integer(-14, 10));
  return timeOnDay(day, random.integer(0, 480));
}

export async function writeStudents(
  unit: UnitOfWork,
  plans: readonly EnrolledStudent<NewRow<'students'>>[],
): Promise<DemoStudent[]> {
  const rows = await unit.insertMany(
    'students',
    plans.map(({ batch_id: _batch, ...student }) => student),
  );
  const students = rows.map((row, index) => ({ ...row, batch_id: Number(plans[index]?.batch_id) }));
  await unit.insertMany(
    'enrolments',
    students.map(({ id, batch_id, created_at }) => ({
      student_row_id: id,
      batch_id,
      from_date: dateInZone(new Date(created_at), defaultTimeZone),
      to_date: null,
      began_as: 'joined' as const,
      ended_as: null,
      reason: null,
      is_shown: 1,
      created_at,
    })),
  );
  return students;
}
