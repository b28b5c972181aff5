export type LogoProblem = 'NOT_IMAGE' | 'TOO_LARGE';

/** In bytes, of the image itself. */
export const maxLogoBytes = 200 * 1_024;

// A file's first bytes say what it is, whatever it claims. An SVG is a document that can carry a script.
const images = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/;

/** What forbids a logo, given as a data URL, or null: neither PNG nor JPEG by its first bytes, or over 200 kB. */
export function logoProblem(dataUrl: string): LogoProblem | null {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const filling = image.endsWith('==') ? 2 : image.endsWith('=') ? 1 : 0;
  const bytes = Math.floor((image.length * 3) / 4) - filling;
  if (bytes > maxLogoBytes) return 'TOO_LARGE';
  return images.test(dataUrl) ? null : 'NOT_IMAGE';
}
