import { ruleMessages } from '../../contract/errors';
import { validationMessages } from '../../contract/rules/validationMessages';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { pagesWhenEmpty } from '../../contract/rules/curriculum';
import { gradeSettingsProblems, type GradeSettingsProblem } from '../../contract/rules/gradeSettings';
import { subjectSettingsApi, type Curriculum, type GradeSettings } from '../../contract/subjectSettings';
import type { CurriculumContentType } from '../../contract/vocabulary';
import { refuseMarksOverMax } from '../domain/marksOverMax';
import {
  toGradeSettings,
  toGradeSettingsColumns,
  loadCurriculum,
  loadGradeSettingsRow,
} from '../domain/offering';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import type { Row, Db } from '../db/schema';
import type { Condition } from '../db/search/matching';

const savedMessage = { message: successMessages.settingsSaved };

const problemMessages: Record<GradeSettingsProblem['code'], string> = {
  NO_COLUMN: ruleMessages.noColumn,
  ZERO_TOTAL: ruleMessages.noColumn,
  MAX_RANGE: validationMessages.tooBig(100),
  MAX_STEP: validationMessages.notStep(0.5),
  NAME_MISSING: ruleMessages.columnNameMissing,
};

/** Returns an empty string for a problem of all columns. */
function problemField(problem: GradeSettingsProblem): string {
  if (!('column' in problem)) return '';
  return problem.column + (problem.code === 'NAME_MISSING' ? 'Name' : 'Max');
}

export const subjectSettingsRoutes: Route[] = [
  route(subjectSettingsApi.curriculum, async ({ data, params, query, scope }) => {
    const subject = await findSubject(data.read, params.subject_code, (await scope()).subjects);
    const row = await loadCurriculum(data.read, subject.id);
    if (!row && !query.or_null) throw notFound();
    return row ? toCurriculum(row) : null;
  }),

  route(subjectSettingsApi.saveCurriculum, ({ data, actor, params, body, scope }) =>
    data.write(actor, async (unit) => {
      const { subjects } = await scope();
      const subject = await findSubject(unit.trx, params.subject_code, subjects);
      const values = {
        content_type: body.content_type,
        curriculum_items: JSON.stringify(body.curriculum_items),
        require_pages_count: body.require_pages_count ? 1 : 0,
        default_pages: body.default_pages ?? pagesWhenEmpty,
      };
      const description = operationDescriptions.curriculumSaved(subject.name);
      unit.describe('update', 'subject_curriculum', subject.name, description);
      const stored = await loadCurriculum(unit.trx, subject.id);
      const row = stored
        ? await unit.update('subject_curriculum', stored.id, values, body.version, async () =>
            toCurriculum(stored),
          )
        : await unit.insert('subject_curriculum', { subject_id: subject.id, ...values });
      return { ...toCurriculum(row), ...savedMessage };
    }),
  ),

  route(subjectSettingsApi.gradeSettings, async ({ data, params, query, scope }) => {
    const subject = await findSubject(data.read, params.subject_code, (await scope()).subjects);
    const row = await loadGradeSettingsRow(data.read, subject.id);
    if (!row && !query.or_null) throw notFound();
    return row ? toSavedSettings(row) : null;
  }),

  route(subjectSettingsApi.saveGradeSettings, ({ data, actor, params, body, scope }) =>
    data.write(actor, async (unit) => {
      const { subjects } = await scope();
      const subject = await findSubject(unit.trx, params.subject_code, subjects);
      const { version, apply_to_base, ...settings } = body;
      const problems = gradeSettingsProblems(settings).map((problem) => ({
        path: problemField(problem),
        message: problemMessages[problem.code],
      }));
      if (problems.length > 0) throw invalid(...problems);
      const description = operationDescriptions.gradeSettingsSaved(subject.name);
      unit.describe('update', 'subject_grade_settings', subject.name, description);
      const values = toGradeSettingsColumns(settings);
      const stored = await loadGradeSettingsRow(unit.trx, subject.id);
      const row = stored
        ? await unit.update('subject_grade_settings', stored.id, values, version, async () =>
            toSavedSettings(stored),
          )
        : await unit.insert('subject_grade_settings', { subject_id: subject.id, ...values });
      const otherIds = apply_to_base ? await findOtherOfferings(unit.trx, subject, subjects) : [];
      await saveForOfferings(unit, otherIds, values);
      await refuseMarksOverMax(unit, [subject.id, ...otherIds], 'HAS_DEPENDENTS');
      return { ...toSavedSettings(row), ...savedMessage };
    }),
  ),
];

/** @throws NOT_FOUND, also for a record outside of the scope */
async function findSubject(db: Db, code: string, scope: Condition) {
  return db
    .selectFrom('subjects')
    .select(['id', 'name'])
    .where('subject_code', '=', code)
    .where(scope)
    .executeTakeFirstOrThrow(notFound);
}

async function findOtherOfferings(db: Db, { id }: { id: number }, scope: Condition): Promise<number[]> {
  const rows = await db
    .selectFrom('subjects')
    .select('subjects.id')
    .where('base_subject_code', '=', (builder) =>
      builder.selectFrom('subjects as own').select('own.base_subject_code').where('own.id', '=', id),
    )
    .where('subjects.id', '<>', id)
    .where(scope)
    .orderBy('subjects.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Existing settings are replaced too, because the caller wants equal settings in all offerings. */
async function saveForOfferings(
  unit: UnitOfWork,
  subjectIds: readonly number[],
  values: ReturnType<typeof toGradeSettingsColumns>,
): Promise<void> {
  if (subjectIds.length === 0) return;
  const stored = await unit.trx
    .selectFrom('subject_grade_settings')
    .select(['id', 'subject_id'])
    .where('subject_id', 'in', subjectIds)
    .execute();
  const storedIds = new Set(stored.map(({ subject_id }) => subject_id));
  await unit.updateMany(
    'subject_grade_settings',
    stored.map(({ id }) => ({ id, changes: values })),
  );
  await unit.insertMany(
    'subject_grade_settings',
    subjectIds.filter((id) => !storedIds.has(id)).map((subject_id) => ({ subject_id, ...values })),
  );
}

const toCurriculum = (row: Row<'subject_curriculum'>): Curriculum => ({
  content_type: row.content_type as CurriculumContentType,
  curriculum_items: JSON.parse(row.curriculum_items) as string[],
  require_pages_count: row.require_pages_count === 1,
  default_pages: row.default_pages,
  version: row.version,
  updated_at: row.updated_at,
});

const toSavedSettings = (row: Row<'subject_grade_settings'>): GradeSettings => ({
  ...toGradeSettings(row),
  version: row.version,
  updated_at: row.updated_at,
});
