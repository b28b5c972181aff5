import { sql } from 'kysely';
import type { BodyOf } from '../../contract/endpoint';
import {
  categoryVersions,
  maxNoteCategories,
  type NoteCategory,
  noteCategoriesApi,
} from '../../contract/families/behaviourNotes';
import { noteDescriptions, noteMessages } from '../../contract/families/behaviourNoteMessages';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, Problem } from '../problem';

type CategoryInput = BodyOf<typeof noteCategoriesApi.save>[number];

export const noteCategoryRoutes: Route[] = [
  route(noteCategoriesApi.list, ({ data }) => loadCategories(data.read)),

  route(noteCategoriesApi.save, ({ data, actor, body, query }) =>
    data.write(actor, async (unit) => {
      unit.describe('update', 'note_categories', null, noteDescriptions.categoriesSaved);
      const stored = await loadCategories(unit.trx);
      // A client with an old list would remove categories that another user has added.
      if (query.seen !== undefined && query.seen !== categoryVersions(stored))
        throw new Problem('STALE', { extra: { current: stored } });
      await saveCategories(unit, stored, body);
      return loadCategories(unit.trx);
    }),
  ),
];

async function loadCategories(db: Db): Promise<NoteCategory[]> {
  const rows = await db
    .selectFrom('note_categories')
    .select(['id', 'name', 'kind', 'is_active', 'version'])
    .select(
      sql<unknown>`exists (select 1 from behaviour_notes where category_id = note_categories.id)`.as(
        'is_used',
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, is_active: row.is_active === 1, is_used: Boolean(row.is_used) }));
}

/** @throws VALIDATION for too many, a repeated name, an unknown id or another kind of a used category, STALE */
async function saveCategories(
  unit: UnitOfWork,
  stored: readonly NoteCategory[],
  categories: readonly CategoryInput[],
): Promise<void> {
  const sentIds = new Set(categories.map(({ id }) => id));
  const missing = stored.filter(({ id }) => !sentIds.has(id));
  const retired = missing.filter(({ is_used }) => is_used);
  refuseProblems(stored, categories, retired);
  await unit.remove(
    'note_categories',
    missing.flatMap(({ id, is_used }) => (is_used ? [] : [id])),
  );
  const rows = [
    ...categories,
    ...retired.map(({ id, name, kind }) => ({ id, name, kind, is_active: false, version: undefined })),
  ].map(({ is_active, ...row }, index) => ({ ...row, is_active: Number(is_active), position: index + 1 }));
  const changed = rows.flatMap(({ id, version, ...changes }) =>
    id === undefined ? [] : [{ id, changes, version }],
  );
  await unit.updateMany('note_categories', changed, () => loadCategories(unit.trx));
  const added = rows.flatMap(({ id, version: _, ...row }) => (id === undefined ? [row] : []));
  if (added.length > 0) await unit.insertMany('note_categories', added);
}

function refuseProblems(
  stored: readonly NoteCategory[],
  categories: readonly CategoryInput[],
  retired: readonly NoteCategory[],
): void {
  if (categories.filter(({ is_active }) => is_active).length > maxNoteCategories)
    throw invalid({ path: '', message: noteMessages.tooManyCategories(maxNoteCategories) });
  const problems = categories.flatMap(({ id, name, kind }, index) => {
    const before = stored.find((category) => category.id === id);
    const isUnknown =
      id !== undefined && (!before || categories.slice(0, index).some((category) => category.id === id));
    const others = [...categories.slice(0, index), ...retired];
    return [
      ...(isUnknown ? [{ path: `${index}.id`, message: noteMessages.unknownCategoryRow }] : []),
      ...(others.some((category) => category.name === name)
        ? [{ path: `${index}.name`, message: noteMessages.categoryTwice }]
        : []),
      ...(before?.is_used && before.kind !== kind
        ? [{ path: `${index}.kind`, message: noteMessages.kindOfUsed }]
        : []),
    ];
  });
  if (problems.length > 0) throw invalid(...problems);
}
