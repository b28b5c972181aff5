import writeExcelFile from 'write-excel-file/universal';
import { excelCell } from './excelCell';
import type { ExcelSheet } from './excelFile';

async function written({ name, header, widths, rows }: ExcelSheet): Promise<Blob> {
  const titles = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return writeExcelFile([titles, ...rows.map((row) => row.map(excelCell))], {
    columns: widths.map((width) => ({ width })),
    rightToLeft: true,
    stickyRowsCount: 1,
    sheet: name,
  }).toBlob();
}

addEventListener('message', ({ data }: MessageEvent<ExcelSheet>) => {
  void written(data)
    .catch(() => null)
    .then((file) => postMessage(file));
});
