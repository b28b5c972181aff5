import type { Cell } from '../../../contract/documents/document';

/** A sheet to be written: what stands in its cells, as plain values that can be handed to a worker. */
export interface ExcelSheet {
  name: string;
  header: string[];
  /** In characters, one for each column. */
  widths: number[];
  rows: Cell[][];
  /** Places of the rows that are drawn through. */
  struck?: number[];
}

/** Writes a right-to-left .xlsx beside the page, which goes on answering however many rows there are. */
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

/** Hands a file to the person, under a name. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A browser may still be reading it when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
