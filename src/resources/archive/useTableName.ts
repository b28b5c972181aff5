import { useCallback } from 'react';
import { ar } from '../../i18n/ar';
import { useText } from '../../i18n/useText';

type Known = keyof typeof ar.archive.tables;

const isKnown = (name: string): name is Known => Object.hasOwn(ar.archive.tables, name);

/** What a table of the archive is called. */
export function useTableName(): (table: string) => string {
  const t = useText();
  return useCallback((table) => t(`archive.tables.${isKnown(table) ? table : 'other'}`), [t]);
}
