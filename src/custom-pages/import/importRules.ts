import { importFieldNames, importMessages } from '../../../contract/importMessages';
import { foldArabic, foldDigits } from '../../../contract/rules/arabicText';
import { checkRecord } from '../../../contract/rules/imports';
import type { ImportProblem } from '../../../contract/rules/importsCells';
import type { ImportType } from '../../../contract/vocabulary';
import type { RowNote, SheetRecord, SheetRules } from '../../ui/import/SheetWork';

/** The rules of a type, which the server has as well. */
export const rulesOf = (type: ImportType): SheetRules => ({
  check: (record) => checkRecord(type, record).problems.map(noteOf),
  keys: (record) => rowKeys(type, record),
});

const noteOf = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](importFieldNames[field ?? ''] ?? field ?? '', value, String(limit ?? '')),
});

/**
 * What a row shares with another row that means the same record: rows with a key in common must reach the server one
 * after the other; all the rest may go side by side.
 */
function rowKeys(type: ImportType, record: SheetRecord): string[] {
  const cell = (field: string) => record[field] ?? '';
  const key = (...fields: string[]) => {
    const parts = fields.map((field) =>
      foldDigits(foldArabic(cell(field))).replace(/^['\u2018\u2019]\s*/, ''),
    );
    return parts.every((part) => part === '') ? [] : [`${fields[0]}:${parts.join('|')}`];
  };
  switch (type) {
    case 'students':
      return [...key('student_id'), ...key('national_id')];
    case 'programs':
      return [...key('code'), ...key('name')];
    case 'batches':
      return key('name');
    case 'subjects':
      // Offerings of one base share its name and hours; a programme without a batch has many.
      return [...key('code'), ...(cell('code') === '' ? key('name') : [])];
    case 'grades':
      return [
        ...key('student_id', 'subject_code', 'subject_name'),
        ...(cell('student_id') === '' ? key('student_name', 'subject_code', 'subject_name') : []),
      ];
  }
}
