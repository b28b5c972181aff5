import { expect, test } from 'vitest';
import { exportFileName, exportFiles, tablesWithoutFile } from '../../contract/export/exportFiles';
import { buildReadMe } from '../../contract/export/readMe';
import { partTables, recordedTables } from '../../server/db/schema/recorded';

const fileTables = exportFiles.map(({ table }) => table);

test('each recorded table has a file, or a reason for none', () => {
  for (const table of recordedTables)
    expect(fileTables.includes(table), table).not.toBe(Object.hasOwn(tablesWithoutFile, table));
  expect(recordedTables).toEqual(expect.arrayContaining(Object.keys(tablesWithoutFile)));
  expect(fileTables).toEqual(
    expect.arrayContaining([...partTables].filter((one) => one !== 'guardian_links')),
  );
});

test('names of files and headings of one file are different', () => {
  const names = exportFiles.map((file, index) => exportFileName(file, index, 1));
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toMatch(/^01-\S+\.csv$/);
  for (const { name, columns } of exportFiles) {
    const headings = columns.map(([heading]) => heading);
    expect(new Set(headings).size, name).toBe(headings.length);
  }
});

test('the second part of a file has its number', () => {
  const file = { name: 'أعضاء الحلقات' };
  expect(exportFileName(file, 8, 1)).toBe('09-أعضاء-الحلقات.csv');
  expect(exportFileName(file, 8, 2)).toBe('09-أعضاء-الحلقات-2.csv');
});

test('no column is a token or a health note', () => {
  const sources = exportFiles.flatMap(({ columns }) => columns.map(([, source]) => source));
  expect(sources).toContain('teacher_notes');
  expect(sources.filter((source) => /password_(hash|ends)|token|health|undo_session/.test(source))).toEqual(
    [],
  );
});

/** A new column of these tables is exported only after a decision. */
const allowedColumns = {
  users: [
    'email',
    'is_active',
    'last_login',
    'must_change_password',
    'name',
    'phone',
    'role',
    'section',
    'student_row_id.student_id',
    'username',
  ],
  settings: [
    'adult_age',
    'archive_retention_days',
    'backup_days',
    'backup_hour',
    'confirmed_years',
    'country',
    'current_academic_year',
    'institute_name',
    'record_kinds',
    'result_rules',
    'sections_enabled',
    'teacher_scope',
    'teachers_contact_guardians',
    'time_zone',
    'weekend_days',
  ],
} as const;

test('the files of accounts and settings have only the columns of a list', () => {
  for (const [table, allowed] of Object.entries(allowedColumns)) {
    const file = exportFiles.find((one) => one.table === table);
    expect(file?.columns.map(([, source]) => source).toSorted(), table).toEqual(allowed);
  }
});

test('the list of files has the day, and the rows of each file', () => {
  const files = [{ name: '01-البرامج.csv', english: 'programmes', rows: 3 }];
  const text = buildReadMe({ institute: 'معهد النور', today: '2026-11-20', files });
  expect(text).toMatch(/^معهد النور\r\n/);
  expect(text).toContain('2026-11-20');
  expect(text).toMatch(/01-البرامج\.csv\t3\tprogrammes\r\n$/);
});
