import writeExcelFile from 'write-excel-file/universal';
import { excelCell } from './excelCell';
import type { ExcelSheet } from './excelFile';

function written({ name, header, widths, rows, struck = [] }: ExcelSheet) {
  const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return {
    data: [titles, ...rows.map((row, place) => row.map((cell) => excelCell(cell, struck.includes(place))))],
    columns: widths.map((width) => ({ width })),
    rightToLeft: true,
    stickyRowsCount: 1,
    sheet: name,
  };
}

const fileOf = async (sheets: ExcelSheet[]): Promise<Blob> => writeExcelFile(sheets.map(written)).toBlob();

addEventListener('message', ({ data }: MessageEvent<ExcelSheet[]>) => {
  void fileOf(data)
    .catch(() => null)
    .then((file) => postMessage(file));
});
