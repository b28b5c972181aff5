import History from '@mui/icons-material/History';
import { IconButton, Tooltip } from '@mui/material';
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from 'react-data-grid';
import { markMessage } from '../../../contract/rules/markMessages';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
  columnName,
} from '../../../contract/rules/gradeSettings';
import { parseGrade, markProblem } from '../../../contract/rules/grading';
import { gregorianDate } from '../../../contract/rules/hijri';
import { LetterChip } from '../../features/documents/LetterChip';
import { t } from '../../i18n/text';
import { markText, type SheetRow, shownText, typedText } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

/** The mark column of a grid column; null for other columns. */
export const markColumn = (key: string): GradeColumn | null =>
  gradeColumns.find((column) => column === key) ?? null;

/** A column of buttons, which handle their own keys. */
export const historyKey = 'history';

type GridColumn = Column<SheetRow>;

const figure = { cellClass: 'is-figure', headerCellClass: 'is-figure' };

interface ColumnsInput {
  settings: GradeSettings;
  columns: readonly GradeColumn[];
  isEditable: boolean;
  /** Null if the server has no history. */
  onHistory: ((row: SheetRow) => void) | null;
}

/** Number, name and student number; the columns of the subject; and the computed columns. */
export function gridColumns({ settings, columns, isEditable, onHistory }: ColumnsInput): GridColumn[] {
  return [
    {
      key: 'index',
      name: t('ui.index'),
      width: 40,
      frozen: true,
      ...figure,
      renderCell: ({ rowIdx }) => rowIdx + 1,
    },
    {
      key: 'name',
      name: t('labels.studentName'),
      width: 'minmax(180px, 1fr)',
      minWidth: 180,
      frozen: true,
      cellClass: 'is-name',
      renderCell: ({ row }) => (
        <>
          <bdi title={row.studentName}>{row.studentName}</bdi>
          {row.leftOn !== null && (
            <small className="left-note">{t('gradeEntry.leftOn', { date: gregorianDate(row.leftOn) })}</small>
          )}
        </>
      ),
    },
    {
      key: 'number',
      name: t('labels.studentNumber'),
      width: 96,
      ...figure,
      renderCell: ({ row }) => <bdi>{row.studentId}</bdi>,
    },
    ...columns.map((column) => markColumnOf(column, settings, isEditable)),
    {
      key: 'total',
      name: t('labels.total'),
      width: 72,
      ...figure,
      cellClass: 'is-figure is-total',
      renderCell: ({ row }) => (row.total === null ? t('ui.nothing') : row.total),
    },
    {
      key: 'letter',
      name: t('labels.letter'),
      width: 82,
      ...figure,
      renderCell: ({ row }) => <LetterChip letter={row.letter} band={row.band} />,
    },
    {
      key: 'absences',
      name: t('teaching.absenceDays'),
      width: 64,
      headerCellClass: 'is-figure',
      cellClass: ({ absenceDays }) => (absenceDays > manyAbsenceDays ? 'is-figure is-many' : 'is-figure'),
      renderCell: ({ row }) => row.absenceDays,
    },
    ...(onHistory ? [historyColumn(onHistory)] : []),
  ];
}

const historyColumn = (onHistory: (row: SheetRow) => void): GridColumn => ({
  key: historyKey,
  name: t('gradeEntry.history'),
  width: 44,
  cellClass: 'is-figure is-button',
  renderHeaderCell: () => <span className="hidden-text">{t('gradeEntry.history')}</span>,
  renderCell: ({ row, tabIndex }) => (
    <IconButton
      size="small"
      tabIndex={tabIndex}
      aria-label={t('gradeEntry.historyOf', { student: row.studentName })}
      title={t('gradeEntry.history')}
      onClick={() => onHistory(row)}
    >
      <History fontSize="small" />
    </IconButton>
  ),
});

