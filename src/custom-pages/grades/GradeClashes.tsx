import { columnName } from '../../../contract/rules/gradeSettings';
import { parseGrade } from '../../../contract/rules/grading';
import { t } from '../../i18n/text';
import { ClashDialog } from '../../ui/form/StaleDialog';
import type { GradeSheet } from './useGradeSheet';

export default function GradeClashes({ sheet }: { sheet: GradeSheet }) {
  return (
    <ClashDialog
      clashes={sheet.clashes}
      toField={({ studentId, column, studentName }) => ({
        name: `${column} ${studentId}`,
        label: t('teaching.cellOf', { column: columnName(sheet.settings, column), student: studentName }),
        format: (text) => plainMark(String(text)),
      })}
      isSaving={sheet.isSaving}
      button={t('grades.keepChosen')}
      onResolve={sheet.resolve}
      onClose={sheet.postpone}
    />
  );
}

/** Shows a typed mark in Western digits, like the stored one. */
function plainMark(text: string): string {
  const mark = parseGrade(text);
  return mark === null || Number.isNaN(mark) ? text : String(mark);
}
