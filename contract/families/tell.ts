import { z } from 'zod';
import { additions, get, post, put } from '../endpoint';
import { changeBody, date, id, lines, requiredLine, rowId, time, version } from '../fields';
import { messageChannels, messageKinds, templateKeys } from '../rules/messages/message';
import { guardianRelations } from '../vocabulary';

export const maxMessageText = 4_000;
/** A student of many subjects has a long list of told marks. */
const maxTold = 2_000;

/** `opened`: the message was opened in another app, which is not yet sending. */
export const messageStates = ['new', 'opened', 'not_sent', 'corrected'] as const;
export type MessageState = (typeof messageStates)[number];

/** Why a student has no number: `no_right`: no guardian may get messages; `own_phone`: he is of age. */
export const unreachableReasons = [
  'no_guardian',
  'no_right',
  'no_phone',
  'unknown_number',
  'own_phone',
] as const;
export type UnreachableReason = (typeof unreachableReasons)[number];

/** What the message tells about a student. The client sends it back when the message is opened. */
const content = z.object({ id, name: z.string(), content: z.string() });

export const messageRecipient = z.object({
  key: z.string(),
  /** Null: the student himself, or a student without a number. */
  guardian_id: id.nullable(),
  students: z.array(content),
  name: z.string().nullable(),
  relation: z.enum(guardianRelations).nullable(),
  /** The digits of E.164 without `+`. Null with a `reason`. */
  phone: z.string().nullable(),
  reason: z.enum(unreachableReasons).nullable(),
  /** In a message of the kind `free`, a private character marks the place of the text. */
  text: z.string(),
  state: z.enum(messageStates),
  /** The last opened message with this content, for `not-sent`. */
  message_id: id.nullable(),
  opened_at: time.nullable(),
  opened_by: z.string().nullable(),
});
export type MessageRecipient = z.infer<typeof messageRecipient>;

const template = z.object({
  key: z.enum(templateKeys),
  masculine: z.string(),
  feminine: z.string().nullable(),
  own_masculine: z.string().nullable(),
  own_feminine: z.string().nullable(),
  /** 0: the institute has not changed the text. */
  version,
});
export type MessageTemplate = z.infer<typeof template>;

const templateText = lines(1_500).nullable();
const staff = ['admin', 'teacher'] as const;
const operation_id = id.nullable();

export const tellApi = additions({
  list: get('/tell', {
    roles: staff,
    summary:
      'The messages of a kind, one for each guardian or student of age, by name; those without a number last',
    query: z.strictObject({
      kind: z.enum(messageKinds),
      date: date.optional(),
      batch_id: rowId.optional(),
      circle_id: rowId.optional(),
      /** Identifies the text of a message of the kind `free`. */
      text_key: requiredLine(40).optional(),
    }),
    response: z.array(messageRecipient),
  }),
  opened: post('/tell/opened', {
    roles: staff,
    scopedBy: {},
    summary: 'Store that a message was opened in WhatsApp or as SMS. The server sends nothing',
    body: z.strictObject({
      kind: z.enum(messageKinds),
      date,
      guardian_id: id.nullable(),
      students: z
        .array(z.strictObject({ id, content: requiredLine(maxTold) }))
        .min(1)
        .max(50),
      channel: z.enum(messageChannels),
      text: lines(maxMessageText).pipe(z.string().min(1)),
    }),
    response: z.object({ message_id: id, opened_at: time, opened_by: z.string() }),
    status: 201,
  }),
  notSent: post('/tell/not-sent', {
    roles: staff,
    scopedBy: {},
    summary: 'Store that an opened message was not sent, so that it is offered again',
    body: z.strictObject({ message_id: id }),
    response: z.object({ message_id: id }),
  }),
  templates: get('/message-templates', {
    roles: staff,
    summary: 'The texts of messages, as the institute has changed them',
    response: z.array(template),
  }),
  saveTemplate: put('/message-templates/{key}', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'Change the texts of a template; null takes the text of Rasd again',
    params: z.strictObject({ key: z.enum(templateKeys) }),
    body: changeBody(
      {
        masculine: templateText,
        feminine: templateText,
        own_masculine: templateText,
        own_feminine: templateText,
      },
      ['key', 'operation_id'],
    ),
    response: template.extend({ operation_id }),
  }),
});
