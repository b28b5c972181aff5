import { importFieldLabels, importMessages, importResultMessages } from '../../../contract/importMessages';
import { foldArabic, foldDigits } from '../../../contract/rules/arabicText';
import { checkRecord } from '../../../contract/rules/imports';
import type { ImportProblem } from '../../../contract/rules/importsCells';
import { batchFields } from '../../../contract/courseFields';
import { markFields } from '../../../contract/rules/importsGrades';
import type { ImportType } from '../../../contract/vocabulary';
import type { CellReading } from '../../features/import/SheetCells';
import type { RowNote, SheetRecord, SheetRules } from '../../features/import/SheetWork';
import { findLineKinds, groupFields } from './lineKinds';

const readings: Partial<Record<string, CellReading>> = Object.fromEntries([
  ...[...groupFields].map((field) => [field, 'group'] as const),
  ...markFields.map((field) => [field, 'mark'] as const),
  ...Object.entries(batchFields).flatMap(([field, { kind }]) =>
    kind === 'date' ? [[field, 'day'] as const] : [],
  ),
]);

/** The server has the same rules. */
export const buildRules = (type: ImportType): SheetRules => ({
  check: (record) => checkRecord(type, record).problems.map(describeProblem),
  keys: (record) => rowKeys(type, record),
  // Two rows of one programme or batch are a mistake: the second would overwrite the first.
  ...((type === 'programs' || type === 'batches') && { repeatedMessage: importResultMessages.repeated }),
  readings,
  findLineKinds: (sheet, fields) => findLineKinds(type, sheet, fields),
  mixedMarkNote: (field, value) => describeProblem({ field, code: 'MIXED_PERCENTS', value }),
});

const describeProblem = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](
    importFieldLabels[field ?? ''] ?? field ?? '',
    value,
    String(limit ?? ''),
    '',
  ),
});

/**
 * Rows with a common key may belong to the same record, so they are sent one after another. Other rows are
 * sent in parallel.
 */
function rowKeys(type: ImportType, record: SheetRecord): string[] {
  const cell = (field: string) => record[field] ?? '';
  const keyFrom = (...fields: string[]) => {
    const values = fields.map((field) =>
      foldDigits(foldArabic(cell(field))).replace(/^['\u2018\u2019]\s*/, ''),
    );
    return values.every((value) => value === '') ? [] : [`${fields[0]}:${values.join('|')}`];
  };
  switch (type) {
    case 'students':
      return [
        ...keyFrom('student_id'),
        ...keyFrom('national_id'),
        ...(cell('student_id') + cell('national_id') === ''
          ? keyFrom('full_name', 'first_name', 'second_name', 'third_name', 'last_name', 'batch_name')
          : []),
      ];
    case 'programs':
      return [...keyFrom('code'), ...keyFrom('name')];
    case 'batches':
      return keyFrom('name');
    case 'subjects':
      // Offerings of one base share name and hours. A row with a programme and no batch creates several
      // offerings.
      return [...keyFrom('code'), ...(cell('code') === '' ? keyFrom('name') : [])];
    case 'grades':
      return [
        // Without a number, the key of the number would be that of the subject alone.
        ...(cell('student_id') === ''
          ? keyFrom('student_name', 'subject_code', 'subject_name')
          : keyFrom('student_id', 'subject_code', 'subject_name')),
      ];
    case 'users':
      return keyFrom('username');
  }
}
