import { strToU8, zipSync } from 'fflate';

/** @param sheets rows of cells by sheet name */
export function buildWorkbook(sheets: Record<string, string[][]>) {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheetFiles = Object.values(sheets).map((rows, index): [string, Uint8Array] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    strToU8(
      `<worksheet>${rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')}</worksheet>`,
    ),
  ]);
  const names = Object.keys(sheets).map((name) => `<sheet name="${name}"/>`);
  return {
    name: 'workbook.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from(
      zipSync({
        ...Object.fromEntries(sheetFiles),
        'xl/workbook.xml': strToU8(`<workbook>${names.join('')}</workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8('<Relationships/>'),
      }),
    ),
  };
}
