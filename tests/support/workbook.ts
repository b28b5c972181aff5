import { strToU8, zipSync } from 'fflate';

/** A workbook of these sheets, each with its rows of cells. */
export function workbookOf(sheets: Record<string, string[][]>) {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const parts = Object.values(sheets).map((rows, at): [string, Uint8Array] => [
    `xl/worksheets/sheet${at + 1}.xml`,
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
        ...Object.fromEntries(parts),
        'xl/workbook.xml': strToU8(`<workbook>${names.join('')}</workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8('<Relationships/>'),
      }),
    ),
  };
}
