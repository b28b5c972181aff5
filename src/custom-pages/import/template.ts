import type { ImportType } from '../../../contract/vocabulary';
import { importExamples } from '../../i18n/ar/importExamples';
import { fieldName } from './fieldNames';
import { csvFile } from './reading/wrongRowsFile';

/** The columns of a type with one row that shows what belongs in them; UTF-8 with a byte-order mark (spec 2 §9). */
export function templateFile(type: ImportType): Blob {
  const example = importExamples[type];
  const fields = Object.keys(example);
  return csvFile([fields.map((field) => fieldName(type, field)), Object.values(example)]);
}
