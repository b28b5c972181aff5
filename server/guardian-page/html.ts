/** HTML in which all inserted text is escaped. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | null | false | readonly Part[];

/** Also escapes apostrophes, so that an attribute is safe in both kinds of quotes. */
const escape = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part));
}

/** The indentation of the source would be a third of the page. A tag of a block needs no space before it. */
const lineStart = /\n\s*(<\/?(?:table|thead|tbody|tr|th|td|h\d|ul|li|p|div|section|form|label)\b)?/g;

/** Texts are escaped, HTML is not. Null and false insert nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    strings.reduce(
      (text, string, index) =>
        text +
        (index === 0 ? '' : render(parts[index - 1] ?? null)) +
        string.replace(lineStart, (_, tag?: string) => tag ?? ' '),
      '',
    ),
  );

/** Cuts a long text after a word. */
export function shorten(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  const start = characters.slice(0, maxCharacters).join('');
  return `${start.slice(0, start.lastIndexOf(' ')) || start}…`;
}

/** Cuts after a word, so that the escaped text has at most `maxBytes`, without the ellipsis. */
export function shortenToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  const end = [...text].findIndex((character) => (bytes += Buffer.byteLength(escape(character))) > maxBytes);
  return end === -1 ? text : shorten(text, end);
}
