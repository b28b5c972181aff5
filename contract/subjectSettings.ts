import { z } from 'zod';
import { get, post } from './endpoint';
import {
  addition,
  halfSteps,
  line,
  message,
  optionalCode,
  requiredLine,
  updatedAt,
  version,
  writeBody,
} from './fields';
import { curriculumContentTypes } from './vocabulary';

const codeParams = z.strictObject({ subject_code: optionalCode(40) });

export const curriculum = z.object({
  content_type: z.enum(curriculumContentTypes),
  curriculum_items: z.array(z.string()),
  require_pages_count: z.boolean(),
  /** Pages proposed for a record, in halves. */
  default_pages: z.number(),
  updated_at: updatedAt,
  version,
});
export type Curriculum = z.infer<typeof curriculum>;

const max = halfSteps(0, 100);
const name = line(60);

/** One pair of marks columns as the specification names them: `participationMax`, `participationEnabled`, … */
export const gradeSettings = z.object({
  participationMax: z.number(),
  participationEnabled: z.boolean(),
  participationName: z.string(),
  attendanceMax: z.number(),
  attendanceEnabled: z.boolean(),
  attendanceName: z.string(),
  exerciseMax: z.number(),
  exerciseEnabled: z.boolean(),
  exerciseName: z.string(),
  readingMax: z.number(),
  readingEnabled: z.boolean(),
  readingName: z.string(),
  testMax: z.number(),
  testEnabled: z.boolean(),
  testName: z.string(),
  updated_at: updatedAt,
  version,
});
export type GradeSettings = z.infer<typeof gradeSettings>;

const written = { version: addition(version.optional()) };

export const subjectSettingsApi = {
  curriculum: get('/subject-curriculum/{subject_code}', {
    roles: ['admin', 'teacher'],
    summary: 'How the daily record of a subject is filled; 404 when it has no settings of its own',
    params: codeParams,
    response: curriculum,
  }),
  saveCurriculum: post('/subject-curriculum/{subject_code}', {
    roles: ['admin'],
    summary: 'Save how the daily record of a subject is filled',
    params: codeParams,
    body: writeBody(
      {
        content_type: z.enum(curriculumContentTypes),
        curriculum_items: z.array(requiredLine(300)).max(2_000),
        require_pages_count: z.boolean(),
        default_pages: halfSteps(0, 604).nullish(),
        ...written,
      },
      ['updated_at'],
    ),
    response: curriculum.extend(message.shape),
  }),
  gradeSettings: get('/subject-grade-settings/{subject_code}', {
    roles: ['admin', 'teacher'],
    summary: 'The marks columns of a subject; 404 when it has none of its own',
    params: codeParams,
    response: gradeSettings,
  }),
  saveGradeSettings: post('/subject-grade-settings/{subject_code}', {
    roles: ['admin'],
    summary: 'Save the marks columns of a subject',
    params: codeParams,
    body: writeBody(
      {
        participationMax: max,
        participationEnabled: z.boolean(),
        participationName: name,
        attendanceMax: max,
        attendanceEnabled: z.boolean(),
        attendanceName: name,
        exerciseMax: max,
        exerciseEnabled: z.boolean(),
        exerciseName: name,
        readingMax: max,
        readingEnabled: z.boolean(),
        readingName: name,
        testMax: max,
        testEnabled: z.boolean(),
        testName: name,
        ...written,
      },
      ['updated_at'],
    ),
    response: gradeSettings.extend(message.shape),
  }),
};
