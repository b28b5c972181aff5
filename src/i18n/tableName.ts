import { t, textOr } from './text';

export const tableName = (table: string): string => textOr(`audit.tables.${table}`, t('audit.tables.other'));
