import { type LogoProblem, logoProblem } from '../../../contract/rules/logo';

/** A chosen file as the data URL that is stored, or why it cannot be: by its bytes, not by its name. */
export async function logoOf(file: File): Promise<{ logo: string } | { problem: LogoProblem }> {
  const text = await dataUrl(file);
  const bytes = text.slice(text.indexOf(',') + 1);
  const logo = `data:image/${bytes.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${bytes}`;
  const problem = logoProblem(logo);
  if (problem) return { problem };
  return (await isDrawable(logo)) ? { logo } : { problem: 'NOT_IMAGE' };
}

const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });

/** Half a picture begins like a whole one. */
async function isDrawable(logo: string): Promise<boolean> {
  const image = new Image();
  image.src = logo;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}
