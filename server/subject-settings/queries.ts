import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { gradeColumns } from '../../contract/rules/gradeSettings';
import type { Curriculum, GradeSettings } from '../../contract/subjectSettings';
import type { CurriculumContentType } from '../../contract/vocabulary';
import type { Database, NewRow, Row } from '../db/schema';
import { notFound } from '../problem';

/** The subject of a code. @throws NOT_FOUND, also outside the scope */
export async function subjectOfCode(db: Kysely<Database>, code: string, scope: RawBuilder<SqlBool>) {
  const row = await db
    .selectFrom('subjects')
    .select(['id', 'name'])
    .where('subject_code', '=', code)
    .where(scope)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const curriculumRow = (db: Kysely<Database>, subjectId: number) =>
  db.selectFrom('subject_curriculum').selectAll().where('subject_id', '=', subjectId).executeTakeFirst();

export const gradeSettingsRow = (db: Kysely<Database>, subjectId: number) =>
  db.selectFrom('subject_grade_settings').selectAll().where('subject_id', '=', subjectId).executeTakeFirst();

export const asCurriculum = (row: Row<'subject_curriculum'>): Curriculum => ({
  content_type: row.content_type as CurriculumContentType,
  curriculum_items: JSON.parse(row.curriculum_items) as string[],
  require_pages_count: row.require_pages_count === 1,
  default_pages: row.default_pages,
  version: row.version,
  updated_at: row.updated_at,
});

/** `participation_max` in the table is `participationMax` in the API, and so on for the five columns. */
export function asGradeSettings(row: Row<'subject_grade_settings'>): GradeSettings {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}Max`, row[`${column}_max`]],
    [`${column}Enabled`, row[`${column}_enabled`] === 1],
    [`${column}Name`, row[`${column}_name`]],
  ]);
  return {
    ...Object.fromEntries(columns),
    version: row.version,
    updated_at: row.updated_at,
  } as GradeSettings;
}

export function gradeSettingsColumns(
  settings: Omit<GradeSettings, 'version' | 'updated_at'>,
): Omit<NewRow<'subject_grade_settings'>, 'subject_id'> {
  const columns = gradeColumns.flatMap((column) => [
    [`${column}_max`, settings[`${column}Max`]],
    [`${column}_enabled`, settings[`${column}Enabled`] ? 1 : 0],
    [`${column}_name`, settings[`${column}Name`]],
  ]);
  return Object.fromEntries(columns) as Omit<NewRow<'subject_grade_settings'>, 'subject_id'>;
}
