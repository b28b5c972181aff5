import type { ImportRecord } from '../../../../contract/rules/importsCells';
import { splitCoursework } from '../../../../contract/rules/importsCoursework';
import { checkRecord } from '../../../../contract/rules/imports';
import { defaultGradeColumns } from '../../../../contract/vocabulary';

/** The columns that share the coursework, by the default settings: those of a subject are the server's to know. */
const shared = defaultGradeColumns.filter(({ key }) => key !== 'test');

/** How a coursework mark would be shared out, field → mark; null where a row has none. */
export function courseworkSplit(record: ImportRecord): Record<string, number> | null {
  const { coursework } = checkRecord('grades', record).values;
  if (typeof coursework !== 'number') return null;
  const parts = splitCoursework(coursework, shared);
  return parts && Object.fromEntries(Object.entries(parts).map(([key, mark]) => [`${key}_grade`, mark]));
}
