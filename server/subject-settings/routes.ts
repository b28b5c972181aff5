import { sql, type SqlBool } from 'kysely';
import { ruleMessages, validationMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { pagesWhenEmpty } from '../../contract/rules/curriculum';
import { gradeSettingsProblems, type GradeSettingsProblem } from '../../contract/rules/gradeSettings';
import { subjectSettingsApi } from '../../contract/subjectSettings';
import { refuseMarksOverMax } from '../db/marksOverMax';
import { type Route, route } from '../mount';
import { invalid, notFound } from '../problem';
import {
  asCurriculum,
  asGradeSettings,
  curriculumRow,
  gradeSettingsColumns,
  gradeSettingsRow,
  subjectOfCode,
} from './queries';

const anywhere = sql<SqlBool>`1 = 1`;
const savedAnswer = { message: successMessages.settingsSaved };

const sentences: Record<GradeSettingsProblem['code'], string> = {
  NO_COLUMN: ruleMessages.noColumn,
  ZERO_TOTAL: ruleMessages.noColumn,
  MAX_RANGE: validationMessages.tooBig(100),
  MAX_STEP: validationMessages.notStep(0.5),
  NAME_MISSING: ruleMessages.columnNameMissing,
};

/** The field that a problem is about; none when it is about all columns. */
function fieldOf(problem: GradeSettingsProblem): string {
  if (!('column' in problem)) return '';
  return problem.column + (problem.code === 'NAME_MISSING' ? 'Name' : 'Max');
}

export const subjectSettingsRoutes: Route[] = [
  route(subjectSettingsApi.curriculum, async ({ data, params, scope }) => {
    const subject = await subjectOfCode(data.read, params.subject_code, (await scope()).subjects);
    const row = await curriculumRow(data.read, subject.id);
    if (!row) throw notFound();
    return asCurriculum(row);
  }),

  route(subjectSettingsApi.saveCurriculum, ({ data, actor, params, body }) =>
    data.write(actor, async (unit) => {
      const subject = await subjectOfCode(unit.trx, params.subject_code, anywhere);
      const values = {
        content_type: body.content_type,
        curriculum_items: JSON.stringify(body.curriculum_items),
        require_pages_count: body.require_pages_count ? 1 : 0,
        default_pages: body.default_pages ?? pagesWhenEmpty,
      };
      unit.describe(
        'update',
        'subject_curriculum',
        subject.name,
        operationDescriptions.curriculumSaved(subject.name),
      );
      const stored = await curriculumRow(unit.trx, subject.id);
      const row = stored
        ? await unit.update('subject_curriculum', stored.id, values, body.version, async () =>
            asCurriculum(stored),
          )
        : await unit.insert('subject_curriculum', { subject_id: subject.id, ...values });
      return { ...asCurriculum(row), ...savedAnswer };
    }),
  ),

  route(subjectSettingsApi.gradeSettings, async ({ data, params, scope }) => {
    const subject = await subjectOfCode(data.read, params.subject_code, (await scope()).subjects);
    const row = await gradeSettingsRow(data.read, subject.id);
    if (!row) throw notFound();
    return asGradeSettings(row);
  }),

  route(subjectSettingsApi.saveGradeSettings, ({ data, actor, params, body }) =>
    data.write(actor, async (unit) => {
      const subject = await subjectOfCode(unit.trx, params.subject_code, anywhere);
      const { version, ...settings } = body;
      const problems = gradeSettingsProblems(settings).map((problem) => ({
        path: fieldOf(problem),
        message: sentences[problem.code],
      }));
      if (problems.length > 0) throw invalid(...problems);
      unit.describe(
        'update',
        'subject_grade_settings',
        subject.name,
        operationDescriptions.gradeSettingsSaved(subject.name),
      );
      const values = gradeSettingsColumns(settings);
      const stored = await gradeSettingsRow(unit.trx, subject.id);
      const row = stored
        ? await unit.update('subject_grade_settings', stored.id, values, version, async () =>
            asGradeSettings(stored),
          )
        : await unit.insert('subject_grade_settings', { subject_id: subject.id, ...values });
      await refuseMarksOverMax(unit, [subject.id], 'HAS_DEPENDENTS');
      return { ...asGradeSettings(row), ...savedAnswer };
    }),
  ),
];
