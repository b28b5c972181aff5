import { foldArabic, foldDigits } from '../../../../contract/rules/arabicText';
import type { ImportType } from '../../../../contract/vocabulary';

type CellOf = (field: string) => string;

/**
 * What a row shares with another row that means the same record: rows with a key in common must reach the server one
 * after the other; all the rest may go side by side.
 */
export function rowKeys(type: ImportType, cell: CellOf): string[] {
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
