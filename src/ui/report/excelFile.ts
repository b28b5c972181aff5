import type { Cell } from '../../../contract/documents/document';

/** A sheet to write: its cells as plain values that can be sent to a worker. */
export interface ExcelSheet {
  name: string;
  header: string[];
  /** In characters, one for each column. */
  widths: number[];
  rows: Cell[][];
  /** Indexes of the rows that are struck through. */
  struck?: number[];
}

/** Writes a right-to-left .xlsx in a worker, so that the page is not blocked. */
export function excelFile(...sheets: ExcelSheet[]): Promise<Blob> {
  const worker = new Worker(new URL('./excelWorker.ts', import.meta.url), { type: 'module' });
  const written = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) =>
      data ? resolve(data) : reject(new Error('the sheet could not be written')),
    );
    worker.addEventListener('error', () => reject(new Error('the writer of sheets could not be started')));
  });
  worker.postMessage(sheets);
  return written.finally(() => worker.terminate());
}

/** Downloads a file under a name. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser may still read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
