import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, fetchUtils, Identifier } from 'react-admin';
import { cleanText, foldDigits } from '../../contract/rules/arabicText';
import { offeringCode } from '../../contract/rules/subjectCode';
import { ui } from '../i18n/ar/ui';
import { apiCall, queryText } from './apiCall';
import { ApiProblem } from './ApiProblem';
import { assignments } from './assignments';
import type { choices } from './choices';
import { circles } from './circles';
import { imports } from './imports';
import { localPage, readAll, readListQuery } from './lists';
import { named } from './named';
import { withOperationOf } from './operations';
import { cleanup, deletedRecords, oversight } from './oversight';
import { withPassword } from './people';
import { papers, reports } from './reports';
import { resourceRow, type Row } from './resources';
import { noteList, noteMissingCall, noteRecord, serverFeatures } from './serverFeatures';
import { teaching } from './teaching';

/*
 * getList, getManyReference   GET    /programs?range=[0,24]&sort=["created_at","DESC"]&filter={"q":"…"}
 * getMany                     GET    /programs?…&filter={"ids":[1,2]}
 * getOne                      GET    /programs/1      else found in GET /programs
 * create                      POST   /programs        an answer without id: found in GET /programs
 * update                      PUT    /programs/1      an answer without id: loaded again
 * delete                      DELETE /programs/1      ?confirm=3 with `meta.confirm`, see `refusalForLeavers`
 * The archive has other parameters: `deletedRecords` in oversight.ts.
 * Every other call is a named method, typed by its row of the contract.
 */

