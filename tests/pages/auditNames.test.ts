import { expect, test } from 'vitest';
import { visibleColumns } from '../../server/audit/columns';
import { ar } from '../../src/i18n/ar';

const fieldLabels: Record<string, string> = ar.audit.fields;
const forms: Record<string, { fields: Record<string, string> }> = ar.resources;

test('every table and column that the audit trail may show has an Arabic name', () => {
  expect(Object.keys(visibleColumns).filter((table) => !(table in ar.audit.tables))).toEqual([]);
  const nameless = Object.entries(visibleColumns).flatMap(([table, columns]) =>
    columns
      .map((column) => column.replace(/_row_id$/, '_id'))
      .filter((name) => !(name in fieldLabels) && !(name in (forms[table]?.fields ?? {})))
      .map((name) => `${table}.${name}`),
  );
  expect(nameless).toEqual([]);
});
