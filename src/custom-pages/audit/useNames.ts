import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/** What a table of the log is called. */
export function useTableName(): (table: string) => string {
  const translate = useTranslate();
  return useCallback(
    (table) => translate(`audit.tables.${table}`, { _: translate('audit.tables.other') }),
    [translate],
  );
}

/** What a column is called: as on the form of its table, else as in the audit trail, else as it is stored. */
export function useFieldName(): (table: string, column: string) => string {
  const translate = useTranslate();
  return useCallback(
    (table, column) => {
      const name = column.replace(/_row_id$/, '_id');
      const own = translate(`audit.fields.${name}`, { _: column });
      return translate(`resources.${table}.fields.${name}`, { _: own });
    },
    [translate],
  );
}