/** The HTTP client of ra-data-simple-rest: our headers and errors; a server without paging is paged here. */
async function httpClient(path: string, options: fetchUtils.Options = {}) {
  const method = (options.method ?? 'GET') as 'GET' | 'POST' | 'PUT';
  const answer = await apiCall({
    method,
    path,
    ...(options.body === undefined ? {} : { body: JSON.parse(String(options.body)) as unknown }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const { resource, query } = partsOf(path);
  if (method !== 'GET' || query === null || !Array.isArray(answer.json)) return forRest(answer);

  const rows = answer.json as Row[];
  const isRanged = answer.headers.has('Content-Range');
  noteList(resource, rows, isRanged);
  if (isRanged) return forRest(answer);
  const page = await localPage(resource, rows, readListQuery(query), readAll);
  const range = `${resource} ${page.from}-${page.from + page.rows.length - 1}/${page.total}`;
  return forRest({ ...answer, headers: new Headers({ 'Content-Range': range }), json: page.rows });
}

const forRest = ({ status, headers, json }: Awaited<ReturnType<typeof apiCall>>) => ({
  status,
  headers,
  json,
  body: '',
});

function partsOf(path: string) {
  const [address = '', query] = path.split('?');
  return { resource: address.slice(1), query: query === undefined ? null : new URLSearchParams(query) };
}

const rest = simpleRestProvider('', httpClient);

/** react-admin leaves the type of the record to its caller, who names it at `useGetList<Program>`. */
const asRecord = (row: unknown) => row as never;

async function readOne(resource: string, id: Identifier, signal?: AbortSignal): Promise<Row> {
  const path = `/${resource}/{id}`;
  if (serverFeatures().hasCall(path)) {
    try {
      const { data } = await rest.getOne<Row>(resource, { id: Number(id), ...(signal ? { signal } : {}) });
      noteRecord(resource, data);
      return data;
    } catch (problem) {
      const { isOurs } = serverFeatures();
      if (!(problem instanceof ApiProblem) || !problem.isMissingCall || isOurs === true) throw problem;
      if (isOurs === false) noteMissingCall(path);
    }
  }
  const found = (await readAll(resource)).find((row) => row.id === Number(id));
  if (!found) throw new ApiProblem(404, ui.noResultsText, null);
  return found;
}

async function updateRow(resource: string, id: Identifier, data: Record<string, unknown>): Promise<Row> {
  const body = await bodyOf(resource, data);
  const { data: answer } = await rest.update<Row>(resource, {
    id: Number(id),
    data: body,
    previousData: { id: Number(id) },
  });
  return hasId(answer) ? answer : readOne(resource, id);
}

async function createRow(resource: string, data: Record<string, unknown>): Promise<Row> {
  const body = await bodyOf(resource, data);
  const { json: answer } = await apiCall({ method: 'POST', path: `/${resource}`, body });
  if (hasId(answer)) return withPassword(answer.id, answer);
  const found = createdRow(await readAll(resource), body);
  if (!found) throw new Error('The list lacks the record that was just created');
  return found;
}

/** @param confirm how many students who have left lose their work with it, as the person was told */
const deleteRow = (resource: string, id: Identifier, confirm?: number) =>
  apiCall({ method: 'DELETE', path: `/${resource}/${Number(id)}${queryText({ confirm })}` });

const hasId = (answer: unknown): answer is Row => typeof (answer as Partial<Row> | null)?.id === 'number';

/** Writes one by one, so that after a failure the rest is not written. */
async function writeOneByOne(ids: readonly Identifier[], write: (id: Identifier) => Promise<unknown>) {
  for (const id of ids) await write(id);
  return { data: [...ids] };
}

const generic: DataProvider = {
  ...rest,
  getList: async (resource, params) => {
    if (resource !== 'archive') return rest.getList(resource, params);
    const { data, total } = await deletedRecords(params);
    return { data: asRecord(data), total };
  },
  getOne: async (resource, { id, signal }) => ({ data: asRecord(await readOne(resource, id, signal)) }),
  getMany: async (resource, { ids, signal }) => {
    const wanted = [...new Set(ids.map(Number))];
    const { data } = await rest.getList(resource, {
      filter: { ids: wanted },
      pagination: { page: 1, perPage: wanted.length },
      sort: { field: 'id', order: 'ASC' },
      signal,
    });
    return { data: asRecord(data) };
  },
  create: async (resource, { data }) => ({ data: asRecord(await createRow(resource, data)) }),
  update: async (resource, { id, data }) => ({ data: asRecord(await updateRow(resource, id, data)) }),
  updateMany: (resource, { ids, data }) => writeOneByOne(ids, (id) => updateRow(resource, id, data)),
  delete: async (resource, { id, previousData, meta }) => {
    const { json } = await deleteRow(resource, id, (meta as { confirm?: number } | undefined)?.confirm);
    return { data: asRecord(withOperationOf(json, { ...(previousData ?? { id }) })) };
  },
  deleteMany: (resource, { ids }) => writeOneByOne(ids, (id) => deleteRow(resource, id)),
};

export const dataProvider = {
  ...generic,
  ...assignments,
  ...circles,
  ...imports,
  ...named,
  ...oversight,
  ...cleanup,
  ...papers,
  ...reports,
  ...teaching,
  /** One page of what a teaching screen can be about; its code comes with the first. */
  choices: (async (...asked) => (await import('./choices')).choices(...asked)) as typeof choices,
  /** The calls of memorisation; their code comes with the first. */
  hifz: async () => (await import('./hifz')).hifz,
} satisfies DataProvider;

/** The type of `useApi()`: with the named methods. */
export type Api = typeof dataProvider;

type Data = Record<string, unknown>;

/** The body of a create or an update: with the names of chosen records, without fields that this server does not know. */
async function bodyOf(resource: string, data: Data): Promise<Data> {
  const { computed, references = [] } = resourceRow(resource);
  const body = { ...data };
  for (const { key, resource: other, by, name } of references) {
    if (!(key in body)) continue;
    const value = body[key];
    // By row number one record is loaded; by code it is found in the whole list, which is short.
    const find = () =>
      by === 'id'
        ? readOne(other, Number(value)).catch(() => undefined)
        : readAll<Row>(other).then((rows) => rows.find((row) => String(row[by]) === String(value)));
    const chosen = value == null ? null : await find();
    if (chosen !== undefined) body[name] = chosen === null ? null : chosen[name];
  }
  return dropUnknownFields(resource, computed ? computed(body) : body);
}

/** Removes additions, unless the server has sent them before or is our own. */
function dropUnknownFields(resource: string, data: Data): Data {
  const { row, specifiedInWrites = [] } = resourceRow(resource);
  const { hasField } = serverFeatures();
  const isKnown = (key: string) => {
    const field = row.shape[key] as { meta: () => { isAddition?: boolean } | undefined } | undefined;
    const isAddition = field === undefined ? key !== 'full_name' : field.meta()?.isAddition === true;
    return !isAddition || specifiedInWrites.includes(key) || hasField(resource, key);
  };
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== undefined && isKnown(key)),
  );
}

/** The record that a create made, if its answer has no id: the newest one with the values that were sent. */
export function createdRow(rows: readonly Row[], sent: Data): Row | undefined {
  const hasSentValues = (row: Row) =>
    Object.entries(sent).every(
      ([key, value]) => value == null || !(key in row) || isStoredAs(row, key, value),
    );
  return rows.toSorted((a, b) => b.id - a.id).find(hasSentValues);
}

/** Text is stored cleaned and in Western digits. Of a subject the base code is sent, and the offering's code stored. */
function isStoredAs(row: Row, key: string, value: unknown): boolean {
  const [stored, sent] = [storedText(row[key]), storedText(value)];
  return (
    stored === sent || (key === 'subject_code' && stored === offeringCode(sent, Number(row['batch_id'])))
  );
}

const storedText = (value: unknown) => foldDigits(cleanText(String(value)));
