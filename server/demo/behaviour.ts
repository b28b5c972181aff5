import type { NewRow, Row } from '../db/schema';
import { daysAfter } from './calendar';
import { type Institute, studentsIn } from './institute';
import { createRandom } from './random';
import { initialNoteCategories } from './settings';

/** By category. Null: the category says it all. */
const texts: Readonly<Record<string, readonly (string | null)[]>> = {
  الأدب: ['يسلّم على شيخه وزملائه كل يوم ويحفظ لسانه في الحلقة.', null],
  المشاركة: [null, 'أجاب عن أسئلة التجويد كلها وشجّع غيره على الجواب.'],
  الانضباط: ['أسبوع كامل دون تأخر.', null],
  'مساعدة الزملاء': ['راجع مع زميله سورة الملك قبل التسميع حتى ضبطها.', null],
  التأخر: ['تأخر نحو ربع ساعة، وهذه المرة الثانية في الأسبوع.', null],
  'إزعاج الحلقة': ['أكثر الحديث مع من بجانبه وقت التسميع، ونُبّه بلطف.'],
  'ترك الواجب': [null, 'لم يراجع ورده، ووعد أن يعوّضه غداً.'],
  'استعمال الجوال': ['استعمل جواله في الحلقة ثم اعتذر وأغلقه.'],
};
const uncategorised = ['تحسّن حفظه كثيراً بعد أن غيّر وقت مراجعته إلى ما بعد الفجر.', 'يبدو متعباً هذه الأيام.'];

const [circleNotes, officeNotes] = [22, 8];

/** The teachers write on the students of their circles, and the office on other students. */
export async function fillBehaviour(institute: Institute): Promise<void> {
  const { unit, users, circledSubject, students } = institute;
  const categories = await unit.insertMany('note_categories', initialNoteCategories);
  const teachers = users.filter(({ role }) => role === 'teacher');
  const office = users.filter(({ role }) => role === 'admin');
  const own = studentsIn(institute, circledSubject);
  const ownIds = new Set(own.map(({ id }) => id));
  const others = students.filter(({ id }) => !ownIds.has(id));
  const random = createRandom('behaviour');
  const build = (pool: readonly Row<'students'>[], authors: readonly Row<'users'>[], index: number) => {
    const position = random.integer(0, Math.min(pool.length, 14) - 1);
    const author = authors[position % authors.length];
    return buildNote(institute, {
      student: pool[position],
      author,
      category: random.pick(categories),
      index,
    });
  };
  // The circles have the students in turn, as `fillCircles` places them.
  const rows = [
    ...Array.from({ length: circleNotes }, (_, index) => build(own, teachers, index)),
    ...Array.from({ length: officeNotes }, (_, index) => build(others, office, index)),
  ];
  await unit.insertMany(
    'behaviour_notes',
    rows.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  );
}

interface NotePlan {
  student: Row<'students'> | undefined;
  author: Row<'users'> | undefined;
  category: Row<'note_categories'>;
  index: number;
}

function buildNote(
  { today }: Institute,
  { student, author, category, index }: NotePlan,
): NewRow<'behaviour_notes'> {
  const date = daysAfter(today, -1 - index * 2);
  const ownTexts = texts[category.name] ?? [];
  const text = ownTexts[index % Math.max(ownTexts.length, 1)] ?? null;
  // Some notes need more words than a category.
  const isUncategorised = index % 11 === 5;
  const kind = index === 16 ? ('remark' as const) : ('praise' as const);
  return {
    student_row_id: student?.id ?? 0,
    date,
    ...(isUncategorised
      ? { kind, category_id: null, text: uncategorised[index === 16 ? 1 : 0] ?? null }
      : { kind: category.kind, category_id: category.id, text }),
    for_guardians: Number(category.kind === 'praise' || index % 4 === 0),
    author_id: author?.id ?? null,
    author: author?.name ?? '',
    created_at: `${date}T14:00:00.000Z`,
  };
}
