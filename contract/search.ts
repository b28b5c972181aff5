import { z } from 'zod';
import { additions, get } from './endpoint';
import { id, line } from './fields';
import { roles } from './vocabulary';

export const searchKinds = ['students', 'subjects', 'batches', 'programs', 'users'] as const;
export type SearchResultKind = (typeof searchKinds)[number];

export const maxSearchResults = 6;

/** Screens that start a task with a record: to move a student, to take the register of a subject. */
export const searchActions = [
  'move',
  'transcript',
  'transcripts',
  'register',
  'grades',
  'records',
  'edit',
] as const;
export type SearchAction = (typeof searchActions)[number];

export const searchResult = z.object({
  id,
  label: z.string(),
  /** Distinguishes records with equal names: a number, code or batch. */
  detail: z.string(),
  route: z.string(),
  /** What record and role allow, without the screen of `route`. */
  actions: z.array(z.object({ action: z.enum(searchActions), route: z.string() })),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchApi = additions({
  search: get('/search', {
    roles,
    summary: 'Records in scope whose words begin with the words of `q`, at most 6 of each kind',
    query: z.strictObject({ q: line(200).optional() }),
    response: z.object({
      groups: z.array(z.object({ kind: z.enum(searchKinds), results: z.array(searchResult) })),
    }),
  }),
});
