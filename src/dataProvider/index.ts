import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, fetchUtils, Identifier } from 'react-admin';
import { cleanText, foldDigits } from '../../contract/rules/arabicText';
import { offeringCode } from '../../contract/rules/subjectCode';
import { ui } from '../i18n/ar/ui';
import { apiCall, formatQuery } from './apiCall';
import { ApiProblem } from './ApiProblem';
import { assignments } from './assignments';
import { calendar } from './calendar';
import type { choices } from './choices';
import { circles } from './circles';
import { imports } from './imports';
import { buildLocalPage, readAll, readListQuery } from './lists';
import { namedCalls } from './namedCalls';
import { copyOperation } from './operations';
import { cleanup, deletedRecords, oversight } from './oversight';
import { ensureTemporaryPassword } from './people';
import { papers, reports } from './reports';
import { findResource, type Row } from './resources';
import { noteList, noteRecord, serverFeatures, nullIfUnsupported } from './serverFeatures';
import { teaching } from './teaching';

// Our server responds as ra-data-simple-rest expects. Another server may have no look-up by id and no paging.
// Its response to a create or update may have no id. Then the client searches the whole list.

/** The HTTP client of ra-data-simple-rest. It pages a list without `Content-Range`. */
async function httpClient(path: string, options: fetchUtils.Options = {}) {
  const method = (options.method ?? 'GET') as 'GET' | 'POST' | 'PUT';
  const answer = await apiCall({
    method,
    path,
    ...(options.body === undefined ? {} : { body: JSON.parse(String(options.body)) as unknown }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const { resource, query } = parseUrl(path);
  if (method !== 'GET' || query === null || !Array.isArray(answer.json)) return toRestResponse(answer);

  const rows = answer.json as Row[];
  const isRanged = answer.headers.has('Content-Range');
  noteList(resource, rows, isRanged);
  if (isRanged) return toRestResponse(answer);
  const page = await buildLocalPage(resource, rows, readListQuery(query), readAll);
  const range = `${resource} ${page.from}-${page.from + page.rows.length - 1}/${page.total}`;
  return toRestResponse({ ...answer, headers: new Headers({ 'Content-Range': range }), json: page.rows });
}

const toRestResponse = ({ status, headers, json }: Awaited<ReturnType<typeof apiCall>>) => ({
  status,
  headers,
  json,
  body: '',
});

function parseUrl(path: string) {
  const [address = '', query] = path.split('?');
  return { resource: address.slice(1), query: query === undefined ? null : new URLSearchParams(query) };
}

const rest = simpleRestProvider('', httpClient);

const asRecord = (row: unknown) => row as never;

async function readOne(resource: string, id: Identifier, signal?: AbortSignal): Promise<Row> {
  const answer = await nullIfUnsupported(`/${resource}/{id}`, () =>
    rest.getOne<Row>(resource, { id: Number(id), ...(signal ? { signal } : {}) }),
  );
  if (answer) {
    noteRecord(resource, answer.data);
    return answer.data;
  }
  const match = (await readAll(resource)).find((row) => row.id === Number(id));
  if (!match) throw new ApiProblem(404, ui.noResultsText, null);
  return match;
}

async function updateRow(resource: string, id: Identifier, data: Record<string, unknown>): Promise<Row> {
  const body = await buildBody(resource, data);
  const { data: answer } = await rest.update<Row>(resource, {
    id: Number(id),
    data: body,
    previousData: { id: Number(id) },
  });
  return hasId(answer) ? answer : readOne(resource, id);
}

async function createRow(resource: string, data: Record<string, unknown>): Promise<Row> {
  const body = await buildBody(resource, data);
  const { json: answer } = await apiCall({ method: 'POST', path: `/${resource}`, body });
  if (hasId(answer)) return ensureTemporaryPassword(answer.id, answer);
  const createdRow = findCreatedRow(await readAll(resource), body);
  if (!createdRow) throw new Error('The list lacks the record that was just created');
  return createdRow;
}

/** @param confirm number of former students whose work will be lost, as confirmed by the user */
const deleteRow = (resource: string, id: Identifier, confirm?: number) =>
  apiCall({ method: 'DELETE', path: `/${resource}/${Number(id)}${formatQuery({ confirm })}` });

const hasId = (answer: unknown): answer is Row => typeof (answer as Partial<Row> | null)?.id === 'number';

/** The writes run in sequence, so that a failure stops the remaining writes. */
async function writeOneByOne(ids: readonly Identifier[], write: (id: Identifier) => Promise<unknown>) {
  for (const id of ids) await write(id);
  return { data: [...ids] };
}

const reactAdminCalls: DataProvider = {
  ...rest,
  getList: async (resource, params) => {
    if (resource !== 'archive') return rest.getList(resource, params);
    const { data, total } = await deletedRecords(params);
    return { data: asRecord(data), total };
  },
  getOne: async (resource, { id, signal }) => ({ data: asRecord(await readOne(resource, id, signal)) }),
  getMany: async (resource, { ids, signal }) => {
    const uniqueIds = [...new Set(ids.map(Number))];
    const { data } = await rest.getList(resource, {
      filter: { ids: uniqueIds },
      pagination: { page: 1, perPage: uniqueIds.length },
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
    return { data: asRecord(copyOperation(json, { ...(previousData ?? { id }) })) };
  },
  deleteMany: (resource, { ids }) => writeOneByOne(ids, (id) => deleteRow(resource, id)),
};

export const dataProvider = {
  ...reactAdminCalls,
  ...assignments,
  ...calendar,
  ...circles,
  ...imports,
  ...namedCalls,
  ...oversight,
  ...cleanup,
  ...papers,
  ...reports,
  ...teaching,
  announcements: async () => (await import('./families')).announcements,
  choices: (async (...args) => (await import('./choices')).choices(...args)) as typeof choices,
  behaviour: async () => (await import('./families')).behaviour,
  excuses: async () => (await import('./families')).excuses,
  hifz: async () => (await import('./hifz')).hifz,
  tell: async () => (await import('./families')).tell,
} satisfies DataProvider;

export type Api = typeof dataProvider;

type Data = Record<string, unknown>;

async function buildBody(resource: string, data: Data): Promise<Data> {
  const { addComputed, references = [] } = findResource(resource);
  const body = { ...data };
  for (const { key, resource: referencedResource, lookupField, name } of references) {
    if (!(key in body)) continue;
    const value = body[key];
    const loadChosen = () =>
      lookupField === 'id'
        ? readOne(referencedResource, Number(value)).catch(() => undefined)
        : readAll<Row>(referencedResource).then((rows) =>
            rows.find((row) => String(row[lookupField]) === String(value)),
          );
    const chosenRecord = value == null ? null : await loadChosen();
    if (chosenRecord !== undefined) body[name] = chosenRecord === null ? null : chosenRecord[name];
  }
  return dropUnknownFields(resource, addComputed ? addComputed(body) : body);
}

/** Drops additions that this server does not have. */
function dropUnknownFields(resource: string, data: Data): Data {
  const { fields, specified } = findResource(resource);
  const { hasField } = serverFeatures();
  const isAccepted = (key: string) => {
    const field = fields[key];
    const isSpecified = specified.includes(key) || (field !== undefined && !field.isAddition);
    return isSpecified || hasField(resource, key);
  };
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== undefined && isAccepted(key)),
  );
}

/** If the response to a create has no id, the record is the newest one with the sent values. */
export function findCreatedRow(rows: readonly Row[], sentValues: Data): Row | undefined {
  const hasSentValues = (row: Row) =>
    Object.entries(sentValues).every(
      ([key, value]) => value == null || !(key in row) || isStoredAs(row, key, value),
    );
  return rows.toSorted((a, b) => b.id - a.id).find(hasSentValues);
}

/** Compares values as stored. A subject is sent with its base code and stored with its offering code. */
function isStoredAs(row: Row, key: string, value: unknown): boolean {
  const [stored, sent] = [normaliseText(row[key]), normaliseText(value)];
  return (
    stored === sent || (key === 'subject_code' && stored === offeringCode(sent, Number(row['batch_id'])))
  );
}

const normaliseText = (value: unknown) => foldDigits(cleanText(String(value)));
