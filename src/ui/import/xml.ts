/*
 * The little of XML that a workbook needs. Nothing is ever resolved: no document type, no entity but the five of XML,
 * so that a file can neither reach out nor blow itself up while it is read. Nothing looks for the end of what is open
 * either: one tag after the other is met once, so that a file of a megabyte of tags that nobody closes takes no longer
 * than another of its size.
 */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** As a workbook writes signs that XML cannot hold, the line ends of other systems first of all. */
const hidden = /_x([\dA-Fa-f]{4})_/g;

/** Text between tags as it was meant. */
export function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex, decimal, name: string) => {
      if (name) return named[name] ?? whole;
      const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The value of an attribute in the inside of a tag; null where it is missing. Its prefix does not count. */
export function attribute(inside: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(inside);
  return found ? unescaped(found[1] ?? found[2] ?? '') : null;
}

export interface Tag {
  /** Without its prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** Its attributes as they stand. */
  inside: string;
  /** What stands between it and the next tag, as it stands. */
  text: string;
}

/** Attributes of the longest tag that a workbook has; what is longer is passed over. */
const maxInside = 20_000;

/** The tags of a text in their order, each with the text behind it. */
export function* tagsIn(xml: string): Generator<Tag> {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const next = xml.indexOf('<', at + 1);
    const end = next < 0 ? xml.length : next;
    const close = endOfTag(xml, at, end);
    if (close >= 0) {
      const isClosing = xml.charCodeAt(at + 1) === 0x2f;
      const isEmpty = xml.charCodeAt(close - 1) === 0x2f;
      const whole = xml.slice(
        at + (isClosing ? 2 : 1),
        Math.min(isEmpty ? close - 1 : close, at + maxInside),
      );
      const cut = whole.search(/\s/);
      const name = cut < 0 ? whole : whole.slice(0, cut);
      yield {
        name: name.slice(name.indexOf(':') + 1),
        kind: isClosing ? 'close' : isEmpty ? 'empty' : 'open',
        inside: cut < 0 ? '' : whole.slice(cut),
        text: xml.slice(close + 1, end),
      };
    }
    at = next;
  }
}

/** Where the `>` of a tag stands, before the next one; a `>` inside of a value does not end it. */
function endOfTag(xml: string, from: number, end: number): number {
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

/** The insides of the opening tags of this name, in order. */
export function insidesOf(xml: string, name: string): string[] {
  const found: string[] = [];
  for (const tag of tagsIn(xml)) if (tag.name === name && tag.kind !== 'close') found.push(tag.inside);
  return found;
}

/** Signs of a cell in the largest workbook, and what they may be as they stand in the file. */
const maxSigns = 32_768;
const maxRaw = 8 * maxSigns;

/** Gathers what stands in `<t>` elements; the phonetic help of East Asian names is left out. */
export class TextGatherer {
  #text = '';
  #isPhonetic = false;

  meet({ name, kind, text }: Tag): void {
    if (name === 'rPh') this.#isPhonetic = kind === 'open';
    else if (name === 't' && kind === 'open' && !this.#isPhonetic && this.#text.length < maxRaw)
      this.#text += text;
  }

  /** What was gathered, and begins anew. */
  take(): string {
    const text = unescaped(this.#text.slice(0, maxRaw)).replace(hidden, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    this.#text = '';
    this.#isPhonetic = false;
    return shortened(text);
  }
}

/** Without white space at its ends: thousands of cells may share the text, and each would look through it again. */
export const shortened = (text: string): string => text.trim().slice(0, maxSigns);
