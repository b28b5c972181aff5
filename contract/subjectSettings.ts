import { z } from 'zod';
import { get, post } from './endpoint';
import {
  addition,
  halfSteps,
  label,
  messageResponse,
  requiredLabel,
  updatedAt,
  version,
  writeBody,
  subjectCode,
} from './fields';
import { type GradeColumn, gradeColumns, maxColumnName } from './rules/gradeSettings';
import { curriculumContentTypes } from './vocabulary';

const codeParams = z.strictObject({ subject_code: subjectCode });

/** The server answers `null` instead of 404 without settings, because browsers log a 404 as an error. */
const orNullQuery = z.strictObject({ or_null: addition(z.literal('1').optional()) });

export const curriculum = z.object({
  content_type: z.enum(curriculumContentTypes),
  curriculum_items: z.array(z.string()),
  require_pages_count: z.boolean(),
  /** The default pages of a record, in steps of 0.5. */
  default_pages: z.number(),
  updated_at: updatedAt,
  version,
});
export type Curriculum = z.infer<typeof curriculum>;

const columnFields = <M extends z.ZodType, N extends z.ZodType>(max: M, name: N) =>
  Object.fromEntries(
    gradeColumns.flatMap((column) => [
      [`${column}Max`, max],
      [`${column}Enabled`, z.boolean()],
      [`${column}Name`, name],
    ]),
  ) as { [C in GradeColumn as `${C}Max`]: M } & { [C in GradeColumn as `${C}Enabled`]: z.ZodBoolean } & {
    [C in GradeColumn as `${C}Name`]: N;
  };

export const gradeSettings = z.object({
  ...columnFields(z.number(), z.string()),
  updated_at: updatedAt,
  version,
});
export type GradeSettings = z.infer<typeof gradeSettings>;

const versionField = { version: addition(version.optional()) };

export const subjectSettingsApi = {
  curriculum: get('/subject-curriculum/{subject_code}', {
    roles: ['admin', 'teacher'],
    summary: 'The curriculum settings of a subject; 404 without settings',
    params: codeParams,
    query: orNullQuery,
    response: curriculum.nullable(),
  }),
  saveCurriculum: post('/subject-curriculum/{subject_code}', {
    roles: ['admin'],
    summary: 'Save the curriculum settings of a subject',
    params: codeParams,
    body: writeBody(
      {
        content_type: z.enum(curriculumContentTypes),
        curriculum_items: z.array(requiredLabel(300)).max(2_000),
        require_pages_count: z.boolean(),
        default_pages: halfSteps(0, 604).nullish(),
        ...versionField,
      },
      ['updated_at'],
    ),
    response: curriculum.extend(messageResponse.shape),
  }),
  gradeSettings: get('/subject-grade-settings/{subject_code}', {
    roles: ['admin', 'teacher'],
    summary: 'The grade columns of a subject; 404 without settings',
    params: codeParams,
    query: orNullQuery,
    response: gradeSettings.nullable(),
  }),
  saveGradeSettings: post('/subject-grade-settings/{subject_code}', {
    roles: ['admin'],
    summary: 'Save the grade columns of a subject',
    params: codeParams,
    body: writeBody(
      {
        ...columnFields(halfSteps(0, 100), label(maxColumnName)),
        ...versionField,
        apply_to_base: addition(z.boolean().optional()),
      },
      ['updated_at'],
    ),
    response: gradeSettings.extend(messageResponse.shape),
  }),
};
