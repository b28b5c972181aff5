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

/** Converts the digits of a typed mark to Western digits, like those of the stored mark. */
function plainMark(text: string): string {
  const mark = parseGrade(text);
  return mark === null || Number.isNaN(mark) ? text : String(mark);
}
