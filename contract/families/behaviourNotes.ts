import { z } from 'zod';
import { additions, get, post, put, remove } from '../endpoint';
import {
  academicNumber,
  changeBody,
  date,
  id,
  idParams,
  messageResponse,
  optionalText,
  requiredLabel,
  successResponse,
  time,
  version,
  writeBody,
} from '../fields';
import { listQuery, summaryQuery } from '../lists';
import { maxNoteText } from '../rules/families/behaviourNotes';
import { noteKinds } from '../vocabulary';

/** Retired categories do not count: a used one cannot be removed. */
export const maxNoteCategories = 40;
/** Of a list with its retired categories. */
const maxStoredCategories = 400;
export const maxCategoryName = 40;
/** One call writes the note of this number of students. */
export const maxNoteStudents = 200;

export const noteCategory = z.object({
  id,
  name: z.string(),
  kind: z.enum(noteKinds),
  /** A retired category stays on its notes. New notes cannot have it. */
  is_active: z.boolean(),
  is_used: z.boolean(),
  version,
});
export type NoteCategory = z.infer<typeof noteCategory>;

/** Returns the ids and versions of the list for `seen`: `1:1,2:3`. */
export const categoryVersions = (categories: readonly Pick<NoteCategory, 'id' | 'version'>[]): string =>
  categories.map((category) => `${category.id}:${category.version}`).join(',');

const categoryInput = writeBody(
  {
    /** Without it the category is new. */
    id: id.optional(),
    name: requiredLabel(maxCategoryName),
    kind: z.enum(noteKinds),
    is_active: z.boolean().default(true),
    version: version.optional(),
  },
  ['is_used'],
);

export const behaviourNote = z.object({
  id,
  student_row_id: id,
  student_id: z.string(),
  student_name: z.string(),
  batch_name: z.string().nullable(),
  date,
  kind: z.enum(noteKinds),
  category_id: id.nullable(),
  category_name: z.string().nullable(),
  text: z.string().nullable(),
  /** Guardians read the note, or a student of age instead of them. */
  for_guardians: z.boolean(),
  /** The name of the user at that time. */
  author: z.string(),
  /** A teacher changes only his own notes. */
  can_change: z.boolean(),
  created_at: time,
  version,
});
export type BehaviourNote = z.infer<typeof behaviourNote>;

const content = {
  /** Default: today. */
  date: date.optional(),
  kind: z.enum(noteKinds),
  category_id: id.nullable().optional(),
  /** Required without a category. */
  text: optionalText(maxNoteText).optional(),
  for_guardians: z.boolean().optional(),
};

const noteFilter = {
  student_id: academicNumber.optional(),
  batch_id: id.optional(),
  kind: z.enum(noteKinds).optional(),
  category_id: id.optional(),
  from: date.optional(),
  to: date.optional(),
};

const staff = ['admin', 'teacher'] as const;
const operation_id = id.nullable();

export const noteSorts = ['date', 'id'] as const;

export const noteCategoriesApi = additions({
  list: get('/note-categories', {
    roles: staff,
    summary: 'The institute’s categories of behaviour notes, in its order',
    response: z.array(noteCategory),
  }),
  save: put('/note-categories', {
    roles: ['admin'],
    isInstituteWide: true,
    summary:
      'Replace the list: existing ids are changed, new rows added, missing ones removed, or retired if in use',
    query: z.strictObject({
      /** The result of `categoryVersions`. If the stored list differs, the server answers 409 STALE. */
      seen: z
        .string()
        .max(8_000)
        .regex(/^[\d:,]*$/)
        .optional(),
    }),
    body: z.array(categoryInput).max(maxStoredCategories),
    response: z.array(noteCategory),
  }),
});

export const behaviourNotesApi = additions({
  list: get('/behaviour-notes', {
    roles: staff,
    summary:
      'Behaviour notes on students in scope, for teachers on their own students; default: newest first',
    query: listQuery({ sortable: noteSorts, filter: noteFilter }),
    response: z.array(behaviourNote),
    listName: 'behaviour-notes',
  }),
  summary: get('/behaviour-notes/summary', {
    roles: staff,
    summary: 'The number of praises and remarks of a filtered list',
    query: summaryQuery(noteFilter),
    response: z.object({ praise: z.int(), remark: z.int() }),
  }),
  own: get('/behaviour-notes/own', {
    roles: ['student'],
    summary: 'The notes of the last 90 days that a guardian would read, for a student of age; else none',
    response: z.array(
      behaviourNote.pick({ id: true, date: true, kind: true, category_name: true, text: true }),
    ),
  }),
  create: post('/behaviour-notes', {
    roles: staff,
    // The answer has no student.
    scopedBy: {},
    summary: 'Write one note on one or several students, as one operation',
    body: z.strictObject({
      student_ids: z
        .array(academicNumber.pipe(z.string().min(1)))
        .min(1)
        .max(maxNoteStudents),
      ...content,
    }),
    response: successResponse.extend({ created: z.int(), operation_id }),
  }),
  update: put('/behaviour-notes/{id}', {
    roles: staff,
    scopedBy: { id: 'behaviourNoteId' },
    summary: 'Change a note; a teacher only his own',
    params: idParams,
    body: changeBody(content, []),
    response: behaviourNote.extend({ operation_id }),
  }),
  remove: remove('/behaviour-notes/{id}', {
    roles: staff,
    scopedBy: { id: 'behaviourNoteId' },
    summary: 'Delete a note; a teacher only his own',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
});
