import type { BodyInputOf, QueryOf } from '../../contract/endpoint';
import { tellApi } from '../../contract/families/tell';
import type { TemplateKey } from '../../contract/rules/messages/message';
import { call } from './apiCall';

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