function markColumnOf(column: GradeColumn, settings: GradeSettings, isEditable: boolean): GridColumn {
  const isChangeable = ({ leftOn }: SheetRow) => isEditable && leftOn === null;
  return {
    key: column,
    name: t('grades.columnOf', { column: columnName(settings, column), max: settings[`${column}Max`] }),
    width: 'minmax(76px, 120px)',
    minWidth: 76,
    renderHeaderCell: () => (
      <>
        <span>{columnName(settings, column)}</span> <span>/ {settings[`${column}Max`]}</span>
      </>
    ),
    cellClass: (row) => (isChangeable(row) ? 'is-figure is-mark' : 'is-figure'),
    headerCellClass: 'is-figure',
    editable: isChangeable,
    // The row changes at each key, but the field must stay open.
    editorOptions: { closeOnExternalRowChange: false },
    renderCell: ({ row, rowIdx }) =>
      row.problems[column] ? (
        <RefusedMark row={row} rowIndex={rowIdx} column={column} />
      ) : (
        shownText(row, column)
      ),
    renderEditCell: ({ row, onClose }) => (
      <MarkEditor row={row} column={column} onClose={() => onClose(false, true)} />
    ),
  };
}

export function cellText(row: SheetRow, rowIndex: number, key: string): string {
  const mark = markColumn(key);
  if (mark) return shownText(row, mark);
  const texts: Record<string, string> = {
    index: String(rowIndex + 1),
    name: row.studentName,
    number: row.studentId,
    total: markText(row.total),
    letter: row.letter ?? '',
    absences: String(row.absenceDays),
  };
  return texts[key] ?? '';
}

/** Editing of one cell; not React state, because it does not change what is rendered. */
export class Visit {
  /** True: typing replaces the mark and arrows leave the cell. False: they act inside of the field. */
  #isReplacing = true;
  #close: (() => void) | null = null;

  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** Sets how the next field is entered. */
  prepare(isReplacing: boolean): void {
    this.#isReplacing = isReplacing;
  }

  /** Called when a field opens; with null when it is gone. */
  opened(close: (() => void) | null): void {
    this.#close = close;
  }

  /** Closes the field that is open. */
  close(): void {
    this.#close?.();
  }
}

/** What cells need besides their row; it does not change while somebody types. */
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

/** The field in a cell. Each key changes the sheet at once, so that totals update and nothing is lost. */
function MarkEditor({ row, column, onClose }: { row: SheetRow; column: GradeColumn; onClose: () => void }) {
  const { type, endTyping, settings, visit } = useContext(EditorContext);
  const [text, setText] = useState(() => typedText(row, column));
  const input = useRef<HTMLInputElement>(null);
  const isProblem = markProblem(parseGrade(text), settings[`${column}Max`]) !== null;
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // If the first key replaces the mark it is selected; else the caret is at its end.
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
      aria-label={t('teaching.cellOf', { column: columnName(settings, column), student: row.studentName })}
      aria-invalid={isProblem}
      onChange={(event) => {
        setText(event.target.value);
        type({ studentId: row.studentId, column }, event.target.value);
      }}
    />
  );
}

/** The id of the text with the reason. */
export const refusedId = (rowIndex: number, column: GradeColumn) => `refused-${column}-${rowIndex}`;

/** An invalid mark with its reason as a tooltip. */
function RefusedMark({ row, rowIndex, column }: { row: SheetRow; rowIndex: number; column: GradeColumn }) {
  const { settings } = useContext(EditorContext);
  const problem = row.problems[column];
  const sentence = problem ? markMessage(settings, column, problem) : '';
  // Above the cell, because below it would cover the next cell.
  return (
    <Tooltip title={sentence} placement="top" describeChild disableInteractive>
      <span className="refused-text">
        <bdi>{shownText(row, column)}</bdi>
        <span id={refusedId(rowIndex, column)} hidden>
          {sentence}
        </span>
      </span>
    </Tooltip>
  );
}
