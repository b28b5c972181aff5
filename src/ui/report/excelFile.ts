import type { Cell } from '../../../contract/documents/document';
import { findNewVersion } from '../../dataProvider/appVersion';

/** Contains only plain values, because a worker receives the sheet. */
export interface ExcelSheet {
  name: string;
  header: string[];
  /** Width of each column in characters. */
  widths: number[];
  rows: Cell[][];
  struckRows?: number[];
}

/** A worker writes the right-to-left .xlsx, so that the page is not blocked. */
export function writeExcelFile(...sheets: ExcelSheet[]): Promise<Blob> {
  const worker = new Worker(new URL('./excelWorker.ts', import.meta.url), { type: 'module' });
  const file = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) =>
      data ? resolve(data) : reject(new Error('the sheet could not be written')),
    );
    worker.addEventListener('error', () => {
      void findNewVersion();
      reject(new Error('the Excel worker could not be started'));
    });
  });
  worker.postMessage(sheets);
  return file.finally(() => worker.terminate());
}

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may still read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
