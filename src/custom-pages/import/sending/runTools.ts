import type { ImportResult } from '../../../../contract/imports';
import type { ImportType } from '../../../../contract/vocabulary';
import type { ImportBody } from '../../../dataProvider/imports';
import type { RowToSend } from '../reading/work';
import type { BatchAnswer } from './answers';
import type { ImportPart, Keeping } from './savedImports';

/** What an import needs of the world around it. */
export interface RunTools {
  send: (type: ImportType, body: ImportBody, importId: string, key: string) => Promise<ImportResult>;
  rows: (sheet: number, indexes: number[]) => Promise<RowToSend[]>;
  /** Told of every answer: refused rows are marked, the others no longer. */
  answered: (part: ImportPart, answer: BatchAnswer, indexes: number[]) => void;
  keeping: Keeping;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
  sentences: { batch: (n: number, why: string) => string; failed: string };
}
