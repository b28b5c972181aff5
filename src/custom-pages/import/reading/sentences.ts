import { importFieldNames, importMessages } from '../../../../contract/importMessages';
import type { ImportProblem } from '../../../../contract/rules/importsCells';

/** What is wrong with a row, or worth knowing of it, in a sentence for a person. */
export interface RowNote {
  /** Null for the row as a whole. */
  field: string | null;
  message: string;
}

/** The sentence of a rule that the browser has checked itself; the server has the same. */
export const noteOf = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](importFieldNames[field ?? ''] ?? field ?? '', value, String(limit ?? '')),
});
