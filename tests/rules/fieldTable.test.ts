import { expect, test } from 'vitest';
import { fieldsFor, importHeadings, searchableFields, sheetColumns } from '../../contract/fieldTable';
import { studentFields } from '../../contract/recordFields';

test('a confidential field is in no search, no import and no exported sheet', () => {
  const names = Object.keys(fieldsFor(studentFields, 'ownTeachers'));
  expect(names).toEqual(['health_note']);
  const elsewhere = [
    ...searchableFields(studentFields),
    ...Object.keys(importHeadings(studentFields)),
    ...sheetColumns(studentFields).map(({ field }) => field),
  ];
  expect(elsewhere).toContain('latin_name');
  for (const name of names) expect(elsewhere).not.toContain(name);
});
