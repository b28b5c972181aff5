import { useText } from '../../i18n/useText';
import type { Column, Entry, Row } from './dailyModel';

/** What the fields of one student need. */
export interface RowFieldsProps {
  studentName: string;
  row: Row;
  entry: Entry;
  /** On a phone the name of a field stands above it; in the table the head of the column says it. */
  isPhone: boolean;
  onType: (column: Column, text: string) => void;
}

/** How a field is named, and what is wrong with what stands in it. */
export function useField({ studentName, row, isPhone }: RowFieldsProps, column: Column) {
  const t = useText();
  const name = t(`dailyRecords.columns.${column}`);
  const problem = row.problems[column];
  return {
    text: row.texts[column],
    label: isPhone ? name : undefined,
    /** Tells the fields of one column apart. */
    ariaLabel: t('dailyRecords.cellOf', { column: name, student: studentName }),
    problem: problem && t(`dailyRecords.problems.${problem}`),
  };
}
