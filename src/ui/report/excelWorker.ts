import writeExcelFile from 'write-excel-file/universal';
import { excelCell } from './excelCell';
import type { ExcelSheet } from './excelFile';

function buildSheet({ name, header, widths, rows, struckRows = [] }: ExcelSheet) {
  const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return {
    data: [
      titles,
      ...rows.map((row, index) => row.map((cell) => excelCell(cell, struckRows.includes(index)))),
    ],
    columns: widths.map((width) => ({ width })),
    rightToLeft: true,
    stickyRowsCount: 1,
    sheet: name,
  };
}

const writeFile = async (sheets: ExcelSheet[]): Promise<Blob> =>
  writeExcelFile(sheets.map(buildSheet)).toBlob();

addEventListener('message', ({ data }: MessageEvent<ExcelSheet[]>) => {
  void writeFile(data)
    .catch(() => null)
    .then((file) => postMessage(file));
});
