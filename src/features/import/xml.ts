// Parses the XML of a workbook. The parser resolves no document types and only the five entities of XML. So a
// file cannot load another resource or expand in memory. The time is linear, also with unclosed tags.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Workbooks escape characters that XML cannot contain, such as carriage returns. */
const escapedCharacter = /_x([\dA-Fa-f]{4})_/g;

export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (reference, hex, decimal, name: string) => {
      if (name) return entities[name] ?? reference;
      const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference;
    },
  );
}

/** The unescaped value of an attribute. `name` has no namespace prefix. Null if the attribute is missing. */
export function attribute(attributes: string, name: string): string | null {
  const match = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match ? unescapeXml(match[1] ?? match[2] ?? '') : null;
}

export interface Tag {
  /** The tag name without its namespace prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** The attributes are still escaped. */
  attributes: string;
  /** The text before the next tag. The text is still escaped. */
  text: string;
}

/** Tags of a workbook are shorter. The rest of a longer tag is ignored. */
const maxTagLength = 20_000;

export function* readTags(xml: string): Generator<Tag> {
  let start = xml.indexOf('<');
  while (start >= 0) {
    const next = xml.indexOf('<', start + 1);
    const end = next < 0 ? xml.length : next;
    const close = findTagEnd(xml, start, end);
    if (close >= 0) {
      const isClosing = xml.charCodeAt(start + 1) === 0x2f;
      const isEmpty = xml.charCodeAt(close - 1) === 0x2f;
      const tagText = xml.slice(
        start + (isClosing ? 2 : 1),
        Math.min(isEmpty ? close - 1 : close, start + maxTagLength),
      );
      const nameEnd = tagText.search(/\s/);
      const name = nameEnd < 0 ? tagText : tagText.slice(0, nameEnd);
      yield {
        name: name.slice(name.indexOf(':') + 1),
        kind: isClosing ? 'close' : isEmpty ? 'empty' : 'open',
        attributes: nameEnd < 0 ? '' : tagText.slice(nameEnd),
        text: xml.slice(close + 1, end),
      };
    }
    start = next;
  }
}

/** Index of the `>` that ends the tag, or -1. A `>` inside an attribute value does not end the tag. */
function findTagEnd(xml: string, from: number, end: number): number {
  let openQuote = 0;
  for (let index = from; index < end; index += 1) {
    const code = xml.charCodeAt(index);
    if (openQuote === 0 && code === 0x3e) return index;
    if (code !== 0x22 && code !== 0x27) continue;
    if (openQuote === 0) openQuote = code;
    else if (openQuote === code) openQuote = 0;
  }
  return -1;
}

export function listAttributes(xml: string, name: string): string[] {
  const attributes: string[] = [];
  for (const tag of readTags(xml))
    if (tag.name === name && tag.kind !== 'close') attributes.push(tag.attributes);
  return attributes;
}

/** The limit of a spreadsheet for the text of a cell. */
const maxCellLength = 32_768;
const maxEscapedLength = 8 * maxCellLength;

/** Collects the text of `<t>` elements. It ignores phonetic guides of East Asian text (`<rPh>`). */
export class TextCollector {
  #text = '';
  #isPhonetic = false;

  add({ name, kind, text }: Tag): void {
    if (name === 'rPh') this.#isPhonetic = kind === 'open';
    else if (name === 't' && kind === 'open' && !this.#isPhonetic && this.#text.length < maxEscapedLength)
      this.#text += text;
  }

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

/** Thousands of cells share a text, so it is trimmed and cut only once. */
export const trimCellText = (text: string): string => text.trim().slice(0, maxCellLength);
