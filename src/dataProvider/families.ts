import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import {
  type Announcement,
  announcementsApi,
  type AnnouncementState,
} from '../../contract/families/announcements';
import {
  behaviourNotesApi,
  categoryVersions,
  noteCategoriesApi,
} from '../../contract/families/behaviourNotes';
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
  return readPage<Excuse>(excusesApi.list.path, { from, size, filter });
}

async function readPage<Row>(
  path: string,
  { from, size, filter }: { from: number; size: number; filter: object },
) {
  const query = { range: JSON.stringify([from, from + size - 1]), filter: JSON.stringify(filter) };
  const { json, headers } = await apiCall({ method: 'GET', path: `${path}${formatQuery(query)}` });
  const rows = json as Row[];
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

interface AnnouncementsQuery {
  from: number;
  size: number;
  state: AnnouncementState;
  q: string;
}

export type AnnouncementBody = BodyInputOf<typeof announcementsApi.create>;
/** At most one of the four has a value. */
export type AnnouncementPlace = Required<
  Pick<AnnouncementBody, 'section' | 'program_id' | 'batch_id' | 'circle_id'>
>;

/** Only our server has these calls. */
export const announcements = {
  page: async ({ from, size, state, q }: AnnouncementsQuery) => {
    const filter = { state, ...(q && { q }) };
    return readPage<Announcement>(announcementsApi.list.path, { from, size, filter });
  },
  reach: (place: AnnouncementPlace) => {
    const chosen = Object.entries(place).filter(([, value]) => value != null);
    return call(announcementsApi.reach, { query: Object.fromEntries(chosen) });
  },
  add: (body: AnnouncementBody) => call(announcementsApi.create, { body }),
  change: (id: number, body: BodyInputOf<typeof announcementsApi.update>) =>
    call(announcementsApi.update, { ...idParams(id), body }),
  remove: (id: number) => call(announcementsApi.remove, idParams(id)),
};

/** Only our server has these calls. The list of all notes is the resource `behaviour-notes`. */
export const behaviour = {
  /** The newest notes of a student. @param student_id academic number */
  newest: (student_id: string, size: number) =>
    call(behaviourNotesApi.list, {
      query: { range: JSON.stringify([0, size - 1]), filter: JSON.stringify({ student_id }) },
    }),
  summary: (filter: object) => call(behaviourNotesApi.summary, { query: { filter: JSON.stringify(filter) } }),
  own: () => call(behaviourNotesApi.own),
  add: (body: BodyInputOf<typeof behaviourNotesApi.create>) => call(behaviourNotesApi.create, { body }),
  change: (id: number, body: BodyInputOf<typeof behaviourNotesApi.update>) =>
    call(behaviourNotesApi.update, { ...idParams(id), body }),
  remove: (id: number) => call(behaviourNotesApi.remove, idParams(id)),
  categories: () => call(noteCategoriesApi.list),
  /** @param loaded the list as loaded; the server answers STALE if its list differs */
  saveCategories: (
    body: BodyInputOf<typeof noteCategoriesApi.save>,
    loaded: Parameters<typeof categoryVersions>[0],
  ) => call(noteCategoriesApi.save, { query: { seen: categoryVersions(loaded) }, body }),
};
