import type { GuardianRelation } from '../../vocabulary';
import { arabicPlural } from '../arabicText';
import { formatWeekday, hijriDate } from '../hijri';
import {
  about,
  type Addressee,
  bullet,
  countForms,
  dayWithWeekday,
  frames,
  type FrameKey,
  frameKeys,
  guardianGreetings,
  halfPage,
  type MessageField,
  messageFields,
  onDay,
  onlyHalfPage,
  ownGreetings,
  sentences,
  type SentenceForm,
  type SentenceKey,
  sentenceKeys,
  type SentenceTexts,
  todayIs,
} from './texts';

export const messageKinds = ['absent', 'absent_days', 'juz_test', 'week', 'marks', 'free'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const templateKeys = [...frameKeys, ...sentenceKeys] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** The frames have one text, which is stored as the masculine form. */
export const isFrame = (key: TemplateKey): key is FrameKey => key in frames;

export interface MessageTemplates {
  frames: Record<FrameKey, string>;
  sentences: Record<SentenceKey, SentenceTexts>;
}

export const defaultTemplates: MessageTemplates = {
  frames: { opening: frames.opening.text, closing: frames.closing.text },
  sentences: Object.fromEntries(sentenceKeys.map((key) => [key, sentences[key].texts])) as Record<
    SentenceKey,
    SentenceTexts
  >,
};

export const fieldsOfTemplate = (key: TemplateKey): readonly string[] =>
  (isFrame(key) ? frames[key].fields : sentences[key].fields).map((field) => messageFields[field]);

const fieldPattern = /\{([^{}]*)\}/g;

/** The names in braces that are no field of this template, and braces without a partner. */
export function unknownFields(key: TemplateKey, text: string): string[] {
  const allowed = fieldsOfTemplate(key);
  const unknown = [...text.matchAll(fieldPattern)].flatMap(([, name = '']) =>
    allowed.includes(name.trim()) ? [] : [name.trim()],
  );
  const braces = text.replace(fieldPattern, '').match(/[{}]/g) ?? [];
  return [...new Set([...unknown, ...braces])];
}

type FieldValues = Partial<Record<MessageField, string>>;

/** Replaces all fields in one pass, so that braces in a name mean nothing. A missing value is empty. */
function fillTemplate(text: string, values: FieldValues): string {
  const byName = new Map<string, string | undefined>(
    Object.entries(values).map(([field, value]) => [messageFields[field as MessageField], value]),
  );
  return text.replace(fieldPattern, (_, name: string) => byName.get(name.trim()) ?? '');
}

export type Gender = 'male' | 'female';

/** `relations` of a guardian to the children of the message. Empty: the student himself. */
export interface MessageRecipient {
  name: string | null;
  relations: readonly GuardianRelation[];
  /** Of the student himself. */
  gender: Gender;
}

/** One sentence of a message. A child can have several parts. */
export interface MessagePart {
  childId: number;
  gender: Gender;
  sentence: SentenceKey;
  values: FieldValues;
}

const genderOfRelation: Record<GuardianRelation, Addressee> = {
  father: 'male',
  brother: 'male',
  mother: 'female',
  other: 'unknown',
};

export const addresseeOf = (relations: readonly GuardianRelation[]): Addressee =>
  relations.map((relation) => genderOfRelation[relation]).find((gender) => gender !== 'unknown') ?? 'unknown';

function greet({ name, relations, gender }: MessageRecipient): string {
  const greeting = relations.length === 0 ? ownGreetings[gender] : guardianGreetings[addresseeOf(relations)];
  return name === null ? greeting : `${greeting} ${name}`;
}

const formFor = (isOwn: boolean, gender: Gender): SentenceForm =>
  isOwn
    ? gender === 'female'
      ? 'own_feminine'
      : 'own_masculine'
    : gender === 'female'
      ? 'feminine'
      : 'masculine';

export interface MessageContext {
  institute: string;
  sender: string;
  /** `YYYY-MM-DD`, in the institute's time zone. */
  today: string;
}

/**
 * The whole text of a message.
 * @param freeText stands instead of the parts
 */
export function renderMessage(
  templates: MessageTemplates,
  recipient: MessageRecipient,
  parts: readonly MessagePart[],
  { institute, sender, today }: MessageContext,
  freeText?: string,
): string {
  const frameValues = { institute, sender, greeting: greet(recipient), day: dayText(today, today) };
  const isOwn = recipient.relations.length === 0;
  const children = new Map(parts.map(({ childId, gender }) => [childId, gender]));
  const texts = parts.map(({ sentence, gender, values }) =>
    fillTemplate(templates.sentences[sentence][formFor(isOwn, gender)], { institute, ...values }),
  );
  const areGirls = [...children.values()].every((gender) => gender === 'female');
  const body =
    freeText ??
    (children.size > 1
      ? [about(countText(areGirls ? 'girls' : 'boys', children.size)), ...texts.map((text) => bullet + text)]
      : texts
    ).join('\n');
  return [
    fillTemplate(templates.frames.opening, frameValues),
    body,
    fillTemplate(templates.frames.closing, frameValues),
  ]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

export const countText = (noun: keyof typeof countForms, count: number): string =>
  countForms[noun][arabicPlural(count)](count);

/** Pages are rounded to halves. */
export function pagesText(pages: number): string {
  const halves = Math.round(pages * 2);
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return countText('pages', whole);
  return whole === 0 ? onlyHalfPage : halfPage(countText('pages', whole));
}

/** The day with its weekday and Hijri date; of today with the word "today". */
export const dayText = (day: string, today: string): string =>
  (day === today ? todayIs : onDay)(dayWithWeekday(formatWeekday(day), hijriDate(day)));

export const messageChannels = ['whatsapp', 'sms'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** A half of a letter of two units, which `encodeURIComponent` refuses. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** @param phone the digits of E.164 without `+` */
export function messageLink(channel: MessageChannel, phone: string, text: string): string {
  const encoded = encodeURIComponent(text.replace(loneSurrogate, '\uFFFD'));
  return channel === 'whatsapp' ? `https://wa.me/${phone}?text=${encoded}` : `sms:+${phone}?&body=${encoded}`;
}

/** Identifies a free text, so that each text is offered once to each recipient. */
export function textKey(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${hash.toString(36)}-${text.length}`;
}

/** Stands for the free text in the text of a recipient until the user has typed it. */
export const freeTextMark = '\uE000';
