import type { BodyOf } from '../../contract/endpoint';
import { type MessageTemplate, tellApi } from '../../contract/families/tell';
import { tellMessages } from '../../contract/families/tellMessages';
import {
  defaultTemplates,
  fieldsOfTemplate,
  isFrame,
  type MessageTemplates,
  type TemplateKey,
  templateKeys,
  unknownFields,
} from '../../contract/rules/messages/message';
import {
  frameKeys,
  frames,
  sentenceForms,
  sentenceKeys,
  sentences,
} from '../../contract/rules/messages/texts';
import type { Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid } from '../problem';

export const templateRoutes: Route[] = [
  route(tellApi.templates, ({ data }) => loadTemplates(data.read)),

  route(tellApi.saveTemplate, async ({ data, actor, params: { key }, body }) => {
    const { version, ...texts } = body;
    refuseUnknownFields(key, texts);
    const { operation } = await data.write(actor, async (unit) => {
      const { name } = isFrame(key) ? frames[key] : sentences[key];
      unit.describe('update', 'message_templates', name, tellMessages.templateSaved(name));
      const stored = await unit.trx
        .selectFrom('message_templates')
        .select('id')
        .where('key', '=', key)
        .executeTakeFirst();
      if (stored)
        await unit.update('message_templates', stored.id, texts, version, () => loadTemplate(unit.trx, key));
      else
        await unit.insert('message_templates', {
          key,
          masculine: null,
          feminine: null,
          own_masculine: null,
          own_feminine: null,
          ...texts,
        });
      return unit;
    });
    return { ...(await loadTemplate(data.read, key)), operation_id: operation };
  }),
];

/** @throws VALIDATION, which lists the known fields */
function refuseUnknownFields(
  key: TemplateKey,
  texts: Omit<BodyOf<typeof tellApi.saveTemplate>, 'version'>,
): void {
  const problems = sentenceForms.flatMap((form) => {
    const names = unknownFields(key, texts[form] ?? '');
    return names.length === 0
      ? []
      : [{ path: form, message: tellMessages.unknownFields(names, fieldsOfTemplate(key)) }];
  });
  if (problems.length > 0) throw invalid(...problems);
}

const loadTemplate = async (db: Db, key: TemplateKey) =>
  (await loadTemplates(db)).find((template) => template.key === key) as MessageTemplate;

async function loadTemplates(db: Db): Promise<MessageTemplate[]> {
  const rows = await db.selectFrom('message_templates').selectAll().execute();
  const stored = new Map(rows.map((row) => [row.key, row]));
  return templateKeys.map((key) => {
    const row = stored.get(key);
    const version = row?.version ?? 0;
    if (isFrame(key))
      return {
        key,
        masculine: row?.masculine ?? frames[key].text,
        feminine: null,
        own_masculine: null,
        own_feminine: null,
        version,
      };
    const { texts } = sentences[key];
    const [masculine, feminine, own_masculine, own_feminine] = sentenceForms.map(
      (form) => row?.[form] ?? texts[form],
    ) as [string, string, string, string];
    return { key, masculine, feminine, own_masculine, own_feminine, version };
  });
}

export async function loadMessageTemplates(db: Db): Promise<MessageTemplates> {
  const texts = new Map((await loadTemplates(db)).map((template) => [template.key, template]));
  const { frames: defaultFrames, sentences: defaultSentences } = defaultTemplates;
  return {
    frames: Object.fromEntries(
      frameKeys.map((key) => [key, texts.get(key)?.masculine ?? defaultFrames[key]]),
    ) as MessageTemplates['frames'],
    sentences: Object.fromEntries(
      sentenceKeys.map((key) => [key, { ...defaultSentences[key], ...texts.get(key) }]),
    ) as MessageTemplates['sentences'],
  };
}
