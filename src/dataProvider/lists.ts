import { filterRows, sortKey } from '../../contract/rules/arabicText';
import { ui } from '../i18n/ar/ui';
import { apiCall } from './apiCall';
import { ApiProblem } from './ApiProblem';
import { type ReadAll, findResource, type Row } from './resources';

interface ListQuery {
  range: readonly [number, number] | null;
  sort: readonly [field: string, order: 'ASC' | 'DESC'] | null;
  filter: Record<string, unknown>;
}

export function readListQuery(query: URLSearchParams): ListQuery {
  const json = (name: string): unknown => JSON.parse(query.get(name) ?? 'null');
  return {
    range: json('range') as ListQuery['range'],
    sort: json('sort') as ListQuery['sort'],
    filter: (json('filter') ?? {}) as ListQuery['filter'],
  };
}

/** Filters, sorts and pages the whole list, for a server without paging. */
export async function buildLocalPage(
  resource: string,
  rows: readonly Row[],
  query: ListQuery,
  loadAll: ReadAll,
) {
  const conditions = await Promise.all(
    Object.entries(query.filter)
      .filter(([name]) => name !== 'q')
      .map(([name, value]) => buildCondition(resource, name, value, loadAll)),
  );
  const { searchFields } = findResource(resource);
  const filtered = rows.filter((row) => conditions.every((isMet) => isMet(row)));
  const matches = filterRows(filtered, String(query.filter['q'] ?? ''), (row) =>
    searchFields.map((field) => String(row[field] ?? '')),
  );
  const sortedRows = query.sort ? matches.toSorted(compareByField(...query.sort)) : matches;
  const [from, to] = query.range ?? [0, sortedRows.length - 1];
  return { rows: sortedRows.slice(from, to + 1), from, total: sortedRows.length };
}

async function buildCondition(
  resource: string,
  name: string,
  value: unknown,
  loadAll: ReadAll,
): Promise<(row: Row) => boolean> {
  const { plainFilters } = findResource(resource);
  if (name === 'ids') {
    const ids = new Set((value as unknown[]).map(Number));
    return (row) => ids.has(row.id);
  }
  const customFilter = plainFilters?.[name];
  if (customFilter) return customFilter(value, loadAll);
  return (row) => String(row[name] ?? '') === String(value);
}

/** Numbers sort by value, text by its folded form. Null comes last. */
function compareByField(field: string, order: 'ASC' | 'DESC') {
  const sign = order === 'DESC' ? -1 : 1;
  return (a: Row, b: Row) => {
    const [x, y] = [a[field], b[field]];
    if (x == null || y == null) return x == null ? (y == null ? a.id - b.id : 1) : -1;
    if (typeof x === 'number' && typeof y === 'number') return sign * (x - y) || a.id - b.id;
    const [s, t] = [sortKey(String(x)), sortKey(String(y))];
    return s === t ? a.id - b.id : sign * (s < t ? -1 : 1);
  };
}

export const readAll = (async (resource: string) => {
  const { json, status } = await apiCall({ method: 'GET', path: `/${resource}` });
  if (!Array.isArray(json)) throw new ApiProblem(status, ui.unexpected, null);
  return json;
}) as ReadAll;
