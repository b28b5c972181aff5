import type { GetListParams, RaRecord } from 'react-admin';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { Text } from '../../i18n/useText';
import { type CsvTable, fileSentence } from './quickImportFile';
import { belowHeader, checkRows, columnsOf, type ImportPlan, type ImportRow } from './quickImportRows';

type ReadList = <R extends RaRecord>(
  resource: string,
  params: GetListParams,
) => Promise<{ data: R[]; total?: number }>;

interface Sources {
  t: Text;
  load: () => Promise<ImportPlan>;
  readList: ReadList;
}

/** The rows of a file compared with what is stored, or why the file cannot be used. */
type Reading = { resource: string; rows: ImportRow[]; ignored: string[] } | { sentences: string[] };

const pageSize = 1_000;

/** Never fails: what fails is said in the sentences. */
export async function readingOf(table: CsvTable, { t, load, readList }: Sources): Promise<Reading> {
  if ('problem' in table) return { sentences: [fileSentence(t, table.problem)] };
  try {
    const plan = await load();
    const { header, rows: records } = belowHeader(table.records, plan);
    const { fields, ignored, missing } = columnsOf(header, plan);
    if (missing.length > 0) return { sentences: columnSentences(t, missing, plan) };
    const check = await plan.checker((resource) => allOf(readList, resource));
    const repeated = (line: number) => t('quickImport.repeated', { line });
    return { resource: plan.resource, rows: await checkRows(records, fields, check, repeated), ignored };
  } catch (problem) {
    const why = problem instanceof ApiProblem ? problem.message : t('ui.unexpected');
    return { sentences: [t('quickImport.readFailed'), why] };
  }
}

/** Which columns are not there, and which could be. */
function columnSentences(t: Text, missing: readonly string[], { headers }: ImportPlan): string[] {
  const known = Object.values(headers).map(([first = '']) => first);
  const columns = (words: readonly string[]) => ({ columns: words.join(t('quickImport.comma')) });
  return [t('quickImport.missingColumns', columns(missing)), t('quickImport.knownColumns', columns(known))];
}

async function allOf<R extends RaRecord>(readList: ReadList, resource: string): Promise<R[]> {
  const found: R[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await readList<R>(resource, {
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      pagination: { page, perPage: pageSize },
    });
    for (const record of data) found.push(record);
    if (data.length === 0 || found.length >= total) return found;
  }
}
