import type { GetListParams, RaRecord } from 'react-admin';
import { recordsOfRows } from './quickImportFile';
import { checkRows, columnsOf, type ImportPlan, type ImportRow } from './quickImportRows';

type CsvRows = readonly Record<string, unknown>[];

export type ReadList = <R extends RaRecord>(
  resource: string,
  params: GetListParams,
) => Promise<{ data: R[]; total?: number }>;

const pageSize = 1_000;

/** The columns that a file must have and has not, and all that it may have; null when it has what it must. */
export function missingColumnsOf(
  csvRows: CsvRows,
  plan: ImportPlan,
): { missing: string[]; known: string[] } | null {
  const { missing } = columnsOf(recordsOfRows(csvRows)[0]?.cells ?? [], plan);
  if (missing.length === 0) return null;
  return { missing, known: Object.values(plan.headers).map(([first = '']) => first) };
}

/** Every row of the file, compared with what is stored. @throws ApiProblem when that cannot be read */
export async function checkedRows(
  csvRows: CsvRows,
  plan: ImportPlan,
  readList: ReadList,
  repeated: (line: number) => string,
): Promise<{ rows: ImportRow[]; ignored: string[] }> {
  const [header, ...records] = recordsOfRows(csvRows);
  const { fields, ignored } = columnsOf(header?.cells ?? [], plan);
  const check = await plan.checker((resource) => allOf(readList, resource));
  return { rows: checkRows(records, fields, check, repeated), ignored };
}

async function allOf<R extends RaRecord>(readList: ReadList, resource: string): Promise<R[]> {
  const found: R[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await readList<R>(resource, {
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      pagination: { page, perPage: pageSize },
    });
    found.push(...data);
    if (data.length === 0 || found.length >= total) return found;
  }
}
