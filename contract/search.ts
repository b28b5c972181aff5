import { z } from 'zod';
import { additions, get } from './endpoint';
import { id, line } from './fields';
import { roles } from './vocabulary';

/** In the order in which they are shown. */
export const searchKinds = ['students', 'subjects', 'batches', 'programs', 'users'] as const;
export type SearchedKind = (typeof searchKinds)[number];

/** Maximum number of records of one kind. */
export const searchGroupLimit = 6;

export const searchResult = z.object({
  id,
  label: z.string(),
  /** What tells records of the same name apart: number, code, batch. */
  detail: z.string(),
  /** The address of the screen that opens it, within the caller's screens. */
  route: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchApi = additions({
  search: get('/search', {
    roles,
    summary: 'Records of the own scope by the beginnings of their words, at most 6 of each kind',
    query: z.strictObject({ q: line(200).optional() }),
    response: z.object({
      groups: z.array(z.object({ kind: z.enum(searchKinds), results: z.array(searchResult) })),
    }),
  }),
});
