/*
 * The little of XML that a workbook needs. Nothing is ever resolved: no document type, no entity but the five of XML,
 * so that a file can neither reach out nor blow itself up while it is read.
 */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** As a workbook writes signs that XML cannot hold, the line ends of other systems first of all. */
const hidden = /_x([\dA-Fa-f]{4})_/g;

/** Text between tags as it was meant. */
export function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name: string) => {
    if (name) return named[name] ?? whole;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** The value of an attribute in the inside of a tag; null where it is missing. Its prefix does not count. */
export function attribute(inside: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(inside);
  return found ? unescaped(found[1] ?? found[2] ?? '') : null;
}

/** The insides of the opening tags of this name, in order. */
export function tags(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(\\s[^<>]*?)?/?>`, 'g'))].map(
    ([, inside = '']) => inside,
  );
}

/** What stands in `<t>` elements, joined; the phonetic help of East Asian names is left out. */
export function textIn(xml: string): string {
  const plain = xml.includes('rPh') ? xml.replace(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/g, '') : xml;
  let text = '';
  for (const [, inside = ''] of plain.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g)) text += inside;
  return unescaped(text).replace(hidden, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
