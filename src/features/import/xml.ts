/*
 * A reader for the part of XML that a workbook uses. Document types and entities are not resolved, apart from the five
 * entities of XML: a file can neither load another resource nor expand in memory. Each tag is read once and no closing
 * tag is searched for: a megabyte of unclosed tags takes no longer than another file of that size.
 */

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** How a workbook writes characters that XML cannot contain, such as carriage returns. */
const escapedCharacter = /_x([\dA-Fa-f]{4})_/g;

/** Text between tags, with entities and character references replaced. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex, decimal, name: string) => {
      if (name) return entities[name] ?? whole;
      const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The value of an attribute in `Tag.attributes`, found without its namespace prefix; null if it is missing. */
export function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : null;
}

export interface Tag {
  /** Without its namespace prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** The text of its attributes, not unescaped. */
  attributes: string;
  /** The text between it and the next tag, not unescaped. */
  text: string;
}

/** Characters of the longest tag in a workbook; the rest of a longer tag is ignored. */
const maxTagLength = 20_000;

/** The tags of an XML text in order, each with the text after it. */
export function* tagsIn(xml: string): Generator<Tag> {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const next = xml.indexOf('<', at + 1);
    const end = next < 0 ? xml.length : next;
    const close = findTagEnd(xml, at, end);
    if (close >= 0) {
      const isClosing = xml.charCodeAt(at + 1) === 0x2f;
      const isEmpty = xml.charCodeAt(close - 1) === 0x2f;
      const whole = xml.slice(
        at + (isClosing ? 2 : 1),
        Math.min(isEmpty ? close - 1 : close, at + maxTagLength),
      );
      const cut = whole.search(/\s/);
      const name = cut < 0 ? whole : whole.slice(0, cut);
      yield {
        name: name.slice(name.indexOf(':') + 1),
        kind: isClosing ? 'close' : isEmpty ? 'empty' : 'open',
        attributes: cut < 0 ? '' : whole.slice(cut),
        text: xml.slice(close + 1, end),
      };
    }
    at = next;
  }
}

/** The index of the `>` that ends a tag, or -1; a `>` inside of an attribute value does not end it. */
function findTagEnd(xml: string, from: number, end: number): number {
  let mark = 0;
  for (let at = from; at < end; at += 1) {
    const code = xml.charCodeAt(at);
    if (mark === 0 && code === 0x3e) return at;
    if (code !== 0x22 && code !== 0x27) continue;
    if (mark === 0) mark = code;
    else if (mark === code) mark = 0;
  }
  return -1;
}

/** The attributes of each opening or empty tag with this name, in order. */
export function attributesOf(xml: string, name: string): string[] {
  const found: string[] = [];
  for (const tag of tagsIn(xml)) if (tag.name === name && tag.kind !== 'close') found.push(tag.attributes);
  return found;
}

/** Maximum length of a cell's text in a workbook, and of the same text escaped, as in the file. */
const maxCellLength = 32_768;
const maxEscapedLength = 8 * maxCellLength;

/** Collects the text of `<t>` elements, without the phonetic guides of East Asian text (`<rPh>`). */
export class TextCollector {
  #text = '';
  #isPhonetic = false;

  add({ name, kind, text }: Tag): void {
    if (name === 'rPh') this.#isPhonetic = kind === 'open';
    else if (name === 't' && kind === 'open' && !this.#isPhonetic && this.#text.length < maxEscapedLength)
      this.#text += text;
  }

  /** Returns the collected text and starts again. */
  take(): string {
    const text = unescapeXml(this.#text.slice(0, maxEscapedLength)).replace(
      escapedCharacter,
      (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)),
    );
    this.#text = '';
    this.#isPhonetic = false;
    return trimCellText(text);
  }
}

/** Trimmed and cut here once, because thousands of cells may share the text. */
export const trimCellText = (text: string): string => text.trim().slice(0, maxCellLength);
