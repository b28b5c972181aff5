import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { markIn, markProblem } from '../../../contract/rules/grading';
import type { GradeColumn } from '../../../contract/rules/gradeSettings';
import { useText } from '../../i18n/useText';
import { EditorContext } from './editorContext';
import { type SheetRow, typedText } from './sheetRow';
import { columnName } from './useMarkProblem';

interface MarkEditorProps {
  row: SheetRow;
  column: GradeColumn;
  onClose: () => void;
}

/** The field in a cell. What is typed is in the sheet at once: totals follow, and nothing is lost with the page. */
export function MarkEditor({ row, column, onClose }: MarkEditorProps) {
  const t = useText();
  const { type, endTyping, settings, visit } = useContext(EditorContext);
  const [text, setText] = useState(() => typedText(row, column));
  const input = useRef<HTMLInputElement>(null);
  const isProblem = markProblem(markIn(text), settings[`${column}Max`]) !== null;
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // The first key replaces the mark; who asked to edit it goes on at its end.
    if (visit.isReplacing) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [visit]);
  useEffect(() => {
    visit.opened(onClose);
    return () => visit.opened(null);
  }, [visit, onClose]);
  useEffect(() => endTyping, [endTyping]);
  return (
    <input
      ref={input}
      className="rdg-text-editor"
      value={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      aria-label={t('grades.markOf', { column: columnName(settings, column), student: row.studentName })}
      aria-invalid={isProblem}
      onChange={(event) => {
        setText(event.target.value);
        type({ studentId: row.studentId, column }, event.target.value);
      }}
    />
  );
}
