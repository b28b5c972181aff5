/** The real kind of a file that is not a text table, whatever its name. */
export type ForeignKind = 'webPage' | 'pdf' | 'image' | 'oldWorkbook' | 'packed';

const signatures: readonly [kind: ForeignKind, bytes: readonly number[]][] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['image', [0x52, 0x49, 0x46, 0x46]],
  ['image', [0x49, 0x49, 0x2a, 0x00]],
  ['image', [0x4d, 0x4d, 0x00, 0x2a]],
  ['oldWorkbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['packed', [0x1f, 0x8b]],
  ['packed', [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['packed', [0x37, 0x7a, 0xbc, 0xaf]],
];

/** By the first bytes; null for possible text, and for a workbook. */
export const foreignBytes = (bytes: Uint8Array): ForeignKind | null =>
  signatures.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/** `PK` and a byte below nine; a text that begins with `PK` has letters next. */
export const isZip = ([first, second, third = 255]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third < 9;

const markup = /^(?:<(?:!doctype|!--|\?xml|\/?[a-z][\w:-]*[\s/>])|mime-version:)/i;

/** Whether the text is a web page or other markup: a site may answer one instead of a table. */
export const isWebPage = (text: string): boolean =>
  markup.test(
    text
      .slice(0, 20_000)
      .replace(/^[\s\uFEFF]+/, '')
      .slice(0, 200),
  );
