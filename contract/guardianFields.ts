import type { RecordFields } from './fieldTable';
import { guardianRelationNames } from './vocabulary';

const nameField = { kind: 'line', max: 120, isAddition: true } as const;
/** `secondNumberIn`: the second number of a cell is the second phone, which has no column of its own. */
const phoneField = {
  kind: 'phone',
  max: 30,
  isAddition: true,
  secondNumberIn: 'guardian_second_phone',
} as const;

const { father, mother, brother, other } = guardianRelationNames;

/** The columns of the students' import about guardians. `guardian_…` is the one of any relation. */
export const guardianFields = {
  guardian_name: {
    ...nameField,
    label: 'ولي الأمر',
    headings: [
      'اسم ولي الأمر',
      'ولي أمر الطالب',
      'اسم ولي أمر الطالب',
      'ولي أمر الطالبة',
      'اسم ولي أمر الطالبة',
      'اسم ولي الأمر رباعياً',
      'ولية الأمر',
      'اسم الوصي',
      'guardian_name',
      'guardian',
      'guardian name',
      'parent name',
      'parent',
    ],
    sheet: { position: 1, width: 28 },
  },
  guardian_phone: {
    ...phoneField,
    label: 'جوال ولي الأمر',
    headings: [
      'رقم جوال ولي الأمر',
      'هاتف ولي الأمر',
      'رقم هاتف ولي الأمر',
      'جوال ولي أمر الطالب',
      'رقم جوال ولي أمر الطالب',
      'جوال ولي أمر الطالبة',
      'موبايل ولي الأمر',
      'guardian_phone',
      'guardian mobile',
      'guardian phone number',
      'parent phone',
      'parent mobile',
      'parent phone number',
    ],
    sheet: { position: 2, width: 16 },
  },
  guardian_relation: {
    label: 'صلة القرابة',
    kind: 'choice',
    choices: [father, mother, brother, other],
    choiceAliases: {
      ...aliases(father, 'اب والد الوالد ابوه father dad'),
      ...aliases(mother, 'ام والده الوالده امه mother mom'),
      ...aliases(brother, 'اخ الاخ الشقيق شقيق اخوه brother'),
      ...aliases(
        other,
        'قريب جد الجد جده الجده عم العم عمه العمه خال الخال خاله الخاله اخت الاخت زوج الزوج زوجه الزوجه وصي كفيل اخر اخري غيره other',
      ),
    },
    max: 30,
    isAddition: true,
    headings: [
      'القرابة',
      'صلة ولي الأمر',
      'صلة القرابة لولي الأمر',
      'صلة ولي الأمر بالطالب',
      'صلة القرابة بالطالب',
      'صفة ولي الأمر',
      'guardian_relation',
      'relation',
      'relationship',
      'guardian relationship',
      'kinship',
    ],
    sheet: { position: 3, width: 14 },
  },
  father_phone: {
    ...phoneField,
    label: 'جوال الأب',
    headings: [
      'رقم جوال الأب',
      'هاتف الأب',
      'جوال الوالد',
      'رقم جوال الوالد',
      'هاتف الوالد',
      'جوال والد الطالب',
      'father_phone',
      'father mobile',
      'father phone number',
      "father's phone",
    ],
  },
  mother_name: {
    ...nameField,
    label: 'اسم الأم',
    headings: ['الأم', 'اسم الوالدة', 'الوالدة', 'اسم والدة الطالب', 'mother_name', 'mother', "mother's name"],
  },
  mother_phone: {
    ...phoneField,
    label: 'جوال الأم',
    headings: [
      'رقم جوال الأم',
      'هاتف الأم',
      'جوال الوالدة',
      'رقم جوال الوالدة',
      'هاتف الوالدة',
      'جوال والدة الطالب',
      'mother_phone',
      'mother mobile',
      'mother phone number',
      "mother's phone",
    ],
  },
} as const satisfies RecordFields;

function aliases<C extends string>(choice: C, words: string): Record<string, C> {
  return Object.fromEntries(words.split(' ').map((word) => [word, choice]));
}
