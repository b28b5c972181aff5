export type LogoProblem = 'NOT_IMAGE' | 'TOO_LARGE';

/** In bytes, of the image itself. */
export const maxLogoBytes = 200 * 1_024;

// The first bytes of a file show its real type. SVG is not allowed, since it can contain a script.
const images = /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/;

/** The problem of a logo (a data URL): not a PNG or JPEG by its first bytes, or over 200 kB; else null. */
export function logoProblem(dataUrl: string): LogoProblem | null {
  const image = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const padding = image.endsWith('==') ? 2 : image.endsWith('=') ? 1 : 0;
  const bytes = Math.floor((image.length * 3) / 4) - padding;
  if (bytes > maxLogoBytes) return 'TOO_LARGE';
  return images.test(dataUrl) ? null : 'NOT_IMAGE';
}
