import { sortKey } from '../../contract/rules/arabicText';
import { searchApi, searchGroupLimit, type SearchedKind, searchKinds } from '../../contract/search';
import type { Role } from '../../contract/vocabulary';
import type { Scope } from '../auth/scope';
import { always } from '../db/search/matching';
import type { SearchKind } from '../db/schema/log';
import { searchWords } from '../db/search/search';
import { type Route, route } from '../mount';
import { type FoundRow, foundRows, narrowBatches } from './queries';

/** Whom which kinds are for: the same as their lists. */
const kindsOf: Record<Role, readonly SearchedKind[]> = {
  admin: searchKinds,
  teacher: ['students', 'subjects', 'batches', 'programs'],
  student: ['subjects'],
};

const address = (path: string, query: Record<string, string | number | null>) => {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null ? [] : [[key, String(value)] satisfies [string, string]],
  );
  return `${path}?${new URLSearchParams(given)}`;
};

/** Where a record is opened: admins change it, teachers and students go to the screen of their own that shows it. */
function routeTo(role: Role, kind: SearchedKind, { id, code, batch_id }: FoundRow): string {
  if (role === 'admin') return `/${kind}/${id}`;
  if (role === 'student') return '/reports';
  if (kind === 'subjects') return address('/grades', { batch_id, subject_code: code });
  if (kind === 'batches') return address('/grades', { batch_id });
  if (kind === 'students') return address('/reports', { batch_id, student_id: code });
  return address('/reports', { program_id: code });
}

const conditionOf = (scope: Scope, kind: SearchedKind) => (kind === 'users' ? always : scope[kind]);

/** A teacher does not find a student by what a teacher does not see. */
const termsFor = (role: Role, kind: SearchedKind): SearchKind =>
  kind === 'students' && role !== 'admin' ? 'students_brief' : kind;

export const searchRoutes: Route[] = [
  route(searchApi.search, async ({ data, user, query, scope: scopeOfCaller }) => {
    const words = searchWords(query.q);
    if (words.length === 0) return { groups: [] };
    const scope = await scopeOfCaller();
    const batches = user.role === 'admin' ? null : await narrowBatches(data.read, scope.subjects);
    const groups = [];
    for (const kind of kindsOf[user.role]) {
      const rows = await foundRows(data.read, {
        kind,
        terms: termsFor(user.role, kind),
        words,
        scope: conditionOf(scope, kind),
        batches,
        maxRows: searchGroupLimit,
      });
      const results = rows
        .map((row) => ({
          id: row.id,
          label: row.label,
          detail: row.detail,
          route: routeTo(user.role, kind, row),
        }))
        .toSorted((a, b) => (sortKey(a.label) < sortKey(b.label) ? -1 : 1));
      if (results.length > 0) groups.push({ kind, results });
    }
    return { groups };
  }),
];
