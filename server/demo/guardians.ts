import { allRights } from '../../contract/families/guardians';
import { isOfAge } from '../../contract/rules/families/guardians';
import type { GuardianRelation } from '../../contract/vocabulary';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { NewRow } from '../db/schema';
import { toRightsColumns } from '../domain/guardians';
import { daysAfter } from './calendar';
import { type DemoStudent, fakePhone } from './people';

/** Brothers and sisters by their index: the first one has the names of the father. Two are in both sections. */
const families: readonly (readonly number[])[] = [
  [12, 44, 118],
  [20, 68],
  [83, 97],
  [110, 139],
];
/** The uncle of this student has the number of the father of another family. */
const [nephewIndex, otherFamilyIndex] = [31, 35];
/** The default of the settings. */
const adultAge = 18;
const uncleName = 'عبد الكريم المدني';
const motherNames = ['أم عبد الله', 'نورة السالم', 'هند الحافظ'] as const;

/** The index of the first brother or sister; the own index without one. */
export const familyOf = (index: number): number => families.find((one) => one.includes(index))?.[0] ?? index;

interface FamilyMember {
  relation: GuardianRelation;
  guardian: NewRow<'guardians'>;
}

function buildFamily(index: number, names: readonly (string | null)[], created_at: string): FamilyMember[] {
  const build = (relation: GuardianRelation, name: string | null, phone: string): FamilyMember => ({
    relation,
    guardian: { name, phone, second_phone: null, email: null, note: null, created_at },
  });
  const fatherPhone = (family: number) => fakePhone(family + 60_000);
  const hasFather = index % 14 !== 6;
  // Most families keep the name of the mother private.
  const motherName = index % 3 === 0 ? (motherNames[index % motherNames.length] ?? null) : null;
  return [
    ...(hasFather ? [build('father', names.filter(Boolean).join(' '), fatherPhone(index))] : []),
    ...(!hasFather || index % 5 === 2 ? [build('mother', motherName, fakePhone(index + 70_000))] : []),
    ...(index === nephewIndex ? [build('other', uncleName, fatherPhone(otherFamilyIndex))] : []),
  ];
}

/** The guardians depend on the index alone, so that the random rows of other tables stay as they are. */
export async function fillGuardians(
  unit: UnitOfWork,
  students: readonly DemoStudent[],
  today: string,
): Promise<void> {
  const withIndex = students.map((student, position) => ({ student, index: position + 1 }));
  // One student in nine has no guardian.
  const children = withIndex.filter(({ index }) => index % 9 !== 0);
  const elders = children.filter(({ index }) => familyOf(index) === index);
  const plans = elders.flatMap(({ student, index }) => {
    const names = [student.second_name, student.third_name, student.last_name];
    return buildFamily(index, names, student.created_at).map((member) => ({ index, ...member }));
  });
  const rows = await unit.insertMany(
    'guardians',
    plans.map(({ guardian }) => guardian),
  );
  const members = plans.map(({ index, relation }, position) => ({
    index,
    relation,
    guardian_id: rows[position]?.id ?? 0,
  }));
  const adult = children.find(
    ({ student: { birth_date } }) =>
      birth_date !== null && isOfAge({ birth_date, age_group: null }, adultAge, today),
  );
  await unit.insertMany(
    'student_guardians',
    children.flatMap(({ student, index }) =>
      members
        .filter((member) => member.index === familyOf(index))
        .map(({ guardian_id, relation }, position) => ({
          student_row_id: student.id,
          guardian_id,
          relation,
          is_primary: position === 0 ? 1 : 0,
          ...toRightsColumns(allRights),
          consent_on: student === adult?.student && position === 0 ? daysAfter(today, -20) : null,
          created_at: student.created_at,
        })),
    ),
  );
}
