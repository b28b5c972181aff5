import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/** What a table of the operation log is called. */
export function useTableName(): (table: string) => string {
  const translate = useTranslate();
  return useCallback(
    (table) => translate(`audit.tables.${table}`, { _: translate('audit.tables.other') }),
    [translate],
  );
}
