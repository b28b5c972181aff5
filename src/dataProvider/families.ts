import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import { type Excuse, excusesApi, type ExcuseState } from '../../contract/families/excuses';
import { tellApi } from '../../contract/families/tell';
import type { TemplateKey } from '../../contract/rules/messages/message';
import { apiCall, call, formatQuery } from './apiCall';

export interface ExcusesQuery {
  from: number;
  size: number;
  state?: ExcuseState;
  /** Only this excuse. */
  id?: number;
  /** Academic number. */
  student_id?: string;
}

async function page({ from, size, state, id, student_id }: ExcusesQuery) {
  const filter = { ...(state && { state }), ...(id && { ids: [id] }), ...(student_id && { student_id }) };
  const query = { range: JSON.stringify([from, from + size - 1]), filter: JSON.stringify(filter) };
  const { json, headers } = await apiCall({
    method: 'GET',
    path: `${excusesApi.list.path}${formatQuery(query)}`,
  });
  const rows = json as Excuse[];
  return { rows, total: Number(headers.get('Content-Range')?.split('/')[1] ?? rows.length) };
}

const idParams = (id: number) => ({ params: { id: String(id) } });

/** Only our server has these calls. */
export const excuses = {
  page,
  /** With the absences that an acceptance would excuse. */
  one: (id: number) => call(excusesApi.one, idParams(id)),
  add: (body: BodyInputOf<typeof excusesApi.create>) => call(excusesApi.create, { body }),
  accept: (id: number, body: BodyInputOf<typeof excusesApi.accept>) =>
    call(excusesApi.accept, { ...idParams(id), body }),
  refuse: (id: number, body: BodyInputOf<typeof excusesApi.refuse>) =>
    call(excusesApi.refuse, { ...idParams(id), body }),
};

export type TellQuery = QueryOf<typeof tellApi.list>;
export type OpenedMessage = BodyInputOf<typeof tellApi.opened>;

/** Only our server has these calls. */
export const tell = {
  list: (query: TellQuery) => call(tellApi.list, { query }),
  opened: (body: OpenedMessage) => call(tellApi.opened, { body }),
  notSent: (message_id: number) => call(tellApi.notSent, { body: { message_id } }),
  templates: () => call(tellApi.templates, {}),
  saveTemplate: (key: TemplateKey, body: BodyInputOf<typeof tellApi.saveTemplate>) =>
    call(tellApi.saveTemplate, { params: { key }, body }),
};
