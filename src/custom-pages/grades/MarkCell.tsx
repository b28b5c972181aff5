import Tooltip from '@mui/material/Tooltip';
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  defaultGradeSettings,
  type GradeColumn,
  type GradeSettings,
} from '../../../contract/rules/gradeSettings';
import { markIn, markProblem } from '../../../contract/rules/grading';
import { useText } from '../../i18n/useText';
import { type SheetRow, shownText, typedText } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';
import { columnName, useMarkProblem } from './useMarkProblem';

/** One visit to the field of a cell; outside of React's state, since nothing is drawn after it. */
export class Visit {
  /** Typing replaces the mark and arrows leave the cell; else they move inside of the field. */
  #isReplacing = true;
  #close: (() => void) | null = null;

  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** How the next field is entered. */
  prepare(isReplacing: boolean): void {
    this.#isReplacing = isReplacing;
  }

  /** A field stands open; null when it has gone. */
  opened(close: (() => void) | null): void {
    this.#close = close;
  }

  /** Closes the field that is open. */
  close(): void {
    this.#close?.();
  }
}

/** What cells need besides their row; nothing in it changes while somebody types. */
interface EditorParts extends Pick<GradeSheet, 'type' | 'endTyping'> {
  settings: GradeSettings;
  visit: Visit;
}

const nothing = () => undefined;

export const EditorContext = createContext<EditorParts>({
  type: nothing,
  endTyping: nothing,
  settings: defaultGradeSettings,
  visit: new Visit(),
});

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

/** Where the cell finds its reason. */
export const refusedId = (rowIndex: number, column: GradeColumn) => `refused-${column}-${rowIndex}`;

interface RefusedMarkProps {
  row: SheetRow;
  rowIndex: number;
  column: GradeColumn;
}

/** A text that is no mark, with the reason on it. */
export function RefusedMark({ row, rowIndex, column }: RefusedMarkProps) {
  const { settings } = useContext(EditorContext);
  const sentenceOf = useMarkProblem(settings);
  const problem = row.problems[column];
  const sentence = problem ? sentenceOf(column, problem) : '';
  return (
    <Tooltip title={sentence} describeChild disableInteractive>
      <span className="refused-text">
        <bdi>{shownText(row, column)}</bdi>
        <span id={refusedId(rowIndex, column)} hidden>
          {sentence}
        </span>
      </span>
    </Tooltip>
  );
}
